/** Forgets for good: what is named, what was made of it, and what quotes it. The log says that something was there, and nothing of what. */
import * as Effect from 'effect/Effect'
import { decideErasure } from '../../domain/erasure/erasure.ts'
import { introduce } from '../../domain/recording/participants.ts'
import type { ForgetAnswer } from '../answers.ts'
import { catchUp, commitRow, commitTime, type OpenBrain } from '../brain/brain.ts'
import { contentDrafts } from '../brain/content-drafts.ts'
import { speakerName } from '../brain/participants.ts'
import { cleanText } from '../brain/text-input.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type ErasedPlace, ErasureStore } from '../ports/erasure-store.ts'
import { EventStore, type LockedBrain } from '../ports/event-store.ts'
import type { ForgetRequest } from '../requests.ts'
import { type Asked, readAsked } from './asked.ts'
import { type Plan, planErasure } from './plan.ts'
import { copiesElsewhere, receipt, rehearsal } from './receipt.ts'

/** Said again it finishes what the first time had to leave in the files, and is no error. */
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

/** One transaction: the fact, the rows, the marks, and the note that the files have to follow. */
const erase = Effect.fnUntraced(function* (brain: OpenBrain, request: ForgetRequest, asked: Asked, first: Plan) {
  const store = yield* EventStore
  return yield* store.locked(brain.key, (locked) =>
    Effect.gen(function* () {
      yield* catchUp(brain, locked)
      // Somebody wrote since: perhaps of this. Nobody can now.
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
  // One whose name goes with this is a new one from then on: his old number stands for nobody that is known.
  const actor = known === undefined || plan.contents.includes(known.ref) ? undefined : known.number
  const origin = request.origin ?? 'owner'
  const introduced = introduce(brain.state, { origin, session: undefined, actor: { known: actor, name: drafts.add(name), kind } })
  const events = [...introduced.events, ...decideErasure(plan, origin, brain.state)]
  const at = Math.max(yield* commitTime, brain.state.at)
  const place = { prev: brain.hash, first: brain.state.position + 1, at, actor: introduced.actor, session: undefined }
  const row = commitRow(crypto, events, place)
  // The index has nothing more of the nodes when this is done: nothing of it has to be ended first.
  yield* locked.append({ brain: brain.key, row, contents: drafts.rows(events, brain.fingerprint), index: [], durability: 'power' })
  return yield* erasure.erase(brain.key, {
    contents: plan.contents,
    nodes: [...plan.nodes, ...plan.revised],
    index: plan.index,
    signals: plan.signals.map((first) => ({ first, instead: crypto.randomHex(16) })),
    bury: plan.bury,
    position: row.first + row.count - 1,
  })
})
