/** Logs that the codec accepts and no decider would write: evolve must bear them. */
import fc from 'fast-check'
import type { BrainEvent, CommitContext, NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { placed } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { origins } from '../../packages/core/src/domain/graph.ts'
import { anyEvent, dataOf } from './event.ts'

export type Log = ReadonlyArray<BrainEvent>

export interface LogCommit extends CommitContext {
  readonly events: ReadonlyArray<NewEvent>
}

const context = fc.record(
  { at: fc.nat(1_000), actor: fc.integer({ min: 0, max: 3 }), session: fc.integer({ min: 1, max: 3 }) },
  { requiredKeys: ['at', 'actor'] },
)
const commitOf = (events: fc.Arbitrary<ReadonlyArray<NewEvent>>): fc.Arbitrary<LogCommit> =>
  fc.tuple(context, events).map(([commit, made]) => ({ ...commit, events: made }))

/** Some nodes in a row and edges between them to begin with, so that later events hit something. */
const planted: fc.Arbitrary<ReadonlyArray<NewEvent>> = fc
  .tuple(
    fc.array(fc.tuple(dataOf.NodeAdded, fc.constantFrom(...origins)), { minLength: 2, maxLength: 6 }),
    fc.array(dataOf.EdgeLinked, { maxLength: 8, size: 'max' }),
  )
  .map(([nodes, edges]) => [
    ...nodes.map(([data, origin], i): NewEvent => ({ type: 'NodeAdded', origin, data: { ...data, node: i + 1 } })),
    ...edges.map((data, i): NewEvent => {
      const among = (node: number) => ((node - 1) % nodes.length) + 1
      return { type: 'EdgeLinked', data: { ...data, edge: i + 1, source: among(data.source), target: among(data.target) } }
    }),
  ])

export const nonsenseCommits: fc.Arbitrary<ReadonlyArray<LogCommit>> = fc
  .tuple(fc.option(commitOf(planted)), fc.array(commitOf(fc.array(anyEvent, { minLength: 1, maxLength: 5 })), { maxLength: 8 }))
  .map(([first, rest]) => (first === null ? rest : [first, ...rest]))

export const nonsenseLog: fc.Arbitrary<Log> = nonsenseCommits.map((commits) => inPlaces(commits))

/** The events of commits, each in its place. */
export const inPlaces = (commits: ReadonlyArray<LogCommit>): Log => {
  const log: Array<BrainEvent> = []
  for (const { events, ...commit } of commits) for (const event of events) log.push(placed(event, log.length + 1, commit))
  return log
}
