/** Questions about the past of a short log and of a long one: what they cost must follow their answers, not the length of the log. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { Cryptography, EventStore, type MemoryMethods, type StorePorts } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as ManagedRuntime from 'effect/ManagedRuntime'
import { catchUp, openBrain } from '../../packages/core/src/application/brain/brain.ts'
import { commitRow } from '../../packages/core/src/application/brain/commit-row.ts'
import { keepSnapshots, restoreFold } from '../../packages/core/src/application/brain/snapshots.ts'
import { keepSegments } from '../../packages/core/src/application/naming/segments.ts'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { brainKey, buildBrain } from './bench-brain.ts'
import { corpus } from './corpus.ts'
import { hotCommits, repeated } from './hot-log.ts'
import { interleave, ratio, spread } from './measure.ts'
import { type OpenMemory, openMemory } from './memory.ts'
import { heading, number, say, spreadText, table } from './print.ts'
import { random } from './random.ts'

const rounds = 25
const shortLog = 10_000
const longLog = 1_000_000
const smallEdges = 3_000
/** Turns and edges that both logs have, from before the part that is repeated. */
const turnsAsked = 20
const eventsAsked = 20

/** `from` is the file of the large brain. */
export const historyBench = async (folder: string, from: string): Promise<void> => {
  const [short, long] = [join(folder, 'history-short.db'), join(folder, 'history-long.db')]
  const small = corpus(8, 20, 40)
  await (await buildBrain(short, small, small.questions, smallEdges)).close()
  copyFileSync(from, long)
  const logs = [await grown(short, shortLog), await grown(long, longLog)] as const
  heading('the past of a short and of a long log')
  for (const { counts, position } of await Promise.all(logs.map(({ memory }) => Effect.runPromise(memory.stats({}))))) {
    say(`${number(position)} events, ${number(counts['edges'] ?? 0)} edges, ${number(counts['turns'] ?? 0)} turns`)
  }
  await measure(logs)
  for (const open of logs) await open.close()
}

const measure = async (logs: readonly [OpenMemory, OpenMemory]): Promise<void> => {
  const draw = random(11)
  const shares = Array.from({ length: rounds + 2 }, () => draw.next())
  const ends = await Promise.all(logs.map(async ({ memory }) => (await Effect.runPromise(memory.stats({}))).position))
  const rows: Array<ReadonlyArray<string>> = [['', 'ms, short and long', 'ms of CPU time', 'long ÷ short by CPU time']]
  for (const [name, ask] of Object.entries(questions)) {
    const taken = await interleave(
      logs.map(({ memory }, i) => ({
        name: i === 0 ? ('short' as const) : ('long' as const),
        run: async (round: number) => {
          await Effect.runPromise(Effect.asVoid(ask(memory, shares[round] ?? 0, ends[i] ?? 0)))
        },
      })),
      rounds,
      2,
    )
    const ms = (length: 'short' | 'long', by: 'wall' | 'cpu') => number(spread(taken[length][by]).median)
    rows.push([
      name,
      `${ms('short', 'wall')} and ${ms('long', 'wall')}`,
      `${ms('short', 'cpu')} and ${ms('long', 'cpu')}`,
      spreadText(ratio(taken.short, taken.long, 'cpu')),
    ])
  }
  table(rows)
}

type Ask = (memory: MemoryMethods, share: number, end: number) => Effect.Effect<unknown, unknown>

const among = (share: number, count: number): number => 1 + Math.floor(share * count)

const questions: Readonly<Record<string, Ask>> = {
  'log --node, its last 20 events': (memory, share) => memory.log({ node: `erased:${among(share, turnsAsked)}`, limit: eventsAsked }),
  'log --edge, its last 20 events': (memory, share) => memory.log({ edge: `e${among(share, 200)}`, limit: eventsAsked }),
  'log --turn of an old turn': (memory, share) => memory.log({ turn: `t${among(share, turnsAsked)}` }),
  'log --type TagCreated, which is rare': (memory) => memory.log({ type: 'TagCreated' }),
  'log, its last 20 events': (memory) => memory.log({ limit: eventsAsked }),
  'why of an old turn': (memory, share) => memory.why({ turn: `t${among(share, turnsAsked)}` }),
  'blame as of the first tenth': (memory, share, end) => memory.blame({ edge: `e${among(share, 200)}`, at: String(Math.floor(end / 10)) }),
  'blame now': (memory, share) => memory.blame({ edge: `e${among(share, 200)}` }),
  'show as of any position': (memory, share, end) => memory.show({ what: 'erased:1', at: String(among(share, end - 1)) }),
  'show as of the same position again': (memory, _, end) => memory.show({ what: 'erased:1', at: String(Math.floor(end / 2)) }),
  stats: (memory) => memory.stats({}),
  'stats as of any position': (memory, share, end) => memory.stats({ at: String(among(share, end - 1)) }),
  'show as of a position a little later each time': (memory, share, end) =>
    memory.show({ what: 'erased:1', at: String(Math.floor(end / 2) + among(share, 300)) }),
}

/** The same file with commits of use, repeated until the log has so many events, and with what upkeep makes of it. */
const grown = async (path: string, events: number): Promise<OpenMemory> => {
  const ports = await openMemory(path)
  const brain = openBrain(brainKey, '', () => '')
  await Effect.runPromise(Effect.provideService(catchUp(brain), EventStore, ports.ports.events))
  const hot = await hotCommits(ports.ports, brainKey, brain.state.turn(1)?.position ?? 1)
  const base = brain.fold.position
  await ports.close()
  const run = ManagedRuntime.make(Layer.mergeAll(Layer.fresh(layerSqlite({ path })), layerCryptography))
  await run.runPromise(appendAll(base, repeated(hot, Math.max(0, events - base))))
  await run.dispose()
  return openMemory(path)
}

const appendAll: (
  base: number,
  commits: ReadonlyArray<ReadonlyArray<NewEvent>>,
) => Effect.Effect<void, unknown, StorePorts | Cryptography> = Effect.fnUntraced(function* (
  base: number,
  commits: ReadonlyArray<ReadonlyArray<NewEvent>>,
) {
  const [store, crypto] = [yield* EventStore, yield* Cryptography]
  const brain = openBrain(brainKey, '', () => '', yield* restoreFold(brainKey))
  yield* catchUp(brain)
  let began = 0
  let segments = 0
  for (const [i, events] of commits.entries()) {
    const moved = events.map((event) => (event.cause === undefined ? event : { ...event, cause: event.cause + base }))
    const head = (yield* store.brain(brainKey)) ?? { position: 0, hash: '', at: 0 }
    const row = commitRow(crypto, moved, { prev: head.hash, first: head.position + 1, at: head.at, actor: 0, session: undefined })
    yield* store.append({ brain: brainKey, row, contents: [], index: [], durability: 'process' })
    if (i % 16 !== 15 && i < commits.length - 1) continue
    yield* catchUp(brain)
    yield* keepSnapshots(brain)
    const at = performance.now()
    if (yield* keepSegments(brain)) segments++
    began += performance.now() - at
    yield* store.checkpoint
  }
  while (yield* keepSegments(brain));
  say(`${number(segments)} segments were added and joined in ${number(began)} ms`)
})
