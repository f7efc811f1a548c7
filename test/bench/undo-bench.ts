/**
 * What undoing by cause and deriving a brain again cost on a long log that was really lived: every turn was recalled and judged through the
 * memory, in sessions of forty turns,
 * with the upkeep that a host has done after each.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { spread } from './measure.ts'
import { type OpenMemory, openMemory } from './memory.ts'
import { heading, number, say, spreadText, table } from './print.ts'

const rounds = 3
const turnsPerSession = 40

/** `from` is the file of a brain. A copy of it goes on being asked and judged until its log has `events` events. */
export const undoBench = async (folder: string, from: string, questions: ReadonlyArray<string>, events: number): Promise<void> => {
  const path = join(folder, 'undo.db')
  copyFileSync(from, path)
  const open = await openMemory(path)
  const sessions = await lived(open, questions, events)
  await measure(open, questions, sessions)
  await open.close()
}

/** Returns the number of sessions. A verdict is mostly on what came first, sometimes on what came later, sometimes against it. */
export const lived = async ({ memory }: OpenMemory, questions: ReadonlyArray<string>, events: number): Promise<number> => {
  let [turns, position] = [0, 0]
  while (position < events) {
    const session = `day-${Math.floor(turns / turnsPerSession)}`
    const recalled = await Effect.runPromise(memory.recall({ question: questions[turns % questions.length] ?? '', session }))
    const node = recalled.items[turns % 3]?.node
    position = recalled.position
    if (node !== undefined && recalled.turn !== null) {
      const verdict = turns % 4 === 3 ? 'not-relevant' : 'used'
      position = (await Effect.runPromise(memory.feedback({ verdict, turn: recalled.turn, nodes: [node], session }))).position
    }
    turns++
    if (turns % turnsPerSession === 0) await Effect.runPromise(memory.upkeep({}))
  }
  return Math.ceil(turns / turnsPerSession)
}

const measure = async ({ memory }: OpenMemory, questions: ReadonlyArray<string>, sessions: number): Promise<void> => {
  const { counts, position } = await Effect.runPromise(memory.stats({}))
  heading('undoing and deriving again')
  say(
    `${number(position)} events, ${number(counts['edges'] ?? 0)} edges, ${number(counts['turns'] ?? 0)} turns in ${number(sessions)} sessions`,
  )
  const [question = ''] = questions
  const { items } = await Effect.runPromise(memory.recall({ question, record: false }))
  const node = items[0]?.node ?? ''
  const asks: Readonly<Record<string, Effect.Effect<unknown, unknown>>> = {
    'verify --rederive': memory.verify({ rederive: true }),
    replay: memory.replay({}),
    'replay --set learning.conscious.cue=0.3': memory.replay({ settings: { 'learning.conscious.cue': 0.3 } }),
    'unlearn --dry-run of the newest session': memory.unlearn({ ofSession: `day-${sessions - 1}`, dryRun: true }),
    'unlearn --dry-run of the oldest session': memory.unlearn({ ofSession: 'day-0', dryRun: true }),
    'rollback --dry-run by half': memory.rollback({ to: String(Math.floor(position / 2)), dryRun: true }),
    bisect: memory.bisect({ question, node, from: '1' }),
    'diff of the last 1,000 events, with a question': memory.diff({ a: '-1000', question: [question] }),
  }
  const taken = new Map<string, { readonly wall: Array<number>; readonly cpu: Array<number> }>()
  for (let round = 0; round <= rounds; round++)
    for (const [name, ask] of Object.entries(asks)) {
      globalThis.gc?.()
      const [began, used] = [performance.now(), process.cpuUsage()]
      await Effect.runPromise(ask)
      const { system, user } = process.cpuUsage(used)
      // The first round warms up.
      if (round === 0) continue
      const known = taken.get(name) ?? { wall: [], cpu: [] }
      known.wall.push(performance.now() - began)
      known.cpu.push((user + system) / 1_000)
      taken.set(name, known)
    }
  const rederived = taken.get('verify --rederive')?.cpu ?? []
  table([
    ['', 'ms', 'ms of CPU time', 'speed ÷ that of verify --rederive'],
    ...[...taken].map(([name, { cpu, wall }]) => [
      name,
      spreadText(spread(wall)),
      number(spread(cpu).median),
      spreadText(spread(cpu.map((one, i) => (rederived[i] ?? Number.NaN) / one))),
    ]),
  ])
}
