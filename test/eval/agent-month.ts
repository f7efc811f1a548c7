/**
 * A month of an agent at work, whose truth is known: for each thing that is to be done two notes name a command, and one of them is wrong. The agent
 * follows the first that it is given. Its calls go well or fail, its owner takes back, asks again, edits or goes on, each as likely as
 * {@link habits} says, and nobody ever gives a verdict.
 */
import { createHash } from 'node:crypto'
import type { Request } from '@crabtrail/core'
import { random } from '../bench/random.ts'
import { handClock } from '../models/hand-clock.ts'
import { type AskedMemory, openStore } from '../models/open-store.ts'

/** How likely what follows is where the right note was followed, and where the wrong one was. Written before any weight was chosen. */
export const habits = {
  right: { fails: 0.05, takenBack: 0.03, askedAgain: 0.04, edited: 0.08 },
  wrong: { fails: 0.6, takenBack: 0.5, askedAgain: 0.4, edited: 0.2 },
  /** After a failure, the other note is tried in the same turn. */
  tries: 0.5,
  /** A turn also uses the right note of an earlier subject. */
  usesLate: 0.15,
} as const

export interface MonthSize {
  readonly days: number
  readonly turnsADay: number
  /** Things to be done that come up, and things that only the last day asks for. */
  readonly taught: number
  readonly untaught: number
}

const fullMonth: MonthSize = { days: 30, turnsADay: 10, taught: 24, untaught: 10 }

interface Chore {
  readonly service: string
  readonly task: string
  readonly writes: boolean
  readonly right: Way
  readonly wrong: Way
}

interface Way {
  readonly source: string
  readonly text: string
  readonly command: string
}

const services = [
  'billing',
  'ledger',
  'crane',
  'harbour',
  'payroll',
  'archive',
  'courier',
  'beacon',
  'mooring',
  'tariff',
  'manifest',
  'customs',
]
const tasks = ['restart', 'drain', 'rotate', 'resize', 'reindex', 'backfill']
const programs = ['opsctl', 'fleet', 'portal', 'dockhand']

/** Two ways to word a note; which of them is right is drawn. */
const wordings = [
  (service: string, task: string, command: string) =>
    `To ${task} the ${service} service, run \`${command}\` and wait until the lamp is green.`,
  (service: string, task: string, command: string) =>
    `The ${service} service: whoever has to ${task} it calls \`${command}\`, then tells the shift.`,
]
const questions = [
  (service: string, task: string) => `Please ${task} the ${service} service.`,
  (service: string, task: string) => `How do I ${task} the ${service} service?`,
  (service: string, task: string) => `The ${service} service is slow, can you ${task} it?`,
  (service: string, task: string) => `We have to ${task} the ${service} service before noon.`,
]
/** Asked on the last day alone. */
const probe = (service: string, task: string) => `Which command would ${task} the ${service} service tonight?`

