/**
 * `pnpm bench`: what a recall, a turn in the agent, append, replay, traversal and a search of vectors cost on this machine.
 *
 * `pnpm bench learning` measures one part alone: open, recall, traversal, seeding, vectors, words, scale, plugin, learning, replay, append, writers,
 * team, routing, snapshots, history, undo or proof. `pnpm bench past` measures the three that look into the past: snapshots, history and undo.
 * `pnpm bench proof 200000` gives the number of events of the log that is proven, `pnpm bench undo 200000` of the one that is undone.
 *
 * Some parts make what they need themselves, and `pnpm bench` alone leaves them out: `pnpm bench postgres` measures the store in PostgreSQL over
 * a server that it starts (`pnpm bench postgres 10` fills 10 GB for its last part, which takes a quarter of an hour), `pnpm bench turn-costs`
 * writes what a turn costs there, and `pnpm bench scale-team` computes the sizes of a fleet from that. `pnpm bench lines` reads lists of 10,000
 * and of 100,000 lines in, which takes minutes; `pnpm bench lines 10` those of 10,000 alone.
 *
 * Read ratios, not times: a busy machine moves times by several fold, ratios of one run hardly. Nothing here passes or fails.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Cryptography, EventStore } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import Database from 'better-sqlite3'
import * as Effect from 'effect/Effect'
import { catchUp, type OpenBrain, openBrain } from '../../packages/core/src/application/brain/brain.ts'
import { appendBench, eventsToAppend } from './append-bench.ts'
import { brainKey, buildBrain } from './bench-brain.ts'
import { corpus } from './corpus.ts'
import { emmettBench } from './emmett-bench.ts'
import { historyBench } from './history-bench.ts'
import { hotCommits, repeated } from './hot-log.ts'
import { learningBench } from './learning-bench.ts'
import { lengthBench } from './length-bench.ts'
import { linesBench } from './lines-bench.ts'
import { calibrate } from './measure.ts'
import type { OpenMemory } from './memory.ts'
import { openBench } from './open-bench.ts'
import { largeGraphBench, longLogBench } from './past-bench.ts'
import { pluginBench } from './plugin-bench.ts'
import { postgresBench, turnCostsBench } from './postgres-bench.ts'
import { heading, megabytes, number, say } from './print.ts'
import { proofBench } from './proof-bench.ts'
import { recallBench } from './recall-bench.ts'
import { replayBench } from './replay-bench.ts'
import { routingBench } from './routing-bench.ts'
import { scaleBench } from './scale-bench.ts'
import { scaleTeamBench } from './scale-team.ts'
import { seedingBench } from './seeding-bench.ts'
import { teamBench } from './team-bench.ts'
import { traversalBench } from './traversal-bench.ts'
import { undoBench } from './undo-bench.ts'
import { vectorBench } from './vector-bench.ts'
import { wordsBench } from './words-bench.ts'
import { writersBench } from './writers-bench.ts'

const edges = 100_000
const documents = 245
const sections = 40
const judged = 200
const warmUp = 100
const asked = 400
const hotEvents = 100_000
const longLog = 850_000
const largeGraph = 1_000_000
const provenLog = 1_000_000
const longUndone = 1_000_000
const ofThePast: ReadonlyArray<string> = ['snapshots', 'history', 'undo']

/** Parts that make what they need themselves. `pnpm bench` alone leaves them out. */
const partsApart: Readonly<Record<string, (folder: string, size: string | undefined) => Promise<void>>> = {
  postgres: (folder, gigabytes) => postgresBench(folder, gigabytes, busy),
  'turn-costs': turnCostsBench,
  'scale-team': (_, option) => scaleTeamBench(option),
  lines: linesBench,
}

