/** Leaves out forgotten documents, passages and lines. A request with `again` reads them in again. */

import { possibleKeys, withoutForgotten } from '@crabtrail/text/evidence/forgotten-words'
import { chunkId } from '@crabtrail/text/passages/chunks'
import * as Effect from 'effect/Effect'
import type { IngestAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { changedMeanwhile, chunksOf, documentDigest, textOf } from '../documents/changed-documents.ts'
import type { ReadDocument } from '../documents/known-sources.ts'
import { marks } from '../erasure/selection.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { ErasureStore } from '../ports/erasure-store.ts'

/** Reasons in the answer: a document or passage that is left out, and a passage of which lines, sentences or aliases are. */
const forgotten = 'forgotten'
const inPart = 'forgotten in part'

export const tellsForgotten = (reason: string): boolean => reason === forgotten || reason === inPart

/** Returns the documents without forgotten ones. One with forgotten passages tells them (`isForgotten`), and its digest is of the rest. */
export const heedForgotten = Effect.fnUntraced(function* <D extends ReadDocument>(brain: OpenBrain, documents: ReadonlyArray<D>) {
  const contents = yield* ContentStore
  const crypto = yield* Cryptography
  const skipped: Array<IngestAnswer['skipped'][number]> = []
  const buried = new Set(yield* contents.tombstones(brain.key))
  if (buried.size === 0) return { documents, skipped }
  const mark = marks(brain)
  const taken: Array<D> = []
  for (const document of documents) {
    const { format, key } = document
    if (buried.has(mark.source(key))) skipped.push({ path: key, reason: forgotten })
    else if (!buried.has(mark.sourceInPart(key))) taken.push(document)
    else {
      const text = yield* textOf(document)
      if (text === undefined) {
        skipped.push({ path: key, reason: changedMeanwhile })
        continue
      }
      const isForgotten = (words: string) => buried.has(mark.words(key, words))
      const chunks = chunksOf({ ...document, text })
      const left = chunks.map((chunk) => withoutForgotten(chunk, { format, text }, isForgotten))
      const gone = new Map(chunks.flatMap((chunk, i) => (left[i] === chunk ? [] : [[chunkId(key, chunk), left[i]] as const])))
      for (const [path, rest] of gone) {
        if (document.told?.has(path) !== true) skipped.push({ path, reason: rest === undefined ? forgotten : inPart })
      }
      // Its spans change with what is written elsewhere.
      const rest = JSON.stringify(left.flatMap((chunk) => (chunk === undefined ? [] : [{ ...chunk, span: undefined }])))
      const digest = gone.size === 0 ? documentDigest(crypto, { format, text }) : documentDigest(crypto, { format, text: rest })
      taken.push({ ...document, text, digest, isForgotten, told: new Set(gone.keys()) })
    }
  }
  return { documents: taken, skipped }
})

/** Removes the tombstones of these documents and their passages, so that they are read in again. */
export const remember = Effect.fnUntraced(function* (brain: OpenBrain, documents: ReadonlyArray<ReadDocument>) {
  const contents = yield* ContentStore
  const erasure = yield* ErasureStore
  const mark = marks(brain)
  const buried = new Set(yield* contents.tombstones(brain.key))
  const lifted = new Set<string>()
  for (const document of documents) {
    const { format, key } = document
    const text = buried.has(mark.sourceInPart(key)) ? yield* textOf(document) : undefined
    const chunks = text === undefined ? [] : chunksOf({ ...document, text })
    const passages = chunks.flatMap((chunk) => [
      mark.name(chunkId(key, chunk)),
      ...possibleKeys(chunk, { format, text: text ?? '' }).map((words) => mark.words(key, words)),
    ])
    for (const one of [mark.source(key), mark.sourceInPart(key), ...passages]) if (buried.has(one)) lifted.add(one)
  }
  if (lifted.size > 0) yield* erasure.unbury(brain.key, [...lifted])
})
