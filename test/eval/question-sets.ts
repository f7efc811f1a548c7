/** Public question sets beside the checkout. They are not part of this repository; tests that need them are skipped without them. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { type MeasuredSet, measureSet, variantsOf } from '../../packages/eval/src/protocols/retrieval.ts'
import { readSet } from '../../packages/eval/src/sets/files.ts'
import { everyNth } from '../../packages/eval/src/sets/question-set.ts'

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

/** Measures like `crabtrail eval retrieval`, with every `nth` question and the named variants. */
export const measure = async (name: string, nth: number, variants: ReadonlyArray<string>): Promise<MeasuredSet> => {
  const set = everyNth(Result.getOrThrow(readSet(filesOf(name), 'crabtrail')), nth)
  const chosen = Result.getOrThrow(variantsOf('all')).filter((variant) => variants.includes(variant.name))
  return Effect.runPromise(measureSet(set, chosen, { limit: 20, embedder: undefined, note: () => Effect.void }))
}

/** Times 100. */
export const score = ({ methods }: MeasuredSet, method: string, name: 'recall5' | 'ndcg10'): number =>
  100 * (methods.find((one) => one.method === method)?.scores[name] ?? Number.NaN)
