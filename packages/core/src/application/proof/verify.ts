/** Proves a brain: the log, the contents, what is derived from them and, if asked, the effects. Each finding names the place and what to do. */

import * as Effect from 'effect/Effect'
import { brainState, emptyFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import type { VerifyAnswer, VerifyCheck } from '../answers.ts'
import { catchUp, type OpenBrain, openBrain } from '../brain/brain.ts'
import { fingerprintWith } from '../brain/content-drafts.ts'
import { chooseBrain } from '../brain/open-brains.ts'
import { graphDigest } from '../history/show.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { EventStore } from '../ports/event-store.ts'
import { StoreUnavailable } from '../ports/store-errors.ts'
import { IntegrityBroken, NotFound } from '../request-errors.ts'
import type { VerifyRequest } from '../requests.ts'
import { rederive } from './rederivation.ts'
import { unreadableChain, verifyChain } from './verify-chain.ts'
import { snapshotWitness, verifyCommands, verifyContents, verifyIndex, verifySnapshots } from './verify-contents.ts'

/** Reads the log on its own: a brain whose log is broken cannot be opened, and must be told of all the same. */
export const verify = Effect.fnUntraced(function* (brain: OpenBrain, request: VerifyRequest) {
  const fold = emptyFold()
  const witness = yield* snapshotWitness(brain)
  const walked = verifyChain(brain, (event) => {
    foldEvent(fold, event)
    witness.watch(fold)
  })
  const chain = yield* walked.pipe(Effect.catchIf(isDamage, ({ detail }) => Effect.succeed(unreadableChain(fold.position + 1, detail))))
  const state = brainState(fold)
  const checks: Array<VerifyCheck> = [...chain.checks]
  if (chain.whole) {
    checks.push(yield* told('file', verifyFile))
    const contents = yield* told('contents', verifyContents(brain, chain))
    checks.push(contents)
    checks.push(yield* told('commands', verifyCommands(brain)))
    checks.push(contents.ok ? yield* told('index', verifyIndex(brain)) : indexUnproven)
    checks.push(yield* told('snapshots', verifySnapshots(brain, witness)))
    if (request.rederive === true) checks.push(yield* told('effects', verifyEffects(brain)))
  }
  return {
    brain: brain.key,
    ok: checks.every(({ ok }) => ok),
    commits: chain.commits,
    events: state.position,
    position: state.position,
    digest: yield* graphDigest(state),
    checks: checks.map(withRemedy),
  } satisfies VerifyAnswer
})

/** Begins the detail of what may be right, and cannot be shown to be. */
export const notProven = 'not proven: '

/** Made of the contents: beside those that are broken nothing can be said of it, and to build it anew would drop what they said. */
const indexUnproven: VerifyCheck = { name: 'index', ok: true, detail: `${notProven}the contents that it is made of are broken` }

/** What is made from the log says itself how it is made anew. The log and the contents are there once, and what was learned follows from both. */
const withRemedy = (check: VerifyCheck): VerifyCheck => {
  if (check.ok || madeFromLog.has(check.name) || check.detail.includes('restore')) return check
  const remedy = check.name === 'effects' ? 'or roll back to before it' : 'or import an export into a fresh store'
  return { ...check, detail: `${check.detail}: restore a backup, ${remedy}` }
}

export const madeFromLog: ReadonlySet<string> = new Set(['index', 'snapshots'])

/** The file or its disk, and no matter of who else is at it. */
const isDamage = (error: unknown): error is StoreUnavailable =>
  error instanceof StoreUnavailable && (error.reason === 'corrupt' || error.reason === 'io')

/** Rows that cannot even be read are a finding too, and what else is broken is still to be told. */
const told = <E, R>(name: string, check: Effect.Effect<VerifyCheck, E | StoreUnavailable | IntegrityBroken, R>) =>
  check.pipe(
    Effect.catchIf(
      (error): error is StoreUnavailable => isDamage(error) || (error instanceof StoreUnavailable && error.reason === 'newer'),
      // An index of a newer program is nothing broken, but nothing that can be proven here either.
      ({ detail, reason }) =>
        Effect.succeed<VerifyCheck>(reason === 'newer' ? { name, ok: true, detail: `${notProven}${detail}` } : { name, ok: false, detail }),
    ),
    Effect.catchIf(
      (error): error is IntegrityBroken => error instanceof IntegrityBroken,
      ({ position, problem }) => Effect.succeed<VerifyCheck>({ name, ok: false, detail: problem, position }),
    ),
  )

/** The other checks find what they read by the indexes of the tables: one that differs from its table would mislead them. */
const verifyFile = Effect.gen(function* () {
  const store = yield* EventStore
  const fault = yield* store.fault
  return fault === undefined
    ? ({ name: 'file', ok: true, detail: 'tables and their indexes agree' } satisfies VerifyCheck)
    : ({ name: 'file', ok: false, detail: `the file is damaged below the tables (${fault})` } satisfies VerifyCheck)
})

const verifyEffects = Effect.fnUntraced(function* (brain: OpenBrain) {
  const { derived, differs, taken } = yield* rederive(brain)
  if (differs !== undefined)
    return { name: 'effects', ok: false, detail: differs.problem, position: differs.position } satisfies VerifyCheck
  const others = taken === 0 ? '' : `, ${taken} of maintenance and unlearning are taken as they are`
  return { name: 'effects', ok: true, detail: `${derived} effects follow from their facts${others}` } satisfies VerifyCheck
})

/* Finds the brain that is to be proven. */

/** A broken log cannot be followed, so nothing is opened: verify reads for itself. */
export const verifyBrain = Effect.fnUntraced(function* (request: VerifyRequest) {
  const key = yield* chooseBrain(request, 'refuse')
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const record = yield* store.brain(key)
  if (record === undefined) return yield* new NotFound({ what: 'brain', name: key, hint: `${store.place} has no such brain` })
  const { fingerprintKey } = record
  const brain = openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey))
  yield* Effect.ignore(catchUp(brain))
  return yield* verify(brain, request)
})
