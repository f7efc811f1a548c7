/** Reads the answer of a server: one vector of unit length for each text, in the order of the texts, or the fault of the answer. */

import type { EmbedderFailure } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { fieldOf } from './endpoint.ts'
import { unitVector } from './hashed.ts'

/** Fault of an answer. `detail` repeats nothing of the answer. */
export interface Unusable {
  readonly reason: EmbedderFailure
  readonly detail: string
}

type Read<A> = Result.Result<A, Unusable>

/** Reads the vectors of an answer. `texts`: the number of texts in the request. */
export const readAnswer = (body: string, texts: number, dimension: number): Read<ReadonlyArray<Float32Array>> => {
  const parsed = parse(body)
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const entries = fieldOf(parsed.success, 'data')
  if (!Array.isArray(entries))
    return bad('the answer has no list "data": give the address of an OpenAI-compatible API, which often ends in /v1')
  if (entries.length !== texts)
    return bad(`${entries.length} vectors for ${texts} texts: ask for fewer at once, or see what the server logs`)
  const ordered = inOrder(entries)
  if (ordered === undefined) return bad('its indices are not those of the texts: see what the server logs')
  const vectors: Array<Float32Array> = []
  for (const [at, entry] of ordered.entries()) {
    const read = readVector(fieldOf(entry, 'embedding'), dimension, `vector ${at + 1} of ${texts}`)
    if (Result.isFailure(read)) return Result.fail(read.failure)
    vectors.push(read.success)
  }
  return Result.succeed(vectors)
}

const bad = (detail: string): Read<never> => Result.fail({ reason: 'badAnswer', detail })

/** Parses JSON. Some servers write numbers that JSON does not have, which is reported as such and not as invalid JSON. */
const parse = (body: string): Read<unknown> =>
  Result.mapError(
    Result.try(() => JSON.parse(body) as unknown),
    (): Unusable =>
      /[[,:]\s*-?(?:NaN|Infinity|inf|nan)\b/.test(body)
        ? notFinite('a vector')
        : { reason: 'badAnswer', detail: 'the answer is no JSON, or was cut short: see what the server logs' },
  )

const notFinite = (what: string): Unusable => ({
  reason: 'notFinite',
  detail: `${what} has something in it that is no finite number: see what the server logs, some models fail so for some texts`,
})

/**
 * Returns the entries by their indices, or in the given order if none has an index. Returns undefined if an index is missing, repeated or
 * out of range.
 */
const inOrder = (entries: ReadonlyArray<unknown>): ReadonlyArray<unknown> | undefined => {
  const indices = entries.map((entry) => fieldOf(entry, 'index'))
  if (indices.every((index) => index === undefined || index === null)) return entries
  const byIndex = new Map(indices.map((index, at) => [index, entries[at]]))
  return entries.every((_, at) => byIndex.has(at)) ? entries.map((_, at) => byIndex.get(at)) : undefined
}

const readVector = (embedding: unknown, dimension: number, name: string): Read<Float32Array> => {
  if (!Array.isArray(embedding)) return bad(`${name} is no list of numbers: see whether the model is one for embeddings`)
  if (embedding.length !== dimension) {
    return Result.fail({
      reason: 'wrongDimension',
      detail: `${name} has ${embedding.length} numbers, ${dimension} were agreed: set the dimension to what the model gives`,
    })
  }
  const numbers: ReadonlyArray<unknown> = embedding
  if (!numbers.every((one) => typeof one === 'number' && Number.isFinite(one))) return Result.fail(notFinite(name))
  const unit = unitVector(embedding as ReadonlyArray<number>)
  if (unit !== undefined) return Result.succeed(unit)
  return numbers.every((one) => Math.abs(one as number) < 1)
    ? Result.fail({ reason: 'zero', detail: `${name} is zero, or as good as: see whether the model is one for embeddings` })
    : Result.fail(notFinite(name))
}
