/** Processor time of `verify` and `export` of a long log, beside a replay of the log and one hashing of all bytes that its store keeps. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { ContentStore, Cryptography, commitsPerRead, EventStore, type IndexChange, type StorePorts } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as ManagedRuntime from 'effect/ManagedRuntime'
import { catchUp, type OpenBrain, openBrain } from '../../packages/core/src/application/brain/brain.ts'
import { commitHash, foldRow } from '../../packages/core/src/application/brain/commit-row.ts'
import { fingerprintWith } from '../../packages/core/src/application/brain/contents.ts'
import { verify } from '../../packages/core/src/application/proof/verify.ts'
import { verifyChain } from '../../packages/core/src/application/proof/verify-chain.ts'
import { verifyCommands, verifyContents, verifyIndex } from '../../packages/core/src/application/proof/verify-stored.ts'
import { followIndex } from '../../packages/core/src/application/text-index/index-changes.ts'
import { exportBrain } from '../../packages/core/src/application/transfer/export.ts'
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { brainState, emptyFold } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { appendAll } from './append-commits.ts'
import { brainKey } from './bench-brain.ts'
import { repeated } from './hot-log.ts'
import { spread } from './measure.ts'
import { heading, number, say, spreadText, table } from './print.ts'

const rounds = 3
const contentsPerPage = 1_000

type Ports = StorePorts | Cryptography

/** `from` is the file of a brain. A copy of it is given repetitions of the hot commits until its log has `events` events. */
export const proofBench = async (
  folder: string,
  from: string,
  hot: ReadonlyArray<ReadonlyArray<BrainEvent>>,
  events: number,
): Promise<void> => {
  const path = join(folder, 'proof.db')
  copyFileSync(from, path)
  const run = ManagedRuntime.make(Layer.mergeAll(Layer.fresh(layerSqlite({ path })), layerCryptography))
  await run.runPromise(lengthened(hot, events))
  const steps = stepsOf(await run.runPromise(opened))
  const taken = new Map<string, Array<number>>()
  for (let round = 0; round <= rounds; round++) {
    for (const { name, work } of steps) {
      globalThis.gc?.()
      const began = process.cpuUsage()
      await run.runPromise(work)
      const { system, user } = process.cpuUsage(began)
      // The first round warms up.
      if (round > 0) taken.set(name, [...(taken.get(name) ?? []), (user + system) / 1_000])
    }
  }
  const described = await run.runPromise(opened)
  await run.dispose()
  report(described.state.position, taken)
}

const lengthened = Effect.fnUntraced(function* (hot: ReadonlyArray<ReadonlyArray<BrainEvent>>, events: number) {
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const head = (yield* store.brain(brainKey)) ?? { position: 0, hash: '', at: 0 }
  const commits = repeated(hot, Math.max(0, events - head.position)).map((commit) =>
    commit.map((event) => (event.cause === undefined ? event : { ...event, cause: event.cause + head.position })),
  )
  yield* appendAll({ brain: brainKey, crypto, durability: 'process', store }, commits, {
    prev: head.hash,
    first: head.position + 1,
    at: head.at,
  })
  yield* store.checkpoint
})

/** A brain that was folded from its whole log. */
const opened = Effect.gen(function* () {
  const crypto = yield* Cryptography
  const fingerprintKey = (yield* EventStore.use((store) => store.brain(brainKey)))?.fingerprintKey ?? ''
  const brain = openBrain(brainKey, fingerprintKey, fingerprintWith(crypto, fingerprintKey))
  yield* catchUp(brain)
  return brain
})

interface Step {
  readonly name: string
  readonly work: Effect.Effect<unknown, unknown, Ports>
}

