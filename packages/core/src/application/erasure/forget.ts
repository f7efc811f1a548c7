/**
 * Erases for good the named contents, contents made of them, and texts that quote them. The log still shows that they existed, without
 * their words.
 */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { decide } from '../../domain/decide.ts'
import type { ForgetAnswer } from '../answers.ts'
import { appendLocked } from '../brain/append.ts'
import { catchUp, type OpenBrain, profileOf } from '../brain/brain.ts'
import { cleanText, contentDrafts } from '../brain/contents.ts'
import { speakerName } from '../brain/run-command.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type ErasedPlace, ErasureStore } from '../ports/erasure-store.ts'
import { EventStore, type LockedBrain } from '../ports/event-store.ts'
import type { ForgetRequest } from '../requests.ts'
import { type Plan, planErasure } from './plan.ts'
import { copiesElsewhere, receipt, rehearsal } from './receipt.ts'
import { type Asked, readAsked } from './selection.ts'

/** A repeated request is no error: it removes from the files what the first one had to leave there. */
export const forget = Effect.fnUntraced(function* (brain: OpenBrain, request: ForgetRequest) {
  const asked = yield* readAsked(request)
  const first = yield* planErasure(brain, asked)
  const copies = yield* copiesElsewhere(brain, first)
  if (request.dryRun === true) return (yield* rehearsal(brain, first, copies)) satisfies ForgetAnswer
  const { places, plan } = first.contents.length === 0 ? { plan: first, places: [] } : yield* erase(brain, request, asked, first)
  yield* catchUp(brain)
  const erasure = yield* ErasureStore
  const finished = yield* erasure.finish
  return receipt(brain, plan, { copies, places: [...places, ...finished.places], waitsFor: finished.waitsFor }) satisfies ForgetAnswer
})

/**
 * Erases in one transaction: appends the event, deletes the rows, adds the tombstones, and notes that the files still have to be cleaned.
 */
const erase = Effect.fnUntraced(function* (brain: OpenBrain, request: ForgetRequest, asked: Asked, first: Plan) {
  const store = yield* EventStore
  return yield* store.locked(brain.key, (locked) =>
    Effect.gen(function* () {
      yield* catchUp(brain, locked)
      // A commit that came since may name the same contents. Within the lock no further one can come.
      const plan = brain.state.position === first.at ? first : yield* planErasure(brain, asked)
      const places: ReadonlyArray<ErasedPlace> = plan.contents.length === 0 ? [] : yield* eraseLocked(brain, request, plan, locked)
      return { plan, places }
    }),
  )
})

const eraseLocked = Effect.fnUntraced(function* (brain: OpenBrain, request: ForgetRequest, plan: Plan, locked: LockedBrain) {
  const crypto = yield* Cryptography
  const erasure = yield* ErasureStore
  const drafts = yield* contentDrafts
  const { kind, name: given } = speakerName(request)
  const { text: name } = yield* cleanText(given)
  const [known] = yield* locked.find('actor-name', brain.fingerprint('actor-name', name))
  // A speaker whose own name is erased here gets a new number: the old one has no name any more.
  const number = known === undefined || plan.contents.includes(known.ref) ? undefined : known.number
  const by = { origin: request.origin ?? 'owner', session: undefined, actor: { known: number, name: drafts.add(name), kind } }
  const { contents, nodes, scope, sources } = plan
  const profile = yield* profileOf(brain.state, brain.key)
  const decided = Result.getOrThrow(decide({ _tag: 'Forget', by, contents, nodes, scope, sources }, brain.state, profile))
  const position = yield* appendLocked(brain, decided, drafts, locked)
  return yield* erasure.erase(brain.key, {
    contents,
    nodes: [...nodes, ...plan.revised],
    index: plan.index,
    signals: plan.signals.map((first) => ({ first, instead: crypto.randomHex(16) })),
    bury: plan.bury,
    position,
  })
})
