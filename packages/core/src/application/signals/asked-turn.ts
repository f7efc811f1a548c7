/** Finds the turn that a later signal is about: by its id, or by the key that its recall was asked with. */
import * as Effect from 'effect/Effect'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import { keyDigest } from '../brain/command-key.ts'
import { resolveTurn } from '../naming/names.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { EventStore } from '../ports/event-store.ts'
import { readTurnAt } from '../recall/recorded-turn.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'

export const askedTurn = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { recallKey, turn }: { readonly turn?: string; readonly recallKey?: string },
) {
  yield* catchUp(brain)
  if (turn !== undefined) return yield* resolveTurn(brain.state, turn)
  if (recallKey === undefined)
    return yield* new InvalidRequest({ field: 'turn', problem: 'neither a turn nor the key of its recall is named' })
  const crypto = yield* Cryptography
  const store = yield* EventStore
  const recorded = yield* store.recorded(brain.key, keyDigest(crypto, brain, recallKey))
  if (recorded !== undefined) return (yield* readTurnAt(brain, recorded.first)).turn
  return yield* new NotFound({ what: 'turn', name: 'of that key', hint: 'nothing was recalled with it' })
})

export const nothingRecalled =
  'nothing was recalled in this session yet; recall first, or name one with --turn and its session with --session'

/** There is no turn that a verdict which names none could be on. */
export const nothingToJudge = (hint: string): NotFound => new NotFound({ what: 'turn', name: 'to judge', hint })
