/**
 * Measures the two errors of confidence where they are hard to avoid: questions in other words, questions near the notes that none answers, and long
 * conversations of somebody else.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Embedder } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { confidenceAnswers, type ErrorRates, errorRates } from '../../packages/eval/src/protocols/confidence.ts'
import { usual } from '../../packages/eval/src/protocols/corpus.ts'
import { readMessages, readSet } from '../../packages/eval/src/sets/files.ts'
import { type AliasedRow, type AliasMeasures, type GoldQuestion, measureEach } from './aliases-measured.ts'
import { filesOf, thinned } from './question-sets.ts'

const inSets = (name: string): URL => new URL(`sets/${name}`, import.meta.url)

const parsed = <A>(text: string): ReadonlyArray<A> =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): A => JSON.parse(line))
const linesOf = <A>(name: string): ReadonlyArray<A> => parsed(readFileSync(inSets(name), 'utf8'))

/** Notes of one person with questions of several kinds, and with the aliases that a reader of the notes alone named. */
export const noteSets = {
  freelancer: ['freelancer.corpus.jsonl', 'freelancer-other.queries.jsonl', 'aliases-freelancer.jsonl'],
  fitted: ['confidence/fitted.corpus.jsonl', 'confidence/fitted.queries.jsonl', 'confidence/fitted.aliases.jsonl'],
  unseen: ['confidence/unseen.corpus.jsonl', 'confidence/unseen.queries.jsonl', 'confidence/unseen.aliases.jsonl'],
} as const
export type NoteSet = keyof typeof noteSets

export interface MeasuredKind extends AliasMeasures {
  readonly kind: string
  readonly asked: number
}

/** Returns the measures of each kind of question, and of the messages of `no-memory.tsv` that no weight was fitted to. Without an embedder by words alone. */
export const measureNotes = async (
  name: NoteSet,
  withAliases: boolean,
  embedder?: Embedder['Service'],
): Promise<ReadonlyArray<MeasuredKind>> => {
  const [corpus, queries, aliases] = noteSets[name]
  const questions = linesOf<GoldQuestion & { readonly category: string }>(queries)
  const kinds: Map<string, ReadonlyArray<GoldQuestion>> = Map.groupBy(questions, ({ category }) => category)
  kinds.set('messages', heldOutMessages)
  const named = withAliases ? linesOf<{ readonly id: string; readonly questions: ReadonlyArray<string> }>(aliases) : []
  const measured = await measureEach(
    linesOf<AliasedRow>(corpus),
    [...kinds.values()],
    new Map(named.map((one) => [one.id, one.questions] as const)),
    {},
    embedder,
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

/**
 * Parts of public sets that no weight was fitted to: every n-th question, beginning with the second, and every n-th of the rows that answer none of them.
 * `fit-confidence.ts` is given every n-th beginning with the first.
 */
export const heldOutParts = {
  locomo: { questions: 5, rows: 1 },
  musique: { questions: 6, rows: 6 },
  cranfield: { questions: 5, rows: 1 },
  'git-kysely': { questions: 10, rows: 1 },
  metatool: { questions: 24, rows: 1 },
  beam100k: { questions: 3, rows: 1 },
} as const
export type HeldOutName = keyof typeof heldOutParts

const messagesEach = 25

/** Asks the held-out part of a public set, a quarter of the held-out messages, and questions about other scopes of the set. */
export const measureHeldOut = async (name: HeldOutName): Promise<ErrorRates> => {
  const { questions, rows } = heldOutParts[name]
  const whole = Result.getOrThrow(readSet(filesOf(name), 'crabtrail'))
  const set = thinned({ ...whole, questions: whole.questions.filter((_, at) => at % questions === 1) }, rows)
  const unrelated = heldOutMessages.filter((_, at) => at % (heldOutMessages.length / messagesEach) === 0).map(({ question }) => question)
  return errorRates(await Effect.runPromise(confidenceAnswers(set, [set], unrelated, {}, usual)))
}

/** Asks the conversations of LoCoMo that have recorded aliases, without or with them, the questions of {@link heldOutParts} and all held-out messages. */
export const measureAliasedTalks = async (withAliases: boolean): Promise<ReadonlyArray<MeasuredKind>> => {
  const { corpus, queries } = filesOf('locomo')
  const read = <A>(path: string): ReadonlyArray<A> => parsed(gunzipSync(readFileSync(path)).toString())
  const aliases = new Map(
    linesOf<{ readonly id: string; readonly questions: ReadonlyArray<string> }>('aliases-locomo.jsonl').map((one) => [
      one.id,
      one.questions,
    ]),
  )
  const questions = read<GoldQuestion & { readonly scope: string }>(queries).filter((_, at) => at % heldOutParts.locomo.questions === 1)
  const talks = Map.groupBy(read<AliasedRow & { readonly scope: string }>(corpus), ({ scope }) => scope)
  const measured: Array<MeasuredKind> = []
  for (const [scope, rows] of talks) {
    if (!rows.some(({ id }) => aliases.has(id))) continue
    const own = questions.filter((one) => one.scope === scope)
    const [asked, messages] = await measureEach(rows, [own, heldOutMessages], withAliases ? aliases : new Map())
    if (asked !== undefined) measured.push({ kind: scope, asked: own.length, ...asked })
    if (messages !== undefined) measured.push({ kind: `${scope}, messages`, asked: heldOutMessages.length, ...messages })
  }
  return measured
}
