/** What is shown, decided and taken back along the log: answers of the past, the queue of what waits, vectors that cannot be used, and the bar of confidence. */
import type { Break } from '../break.ts'

export const past: ReadonlyArray<Break> = [
  {
    rows: 'INV-252',
    says: 'a search for texts that spoil answers hardly ends',
    file: 'packages/core/src/application/vectors/embed.ts',
    text: 'search.failures > failuresMost',
    put: 'search.failures > 4 * failuresMost',
    test: 'packages/core/src/application/vectors/embed.test.ts',
    name: 'among many is looked for with a limited number of requests',
  },
  {
    rows: 'INV-253',
    says: 'a bar that was measured under other settings stays in force',
    file: 'packages/core/src/domain/projections/registry.ts',
    text: 'records.inForce = { ...event.data, since: event.position }\n      records.bar = undefined',
    put: 'records.inForce = { ...event.data, since: event.position }',
    test: 'test/scenarios/own-bar.test.ts',
    name: 'INV-253 a recall is judged by the bar of its position',
  },
  {
    rows: 'INV-265',
    says: 'a decision that is undone stays',
    file: 'packages/core/src/domain/undo/restatement.ts',
    text: "if (review !== undefined) return [{ type: 'NodeReviewed', cause, data: { node, review } }]",
    put: 'if (review !== undefined) return []',
    test: 'test/properties/review.test.ts',
    name: 'INV-265 a decision that is undone leaves the graph as it was before',
  },
  {
    rows: 'INV-266',
    says: 'another text of a passage that was decided on asks for no yes',
    file: 'packages/core/src/domain/learning/review.ts',
    text: 'return text !== before.text || title !== before.title ? event.data.node : undefined',
    put: 'return graph.reviewOf(event.data.node) === undefined && text !== before.text ? event.data.node : undefined',
    test: 'test/properties/review.test.ts',
    name: 'INV-266 what was decided is not asked again',
  },
  {
    rows: 'INV-273',
    says: 'a snapshot forgets which turn was the last',
    file: 'packages/core/src/domain/snapshots/snapshot.ts',
    text: 'ledger: { last: lastTurn,',
    put: 'ledger: { last: 0 * lastTurn,',
    test: 'test/properties/quick-past.test.ts',
    name: 'INV-273 answers as of any position are the same from snapshots',
  },
  {
    rows: 'INV-273',
    says: 'events behind those that are not decoded get the positions of these',
    file: 'packages/core/src/application/brain/commit-row.ts',
    text: 'position += to - from',
    put: 'position += isVisited(run) ? to - from : 0',
    test: 'test/properties/quick-past.test.ts',
    name: 'INV-273 a visit that is about some types finds the events of these',
  },
]
