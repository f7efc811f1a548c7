/** Proves a brain: the log, the contents, what is derived from them and, if asked, the effects. Each finding names the place and what to do. */

import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { ContentRef } from '../../domain/identity.ts'
import { brainState, emptyFold } from '../../domain/projections/brain-fold.ts'
import type { VerifyAnswer, VerifyCheck } from '../answers.ts'
import { type OpenBrain, openBrain } from '../brain/brain.ts'
import { fingerprintWith } from '../brain/contents.ts'
import { chooseBrain } from '../commands/open-brains.ts'
import { countReplay } from '../counters.ts'
import { graphDigest } from '../history/show.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type CommitRow, EventStore } from '../ports/event-store.ts'
import { StoreUnavailable } from '../ports/store-errors.ts'
import { IntegrityBroken, NotFound } from '../request-errors.ts'
import type { VerifyRequest } from '../requests.ts'
import { followIndex } from '../text-index/index-changes.ts'
import { rederive } from './rederivation.ts'
import { type Chain, unreadableChain, verifyChain } from './verify-chain.ts'
import {
  segmentWitness,
  snapshotWitness,
  verifyCommands,
  verifyContents,
  verifyIndex,
  verifySegments,
  verifySnapshots,
} from './verify-stored.ts'

/** A brain with what proves its contents. */
export type ProvenBrain = Pick<OpenBrain, 'key' | 'fingerprint' | 'fingerprintKey'>

/**
 * Proves a brain. It reads the log by itself, once: a brain whose log is broken cannot be opened, and must still be reported. The other
 * checks run on the fold of that reading.
 */
export const verify = Effect.fnUntraced(function* ({ fingerprint, fingerprintKey, key }: ProvenBrain, request: VerifyRequest) {
  const fold = emptyFold()
  const witness = yield* snapshotWitness(key)
  const segments = yield* segmentWitness(key)
  const events: Array<BrainEvent> = []
  const visit = (event: BrainEvent, row: CommitRow) => {
    events.push(event)
    segments.watch(event, row)
  }
  const walked = verifyChain(key, { fold, ...witness, visit: request.rederive === true ? visit : undefined })
  const chain = yield* walked.pipe(Effect.catchIf(isDamage, ({ detail }) => Effect.succeed(unreadableChain(fold.position + 1, detail))))
  const state = brainState(fold)
  // The checks may fold what other processes append meanwhile.
  const proven = { position: state.position, digest: yield* graphDigest(state) }
  const brain = openBrain(key, fingerprintKey, fingerprint, { fold, hash: chain.hash })
  const checks: Array<VerifyCheck> = [...chain.checks]
  if (chain.whole) {
    checks.push(...(yield* checksOfStored(brain, chain)))
    checks.push(yield* told('snapshots', verifySnapshots(brain, witness)))
    if (request.rederive === true) {
      checks.push(yield* told('segments', verifySegments(key, segments)))
      checks.push(yield* told('effects', verifyEffects(brain, events)))
    }
  }
  return {
    brain: key,
    ok: checks.every(({ ok }) => ok),
    commits: chain.firsts.length,
    events: proven.position,
    ...proven,
    checks: checks.map(withRemedy),
  } satisfies VerifyAnswer
})

/** Verifies the file, the contents, the keys of answered commands and the text index of a whole log. */
const checksOfStored = Effect.fnUntraced(function* (brain: OpenBrain, chain: Chain) {
  const index = followIndex(chain.indexed, brainState(emptyFold()).graph)
  const file = yield* told('file', verifyFile)
  let bodies: ReadonlyMap<ContentRef, string> = new Map()
  const contents = yield* told(
    'contents',
    Effect.map(verifyContents(brain, chain, new Set(index.needs)), (found) => {
      bodies = found.bodies
      return found.check
    }),
  )
  const commands = yield* told('commands', verifyCommands(brain, chain))
  if (!contents.ok) return [file, contents, commands, indexUnproven]
  const changes = index.changes((ref) => bodies.get(ref))
  return [file, contents, commands, yield* told('index', verifyIndex(brain, changes))]
})

