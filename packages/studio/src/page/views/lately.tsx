/** What was decided last about memories that waited, whoever decided it and when: each is taken back alone, whatever was said since. */

import type { AnswerOf } from '@crabtrail/core'
import { useRef, useState } from 'preact/hooks'
import { Answer, asOf } from '../parts/answer.tsx'
import { Badge, moment, NodeLink, Nothing } from '../parts/words.tsx'
import { ask } from '../state/ask.ts'
import { mayWrite } from '../state/brain.ts'
import { at } from '../state/route.ts'

export type Decided = NonNullable<AnswerOf<'review'>['lately']>[number]

/** Decisions that are listed at most. */
const latelyMost = 20

interface LatelyProps {
  readonly takeBack: (one: Decided) => void
}

/** It is read when it is opened. */
export const Lately = ({ takeBack }: LatelyProps) => {
  const [isOpen, open] = useState(false)
  return (
    <details class="lately" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>What you decided last</summary>
      {isOpen ? (
        <Answer name="review" request={{ limit: 1, lately: latelyMost, ...asOf() }}>
          {({ lately = [] }) => <Rows key={String(at.value)} lately={lately} takeBack={takeBack} />}
        </Answer>
      ) : null}
    </details>
  )
}

/** The rows stay as they were when it was opened, so that nothing slides below the pointer: what is decided meanwhile is told where it waited. */
const Rows = ({ lately, takeBack }: LatelyProps & { readonly lately: ReadonlyArray<Decided> }) => {
  const first = useRef(lately)
  const listed = new Set(lately.map(({ position }) => position))
  // Of what is older than a full list nothing is known: it stands as it did.
  const oldest = lately.length < latelyMost ? 0 : (lately.at(-1)?.position ?? 0)
  if (first.current.length === 0) return <Nothing>Nothing was decided yet.</Nothing>
  return (
    <ul class="rows">
      {first.current.map((one) => (
        <li key={one.position}>
          <Badge tone={one.review === 'approved' ? 'good' : 'warn'}>{one.review}</Badge>
          <NodeLink node={one.node} />
          <time class="faint" dateTime={one.at}>
            {moment(one.at)}
          </time>
          {listed.has(one.position) || one.position < oldest ? (
            <TakeBack one={one} takeBack={takeBack} />
          ) : (
            <span role="status">taken back</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A past position is only looked at. */
const TakeBack = ({ one, takeBack }: LatelyProps & { readonly one: Decided }) => {
  if (at.value !== undefined) return null
  const { since, until } = rangeOf(one)
  return mayWrite.value ? (
    <button type="button" aria-label={`Take back what you decided about ${one.node}`} onClick={() => takeBack(one)}>
      Take back
    </button>
  ) : (
    <code>{`crabtrail unlearn --since ${since} --until ${until}`}</code>
  )
}

const rangeOf = ({ position }: Decided): { readonly since: string; readonly until: string } => ({
  since: String(position - 1),
  until: String(position),
})

export const takenBack = async (one: Decided): Promise<void> => void (await ask('unlearn', rangeOf(one)))
