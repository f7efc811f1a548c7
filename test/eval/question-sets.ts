/** Public question sets beside the checkout. They are not part of this repository; tests that need them are skipped without them. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { usual } from '../../packages/eval/src/protocols/corpus.ts'
import { type MeasuredSet, measureSet, variantsOf } from '../../packages/eval/src/protocols/retrieval.ts'
import { readSet } from '../../packages/eval/src/sets/files.ts'
import { everyNth, type QuestionSet } from '../../packages/eval/src/sets/question-set.ts'

/** `CRABTRAIL_SETS` names another folder, with a slash at its end. */
const folder = process.env['CRABTRAIL_SETS'] ?? fileURLToPath(new URL('../../../shared/eval/data/', import.meta.url))

export const filesOf = (name: string) => ({
  name,
  corpus: `${folder}${name}.corpus.jsonl.gz`,
  queries: `${folder}${name}.queries.jsonl.gz`,
})

/** Undefined if the set is on this machine, else why a test is skipped. It is also printed, so that nobody takes a skipped bar for a met one. */
export const absence = (name: string): string | undefined => {
  if (existsSync(filesOf(name).corpus)) return undefined
  const problem = `skipped: the question set ${name} is not on this machine (${folder})`
  process.stderr.write(`${problem}\n`)
  return problem
}

/** Scopes that are taken, the first of the set. */
export const ofScopes = (set: QuestionSet, scopes: number): QuestionSet => {
  const chosen = new Set([...new Set(set.rows.map(({ scope }) => scope))].slice(0, scopes))
  return withRows(
    { ...set, questions: set.questions.filter(({ scope }) => chosen.has(scope)) },
    set.rows.flatMap(({ scope }, place) => (chosen.has(scope) ? [place] : [])),
  )
}

/** The rows that answer its questions, and every `nth` of the others. */
export const thinned = (set: QuestionSet, nth: number): QuestionSet => {
  const gold = new Set(set.questions.flatMap((one) => [...one.gold]))
  return withRows(
    set,
    [...set.rows.keys()].filter((place) => place % nth === 0 || gold.has(place)),
  )
}

/** `places`: those of the rows that stay, rising. */
const withRows = (set: QuestionSet, places: ReadonlyArray<number>): QuestionSet => {
  const now = new Map(places.map((place, at) => [place, at]))
  return {
    ...set,
    rows: places.flatMap((place) => set.rows[place] ?? []),
    questions: set.questions.map((one) => ({ ...one, gold: new Set([...one.gold].flatMap((place) => now.get(place) ?? [])) })),
  }
}

/**
 * Reads a part of a public set, `NAME[:QUESTIONS[:ROWS[:SCOPES]]]`: every n-th question, the rows that answer these and every n-th other row, and the first
 * scopes. `ids` are those of the rows, in their order, for a part with all rows of its scopes.
 */
export const namedPart = (named: string): { readonly set: QuestionSet; readonly ids: ReadonlyArray<string> } => {
  const [name = '', questions = '1', rows = '1', scopes] = named.split(':')
  const files = filesOf(name)
  const whole = Result.getOrThrow(readSet(files, 'crabtrail'))
  const some = scopes === undefined ? whole : ofScopes(whole, Number(scopes))
  const chosen = new Set(some.rows.map(({ scope }) => scope))
  const ids = gunzipSync(readFileSync(files.corpus))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { readonly id: string; readonly scope?: string } => JSON.parse(line))
    .flatMap(({ id, scope = '' }) => (chosen.has(scope) ? [id] : []))
  return { set: thinned(everyNth(some, Number(questions || '1')), Number(rows || '1')), ids }
}

/** Measures like `crabtrail eval retrieval`, with a part of the set that begins with every `nth` question, and the named variants. */
export const measure = async (
  name: string,
  nth: number,
  variants: ReadonlyArray<string>,
  part: (set: QuestionSet) => QuestionSet = (set) => set,
): Promise<MeasuredSet> => {
  const set = part(everyNth(Result.getOrThrow(readSet(filesOf(name), 'crabtrail')), nth))
  const chosen = Result.getOrThrow(variantsOf('all')).filter((variant) => variants.includes(variant.name))
  return Effect.runPromise(measureSet(set, chosen, { ...usual, limit: 20 }))
}

/** Times 100. */
export const score = ({ methods }: MeasuredSet, method: string, name: 'recall5' | 'ndcg10'): number =>
  100 * (methods.find((one) => one.method === method)?.scores[name] ?? Number.NaN)
