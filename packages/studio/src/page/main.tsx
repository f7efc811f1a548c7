/** The page: views beside each other on the left, what is chosen in the middle, the time line below. */

import { render } from 'preact'
import { useRef } from 'preact/hooks'
import { Trouble } from './parts/answer.tsx'
import { utc } from './parts/words.tsx'
import { answerTo } from './state/ask.ts'
import { brainKey, follow, head, mayWrite, trouble } from './state/brain.ts'
import { timeAt } from './state/dates.ts'
import { at, go, linkTo, litTab, route, type Tab, type View } from './state/route.ts'
import { nextTheme, theme } from './state/theme.ts'
import { playOrStop, stepSession, stepTurn, toNow } from './timeline/steps.ts'
import { Timeline } from './timeline/timeline.tsx'
import { Compare } from './views/compare.tsx'
import { Health } from './views/health.tsx'
import { Notes, searchWanted, typeAhead, wantSearch } from './views/notes.tsx'
import { Queue } from './views/queue.tsx'
import { Strength } from './views/strength.tsx'
import { Turns } from './views/turns.tsx'
import { WhatIf } from './views/what-if.tsx'
import { WhyNot } from './views/why-not.tsx'

/** The queue is the last: its number comes and goes, and what stands behind it would move. */
const titles: Readonly<Record<Tab, string>> = {
  notes: 'What it knows',
  turns: 'What it did',
  'what-if': 'What if not',
  compare: 'What changed',
  health: 'Is it well',
  queue: 'What waits',
}

const shownIn: Readonly<Record<View, () => preact.JSX.Element>> = {
  notes: Notes,
  turns: Turns,
  'what-if': WhatIf,
  compare: Compare,
  queue: Queue,
  strength: Strength,
  health: Health,
  'why-not': WhyNot,
}

const tabs = Object.keys(titles) as ReadonlyArray<Tab>

/** On a narrow screen the views scroll: the one that is shown is among those that are seen. */
const intoView = (link: HTMLElement | null): void => link?.scrollIntoView({ inline: 'nearest', block: 'nearest' })

const App = () => {
  const { view } = route.value
  const Shown = shownIn[view]
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        To the content
      </button>
      <header>
        <span class="whose">
          <strong class="name">Crabtrail</strong>
          <span class="faint">{brainKey.value}</span>
        </span>
        {/* The name of the brain comes later, and moves what stands behind it: before that, there is nothing to press. */}
        <nav aria-label="Views" class={brainKey.value === '' && trouble.value === undefined ? 'unneeded' : undefined}>
          {tabs.map((one, i) => (
            <a
              key={one}
              ref={one === litTab.value ? intoView : null}
              href={linkTo(one)}
              aria-current={one === litTab.value ? 'page' : undefined}
              title={`key ${i + 1}`}
            >
              <span class="title" data-title={titles[one]}>
                {titles[one]}
              </span>
              {one === 'queue' ? <Waiting /> : null}
            </a>
          ))}
        </nav>
        <span class="tools">
          <span class={`badge ${mayWrite.value ? 'warn' : 'plain'}`} title={meaning()}>
            {mayWrite.value ? 'may change' : 'only reads'}
            <span class="hidden">{`: ${meaning()}`}</span>
          </span>
          <button type="button" class="quiet" onClick={nextTheme} title="light, dark, or as the system ( d )">
            ◐ <span class="word">{theme.value}</span>
          </button>
          <button type="button" class="quiet" onClick={toggleHelp} title="keys ( ? )" aria-label="Keys">
            ?
          </button>
        </span>
      </header>
      <Past />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <main id="main" tabIndex={0}>
        {trouble.value === undefined ? <Shown /> : <Trouble problem={trouble.value} />}
      </main>
      <Timeline />
      <Keys />
    </>
  )
}

/** What may happen where somebody presses a button. */
const meaning = (): string =>
  mayWrite.value
    ? 'What you press here may change the memory, and each change is recorded and can be taken back.'
    : 'Nothing that you press here changes the memory.'

/** How many memories wait for a yes now, whatever position is shown; nothing where none does, and on a page in a file. */
const Waiting = () => {
  const before = useRef(0)
  const told = answerTo('review', { limit: 1 }, head.value).value
  if (told.state !== 'waiting') before.current = told.state === 'told' ? told.answer.count : 0
  return before.current === 0 ? null : <span class="badge warn count">{before.current.toLocaleString('en')}</span>
}

/** The day first: a position says nothing to people. */
const Past = () => {
  if (at.value === undefined) return null
  const then = timeAt(at.value)
  return (
    <p class="past" role="status">
      {then === undefined ? null : <strong>{`${utc(then)}. `}</strong>}
      {`Everything is shown as of position ${at.value}.`}
    </p>
  )
}

const keys: ReadonlyArray<readonly [string, string]> = [
  ['/', 'search'],
  ['1 to 6', 'the views'],
  ['[ and ]', 'the turn before, the next turn'],
  ['{ and }', 'where the session before began, where the next one does'],
  ['p', 'show turn after turn, or stop'],
  ['n', 'back to now'],
  ['d', 'light, dark, or as the system'],
  ['?', 'these keys'],
]

const toggleHelp = (): void => {
  const dialog = document.getElementById('keys') as HTMLDialogElement | null
  if (dialog?.open === true) dialog.close()
  else dialog?.showModal()
}

const Keys = () => (
  <dialog id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">Keys</h2>
    <dl class="facts">
      {keys.map(([key, does]) => (
        <>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </>
      ))}
    </dl>
    <p class="told">{meaning()}</p>
    <form method="dialog">
      <button type="submit">Close</button>
    </form>
  </dialog>
)

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
  if (searchWanted.value) {
    event.preventDefault()
    return typeAhead(event.key)
  }
  const { key } = event
  const view = tabs[Number(key) - 1]
  if (view !== undefined) go(linkTo(view))
  else if (key === '/') {
    event.preventDefault()
    wantSearch()
  } else if (key === '[') void stepTurn(-1)
  else if (key === ']') void stepTurn(1)
  else if (key === '{') void stepSession(-1)
  else if (key === '}') void stepSession(1)
  else if (key === 'p') playOrStop()
  else if (key === 'n') toNow()
  else if (key === 'd') nextTheme()
  else if (key === '?') toggleHelp()
})

const place = document.getElementById('page')
if (place !== null) render(<App />, place)
follow()
