/** What waits for the owner's yes: the text of each memory, where it comes from, and a yes or a no where this studio may write. */

import type { AnswerOf } from '@crabtrail/core'
import { signal } from '@preact/signals'
import { Answer, asOf } from '../parts/answer.tsx'
import { Badge, counted, moment, NodeLink, Nothing, Words } from '../parts/words.tsx'
import { ask, forgetAnswers, Problem } from '../state/ask.ts'
import { lookNow, mayWrite } from '../state/brain.ts'
import { keptFile } from '../state/kept-file.ts'
import { at, linkTo, route } from '../state/route.ts'
import { Lately, takenBack } from './lately.tsx'

type Waiting = AnswerOf<'review'>['waiting'][number]
type Decision = 'approve' | 'refuse'

/** Memories that one page of the list shows. */
const listedMost = 50

interface Decided {
  readonly decision: Decision
  /** The first memory of the decision. */
  readonly node: string
  /** How many it was about. */
  readonly count: number
}

/** What was decided in this visit and not taken back, the newest first. */
const decided = signal<ReadonlyArray<Decided>>([])
/** The decision about all that is asked about before it is made. */
const meant = signal<{ readonly decision: Decision; readonly count: number; readonly position: number } | undefined>(undefined)
/** The decision that was taken back last; `isOld` once something else was decided: its place stays, so that nothing slides. */
const undone = signal<{ readonly last: Decided; readonly isOld: boolean } | undefined>(undefined)
const failure = signal<Problem | undefined>(undefined)
/**
 * What was listed in this visit, in its order: what is decided stays where it is, with the decision in the place of the buttons. Else the next one
 * would slide below the pointer, and a second click would decide it.
 */
let listed: ReadonlyMap<string, Waiting> = new Map()

addEventListener('hashchange', () => {
  listed = new Map()
  undone.value = undefined
})

interface Shown {
  readonly one: Waiting
  /** The decision about it; undefined while it waits. */
  readonly last: Decided | undefined
}

/** What still waits, and what of this visit was decided and not taken back. */
const inPlace = (waiting: ReadonlyArray<Waiting>): ReadonlyArray<Shown> => {
  // One that is known keeps its place, with the text that it has now.
  listed = new Map([...listed, ...waiting.map((one) => [one.node, one] as const)])
  const waits = new Set(waiting.map(({ node }) => node))
  return [...listed.values()].flatMap((one): ReadonlyArray<Shown> => {
    const last = waits.has(one.node) ? undefined : decided.value.find(({ count, node }) => count === 1 && node === one.node)
    return waits.has(one.node) || last !== undefined ? [{ one, last }] : []
  })
}

const changing = async (change: () => Promise<void>): Promise<void> => {
  failure.value = undefined
  if (undone.value !== undefined) undone.value = { ...undone.value, isOld: true }
  meant.value = undefined
  try {
    await change()
  } catch (problem) {
    failure.value = problem as Problem
  }
  forgetAnswers()
  await lookNow()
}

/** `position` is where its text was told: another one that it got since is not decided. */
const decide = (decision: Decision, node: string, position: number): Promise<void> =>
  changing(async () => {
    await ask('review', { decision, nodes: [node], at: String(position) })
    decided.value = [{ node, decision, count: 1 }, ...decided.value]
  })

/** Decides all that waited where the list was made: what came in since was not seen. */
const decideAll = (decision: Decision, position: number): Promise<void> =>
  changing(async () => {
    const { decided: all = [] } = await ask('review', { decision, all: true, at: String(position) })
    const [first] = all
    if (first === undefined) throw new Problem('Refused', 'Nothing was decided: none of what was listed waits any more.')
    decided.value = [{ node: first.node, decision, count: all.length }, ...decided.value]
  })

