/**
 * Tunes the settings of brains whose history is a question set: every question was asked and judged in the order of the set.
 *
 * `node test/eval/tune.ts SET… [--first N] [--limit N]` prints a row for each set: NDCG@10 on the held-out verdicts under `balanced` and under
 * the chosen settings, and the gain with its paired 95 % interval. A set with several scopes has a brain for each; their gains are pooled by
 * the number of questions, and the interval is that of a sum of independent gains.
 */
import { parseArgs } from 'node:util'
import type { Answer } from '@crabtrail/core'
import type { LearningSystem } from './adapter.mjs'
import { askAll } from './learning-protocol.ts'
import { type LearningSet, learningSet } from './learning-set.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    first: { type: 'string', default: '1200' },
    limit: { type: 'string', default: '50' },
    together: { type: 'boolean', default: false },
  },
})

const tuneOn = async (name: string): Promise<ReadonlyArray<Answer.TuneAnswer>> => {
  const set = learningSet(name)
  const answers: Array<Answer.TuneAnswer> = []
  const first = { ...set, questions: set.questions.slice(0, Number(values.first)) }
  const asked = values.together ? inOneBrain(first) : first
  const finish = async ({ tune }: LearningSystem) => {
    answers.push(...(await tune({ limit: Number(values.limit) })))
  }
  await askAll(asked, { goesOn: true }, { finish })
  return answers
}

/** The set with one scope: its documents and questions go into one brain. */
const inOneBrain = (set: LearningSet): LearningSet => ({
  ...set,
  corpus: set.corpus.map(({ scope: _, ...row }) => row),
  questions: set.questions.map(({ scope: _, ...question }) => question),
})

/** Half of the width of a 95 % interval. */
const halfOf = ([low = 0, high = 0]: ReadonlyArray<number>): number => (high - low) / 2

const rowOf = (name: string, answers: ReadonlyArray<Answer.TuneAnswer>): string => {
  const proven = answers.flatMap(({ heldOut, reason }) => (heldOut === undefined ? [] : [{ ...heldOut, isRefused: reason === 'loses' }]))
  const questions = proven.reduce((sum, one) => sum + one.questions, 0)
  const mean = (value: (one: (typeof proven)[number]) => number) =>
    proven.reduce((sum, one) => sum + one.questions * value(one), 0) / Math.max(1, questions)
  const half = Math.sqrt(proven.reduce((sum, one) => sum + (one.questions * halfOf(one.interval)) ** 2, 0)) / Math.max(1, questions)
  const [before, found, kept] = [mean((one) => one.before), mean((one) => one.after), mean((one) => (one.isRefused ? 0 : one.gain))]
  const gain = found - before
  const [low, high] = proven.length === 1 ? (proven[0]?.interval ?? []) : [gain - half, gain + half]
  const cells = [before, found, gain, low ?? 0, high ?? 0, kept].map((value) => (100 * value).toFixed(2))
  const refused = proven.filter(({ isRefused }) => isRefused).length
  return `| ${[name, answers.length, refused, questions, ...cells].join(' | ')} |`
}

process.stdout.write('| set | brains | refused | held out | balanced | found | gain | from | to | gain kept |\n')
for (const name of positionals) {
  const began = performance.now()
  const answers = await tuneOn(name)
  process.stdout.write(`${rowOf(name, answers)}\n`)
  for (const { chosen, heldOut, plan, reason, train, tried } of answers)
    process.stdout.write(`  ${JSON.stringify({ plan, tried: tried.length, train, heldOut, reason, chosen })}\n`)
  process.stdout.write(`  ${((performance.now() - began) / 1000).toFixed(0)} s\n`)
}
