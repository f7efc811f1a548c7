/** Which signals of a log stand at its end, by a list that is copied at each event: a rollback goes back to the copy of its position. */

import fc from 'fast-check'
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import type { RunningMemory } from '../arbitraries/running-memory.ts'
import { evenShare } from '../arbitraries/share.ts'

/** What is taken back of a log: a verdict, everything since a share of the log, or both, in either order. */
export const takings = fc.array(fc.oneof(fc.record({ feedback: fc.integer({ min: 1, max: 3 }) }), fc.record({ since: evenShare })), {
  maxLength: 3,
})

type Taking = { readonly feedback: number } | { readonly since: number }

/** Refused where there is no such verdict. */
export const takeBack = (memory: RunningMemory, taken: ReadonlyArray<Taking>): void => {
  for (const one of taken) {
    if ('feedback' in one) memory.ask((methods) => methods.unlearn({ ofFeedback: `f${one.feedback}` }))
    else memory.ask((methods) => methods.rollback({ to: String(Math.round(one.since * memory.log().length)) }))
  }
}

/** What was said up to a position, and the requests that take some of it out. */
interface Moment {
  readonly said: ReadonlySet<number>
  readonly requests: ReadonlyMap<number, ReadonlyArray<number>>
}

/** Returns a test of the events of the log: true for one that no request takes out and no rollback went behind. */
export const standingIn = (log: ReadonlyArray<BrainEvent>): ((event: BrainEvent) => boolean) => {
  const moments = new Map<number, Moment>([[0, { said: new Set(), requests: new Map() }]])
  for (const event of log) {
    const { position } = event
    const { requests, said } = moments.get(position - 1) ?? noMoment()
    moments.set(position, momentAfter(event, { requests, said }, moments))
  }
  const { requests, said } = moments.get(log.length) ?? noMoment()
  const out = new Set([...requests.values()].flat())
  return ({ position }) => said.has(position) && !out.has(position)
}

const momentAfter = ({ data, position, type }: BrainEvent, { requests, said }: Moment, moments: ReadonlyMap<number, Moment>): Moment => {
  if (type === 'RollbackRequested') return moments.get(data.to) ?? noMoment()
  if (type === 'FeedbackGiven' || type === 'OutcomeGiven') return { said: new Set([...said, position]), requests }
  if (type === 'UnlearnRequested' || type === 'BrainPromoted') return { said, requests: new Map([...requests, [position, data.signals]]) }
  if (type === 'UnlearnWithdrawn') return { said, requests: new Map([...requests].filter(([request]) => request !== data.request)) }
  return { said, requests }
}

const noMoment = (): never => {
  throw new Error('the log has a gap')
}