/** Beginning of the detail of a finding that may be right and cannot be proven. */
export const notProven = 'not proven: '

/**
 * Finding for the index if the contents that it is made of are broken. Nothing can be proven then, and building it anew would drop their
 * words.
 */
const indexUnproven: VerifyCheck = { name: 'index', ok: true, detail: `${notProven}the contents that it is made of are broken` }

/**
 * Adds to a failed check what to do. Checks of what is made from the log name their own remedy. The log and the contents exist only once,
 * and learned strengths follow from both.
 */
const withRemedy = (check: VerifyCheck): VerifyCheck => {
  if (check.ok || madeFromLog.has(check.name) || check.detail.includes('restore')) return check
  const remedy = check.name === 'effects' ? 'or roll back to before it' : 'or import an export into a fresh store'
  return { ...check, detail: `${check.detail}: restore a backup, ${remedy}` }
}

export const madeFromLog: ReadonlySet<string> = new Set(['index', 'snapshots', 'segments'])

/** True if the file or its disk is damaged; false if another program keeps it busy. */
const isDamage = (error: unknown): error is StoreUnavailable =>
  error instanceof StoreUnavailable && (error.reason === 'corrupt' || error.reason === 'io')

/** Turns an error of a check into a finding: rows that cannot be read are a finding too, and the remaining checks still run. */
const told = <E, R>(name: string, check: Effect.Effect<VerifyCheck, E | StoreUnavailable | IntegrityBroken, R>) =>
  check.pipe(
    Effect.catchIf(
      (error): error is StoreUnavailable => isDamage(error) || (error instanceof StoreUnavailable && error.reason === 'newer'),
      // An index of a newer program is not broken, but it cannot be proven here.
      ({ detail, reason }) =>
        Effect.succeed<VerifyCheck>(reason === 'newer' ? { name, ok: true, detail: `${notProven}${detail}` } : { name, ok: false, detail }),
    ),
    Effect.catchIf(
      (error): error is IntegrityBroken => error instanceof IntegrityBroken,
      ({ position, problem }) => Effect.succeed<VerifyCheck>({ name, ok: false, detail: problem, position }),
    ),
  )

/**
 * Verifies the database file. The other checks read through the indexes of the tables, and an index that differs from its table would
 * mislead them.
 */
const verifyFile = Effect.gen(function* () {
  const store = yield* EventStore
  const fault = yield* store.fault
  return fault === undefined
    ? ({ name: 'file', ok: true, detail: store.intact } satisfies VerifyCheck)
    : ({ name: 'file', ok: false, detail: `the file is damaged below the tables (${fault})` } satisfies VerifyCheck)
})

const verifyEffects = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<BrainEvent>) {
  const { derived, differs, taken } = yield* rederive(brain, events)
  if (differs !== undefined)
    return { name: 'effects', ok: false, detail: differs.problem, position: differs.position } satisfies VerifyCheck
  const others = taken === 0 ? '' : `, ${taken} of maintenance and unlearning are taken as they are`
  return { name: 'effects', ok: true, detail: `${derived} effects follow from their facts${others}` } satisfies VerifyCheck
})

/* Finds the brain that is to be proven. */

/** Finds the brain and proves it. Nothing is opened, because a broken log cannot be followed: `verify` reads it by itself. */
export const verifyBrain = Effect.fnUntraced(function* (request: VerifyRequest) {
  const key = yield* chooseBrain(request, 'refuse')
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const record = yield* store.brain(key)
  if (record === undefined) return yield* new NotFound({ what: 'brain', name: key, hint: `${store.place} has no such brain` })
  const { fingerprintKey } = record
  const began = yield* Clock.monotonicTimeNanos
  const answer = yield* verify({ key, fingerprintKey, fingerprint: fingerprintWith(crypto, fingerprintKey) }, request)
  yield* countReplay(answer.position, began)
  return answer
})
