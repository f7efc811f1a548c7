/**
 * Thousands of turns in one gateway: its memory stays flat, no handle is left open, no turn goes by without memory, also beside a busy machine. Prints
 * what the process holds forty times on the way.
 *
 * `CRABTRAIL_TURNS` in the environment lowers the number of turns; with `CRABTRAIL_HOST_ALONE=yes` our plugin is switched off, which shows what the host
 * keeps by itself.
 *
 * In short: `test/plugin/ordinary-week.test.ts`
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test, vi } from 'vitest'
import { currentUserText } from '../src/chat-request.ts'
import { fewPlugins } from '../src/openclaw-settings.ts'
import { type Metered, meterMethod } from './meter-plugin/meter.ts'
import { notesRead, writeNotes } from './notes.ts'
import { realHost } from './stage.ts'

const turns = Number(process.env['CRABTRAIL_TURNS'] ?? 2_000)
const isAlone = process.env['CRABTRAIL_HOST_ALONE'] === 'yes'
/** The host fills its caches, and V8 its heap, before anything can be said of growth. */
const warmUp = Math.floor(turns / 4)
/** Bytes that a turn may leave behind: what a turn says, in the host and here, is kept in bounded caches. */
const bytesATurn = 128 * 1_024
const handlesMost = 8
/** Turns from one measurement to the next. */
const every = Math.max(5, Math.floor(turns / 40))
const sessions = 8

const topics = ['ferry', 'harbour', 'mess', 'laundry', 'sauna', 'library', 'bakery', 'workshop'] as const
const note = (topic: string, at: number) => `# The ${topic}\n\nThe ${topic} on deck ${at + 2} opens at ${at + 6} in the morning.\n`
const notes = Object.fromEntries(topics.map((topic, at) => [`memory/${topic}.md`, note(topic, at)]))

const meter = { id: 'crabtrail-meter', folder: fileURLToPath(new URL('meter-plugin', import.meta.url)) }

const stage = realHost({
  // As it is where nobody sets it.
  plugin: isAlone ? { enabled: false } : { deadlineMs: 'auto' },
  linked: [meter],
  config: fewPlugins([meter]),
  prepare: async (prepared) => writeNotes(prepared, notes),
})

const busy: Worker[] = []
afterAll(async () => {
  for (const one of busy) await one.terminate()
})

const measured = async (): Promise<Metered> => (await stage.host.call(meterMethod, {})) as unknown as Metered

const health = () => JSON.parse(readFileSync(join(stage.host.state, 'crabtrail', 'crabtrail.db.health.json'), 'utf8'))

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

const line = (turn: number, { external, files, heap, resources, rss }: Metered, missed: ReadonlyArray<number>, ms: number): string => {
  const kinds = Object.entries(resources).map(([kind, count]) => `${count} ${kind}`)
  return `turn ${turn}, ${ms.toFixed(0)} ms a turn: RSS ${mib(rss)}, heap after collection ${mib(heap)}, external ${mib(external)}; ${files} files (${kinds.join(', ')}); ${missed.length} turns without memory\n`
}

test(`${turns} turns of one gateway leave nothing behind, and each has its memory`, async () => {
  if (!isAlone) await notesRead(stage, topics.length)
  await say(0)
  const points: Array<readonly [turn: number, metered: Metered]> = []
  const missed: number[] = []
  const began = performance.now()
  for (let turn = 1; turn <= turns; turn++) {
    if (!(await say(turn))) missed.push(turn)
    if (turn % every !== 0) continue
    const metered = await measured()
    process.stdout.write(line(turn, metered, missed, (performance.now() - began) / turn))
    if (turn > warmUp) points.push([turn, metered])
  }
  const perTurn = (of: (metered: Metered) => number) => slope(points.map(([turn, metered]) => [turn, of(metered)] as const))
  const [rss, heap] = [perTurn((one) => one.rss), perTurn((one) => one.heap)]
  const { absences } = isAlone ? { absences: 'nothing: it is off' } : health()
  process.stdout.write(
    `${turns} turns behind the first ${warmUp}: ${Math.round(rss)} bytes of RSS and ${Math.round(heap)} of heap a turn; without memory: ${missed.join(', ') || 'none'}, by the plugin's count ${JSON.stringify(absences)}\n`,
  )

  if (isAlone) return
  // A first turn may come while the store is still opened.
  expect(missed.length / turns).toBeLessThanOrEqual(0.005)
  expect(rss).toBeLessThan(bytesATurn)
  expect(heap).toBeLessThan(bytesATurn)
  expect((points.at(-1)?.[1].files ?? 0) - (points[0]?.[1].files ?? 0)).toBeLessThanOrEqual(handlesMost)
  await vi.waitUntil(async () => (await ended()) >= turns, { timeout: 300_000, interval: 500 })
}, 7_200_000)

const mib = (bytes = 0) => `${(bytes / 1_048_576).toFixed(0)} MiB`

const ended = async (): Promise<number> =>
  stage.withStore(
    async (memory) =>
      (await memory.ask('stats', { brain: 'local/main/default' }, { deadlineMs: 120_000 })).eventsByType['TurnCompleted'] ?? 0,
  )

test.skipIf(isAlone)(
  'beside three loops that want the processor, at least 95 % of the turns have their memory',
  async () => {
    const few = Math.max(20, Math.floor(turns / 10))
    for (let one = 0; one < 3; one++) busy.push(new Worker('for (;;) {}', { eval: true }))
    let withMemory = 0
    for (let turn = 1; turn <= few; turn++) if (await say(turn)) withMemory++
    for (const one of busy.splice(0)) await one.terminate()
    const { pace, pid } = health()
    process.stdout.write(`beside three busy loops: ${withMemory} of ${few} turns with memory; ${pace.inWords}\n`)

    expect(withMemory / few).toBeGreaterThanOrEqual(0.95)
    // No process that a gateway starts is left over.
    expect(
      execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
        .trim()
        .split('\n').length,
    ).toBeLessThanOrEqual(4)
  },
  3_600_000,
)
