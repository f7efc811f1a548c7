/**
 * Prints what a sentence encoder adds on public question sets: `node test/encoder/fusion-main.ts [PROFILE=NAME] [WEIGHTS=LIST] SET[:QUESTIONS[:ROWS]]…`.
 *
 * `locomo:2` asks every second question, and `musique:3:6` every third one of the rows that answer it and every sixth other row. A `~` before a
 * name misspells half of the longer words of each question. `WEIGHTS=0,0.03` asks once for each value of `seeding.meaning`.
 * A `%` before a name asks 200 sentences cut out of its own rows instead.
 */
import type { QuestionSet } from '../../packages/eval/src/sets/question-set.ts'
import { namedPart } from '../eval/question-sets.ts'
import { clozeOf } from './cloze.ts'
import { askedEachWay, mean, median, ways } from './fusion.ts'
import { misspelt } from './misspelt.ts'
import { openSentenceEncoder } from './sentence-encoder.ts'

const seed = 20_261_130
const clozeQuestions = 200
const encoder = openSentenceEncoder()

const partOf = (named: string): QuestionSet => {
  const { set } = namedPart(named.replace(/^[~%]/, ''))
  if (named.startsWith('%')) return clozeOf(set, clozeQuestions)
  if (!named.startsWith('~')) return set
  return { ...set, questions: set.questions.map((one, at) => ({ ...one, text: misspelt(one.text, 0.5, seed + at) })) }
}

const optionOf = (name: string) => process.argv.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1)
const profile = optionOf('PROFILE')
const weights = optionOf('WEIGHTS')?.split(',')
const weighted = weights && Object.fromEntries(weights.map((weight) => [`weight ${weight}`, { 'seeding.meaning': Number(weight) }]))
process.stdout.write(
  '| set | way | NDCG@10 | even half | odd half | right rows before a model | ms a question, median |\n|---|---|---|---|---|---|---|\n',
)
for (const named of process.argv.slice(2).filter((word) => !word.includes('='))) {
  const set = partOf(named)
  const each = weighted ?? (profile === undefined ? ways : { 'as the profile says': {} })
  for (const [way, asked] of Object.entries(await askedEachWay(set, encoder, each, profile))) {
    const ndcg = (some: typeof asked) => (100 * mean(some.map(({ ndcg10 }) => ndcg10))).toFixed(2)
    const halves = [0, 1].map((half) => ndcg(asked.filter((_, at) => at % 2 === half)))
    const given = (100 * mean(asked.map((one) => one.given))).toFixed(1)
    process.stdout.write(
      `| ${named} | ${way} | ${ndcg(asked)} | ${halves.join(' | ')} | ${given} | ${median(asked.map(({ ms }) => ms)).toFixed(1)} |\n`,
    )
  }
}
