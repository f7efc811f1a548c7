/**
 * The embedder that is built in: stems, pairs of words and grams of characters, hashed with signs into a vector. Offline, without a model.
 *
 * Guarantee: the same text has the same bytes on every machine. What it uses is whole numbers, the four operations and the square root, which
 * are exact everywhere, in an order that the text alone decides. It knows no meanings: texts are alike as far as their words, or parts of
 * them, are.
 */

import { Embedder, type EmbedderFailed, gramTerms, indexTerms, refusedTexts, tokeniserVersion } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'

/* Brings numbers to unit length. */

/** Undefined for numbers that have no direction, and where something is no number or too large to be counted with. */
export const unitVector = (numbers: ArrayLike<number>): Float32Array | undefined => {
  let squares = 0
  for (let at = 0; at < numbers.length; at++) {
    const one = numbers[at] ?? 0
    squares += one * one
  }
  if (!(squares > 0 && squares < Number.POSITIVE_INFINITY)) return undefined
  const length = Math.sqrt(squares)
  const unit = new Float32Array(numbers.length)
  for (let at = 0; at < numbers.length; at++) unit[at] = (numbers[at] ?? 0) / length
  return unit
}

export type HashedEmbedder = Embedder['Service']

/** Numbers of a vector. */
export const hashedDimension = 384

/** What a feature weighs beside a word: measured, so that words with slips and in other forms are found. A third of it for grams found a fifth to two thirds of these. */
const pairWeight = 0.25
const gramWeight = 1

/** Raised with every change in what a text becomes. A change in the tokeniser is one as well. */
const hashedVersion = 1

const id = `hashed/v${hashedVersion}.${tokeniserVersion}/${hashedDimension}`

/**
 * The vector of a text: {@link hashedDimension} numbers of unit length. Total: a text without a word points where its characters say, one
 * without any character somewhere.
 */
export const hashedVector = (text: string): Float32Array => {
  const sums = new Float64Array(hashedDimension)
  const { counts } = indexTerms({ text }, 'en')
  for (const [term, count] of counts) add(sums, term, (term.includes(' ') ? pairWeight : 1) * Math.sqrt(count))
  for (const [gram, count] of gramTerms({ text }).counts) add(sums, `${gram}\n`, gramWeight * Math.sqrt(count))
  return unitVector(sums) ?? wordless(text)
}

export const hashedEmbedder: HashedEmbedder = {
  id,
  dimension: hashedDimension,
  embed: (texts) =>
    Effect.suspend((): Effect.Effect<ReadonlyArray<Float32Array>, EmbedderFailed> => {
      const refused = refusedTexts(id, texts)
      return refused === undefined ? Effect.succeed(texts.map(hashedVector)) : Effect.fail(refused)
    }),
}

export const layerHashed: Layer.Layer<Embedder> = Layer.succeed(Embedder, Embedder.of(hashedEmbedder))

/** Signs make what falls together cancel as often as it adds up, so that no text is like another by chance alone. */
const add = (sums: Float64Array, feature: string, weight: number): void => {
  const hash = hashOf(feature)
  const at = (hash >>> 1) % hashedDimension
  sums[at] = (sums[at] ?? 0) + ((hash & 1) === 0 ? weight : -weight)
}

/** Of texts without a word, and those whose every number cancelled. */
const wordless = (text: string): Float32Array => {
  const vector = new Float32Array(hashedDimension)
  vector[(hashOf(`${text.trim()}\n\n`) >>> 1) % hashedDimension] = 1
  return vector
}

/** FNV-1a over UTF-16 code units, then mixed so that its lowest bits depend on all of them. 32 bits, unsigned. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
