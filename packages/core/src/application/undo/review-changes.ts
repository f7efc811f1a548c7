/** Tells of which memories a rollback or an unlearning takes back the owner's yes or no, or puts it in force again. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { Review } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import type { ReviewChange } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { asOf } from '../commands/as-of.ts'
import { nodeNames } from '../naming/names.ts'

/** `events`: those of one commit, appended or rehearsed. Returns no field where no text stands otherwise with the owner. */
export const reviewChanges = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<BrainEvent>) {
  const wanted = new Map<NodeNumber, Review | null>()
  for (const event of events) {
    if (event.type === 'NodeReviewed') wanted.set(event.data.node, event.data.review)
    else if (event.type === 'NodeTrusted') wanted.set(event.data.node, null)
  }
  const [first] = events
  if (first === undefined || wanted.size === 0) return {}
  const { graph } = (yield* asOf(brain, first.position - 1)).state
  const changed = [...wanted].map(([node, to]) => ({ node, from: graph.reviewOf(node) ?? null, to })).filter(({ from, to }) => from !== to)
  if (changed.length === 0) return {}
  const names = yield* nodeNames(
    brain,
    brain.state.graph,
    changed.map(({ node }) => node),
    'names',
  )
  return { reviews: changed.map(({ from, node, to }): ReviewChange => ({ node: names.id(node), from, to })) }
})
