/**
 * Measures the two errors of confidence where they are hard to avoid: questions in other words, questions near the notes that none answers, and long
 * conversations of somebody else.
 */
import { readFileSync } from 'node:fs'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { confidenceAnswers, type ErrorRates, errorRates } from '../../packages/eval/src/protocols/confidence.ts'
import { usual } from '../../packages/eval/src/protocols/corpus.ts'
import { readMessages, readSet } from '../../packages/eval/src/sets/files.ts'
import { type AliasedRow, type AliasMeasures, type GoldQuestion, measureEach } from './aliases-measured.ts'
import { filesOf } from './question-sets.ts'

const inSets = (name: string): URL => new URL(`sets/${name}`, import.meta.url)

const linesOf = <A>(name: string): ReadonlyArray<A> =>
  readFileSync(inSets(name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): A => JSON.parse(line))

/** Notes of one person with questions of several kinds, and with the aliases that a reader of the notes alone named. */
const noteSets = {
  freelancer: ['freelancer.corpus.jsonl', 'freelancer-other.queries.jsonl', 'aliases-freelancer.jsonl'],
  fitted: ['confidence/fitted.corpus.jsonl', 'confidence/fitted.queries.jsonl', 'confidence/fitted.aliases.jsonl'],
  unseen: ['confidence/unseen.corpus.jsonl', 'confidence/unseen.queries.jsonl', 'confidence/unseen.aliases.jsonl'],
} as const
export type NoteSet = keyof typeof noteSets

export interface MeasuredKind extends AliasMeasures {
  readonly kind: string
  readonly asked: number
}

/** Returns the measures of each kind of question, and of the messages of `no-memory.tsv` that no weight was fitted to. */
export const measureNotes = async (name: NoteSet, withAliases: boolean): Promise<ReadonlyArray<MeasuredKind>> => {
  const [corpus, queries, aliases] = noteSets[name]
  const questions = linesOf<GoldQuestion & { readonly category: string }>(queries)
  const kinds: Map<string, ReadonlyArray<GoldQuestion>> = Map.groupBy(questions, ({ category }) => category)
  kinds.set('messages', heldOutMessages)
  const named = withAliases ? linesOf<{ readonly id: string; readonly questions: ReadonlyArray<string> }>(aliases) : []
  const measured = await measureEach(
    linesOf<AliasedRow>(corpus),
    [...kinds.values()],
    new Map(named.map((one) => [one.id, one.questions] as const)),
  )
  return [...kinds].flatMap(([kind, asked], at) => {
    const one = measured[at]
    return one === undefined ? [] : [{ kind, asked: asked.length, ...one }]
  })
}

const heldOutMessages: ReadonlyArray<GoldQuestion> = Result.getOrThrow(readMessages(inSets('no-memory.tsv').pathname)).flatMap(
  ({ half, text }) => (half === 'held-out' ? [{ question: text, goldIds: [] }] : []),
)

/** Asks each conversation of LongMemEval its own questions and, as `elsewhere`, those about the others. */
export const measureConversations = async (): Promise<ErrorRates> => {
  const set = Result.getOrThrow(readSet(filesOf('longmemeval-s3'), 'crabtrail'))
  return errorRates(await Effect.runPromise(confidenceAnswers(set, [set], [], {}, usual)))
}
