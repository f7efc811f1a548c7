/** Joins the mentions of a large run in commits that follow the commits of its documents. */
import * as Effect from 'effect/Effect'
import type { NodeNumber } from '../../domain/identity.ts'
import type { ChangedEdges } from '../../domain/ingest/ingest-edges.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { beginSignal, runCommand } from '../brain/run-command.ts'
import { IngestProgress } from '../ports/ingest-progress.ts'
import type { IngestRequest } from '../requests.ts'
import { joinMentions } from './mentions.ts'

/** Passages whose mentions are joined in one commit: about 20,000 edges. */
export const passagesJoined = 1_000

/**
 * Joins the mentions of `nodes`, {@link passagesJoined} passages a commit. `stored`: number of commits that the run made before. Returns
 * the numbers of changed edges.
 */
export const joinAll = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: IngestRequest,
  nodes: ReadonlyArray<NodeNumber>,
  stored: number,
) {
  const progress = yield* IngestProgress
  const total = { linked: 0, pruned: 0 }
  let joined: ChangedEdges = total
  const batches = stored + Math.ceil(nodes.length / passagesJoined)
  for (let from = 0, batch = stored + 1; from < nodes.length; from += passagesJoined, batch++) {
    const some = nodes.slice(from, from + passagesJoined)
    const signal = yield* beginSignal(brain, request)
    yield* runCommand(signal, {
      durability: 'power',
      gather: Effect.fnUntraced(function* ({ access, profile, state }) {
        const { graph } = state
        const joining = { brain, state, graph, unindexed: new Set<NodeNumber>(), profile, bodies: access.bodies }
        const { answer, events: changes } = yield* joinMentions(joining, some, signal.drafts, access.find, graph.edges)
        joined = answer
        return { _tag: 'StoreBatch' as const, changes, batch, batches, joining: 'these' as const, leavesOthers: false }
      }),
    })
    total.linked += joined.linked
    total.pruned += joined.pruned
    yield* progress({ stage: 'joined', done: from + some.length, of: nodes.length })
  }
  return total
})
