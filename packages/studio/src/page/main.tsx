/** The page: views beside each other on the left, what is chosen in the middle, the time line below. */

import { render } from 'preact'
import { Trouble } from './parts/answer.tsx'
import { stepTurn, Timeline, toNow } from './parts/timeline.tsx'
import { brainKey, follow, mayWrite, trouble } from './state/brain.ts'
import { at, go, linkTo, route, type View, views } from './state/route.ts'
import { nextTheme, theme } from './state/theme.ts'
import { Compare } from './views/compare.tsx'
import { Health } from './views/health.tsx'
import { Notes } from './views/notes.tsx'
import { Queue } from './views/queue.tsx'
import { Strength } from './views/strength.tsx'
import { Turns } from './views/turns.tsx'
import { WhatIf } from './views/what-if.tsx'

const titles: Readonly<Record<View, string>> = {
  notes: 'What it knows',
  turns: 'What it did',
  'what-if': 'What if not',
  compare: 'What changed',
  queue: 'What waits',
  strength: 'Strength',
  health: 'Is it well',
}

const shownIn: Readonly<Record<View, () => preact.JSX.Element>> = {
  notes: Notes,
  turns: Turns,
  'what-if': WhatIf,
  compare: Compare,
  queue: Queue,
  strength: Strength,
  health: Health,
}

/** `strength` is reached from an edge, not by itself. */
const listed = views.filter((view) => view !== 'strength')

const App = () => {
  const { view } = route.value
  const Shown = shownIn[view]
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        To the content
      </button>
      <header>
        <strong class="name">Crabtrail</strong>
        <span class="faint">{brainKey.value}</span>
        <nav aria-label="Views">
          {listed.map((one, i) => (
            <a key={one} href={linkTo(one)} aria-current={one === view ? 'page' : undefined} title={`key ${i + 1}`}>
              {titles[one]}
            </a>
          ))}
        </nav>
        <span class="grow" />
        <span class={`badge ${mayWrite.value ? 'warn' : 'plain'}`}>{mayWrite.value ? 'may change' : 'only reads'}</span>
        <button type="button" onClick={nextTheme} title="light, dark, or as the system ( d )">{`${theme.value}`}</button>
        <button type="button" onClick={toggleHelp} title="keys ( ? )">
          ?
        </button>
      </header>
      {at.value === undefined ? null : <p class="past" role="status">{`Everything is shown as of position ${at.value}.`}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
      <main id="main" tabIndex={0}>
        {trouble.value === undefined ? <Shown /> : <Trouble problem={trouble.value} />}
      </main>
      <Timeline />
      <Keys />
    </>
  )
}

const keys: ReadonlyArray<readonly [string, string]> = [
  ['/', 'search'],
  ['1 to 6', 'the views'],
  ['[ and ]', 'the turn before, the next turn'],
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
    <form method="dialog">
      <button type="submit">Close</button>
    </form>
  </dialog>
)

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
  const { key } = event
  const view = listed[Number(key) - 1]
  if (view !== undefined) go(linkTo(view))
  else if (key === '/') {
    event.preventDefault()
    go(linkTo('notes'))
    requestAnimationFrame(() => document.getElementById('search')?.focus())
  } else if (key === '[') void stepTurn(-1)
  else if (key === ']') void stepTurn(1)
  else if (key === 'n') toNow()
  else if (key === 'd') nextTheme()
  else if (key === '?') toggleHelp()
})

const place = document.getElementById('page')
if (place !== null) render(<App />, place)
follow()