/** Takes the last decision back, unless something else was said since: that would be taken back instead. */
const undoLast = (last: Decided): Promise<void> =>
  changing(async () => {
    const { position, took } = await ask('undo', { dryRun: true })
    if (took.review === undefined || !took.nodes.includes(last.node)) {
      throw new Problem('Refused', 'Something else was said since. `crabtrail undo --dry-run` says what would be taken back.')
    }
    await ask('undo', { at: String(position) })
    decided.value = decided.value.slice(1)
    undone.value = last.count === 1 ? undefined : { last, isOld: false }
  })

export const Queue = () => {
  const { after } = route.value.more
  return (
    <>
      <h1>What waits for your yes</h1>
      <p class="told">
        What a model or others brought is given to no model, supersedes nothing and teaches nothing before you approve it. What is refused
        is not asked again while its text stays the same.
      </p>
      <Said />
      {keptFile === undefined ? <Lately takeBack={(one) => void changing(() => takenBack(one))} /> : null}
      <Answer name="review" request={{ limit: listedMost, ...asOf(), ...(after === undefined ? {} : { after }) }}>
        {({ count, position, waiting }) => {
          const shown = inPlace(waiting)
          return (
            <>
              {count === 0 ? (
                <Nothing>
                  Nothing waits. With the setting <code>review=on</code> what comes in from a model or from others waits here.
                </Nothing>
              ) : (
                <p class="line">{`${counted(count, 'memory', 'memories')} ${count === 1 ? 'waits' : 'wait'}.`}</p>
              )}
              {Math.max(count, shown.length) > 1 && mayWrite.value && at.value === undefined ? (
                <All count={count} position={position} />
              ) : null}
              {shown.map(({ last, one }) => (
                <One key={one.node} one={one} last={last} position={position} />
              ))}
              <More count={count} shown={waiting} isFirst={after === undefined} />
            </>
          )
        }}
      </Answer>
    </>
  )
}

/** A decision about all is asked about once more: it says how many it is about, and most of them may be on no page that was read. */
const All = ({ count, position }: { readonly count: number; readonly position: number }) => {
  const asked = meant.value
  if (asked === undefined)
    return (
      <p class={count > 1 ? 'line' : 'line unneeded'}>
        <button type="button" onClick={mean({ decision: 'approve', count, position })}>
          {`Approve all ${count}…`}
        </button>
        <button type="button" onClick={mean({ decision: 'refuse', count, position })}>
          {`Refuse all ${count}…`}
        </button>
      </p>
    )
  return (
    <p class="line" role="alertdialog" aria-label={`${names[asked.decision]} all`}>
      <span>{`${names[asked.decision]} all ${asked.count} that wait, on this page and on the others?`}</span>
      <button type="button" class="yes" onClick={() => void decideAll(asked.decision, asked.position)}>
        {`Yes, ${asked.decision} ${asked.count}`}
      </button>
      <button type="button" onClick={mean(undefined)}>
        No
      </button>
    </p>
  )
}

const mean = (what: typeof meant.value) => () => {
  meant.value = what
}

const names: Readonly<Record<Decision, string>> = { approve: 'Approve', refuse: 'Refuse' }

const brought: Readonly<Record<Waiting['origin'], string>> = {
  agent: 'from the agent',
  owner: 'kept by a model of what you said',
  untrusted: 'from others',
  system: 'from the program',
}