const main = async (folder: string): Promise<void> => {
  machine()
  const began = performance.now()
  const [, , only, size] = process.argv
  const apart = only === undefined ? undefined : partsApart[only]
  if (apart !== undefined) return apart(folder, size)
  const path = join(folder, 'brain.db')
  const written = corpus(documents, sections, judged + warmUp + asked)
  const open = await buildBrain(path, written, written.questions.slice(0, judged), edges)
  const crypto = await Effect.runPromise(Effect.provide(Cryptography, layerCryptography))
  await describe(open, performance.now() - began)
  const brain = await folded(open)
  const hot = await hotCommits(open.ports, brainKey, brain.state.turn(1)?.position ?? 1)
  const [warm, questions] = [written.questions.slice(judged, judged + warmUp), written.questions.slice(judged + warmUp)]

  const part = async (name: string, measure: () => void | Promise<void>) => {
    if (only !== undefined && only !== name && !(only === 'past' && ofThePast.includes(name))) return
    await measure()
    busy()
  }
  await part('open', () => openBench(path, questions[0] ?? ''))
  await part('recall', () => recallBench(open, warm, questions))
  await part('traversal', () => traversalBench(open.ports, brain, questions))
  await part('seeding', seedingBench)
  await part('vectors', vectorBench)
  await open.close()
  await part('words', () => wordsBench(folder, path, warm, questions))
  await part('scale', () => scaleBench(folder))
  await part('routing', () => routingBench(folder, path, warm, questions))
  await part('plugin', () => pluginBench(folder, path, warm, questions))
  await part('learning', () => learningBench(folder, path, questions))
  await part('replay', () => replayBench(folder, crypto, repeated(hot, hotEvents), brain.fold))
  await part('append', async () => {
    await appendBench(folder, crypto, repeated(hot, eventsToAppend(hotEvents)).flat())
    await emmettBench(folder, crypto, repeated(hot, hotEvents).flat())
    await lengthBench(folder, crypto, repeated(hot, hotEvents))
  })
  await part('writers', () => writersBench(folder, repeated(hot, hotEvents)))
  await part('team', teamBench)
  await part('snapshots', async () => {
    await longLogBench(folder, path, repeated(hot, longLog))
    await largeGraphBench(folder, path, largeGraph)
  })
  await part('history', () => historyBench(folder, path))
  await part('undo', () => undoBench(folder, path, questions, size === undefined ? longUndone : Number(size)))
  await part('proof', () => proofBench(folder, path, hot, size === undefined ? provenLog : Number(size)))
  say()
  say(`all of it took ${number((performance.now() - began) / 1_000)} s`)
}

/** The brain once more, for what is measured below the memory's door. */
const folded = async ({ ports }: OpenMemory): Promise<OpenBrain> => {
  const brain = openBrain(brainKey, '', () => '')
  await Effect.runPromise(Effect.provideService(catchUp(brain), EventStore, ports.events))
  return brain
}

const machine = (): void => {
  heading('Crabtrail bench')
  const sqlite = new Database(':memory:').prepare<[], { readonly version: string }>('select sqlite_version() as version').get()?.version
  say(`${availableParallelism()} cores, Node ${process.versions.node}, V8 ${process.versions.v8}, SQLite ${sqlite}`)
  busy()
}

const busy = (): void => say(`load average ${loadavg().map(number).join(' ')}; the calibration loop takes ${number(calibrate())} ms`)

const describe = async ({ memory }: OpenMemory, ms: number): Promise<void> => {
  const { bytesPerEvent, counts, position, store } = await Effect.runPromise(memory.stats({}))
  const { commits = 0, edges: linked = 0, indexed = 0, nodes = 0, turns = 0 } = counts
  heading('the brain')
  say(`${number(nodes)} nodes, of which ${number(nodes - indexed)} cues; ${number(linked)} edges; ${number(turns)} turns, each judged`)
  say(`${number(position)} events in ${number(commits)} commits, ${number(bytesPerEvent)} bytes an event`)
  say(`a file of ${megabytes(Number(store['bytes']))}; built in ${number(ms / 1_000)} s`)
}

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-bench-'))
try {
  await main(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
