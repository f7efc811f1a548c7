/** Opening a brain with a long log, and looking at its past: from snapshots, beside folding the whole log. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { Cryptography, EventStore, SnapshotStore, type StorePorts, type StoreUnavailable } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as ManagedRuntime from 'effect/ManagedRuntime'
import { catchUp, type OpenBrain, openBrain } from '../../packages/core/src/application/brain/brain.ts'
import { commitRow } from '../../packages/core/src/application/brain/commit-row.ts'
import { keepSnapshots, restoreFold } from '../../packages/core/src/application/brain/snapshots.ts'
import { asOf } from '../../packages/core/src/application/commands/as-of.ts'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { decodeSnapshot } from '../../packages/core/src/domain/snapshots/snapshot.ts'
import { brainKey, learnedEdge } from './bench-brain.ts'
import { interleave, ratio, spread } from './measure.ts'
import { heading, megabytes, number, say, spreadText } from './print.ts'
import { random } from './random.ts'

const rounds = 9
const edgesPerCommit = 500

type Run = ManagedRuntime.ManagedRuntime<StorePorts | Cryptography, StoreUnavailable>

/** `from` is the file of a brain. A copy of it is given these commits, their causes counted from its head. */
export const longLogBench = (folder: string, from: string, hot: ReadonlyArray<ReadonlyArray<NewEvent>>): Promise<void> =>
  within(folder, from, async (run) => {
    const brain = await run.runPromise(restored)
    const base = brain.fold.position
    await run.runPromise(
      append(
        brain,
        hot.map((commit) => commit.map((event) => after(base, event))),
      ),
    )
    await report(run, brain, 'a long log')
  })

/** A copy of the brain with so many edges. */
export const largeGraphBench = (folder: string, from: string, edges: number): Promise<void> =>
  within(folder, from, async (run) => {
    const brain = await run.runPromise(restored)
    const draw = random(44)
    const { graph } = brain.state
    const [nodes, linked] = [graph.nodes, graph.edges]
    const events = Array.from({ length: Math.max(0, edges - linked) }, (_, i) => learnedEdge(draw, linked + 1 + i, nodes))
    const commits = Array.from({ length: Math.ceil(events.length / edgesPerCommit) }, (_, i) =>
      events.slice(i * edgesPerCommit, (i + 1) * edgesPerCommit),
    )
    await run.runPromise(append(brain, commits))
    await report(run, brain, 'a large graph')
  })

const within = async (folder: string, from: string, use: (run: Run) => Promise<void>): Promise<void> => {
  const path = join(folder, 'past.db')
  copyFileSync(from, path)
  const run = ManagedRuntime.make(Layer.mergeAll(Layer.fresh(layerSqlite({ path })), layerCryptography))
  await use(run)
  await run.dispose()
}

const after = (base: number, event: NewEvent): NewEvent => (event.cause === undefined ? event : { ...event, cause: event.cause + base })

/** Opens the brain like a process: from its newest snapshot, level with its log. */
const restored = Effect.gen(function* () {
  const brain = openBrain(brainKey, '', () => '', yield* restoreFold(brainKey))
  yield* catchUp(brain)
  return brain
})

const replayed = Effect.gen(function* () {
  const brain = openBrain(brainKey, '', () => '')
  yield* catchUp(brain)
})

const append = Effect.fnUntraced(function* (brain: OpenBrain, commits: ReadonlyArray<ReadonlyArray<NewEvent>>) {
  const store = yield* EventStore
  const crypto = yield* Cryptography
  for (const [i, events] of commits.entries()) {
    const head = (yield* store.brain(brainKey)) ?? { position: 0, hash: '', at: 0 }
    const place = { prev: head.hash, first: head.position + 1, at: head.at, actor: 0, session: undefined }
    const row = commitRow(crypto, events, place)
    yield* store.append({ brain: brainKey, row, contents: [], index: [], durability: 'process' })
    if (i % 16 !== 15 && i < commits.length - 1) continue
    yield* catchUp(brain)
    yield* keepSnapshots(brain)
    yield* store.checkpoint
  }
})

/** The bytes of the newest snapshot, and the fold that they are. */
const readAndDecode = Effect.gen(function* () {
  const store = yield* SnapshotStore
  const newest = (yield* store.list(brainKey)).at(-1)
  decodeSnapshot((yield* store.read(brainKey, newest?.position ?? 0)) ?? [])
})

const report = async (run: Run, brain: OpenBrain, title: string): Promise<void> => {
  const { position } = brain.fold
  const draw = random(7)
  const asked = Array.from({ length: rounds + 1 }, () => draw.between(1, position))
  const taken = await interleave(
    [
      { name: 'replay', run: () => run.runPromise(replayed) },
      { name: 'open', run: async () => void (await run.runPromise(restored)) },
      { name: 'bytes', run: () => run.runPromise(readAndDecode) },
      { name: 'past', run: async (round) => void (await run.runPromise(asOf(brain, asked[round] ?? 1))) },
    ],
    rounds,
    1,
  )
  const { bytes, snapshots } = await run.runPromise(sizes)
  const ms = (name: keyof typeof taken) => `${spreadText(spread(taken[name].wall))} ms`
  // `ratio` says how many times faster: here times are divided.
  const share = (name: keyof typeof taken, by: keyof typeof taken) => spreadText(ratio(taken[by], taken[name], 'wall'))
  heading(`opening and the past, ${title}: ${number(position)} events, ${number(brain.state.graph.edges)} edges`)
  say(`full replay of the log               ${ms('replay')}`)
  say(`opening from a snapshot              ${ms('open')}   ÷ full replay ${share('open', 'replay')}`)
  say(`  reading and decoding its bytes     ${ms('bytes')}   opening ÷ it ${share('open', 'bytes')}`)
  say(`as of any position                   ${ms('past')}   ÷ full replay ${share('past', 'replay')}`)
  say(`${number(snapshots)} snapshots in ${megabytes(bytes)}, blocks they share counted once`)
}

const sizes = Effect.gen(function* () {
  const store = yield* SnapshotStore
  const records = yield* store.list(brainKey)
  const { snapshotBytes } = yield* EventStore.use((events) => events.describe)
  return { snapshots: records.length, bytes: Number(snapshotBytes ?? 0) }
})
