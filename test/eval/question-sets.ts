/** Question sets of others, which are not part of this repository: they lie beside a checkout, or tests that need them are skipped. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { type MeasuredSet, measureSet, variantsOf } from '../../packages/eval/src/protocols/retrieval.ts'
import { readSet } from '../../packages/eval/src/sets/files.ts'
import { everyNth } from '../../packages/eval/src/sets/question-set.ts'

const folder = fileURLToPath(new URL('../../../shared/eval/data/', import.meta.url))

export const filesOf = (name: string) => ({
  name,
  corpus: `${folder}${name}.corpus.jsonl.gz`,
  queries: `${folder}${name}.queries.jsonl.gz`,
})

/** Why a set cannot be measured here, which is said aloud as well: a bar that nobody measures is none. Undefined where it can. */
export const absence = (name: string): string | undefined => {
  if (existsSync(filesOf(name).corpus)) return undefined
  const problem = `skipped: the question set ${name} is not on this machine (${folder})`
  process.stderr.write(`${problem}\n`)
  return problem
}

/** As `crabtrail eval retrieval` does it, every `nth` question. `variants`: the names of those that are measured. */
export const measure = async (name: string, nth: number, variants: ReadonlyArray<string>): Promise<MeasuredSet> => {
  const set = everyNth(Result.getOrThrow(readSet(filesOf(name), 'crabtrail')), nth)
  const chosen = Result.getOrThrow(variantsOf('all')).filter((variant) => variants.includes(variant.name))
  return Effect.runPromise(measureSet(set, chosen, { limit: 20, embedder: undefined, note: () => Effect.void }))
}

/** Times 100, as people tell them. */
export const score = ({ methods }: MeasuredSet, method: string, name: 'recall5' | 'ndcg10'): number =>
  100 * (methods.find((one) => one.method === method)?.scores[name] ?? Number.NaN)
