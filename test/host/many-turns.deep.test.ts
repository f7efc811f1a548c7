/**
 * Thousands of turns in one gateway: its memory stays flat, no handle is left open, no turn goes by without memory, also beside a busy machine.
 *
 * `CRABTRAIL_TURNS` in the environment lowers the number of turns.
 *
 * In short: `test/plugin/ordinary-week.test.ts`
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test, vi } from 'vitest'
import { currentUserText } from '../src/chat-request.ts'
import { fewPlugins } from '../src/openclaw-settings.ts'
import { notesRead, writeNotes } from './notes.ts'
import { realHost } from './stage.ts'

const turns = Number(process.env['CRABTRAIL_TURNS'] ?? 2_000)
/** The host fills its caches, and V8 its heap, before anything can be said of growth. */
const warmUp = Math.floor(turns / 4)
/** Bytes that a turn may leave behind: what a turn says, in the host and here, is kept in bounded caches. */
const bytesATurn = 128 * 1_024
const handlesMost = 8
const sessions = 8

const topics = ['ferry', 'harbour', 'mess', 'laundry', 'sauna', 'library', 'bakery', 'workshop'] as const
const note = (topic: string, at: number) => `# The ${topic}\n\nThe ${topic} on deck ${at + 2} opens at ${at + 6} in the morning.\n`
const notes = Object.fromEntries(topics.map((topic, at) => [`memory/${topic}.md`, note(topic, at)]))

const stage = realHost({
  // As it is where nobody sets it.
  plugin: { deadlineMs: 'auto' },
  config: fewPlugins(),
  prepare: async (prepared) => writeNotes(prepared, notes),
})

const busy: Worker[] = []
afterAll(async () => {
  for (const one of busy) await one.terminate()
})

/** Of the gateway and all that it started, in bytes. */
const measured = (pid: number) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return { rss: 1_024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]), handles: readdirSync(`/proc/${pid}/fd`).length }
}

const gatewayPid = (): number => {
  const health = JSON.parse(readFileSync(join(stage.host.state, 'crabtrail', 'crabtrail.db.health.json'), 'utf8'))
  return health.pid
}

/** Bytes a turn by least squares. */
const slope = (points: ReadonlyArray<readonly [turn: number, bytes: number]>): number => {
  const mean = (of: ReadonlyArray<number>) => of.reduce((sum, one) => sum + one, 0) / of.length
  const [x, y] = [mean(points.map(([turn]) => turn)), mean(points.map(([, bytes]) => bytes))]
  const over = points.reduce((sum, [turn, bytes]) => sum + (turn - x) * (bytes - y), 0)
  return over / points.reduce((sum, [turn]) => sum + (turn - x) ** 2, 0)
}

const say = async (turn: number): Promise<boolean> => {
  const topic = topics[turn % topics.length]
  const before = stage.model.requests.length
  const answer = await stage.host.turn(`agent:main:${turn % sessions}`, `When does the ${topic} open, asked for the ${turn}. time?`)
  expect(answer).toBe('ACK')
  return stage.model.requests.slice(before).some((request) => currentUserText(request).includes('<crabtrail-memory'))
}

test(`${turns} turns of one gateway leave nothing behind, and each has its memory`, async () => {
  await notesRead(stage, topics.length)
  await say(0)
  const pid = gatewayPid()
  const points: Array<readonly [number, number]> = []
  const handles: number[] = []
  let without = 0
  const began = performance.now()
  for (let turn = 1; turn <= turns; turn++) {
    if (!(await say(turn))) without++
    if (turn % 10 === 0 && turn > warmUp) {
      const { handles: open, rss } = measured(pid)
      points.push([turn, rss])
      handles.push(open)
    }
  }
  const perTurn = slope(points)
  const ms = (performance.now() - began) / turns
  process.stdout.write(
    `${turns} turns of ${ms.toFixed(0)} ms: ${without} without memory; ${Math.round(perTurn)} bytes a turn behind the first ${warmUp}, from ${mib(points[0]?.[1])} to ${mib(points.at(-1)?.[1])}; ${handles[0]} handles at first, ${handles.at(-1)} at last\n`,
  )

  // A first turn may come while the store is still opened.
  expect(without / turns).toBeLessThanOrEqual(0.005)
  expect(perTurn).toBeLessThan(bytesATurn)
  expect((handles.at(-1) ?? 0) - (handles[0] ?? 0)).toBeLessThanOrEqual(handlesMost)
  await vi.waitUntil(async () => (await ended()) >= turns, { timeout: 300_000, interval: 500 })
}, 7_200_000)

const mib = (bytes = 0) => `${(bytes / 1_048_576).toFixed(0)} MiB`

const ended = async (): Promise<number> =>
  stage.withStore(
    async (memory) =>
      (await memory.ask('stats', { brain: 'local/main/default' }, { deadlineMs: 120_000 })).eventsByType['TurnCompleted'] ?? 0,
  )

test('beside three loops that want the processor, at least 95 % of the turns have their memory', async () => {
  const few = Math.max(20, Math.floor(turns / 10))
  for (let one = 0; one < 3; one++) busy.push(new Worker('for (;;) {}', { eval: true }))
  let withMemory = 0
  for (let turn = 1; turn <= few; turn++) if (await say(turn)) withMemory++
  for (const one of busy.splice(0)) await one.terminate()
  const { pace } = JSON.parse(readFileSync(join(stage.host.state, 'crabtrail', 'crabtrail.db.health.json'), 'utf8'))
  process.stdout.write(`beside three busy loops: ${withMemory} of ${few} turns with memory; ${pace.inWords}\n`)

  expect(withMemory / few).toBeGreaterThanOrEqual(0.95)
  // No process that a gateway starts is left over.
  expect(
    execFileSync('ps', ['-o', 'pid=', '--ppid', String(gatewayPid())], { encoding: 'utf8' })
      .trim()
      .split('\n').length,
  ).toBeLessThanOrEqual(4)
}, 3_600_000)