const choresOf = (seed: number, { taught, untaught }: MonthSize): ReadonlyArray<Chore> => {
  const { below } = random(seed)
  const all = services.flatMap((service) => tasks.map((task) => ({ service, task, order: below(1_000_000) })))
  return all
    .sort((a, b) => a.order - b.order)
    .slice(0, taught + untaught)
    .map(({ service, task }, i) => {
      const first = below(2)
      const way = (at: number): Way => {
        const program = programs[(i + at + below(2) * 2) % programs.length] ?? 'opsctl'
        const command = `${program} ${task} ${service}-${100 + below(900)}x${at} --slot-${10 + below(90)}`
        return { source: `${service}-${task}-${at === first ? 'a' : 'b'}.md`, command, text: wordings[at]?.(service, task, command) ?? '' }
      }
      const [one, other] = [way(0), way(1)]
      const isFirstRight = below(2) === 0
      return { service, task, writes: below(2) === 0, right: isFirstRight ? one : other, wrong: isFirstRight ? other : one }
    })
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface MonthResult {
  /** Gain of the right note's place: 1 / log2(1 + rank), for each chore, taught ones first. */
  readonly taught: ReadonlyArray<number>
  readonly untaught: ReadonlyArray<number>
  /** Of the turns of the last third of the month in which the agent followed a note, the share in which it was the right one. */
  readonly followedRight: number
  readonly observed: number
}

interface Playing {
  readonly memory: AskedMemory
  readonly clock: { now: number }
  readonly chance: (share: number) => boolean
  readonly below: (bound: number) => number
  readonly session: string
}

type Call = Request.ToolCall

/** Plays the month with these settings, and asks for every chore at its end. */
export const playMonth = async (
  seed: number,
  settings: Readonly<Record<string, number | string>>,
  size: MonthSize = fullMonth,
): Promise<MonthResult> => {
  const clock = handClock()
  const store = openStore({ clock, seed })
  const memory = await store.memory()
  const { below } = random(seed + 7_919)
  const chance = (share: number) => below(1_000_000) < share * 1_000_000
  const chores = choresOf(seed, size)
  await memory.init({ settings })
  await memory.ingest({
    documents: chores
      .flatMap(({ right, wrong }) => [right, wrong])
      .map(({ source, text }) => ({ source, format: 'markdown' as const, text })),
  })
  const taught = chores.slice(0, size.taught)
  const followed: Array<boolean> = []
  for (let day = 0; day < size.days; day++) {
    const playing: Playing = { memory, clock, chance, below, session: `day ${day}` }
    for (let turn = 0; turn < size.turnsADay; turn++) {
      // Some chores come up more often than others.
      const chore = taught[Math.floor(taught.length * (below(1_000) / 1_000) ** 2)]
      const was = chore === undefined ? undefined : await work(playing, chore, taught)
      if (was !== undefined && day >= (2 * size.days) / 3) followed.push(was)
      clock.now += 60_000 * (5 + below(30))
    }
    clock.now += 12 * 3_600_000
  }
  const placed = async ({ right, service, task }: Chore) => {
    const { items } = await memory.recall({ question: probe(service, task), record: false, limit: 10 })
    const at = items.findIndex(({ source }) => source === right.source)
    return at < 0 ? 0 : 1 / Math.log2(2 + at)
  }
  const places: Array<number> = []
  for (const chore of chores) places.push(await placed(chore))
  const { events } = await memory.log({ type: 'FeedbackGiven', limit: 10_000 })
  await store.close()
  return {
    taught: places.slice(0, size.taught),
    untaught: places.slice(size.taught),
    followedRight: followed.filter(Boolean).length / Math.max(1, followed.length),
    observed: events.filter(({ data }) => data['about'] === 'observed').length,
  }
}

/** One chore, from its question to what its owner does about it. Returns whether the right note was followed; undefined where none was. */
const work = async (playing: Playing, chore: Chore, chores: ReadonlyArray<Chore>): Promise<boolean | undefined> => {
  const { below, chance, clock, memory, session } = playing
  const said = { session, sessionKind: 'interactive', actor: 'owner' } as const
  const question = questions[below(questions.length)]?.(chore.service, chore.task) ?? ''
  const turnOf = async (
    asked: string,
    calls: (given: ReadonlyArray<string>) => ReadonlyArray<Call>,
    reply: (given: ReadonlyArray<string>) => string,
  ) => {
    const { context, items, turn } = await memory.recall({ ...said, question: asked, autoNeurogenesis: true })
    const given = context.items.flatMap((id) => items.find(({ node }) => node === id)?.source ?? [])
    const made = calls(given)
    clock.now += 30_000
    await memory.complete({
      ...said,
      turn: turn ?? '',
      outcome: 'success',
      durationMs: 30_000,
      reply: reply(given),
      toolTexts: made.flatMap(({ text }) => text ?? []),
      calls: [...made],
    })
    await memory.learn({})
    return given
  }
  const waysIn = (given: ReadonlyArray<string>) =>
    given.flatMap((source) => [chore.right, chore.wrong].find((way) => way.source === source) ?? [])
  const path = `conf/${chore.service}-${chore.task}.yaml`
  const former = `# ${chore.service}\nnothing yet`
  const act = (way: Way): Call =>
    chore.writes
      ? { tool: 'write', path, added: digest(way.command), text: `${path}\n${way.command}` }
      : {
          tool: 'exec',
          command: way.command,
          text: way.command,
          ...(chance(way === chore.right ? habits.right.fails : habits.wrong.fails) ? { failed: true } : {}),
        }
  let last: Way | undefined
  let isCommitted = false
  await turnOf(
    question,
    (given) => {
      const [first, second] = waysIn(given)
      last = first
      const calls: Array<Call> = chore.writes ? [{ tool: 'read', path, read: digest(former), text: path }] : []
      if (first === undefined) return calls
      calls.push(act(first))
      if (calls.at(-1)?.failed === true && second !== undefined && chance(habits.tries)) {
        calls.push(act(second))
        last = second
      }
      isCommitted = chore.writes && chance(0.5)
      if (isCommitted)
        calls.push({ tool: 'exec', command: `git commit -am "${chore.task} ${chore.service}"`, output: '[main 1a2b3c4] done' })
      const late = chance(habits.usesLate) ? chores[below(chores.length)] : undefined
      if (late !== undefined && late !== chore) calls.push({ tool: 'exec', command: late.right.command, text: late.right.command })
      return calls
    },
    (given) => waysIn(given)[0]?.text ?? 'I do not know.',
  )
  if (last === undefined) return undefined
  await react(playing, chore, { path, former, question, isCommitted, isRight: last === chore.right, written: last.command }, turnOf)
  return last === chore.right
}

interface Done {
  readonly path: string
  readonly former: string
  readonly question: string
  readonly isCommitted: boolean
  readonly isRight: boolean
  readonly written: string
}

/** What the owner does about it within minutes. */
const react = async (
  { below, chance, clock }: Playing,
  { service, writes }: Chore,
  { former, isCommitted, isRight, path, question, written }: Done,
  turnOf: (asked: string, calls: () => ReadonlyArray<Call>, reply: () => string) => Promise<unknown>,
): Promise<void> => {
  const likely = isRight ? habits.right : habits.wrong
  clock.now += 60_000 * (1 + below(3))
  if (writes && chance(likely.takenBack)) {
    const back: Call = isCommitted
      ? { tool: 'exec', command: 'git revert --no-edit HEAD', text: 'git revert --no-edit HEAD' }
      : chance(0.5)
        ? { tool: 'exec', command: `git checkout -- ${path}`, text: `git checkout -- ${path}` }
        : { tool: 'write', path, added: digest(former), text: path }
    await turnOf(
      `Put the settings of ${service} back as they were.`,
      () => [back],
      () => 'They are as they were.',
    )
  } else if (chance(likely.askedAgain))
    await turnOf(
      question,
      () => [],
      () => 'Let me look again.',
    )
  else if (writes && chance(likely.edited))
    await turnOf(
      `I changed a line for ${service}, have a look.`,
      () => [{ tool: 'read', path, read: digest(`${written} # mine`), text: path }],
      () => 'I see it.',
    )
}
