/** Looks up a turn: by its id or the key of its recall, with its question's cue and the edges that it passed over. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { TurnNumber } from '../../domain/identity.ts'
import { asksSkipped, type SkippedEdges } from '../../domain/learning/credit.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { type Access, catchUp, type OpenBrain } from '../brain/brain.ts'
import { type ContentDrafts, cleanText, keptBodies, keyDigest } from '../brain/contents.ts'
import { decodeRow } from '../brain/read-row.ts'
import { resolveTurn } from '../naming/names.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { EventStore } from '../ports/event-store.ts'
import { cueOfQuestion } from '../recall/question-cue.ts'
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

const none: SkippedEdges = []

/**
 * Returns the edges that a turn skipped. The list is empty if the settings do not ask for them, or the turn is no longer kept: no effect
 * depends on them then.
 */
export const skippedByTurn = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  fact: Pick<BrainEvent, 'turn' | 'type'>,
  profile: Profile,
) {
  const turn = fact.turn === undefined ? undefined : state.turn(fact.turn)
  if (turn === undefined || !asksSkipped(fact, profile)) return none
  const store = yield* EventStore
  const [row] = yield* store.read(brain.key, turn.position, 1)
  const events = row === undefined ? [] : yield* decodeRow(brain.key, row)
  return events.flatMap((event) => (event.type === 'EdgeSkipped' && event.turn === turn.turn ? [event.data] : [])) satisfies SkippedEdges
})
