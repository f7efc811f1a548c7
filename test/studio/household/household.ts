/** Three months of a household as its memory recorded them: 2,000 turns in sessions of a kitchen, a workshop and an office, verdicts, corrections and notes. */

import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { type Random, random } from '../../bench/random.ts'
import { type HandClock, handClock } from '../../models/hand-clock.ts'
import { type AskedMemory, openStore } from '../../models/open-store.ts'
import { documentQuestions, documents, type Fact, facts, smallTalk } from './texts.ts'

const householdTurns = 2_000
const days = 90
const [hour, day] = [3_600_000, 86_400_000]
/** 7:00 on 1 September 2026, UTC. */
const firstMorning = Date.UTC(2026, 8, 1, 7)
/** Where things are asked, and how often beside the others. */
const rooms = ['kitchen', 'kitchen', 'workshop', 'workshop', 'office'] as const
/** Of the turns whose answer a memory holds: those that get a verdict, and those that end with one of the agent. */
const [judged, completed] = [0.14, 0.3]

interface Life {
  readonly memory: AskedMemory
  readonly clock: HandClock
  readonly draw: Random
  readonly turn: { count: number }
  /** The memory of what a fact says, by its text. */
  readonly nodes: Map<string, string>
}

/** Writes the household's store to a path. Takes some seconds. */
const playHousehold = async (path: string): Promise<void> => {
  const clock = handClock(firstMorning)
  const store = openStore({ layer: layerSqlite({ path }), clock, seed: 'household' })
  const memory = await store.memory()
  const life: Life = { memory, clock, draw: random(2_026), turn: { count: 0 }, nodes: new Map() }
  await memory.ingest({
    documents: Object.entries(documents).map(([source, text]) => ({ source, format: 'markdown' as const, text })),
  })
  for (let at = 0; at < days; at++) await playDay(life, at)
  await memory.learn({})
  await memory.upkeep({})
  await store.close()
}

const playDay = async (life: Life, at: number): Promise<void> => {
  const { clock, draw, memory } = life
  clock.now = firstMorning + at * day
  const date = new Date(clock.now).toISOString().slice(0, 10)
  for (const one of facts) for (const [since, text] of one.states) if (since === at) await note(life, text, `office ${date}`)
  const asked = share(at)
  for (let i = 0; i < asked; i++) {
    clock.now += Math.floor((12 * hour) / asked)
    await playTurn(life, at, `${draw.pick(rooms)} ${date}`)
  }
  if (at === guestDay) await guest(life, `guest ${date}`)
  const named = tags.get(at)
  if (named !== undefined) await memory.tag({ name: named })
}

/** Turns of a day: as many as are left of all, shared among the days that are left. */
const share = (at: number): number =>
  Math.floor(((at + 1) * (householdTurns - guestTurns)) / days) - Math.floor((at * (householdTurns - guestTurns)) / days)

const tags: ReadonlyMap<number, string> = new Map([
  [29, 'end-of-september'],
  [44, 'before-the-holiday'],
  [60, 'end-of-october'],
])

const note = async ({ memory, nodes }: Life, text: string, session: string): Promise<void> => {
  nodes.set(text, (await memory.note({ text, session, agent: 'home' })).node)
}

const stateOn = (one: Fact, at: number, back = 0): string | undefined => one.states.filter(([since]) => since <= at).at(-1 - back)?.[1]

const playTurn = async (life: Life, at: number, session: string): Promise<void> => {
  const { draw } = life
  life.turn.count++
  const kind = draw.next()
  if (kind < 0.08) return void (await life.memory.recall({ question: draw.pick(smallTalk), session }))
  if (kind < 0.34) return askDocuments(life, session)
  const known = facts.filter((one) => stateOn(one, at) !== undefined)
  const one = draw.pick(known.flatMap((each) => Array.from({ length: each.weight }, () => each)))
  await askFact(life, one, at, session)
}

const askDocuments = async ({ draw, memory }: Life, session: string): Promise<void> => {
  const { context, items, turn } = await memory.recall({ question: draw.pick(documentQuestions), session })
  const first = context.items[0] ?? items[0]?.node
  if (turn === null || first === undefined || draw.next() > judged) return
  await memory.feedback({ verdict: draw.next() < 0.8 ? 'used' : 'not-useful', turn, nodes: [first], session })
}

const askFact = async ({ draw, memory, nodes }: Life, one: Fact, at: number, session: string): Promise<void> => {
  const { context, items, turn } = await memory.recall({ question: draw.pick(one.questions), session })
  if (turn === null) return
  const right = nodes.get(stateOn(one, at) ?? '')
  const old = nodes.get(stateOn(one, at, 1) ?? '')
  const chance = draw.next()
  if (old !== undefined && right !== undefined && context.items.includes(old) && chance < 0.6) {
    await memory.feedback({ verdict: 'wrong', turn, nodes: [old], instead: [right], session, text: 'That is out of date.' })
  } else if (right !== undefined && items.some(({ node }) => node === right) && chance < judged) {
    await memory.feedback({ verdict: 'used', turn, nodes: [right], session })
  } else if (chance < judged * 1.3) {
    const beside = context.items.find((node) => node !== right)
    if (beside !== undefined) await memory.feedback({ verdict: 'not-relevant', turn, nodes: [beside], session })
  } else if (chance < judged + completed) {
    await memory.complete({ turn, session, outcome: draw.next() < 0.95 ? 'success' : 'failure', durationMs: draw.between(900, 6_000) })
  }
}

/** One evening a guest, who knows nothing of the house, calls right answers wrong. */
const [guestDay, guestTurns] = [63, 12]

const guest = async (life: Life, session: string): Promise<void> => {
  const { memory, nodes } = life
  for (const one of facts.slice(0, guestTurns)) {
    life.turn.count++
    const { turn } = await memory.recall({ question: one.questions[0] ?? '', session })
    const right = nodes.get(stateOn(one, guestDay) ?? '')
    if (turn !== null && right !== undefined) await memory.feedback({ verdict: 'not-relevant', turn, nodes: [right], session })
  }
}

const cache = fileURLToPath(new URL('../../../node_modules/.cache/household', import.meta.url))

/**
 * Puts the household's store where somebody wants it. It is played once for each state of the sources that it depends on, which takes half a minute;
 * then it is copied.
 */
export const placeHousehold = async (path: string): Promise<void> => {
  const played = join(cache, `${digestOfSources()}.db`)
  if (!existsSync(played)) {
    rmSync(cache, { recursive: true, force: true })
    mkdirSync(cache, { recursive: true })
    const folder = mkdtempSync(join(tmpdir(), 'household-'))
    await playHousehold(join(folder, 'household.db'))
    // Two that play at the same time make the same, and each puts it there whole.
    copyFileSync(join(folder, 'household.db'), `${played}.${process.pid}`)
    renameSync(`${played}.${process.pid}`, played)
    rmSync(folder, { recursive: true })
  }
  mkdirSync(dirname(path), { recursive: true })
  copyFileSync(played, path)
}

/** What the memory does, and what is said to it. */
const sources = ['packages/text/src', 'packages/core/src', 'packages/store/src', 'test/studio/household']

const digestOfSources = (): string => {
  const hash = createHash('sha256')
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const files = sources.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  for (const file of files.sort()) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
