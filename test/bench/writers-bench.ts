/** Two writers in two processes beside one that writes as much alone. */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type HotCommit, inBatches } from './hot-log.ts'
import { percentile, spread } from './measure.ts'
import { heading, number, say, spreadText, table } from './print.ts'
import { random } from './random.ts'
import type { WriterTask, Written } from './writer-process.ts'

const rounds = 5
const commitsARound = 4_000
const eventsACommit = 10
const ways = ['one writer', 'two, a brain each', 'two on one brain'] as const
type Way = (typeof ways)[number]

export const writersBench = async (folder: string, commits: ReadonlyArray<HotCommit>): Promise<void> => {
  const file = join(folder, 'writers.json')
  writeFileSync(file, JSON.stringify(inBatches(commits.flat(), eventsACommit).slice(0, commitsARound)))
  const taken = new Map<Way, Array<Together>>(ways.map((way) => [way, []]))
  const { shuffled } = random(29)
  for (let round = 0; round < rounds; round++) {
    for (const way of shuffled(ways)) taken.get(way)?.push(await together(tasks(way, join(folder, `${way} ${round}.db`), file)))
  }
  const of = (way: Way) => taken.get(way) ?? []
  const alone = of(ways[0]).map(({ ms }) => ms)

  heading(
    `${commitsARound.toLocaleString('en')} commits of ${eventsACommit} events, durability NORMAL, by one writer or in halves by two processes`,
  )
  table([
    ['', 'events /s', '÷ one writer', 'share of the slower', 'races lost', 'errors'],
    ...ways.map((way) => [
      way,
      Math.round((commitsARound * eventsACommit * 1_000) / spread(of(way).map(({ ms }) => ms)).median).toLocaleString('en'),
      way === ways[0] ? '1' : spreadText(spread(of(way).map(({ ms }, round) => (alone[round] ?? Number.NaN) / ms))),
      way === ways[0]
        ? ''
        : number(
            percentile(
              of(way).map(({ slower }) => slower),
              0.5,
            ),
          ),
      number(
        percentile(
          of(way).map(({ lost }) => lost),
          0.5,
        ),
      ),
      String(of(way).flatMap(({ failed }) => failed).length),
    ]),
  ])
  say(
    'the share of the slower: of the commits that were in when the first of the two was done; a race is lost when the other moved the head',
  )
  for (const failure of new Set(ways.flatMap((way) => of(way).flatMap(({ failed }) => failed)))) say(`an error: ${failure}`)
}

const tasks = (way: Way, path: string, commits: string): ReadonlyArray<WriterTask> => {
  const whole = { path, commits, brain: 'local/main/one', name: 'one', from: 0, to: commitsARound }
  if (way === 'one writer') return [whole]
  const half = commitsARound / 2
  const other = { ...whole, name: 'two', from: half, brain: way === 'two on one brain' ? whole.brain : 'local/main/two' }
  return [{ ...whole, to: half }, other]
}

interface Together {
  /** From when the first began to when the last was done. */
  readonly ms: number
  readonly slower: number
  readonly lost: number
  readonly failed: ReadonlyArray<string>
}

const together = async (all: ReadonlyArray<WriterTask>): Promise<Together> => {
  const writers = all.map((task) => spawn(process.execPath, [script, JSON.stringify(task)], { stdio: ['pipe', 'pipe', 'inherit'] }))
  await Promise.all(writers.map((writer) => new Promise((ready) => writer.stdout.once('data', ready))))
  const answers = writers.map(({ stdout }) => text(stdout))
  for (const { stdin } of writers) stdin.write('go\n')
  const written = await Promise.all(answers.map(async (answer, i) => answerOf(await answer, writers[i])))
  const began = Math.min(...written.map((one) => one.began))
  const ended = written.map((one) => one.ended)
  const [first, last] = [Math.min(...ended), Math.max(...ended)]
  // Of the time that both wrote, supposing that the slower one went on as fast as it had been.
  const whileBoth = (first - began) / (last - began)
  return {
    ms: last - began,
    slower: whileBoth / (1 + whileBoth),
    lost: written.reduce((sum, one) => sum + one.lost, 0),
    failed: written.flatMap(({ failed }) => failed),
  }
}

const script = fileURLToPath(new URL('writer-process.ts', import.meta.url))

const answerOf = (answer: string, writer: ChildProcess | undefined): Written => {
  if (answer.trim() === '') throw new Error(`a writer ended without an answer: ${writer?.exitCode ?? 'it was killed'}`)
  return JSON.parse(answer)
}
