/** The commits behind those of the documents: what no single one could hold. */
import * as Effect from 'effect/Effect'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { introduce } from '../../domain/recording/participants.ts'
import { type OpenBrain, transact } from '../brain/brain.ts'
import { contentDrafts } from '../brain/content-drafts.ts'
import { gatherParticipants } from '../brain/participants.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { IngestProgress } from '../ports/ingest-progress.ts'
import type { IngestRequest } from '../requests.ts'
import { joinMentions } from './mentions.ts'

/** So many passages are joined in one commit: some twenty thousand edges. */
export const passagesJoined = 1_000

/** Joins these passages, a commit for so many each. `stored` commits of the run came before. */
export const joinAll = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: IngestRequest,
  nodes: ReadonlyArray<NodeNumber>,
  stored: number,
) {
  const progress = yield* IngestProgress
  const total = { linked: 0, pruned: 0 }
  const batches = stored + Math.ceil(nodes.length / passagesJoined)
  for (let from = 0, batch = stored + 1; from < nodes.length; from += passagesJoined, batch++) {
    const drafts = yield* contentDrafts
    const some = nodes.slice(from, from + passagesJoined)
    const { answer } = yield* transact({
      brain,
      drafts,
      durability: 'power',
      decide: Effect.fnUntraced(function* (access) {
        const { state } = brain
        const introduced = introduce(state, yield* gatherParticipants(brain, request, drafts, access))
        const joining = { brain, graph: state.graph, unindexed: new Set<NodeNumber>(), profile: yield* profileOf(state, brain.key) }
        const mentions = yield* joinMentions({ ...joining, bodies: access.bodies }, some, drafts, access.find, state.graph.edges)
        const mark: NewEvent = { type: 'BatchStored', data: { batch, batches } }
        return { ...introduced, events: [...introduced.events, ...mentions.events, mark], answer: mentions }
      }),
    })
    total.linked += answer?.linked ?? 0
    total.pruned += answer?.pruned ?? 0
    yield* progress({ stage: 'joined', done: from + some.length, of: nodes.length })
  }
  return total
})
