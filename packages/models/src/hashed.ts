/**
 * The built-in embedder: stems, pairs of words and grams of characters, hashed with signs into a vector. It works offline and without a
 * model.
 *
 * Guarantee: the same text has the same bytes on every machine. It uses only whole numbers, the four operations and the square root, which
 * are exact everywhere, in an order that depends on the text alone. It knows no meanings: texts are similar only as far as their words, or
 * parts of them, are.
 */

import { Embedder, type EmbedderFailed, refusedTexts } from '@crabtrail/core'
import { gramTerms, indexTerms, termsVersion } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'

/**
 * Scales numbers to unit length. Returns undefined if they have no direction, or contain a value that is no number or too large to be
 * squared.
 */
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

export const hashedDimension = 384

/**
 * Weights of features relative to a word, chosen by measurement so that misspelled and inflected words are found. With a third of the
 * weight for grams, a fifth to two thirds of these were found.
 */
const pairWeight = 0.25
const gramWeight = 1

/** Version of the embedder. It is raised with every change of the vector of a text; a change of the tokeniser counts, too. */
const hashedVersion = 1

const id = `hashed/v${hashedVersion}.${termsVersion}/${hashedDimension}`

/**
 * Returns the vector of a text: {@link hashedDimension} numbers of unit length. Every text has one: the vector of a text without words
 * depends on its characters, and a text without characters has a fixed one.
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
  likeness: 'spelling',
  embed: (texts) =>
    Effect.suspend((): Effect.Effect<ReadonlyArray<Float32Array>, EmbedderFailed> => {
      const refused = refusedTexts(id, texts)
      return refused === undefined ? Effect.succeed(texts.map(hashedVector)) : Effect.fail(refused)
    }),
}

export const layerHashed: Layer.Layer<Embedder> = Layer.succeed(Embedder, Embedder.of(hashedEmbedder))

/**
 * Adds a feature with a sign. The signs make features at the same place cancel each other as often as they add up, so that collisions alone
 * make no texts similar.
 */
const add = (sums: Float64Array, feature: string, weight: number): void => {
  const hash = hashOf(feature)
  const at = (hash >>> 1) % hashedDimension
  sums[at] = (sums[at] ?? 0) + ((hash & 1) === 0 ? weight : -weight)
}

/** Returns the vector of a text without words, or of one whose numbers all cancelled each other. */
const wordless = (text: string): Float32Array => {
  const vector = new Float32Array(hashedDimension)
  vector[(hashOf(`${text.trim()}\n\n`) >>> 1) % hashedDimension] = 1
  return vector
}

/** Returns FNV-1a over UTF-16 code units, mixed so that its lowest bits depend on all of them: 32 bits, unsigned. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
