/** A recall from question to answer, split at its calls to the store: what is between two calls is the work that lies there. */
import * as Effect from 'effect/Effect'
import type { OpenMemory, PortCall } from './memory.ts'
import { heading, percentiles, say, table } from './print.ts'
import { random } from './random.ts'

const parts = ['CPU time', 'gather (index)', 'append', 'all but gather', 'whole'] as const
type Part = (typeof parts)[number]
type Split = Readonly<Record<Part, number>>

export interface Recalls {
  readonly recorded: ReadonlyArray<Split>
  readonly looked: ReadonlyArray<Split>
}

/** Each question both ways, in shuffled order. */
export const recalls = async (open: OpenMemory, warmUp: ReadonlyArray<string>, questions: ReadonlyArray<string>): Promise<Recalls> => {
  for (const question of warmUp) for (const record of [true, false]) await timed(open, question, record)
  const taken = { recorded: [] as Split[], looked: [] as Split[] }
  const { shuffled } = random(47)
  for (const question of questions) {
    for (const record of shuffled([true, false])) taken[record ? 'recorded' : 'looked'].push(await timed(open, question, record))
  }
  return taken
}

export const recallBench = async (open: OpenMemory, warmUp: ReadonlyArray<string>, questions: ReadonlyArray<string>): Promise<void> => {
  const taken = await recalls(open, warmUp, questions)
  heading(`recall, ${questions.length} questions of 6 to 14 words, warm (ms)`)
  table([
    ['', 'p50', 'p95', 'p99', 'min', 'max'],
    ...lines('recorded turn', taken.recorded, parts),
    ...lines(
      'look (--no-record)',
      taken.looked,
      parts.filter((part) => part !== 'append'),
    ),
  ])
  say('each question both ways, in shuffled order; parts are split where a recall calls its store; CPU time counts all threads')
}

const lines = (title: string, splits: ReadonlyArray<Split>, shown: ReadonlyArray<Part>): ReadonlyArray<ReadonlyArray<string>> =>
  [...shown].reverse().map((part) => [part === 'whole' ? title : `  ${part}`, ...percentiles(splits.map((split) => split[part]))])

const timed = async ({ calls, memory }: OpenMemory, question: string, record: boolean): Promise<Split> => {
  calls.length = 0
  const cpu = process.cpuUsage()
  const from = performance.now()
  await Effect.runPromise(memory.recall({ question, record }))
  const to = performance.now()
  const { system, user } = process.cpuUsage(cpu)
  return { ...splitOf(calls, from, to), 'CPU time': (user + system) / 1_000 }
}

/** A recall asks the index, and appends when it is recorded; all else lies between: cleaning, walk, context, names. */
const splitOf = (calls: ReadonlyArray<PortCall>, from: number, to: number): Omit<Split, 'CPU time'> => {
  const asked = calls.filter(({ port }) => port.startsWith('index.'))
  const gathered = (asked.at(-1)?.to ?? from) - (asked[0]?.from ?? from)
  const append = calls.find(({ port }) => port === 'events.append')
  return {
    'gather (index)': gathered,
    append: append === undefined ? 0 : append.to - append.from,
    'all but gather': to - from - gathered,
    whole: to - from,
  }
}
