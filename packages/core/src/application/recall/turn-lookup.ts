/** Looks up a turn: by its id or the key of its recall, with its question's cue and the edges that it passed over. */
import * as Effect from 'effect/Effect'
import type { TurnNumber } from '../../domain/identity.ts'
import { type Access, catchUp, type OpenBrain } from '../brain/brain.ts'
import { type ContentDrafts, cleanText, keptBodies, keyDigest } from '../brain/contents.ts'
import { resolveTurn } from '../naming/names.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { EventStore } from '../ports/event-store.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import { cueOfQuestion } from './question-cue.ts'
import { readTurnAt } from './recorded-turn.ts'

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

/** Error for a verdict that names no turn when no turn can be meant. */
export const nothingToJudge = (hint: string): NotFound => new NotFound({ what: 'turn', name: 'to judge', hint })

/**
 * Returns the cue of exactly the turn's question, and the contents of a new cue. A question that was erased has no cue and gets none.
 */
export const gatherCue = Effect.fnUntraced(function* (brain: OpenBrain, drafts: ContentDrafts, access: Access, turn: TurnNumber) {
  const ref = brain.state.turn(turn)?.question
  const question = ref === undefined ? undefined : (yield* keptBodies(brain, [ref], access.bodies)).get(ref)
  if (question === undefined) return { id: undefined, knownCue: undefined, newCue: undefined }
  return yield* cueOfQuestion(brain, drafts, access, (yield* cleanText(question)).text)
})