/** The steps of verify run on what the step before them read, as they do within verify. */
const stepsOf = (brain: OpenBrain): ReadonlyArray<Step> => {
  const chain = Effect.suspend(() => verifyChain(brainKey, { fold: emptyFold(), watched: new Set(), watch: () => {}, visit: undefined }))
  let walked: Effect.Success<typeof chain>
  let changes: ReadonlyArray<IndexChange> = []
  const derived = Effect.suspend(() => {
    const follower = followIndex(walked.indexed, brainState(emptyFold()).graph)
    return Effect.map(verifyContents(brain, walked, new Set(follower.needs)), ({ bodies }) => {
      indexChanges = Effect.sync(() => {
        changes = follower.changes((ref) => bodies.get(ref))
      })
    })
  })
  let indexChanges: Effect.Effect<void> = Effect.void
  const walk = Effect.map(chain, (found) => {
    walked = found
  })
  return [
    { name: 'replay', work: replayed },
    { name: 'hash', work: hashed },
    { name: 'verify', work: Effect.map(verify(brain, {}), requireOk) },
    { name: 'chain', work: walk },
    { name: 'contents', work: derived },
    { name: 'commands', work: Effect.suspend(() => verifyCommands(brain, walked)) },
    { name: 'file', work: EventStore.use((store) => store.fault) },
    { name: 'terms', work: Effect.suspend(() => indexChanges) },
    { name: 'index', work: Effect.suspend(() => verifyIndex(brain, changes)) },
    { name: 'export', work: exportBrain(brain, {}) },
  ]
}

const requireOk = ({ checks, ok }: Effect.Success<ReturnType<typeof verify>>): void => {
  if (!ok) throw new Error(`verify found: ${JSON.stringify(checks.filter((check) => !check.ok))}`)
}

const eachRow = Effect.fnUntraced(function* <E>(visit: (row: Parameters<typeof foldRow>[2]) => Effect.Effect<void, E> | undefined) {
  const store = yield* EventStore
  for (let from = 1; ; ) {
    const rows = yield* store.read(brainKey, from, commitsPerRead)
    for (const row of rows) {
      const visited = visit(row)
      if (visited !== undefined) yield* visited
    }
    const last = rows.at(-1)
    if (last === undefined) return
    from = last.first + last.count
  }
})

const replayed = Effect.suspend(() => {
  const fold = emptyFold()
  return eachRow((row) => foldRow(brainKey, fold, row))
})

/** Reads everything with a hash and hashes it as the chain and the references do. */
const hashed = Effect.gen(function* () {
  const crypto = yield* Cryptography
  const contents = yield* ContentStore
  yield* eachRow((row) => {
    if (commitHash(crypto, row) !== row.hash) throw new Error('a commit differs from its hash')
    return undefined
  })
  for (let after: Parameters<typeof contents.page>[1]; ; ) {
    const rows = yield* contents.page(brainKey, after, contentsPerPage)
    for (const { body, salt } of rows) if (body !== undefined) crypto.sha256Salted(salt, body)
    after = rows.at(-1)?.ref
    if (after === undefined) return
  }
})

const lines: ReadonlyArray<readonly [name: string, title: string]> = [
  ['replay', 'replay: read, decode, fold'],
  ['hash', 'read and hash every commit and content'],
  ['verify', 'verify'],
  ['chain', '  chain, positions, events, and the fold'],
  ['contents', '  contents'],
  ['commands', '  keys of answered commands'],
  ['file', '  file'],
  ['terms', '  text index: the terms of all texts'],
  ['index', '  text index: comparison with the stored one'],
  ['export', 'export of an open brain'],
]

const report = (events: number, taken: ReadonlyMap<string, ReadonlyArray<number>>): void => {
  const of = (name: string) => taken.get(name) ?? []
  const sum = of('replay').map((ms, round) => ms + (of('hash')[round] ?? Number.NaN))
  const row = (title: string, ms: ReadonlyArray<number>) => [
    title,
    spreadText(spread(ms)),
    spreadText(spread(ms.map((one, round) => one / (sum[round] ?? Number.NaN)))),
  ]
  heading(`proof of ${number(events)} events, ${rounds} rounds (ms of processor time)`)
  table([['', 'ms', '÷ sum'], ...lines.slice(0, 2).map(([name, title]) => row(title, of(name))), row('the sum of both', sum)])
  table([['', 'ms', '÷ sum'], ...lines.slice(2).map(([name, title]) => row(title, of(name)))])
  say()
}
