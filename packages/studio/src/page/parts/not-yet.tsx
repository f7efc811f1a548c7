/** Says of something that was not there yet at the position that is shown when it came, what was known instead, and where it is. */

import type { AnswerOf } from '@crabtrail/core'
import type { ComponentChildren } from 'preact'
import { answerTo, type Problem } from '../state/ask.ts'
import { timeAt } from '../state/dates.ts'
import { at, linkToNow, type View } from '../state/route.ts'
import { Answer, asOf, Trouble } from './answer.tsx'
import { Card, dayOf, moment, NodeLink, utc } from './words.tsx'

interface NotYetProps {
  readonly id: string
  readonly problem: Problem
}

/** True where something may be missing only because an earlier position is shown. */
const mayCome = ({ tag }: Problem): boolean => at.value !== undefined && tag === 'NotFound'

export const NoteNotYet = ({ id, problem }: NotYetProps) =>
  mayCome(problem) ? (
    <Answer name="show" request={{ what: id }} failed={(unknown) => <Trouble problem={unknown} />}>
      {(now) => {
        const [own] = now.nodes
        return (
          <Absent view="notes" id={id} title={own?.title || id} says="It did not know this yet" came={now.traced?.added ?? now.changed}>
            <KnownThen now={now} />
          </Absent>
        )
      }}
    </Answer>
  ) : (
    <Trouble problem={problem} />
  )

export const TurnNotYet = ({ id, problem }: NotYetProps) =>
  mayCome(problem) ? (
    <Answer name="why" request={{ turn: id }} failed={(unknown) => <Trouble problem={unknown} />}>
      {({ at: came, question }) => <Absent view="turns" id={id} title={question} says="This had not been asked yet" came={came} />}
    </Answer>
  ) : (
    <Trouble problem={problem} />
  )

export const EdgeNotYet = ({ id, problem }: NotYetProps) =>
  mayCome(problem) ? (
    <Answer name="blame" request={{ edge: id }} failed={(unknown) => <Trouble problem={unknown} />}>
      {({ history: [first] }) => (
        <Absent view="strength" id={id} title="Why is it as strong as it is?" says="The two were not joined yet" came={first?.at} />
      )}
    </Answer>
  ) : (
    <Trouble problem={problem} />
  )

interface AbsentProps {
  readonly view: View
  readonly id: string
  readonly title: string
  readonly says: string
  readonly came: string | null | undefined
  readonly children?: ComponentChildren
}

const Absent = ({ came, children, id, says, title, view }: AbsentProps) => {
  const then = timeAt(at.value ?? 1)
  // On one day the hour tells the two apart.
  const named = then !== undefined && came != null && dayOf(then) === dayOf(came) ? utc : dayOf
  return (
    <>
      <h1 dir="auto">{title}</h1>
      <p class="line" role="status">
        <strong>
          {`${says} ${then === undefined ? `at position ${at.value}` : `on ${named(then)}`}${came == null ? '' : `; it came on ${named(came)}`}.`}
        </strong>
        <a href={linkToNow(view, id)}>See it as it is now</a>
      </p>
      {children}
    </>
  )
}

type Shown = AnswerOf<'show'>

/** Statements that are followed at most. */
const relatedMost = 20

/** What is now in the place of older statements: those of them that were known then. */
const KnownThen = ({ now }: { readonly now: Shown }) => {
  const { isWaiting, known } = knownThen(now)
  return known.length === 0 ? (
    <p class="faint" aria-busy={isWaiting}>
      {isWaiting ? 'Asking the memory …' : 'It knew nothing else of it then.'}
    </p>
  ) : (
    <Card title="What it knew of it then">
      <ul class="rows">
        {known.map(({ changed, nodes: [own], traced }) => (
          <li key={own?.node}>
            <NodeLink node={own?.node ?? ''} title={own?.title} />
            <span class="faint">{traced?.added == null ? (changed ?? '') : `since ${moment(traced.added)}`}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** All statements that stand in each other's place, as now; of them those that were known then, the newest first. */
const knownThen = (now: Shown): { readonly known: ReadonlyArray<Shown>; readonly isWaiting: boolean } => {
  const related = new Set(relatedTo(now))
  const known: Array<Shown> = []
  let isWaiting = false
  for (const node of related) {
    if (node === now.nodes[0]?.node) continue
    const [later, then] = [{ what: node }, { what: node, ...asOf() }].map((request) => answerTo('show', request, undefined).value)
    if (later?.state === 'waiting' || then?.state === 'waiting') isWaiting = true
    if (then?.state === 'told') known.push(then.answer)
    if (later?.state === 'told') for (const one of relatedTo(later.answer)) if (related.size < relatedMost) related.add(one)
  }
  const cameIn = ({ traced }: Shown): string => traced?.added ?? ''
  return { known: known.toSorted((one, other) => (cameIn(one) > cameIn(other) ? -1 : 1)), isWaiting }
}

const relatedTo = ({ nodes: [own] }: Shown): ReadonlyArray<string> => [
  ...(own?.inPlaceOf ?? []),
  ...(own?.supersededBy ?? []).map(({ by }) => by),
]