/** A past position is only looked at: a decision is one of now. */
const One = ({ last, one: { changes = [], from, node, origin, since, text }, position }: Shown & { readonly position: number }) => (
  <section class="card" aria-label={node}>
    <p class="line">
      <NodeLink node={node} />
      <Badge tone={origin === 'untrusted' ? 'warn' : 'plain'}>{brought[origin]}</Badge>
      <span class="faint">
        <bdi>{from}</bdi>
      </span>
      {since === null ? null : (
        <time class="faint" dateTime={since}>
          {moment(since)}
        </time>
      )}
    </p>
    <Words text={text === '' ? 'Its text was erased.' : text} />
    {changes.map((one) => (
      <p key={one.node} class="line">
        A yes takes the place of {one.was === null ? null : <q dir="auto">{one.was}</q>} {one.was === null ? null : 'in'}{' '}
        <NodeLink node={one.node} />
      </p>
    ))}
    <Known node={node} text={text} />
    {last !== undefined ? (
      <Settled last={last} />
    ) : mayWrite.value && at.value === undefined ? (
      <p class="line">
        <button type="button" class="yes" aria-label={`Approve ${node}`} onClick={() => void decide('approve', node, position)}>
          Approve
        </button>
        <button type="button" aria-label={`Refuse ${node}`} onClick={() => void decide('refuse', node, position)}>
          Refuse
        </button>
      </p>
    ) : (
      <p class="faint">
        <code>{`crabtrail review approve ${node}`}</code>
      </p>
    )}
  </section>
)

/** Characters of a text that are looked for, and memories that are shown. */
const [soughtMost, knownMost] = [600, 2]

/** What it already knows about the same: whoever decides sees whether it is new, or says something else. */
const Known = ({ node, text }: { readonly node: string; readonly text: string }) =>
  text.trim() === '' ? null : (
    <Answer name="recall" request={{ question: text.slice(0, soughtMost), record: false, limit: 10, ...asOf() }} failed={() => null}>
      {({ items }) => {
        const known = items.filter((one) => one.node !== node).slice(0, knownMost)
        return known.length === 0 ? (
          <p class="faint">It knows nothing else about this.</p>
        ) : (
          <>
            <p class="faint">What it already knows about the same:</p>
            <ul class="rows">
              {known.map((one) => (
                <li key={one.node}>
                  <NodeLink node={one.node} title={one.title} />
                  <span class="faint" dir="auto">
                    {one.content === one.title ? '' : one.content.slice(0, 160)}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </Answer>
  )

const More = ({ count, isFirst, shown }: { readonly count: number; readonly isFirst: boolean; readonly shown: ReadonlyArray<Waiting> }) => {
  const last = shown.at(-1)?.node
  return (
    <p class="line">
      {isFirst ? null : <a href={linkTo('queue')}>From the first</a>}
      {last === undefined || shown.length < listedMost || shown.length >= count ? null : (
        <a href={linkTo('queue', undefined, { after: last })}>The next ones</a>
      )}
    </p>
  )
}

const Said = () => (
  <>
    {failure.value === undefined ? null : (
      <p class="trouble" role="alert">
        {failure.value.message}
      </p>
    )}
    {undone.value === undefined ? null : (
      <p class={undone.value.isOld ? 'done unneeded' : 'done'} role="status">
        <NodeLink node={undone.value.last.node} /> {`and ${undone.value.last.count - 1} more wait again.`}
      </p>
    )}
    <LastDecided />
  </>
)

const decidedWords: Readonly<Record<Decision, string>> = { approve: 'Approved', refuse: 'Refused' }

/** Only the last decision is taken back from here: what is said in between would be taken back before it. */
const Settled = ({ last }: { readonly last: Decided }) => (
  <p class="line" role="status">
    <Badge tone={last.decision === 'approve' ? 'good' : 'warn'}>{decidedWords[last.decision]}</Badge>
    {decided.value[0] === last ? (
      <button type="button" onClick={() => void undoLast(last)}>
        Undo
      </button>
    ) : null}
  </p>
)

/** A decision about one stands in its place. */
const LastDecided = () => {
  const [last] = decided.value
  if (last === undefined || (last.count === 1 && listed.has(last.node))) return null
  return (
    <p class="done line" role="status">
      <span>{`${decidedWords[last.decision]}:`}</span>
      <NodeLink node={last.node} />
      {last.count === 1 ? null : <span>{`and ${last.count - 1} more`}</span>}
      <button type="button" onClick={() => void undoLast(last)}>
        Undo
      </button>
    </p>
  )
}
