/**
 * Erases for good the named contents, contents made of them, and texts that quote them. The log still shows that they existed, without
 * their words.
 */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { decide } from '../../domain/decide.ts'
import type { BrainKey, ContentRef } from '../../domain/identity.ts'
import type { ForgetAnswer } from '../answers.ts'
import { appendLocked } from '../brain/append.ts'
import { catchUp, type OpenBrain, profileOf } from '../brain/brain.ts'
import { branchesOf } from '../brain/branches.ts'
import { cleanText, contentDrafts } from '../brain/contents.ts'
import { speakerName } from '../brain/run-command.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type ErasedPlace, ErasureStore } from '../ports/erasure-store.ts'
import { EventStore, type LockedBrain } from '../ports/event-store.ts'
import type { ForgetRequest } from '../requests.ts'
import { type Plan, planErasure } from './plan.ts'
import { copiesElsewhere, receipt, rehearsal } from './receipt.ts'
import { type Asked, readAsked } from './selection.ts'

/**
 * A repeated request is no error: it removes from the files what the first one had to leave there. Branches are erased before the brain itself:
 * whatever interrupts an erasure, the repeated request finds their copies by the contents that the brain still has.
 */
export const forget = Effect.fnUntraced(function* (brain: OpenBrain, request: ForgetRequest) {
  const asked = yield* readAsked(request)
  const first = yield* planErasure(brain, asked)
  const branches = first.contents.length === 0 ? [] : yield* plansOfBranches(brain, asked, first)
  const reached = new Set(branches.map(({ branch }) => branch.key))
  const copies = (yield* copiesElsewhere(brain, first)).filter(({ place }) => !reached.has(place as BrainKey))
  const told = branches.map(({ branch, plan }) => ({ brain: branch.key, contents: plan.contents.length }))
  if (request.dryRun === true) return { ...(yield* rehearsal(brain, first, copies)), ...inBranches(told) } satisfies ForgetAnswer
  const ofBranches: Array<ErasedPlace> = []
  for (const { branch, plan } of branches) ofBranches.push(...(yield* erase(branch, request, { asked, copied: plan.copied }, plan)).places)
  const { places, plan } = first.contents.length === 0 ? { plan: first, places: [] } : yield* erase(brain, request, { asked }, first)
  yield* catchUp(brain)
  const erasure = yield* ErasureStore
  const finished = yield* erasure.finish
  const everywhere = added([...places, ...ofBranches, ...finished.places])
  return {
    ...receipt(brain, plan, { copies, places: everywhere, waitsFor: finished.waitsFor }),
    ...inBranches(told),
  } satisfies ForgetAnswer
})

const inBranches = (branches: NonNullable<ForgetAnswer['branches']>): Pick<ForgetAnswer, 'branches'> =>
  branches.length === 0 ? {} : { branches }

/** Adds up what was erased in the same place. */
const added = (places: ReadonlyArray<ErasedPlace>): ReadonlyArray<ErasedPlace> =>
  [...Map.groupBy(places, ({ place }) => place)].map(([place, all]) => ({
    place,
    rows: all.reduce((sum, { rows }) => sum + rows, 0),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  }))

/** Plans the erasure of the same contents in the branches that have any of them. */
const plansOfBranches = Effect.fnUntraced(function* (brain: OpenBrain, asked: Asked, { contents }: Plan) {
  const copied = new Set(contents)
  const plans: Array<{ readonly branch: OpenBrain; readonly plan: Plan & { readonly copied: ReadonlySet<ContentRef> } }> = []
  for (const branch of yield* branchesOf(brain)) {
    const plan = yield* planErasure(branch, asked, copied)
    if (plan.contents.length > 0) plans.push({ branch, plan: { ...plan, copied } })
  }
  return plans
})

interface AskedIn {
  readonly asked: Asked
  /** Of a branch: the contents that were copied from its parent. */
  readonly copied?: ReadonlySet<ContentRef>
}

/**
 * Erases in one transaction: appends the event, deletes the rows, adds the tombstones, and notes that the files still have to be cleaned.
 */
const erase = Effect.fnUntraced(function* (brain: OpenBrain, request: ForgetRequest, { asked, copied }: AskedIn, first: Plan) {
  const store = yield* EventStore
  return yield* store.locked(brain.key, (locked) =>
    Effect.gen(function* () {
      yield* catchUp(brain, locked)
      // A commit that came since may name the same contents. Within the lock no further one can come.
      const plan = brain.state.position === first.at ? first : yield* planErasure(brain, asked, copied)
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
