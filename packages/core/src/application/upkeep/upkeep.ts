/** Does what nobody waits for: makes missing vectors, writes due snapshots and segments, and runs the checkpoint of the write-ahead log. */

import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { UpkeepAnswer } from '../answers.ts'
import { keepSnapshots } from '../brain/snapshots.ts'
import type { OpenBrains } from '../commands/open-brains.ts'
import { keepSegments } from '../naming/segments.ts'
import { EventStore } from '../ports/event-store.ts'
import type { UpkeepRequest } from '../requests.ts'
import { EmbedderPace } from '../vectors/embed.ts'
import { followVectors } from '../vectors/follow-vectors.ts'

type Failure = Effect.Error<ReturnType<typeof keepSnapshots>>

const textsMost = 2_000

/** Runs upkeep for the brains that this process has open. If the snapshot of one cannot be written, the others are still served. */
export const upkeep = Effect.fnUntraced(function* ({ embedder, held }: OpenBrains, { part }: UpkeepRequest) {
  const store = yield* EventStore
  const { upkeepMs: ms } = yield* EmbedderPace
  let snapshots = 0
  let embedded = 0
  let failure: Failure | undefined
  for (const one of held.values()) {
    const { brain, line } = one
    // Failures of a store that can only be read, or that another program writes to, are not reported: the rest is done next time.
    if (part !== 'store') embedded += yield* Effect.orElseSucceed(followVectors(one, { texts: textsMost, ms }), () => 0)
    if (part === 'vectors') continue
    // A store that can only be read has the rest of the log read instead.
    yield* Effect.ignore(line.alone(keepSegments(brain)))
    const kept = yield* Effect.result(line.alone(keepSnapshots(brain)))
    if (Result.isSuccess(kept)) snapshots += kept.success ? 1 : 0
    else {
      failure ??= kept.failure
      // Prevents an attempt at every turn: a snapshot that cannot be written takes as long to make as one that can.
      brain.snapshot = brain.fold.position
    }
  }
  if (part !== 'vectors') yield* store.checkpoint
  if (failure !== undefined) return yield* Effect.fail(failure)
  return { snapshots, ...(embedder === undefined || part === 'store' ? {} : { embedded }) } satisfies UpkeepAnswer
})
