/** Leaves out forgotten documents and forgotten passages. A request with `again` reads them in again. */

import * as Effect from 'effect/Effect'
import { chunkId } from '../../domain/documents/chunks.ts'
import type { Chunk } from '../../domain/documents/document.ts'
import type { IngestAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { marks } from '../erasure/selection.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { ErasureStore } from '../ports/erasure-store.ts'
import { changedMeanwhile, chunksOf, documentDigest, textOf } from './changed-documents.ts'
import type { ReadDocument } from './known-sources.ts'

const reason = 'forgotten'

/**
 * Returns the documents without forgotten ones. For a document with forgotten passages, `without` holds the ids of these passages, and the
 * digest excludes their text.
 */
export const heedForgotten = Effect.fnUntraced(function* <D extends ReadDocument>(brain: OpenBrain, documents: ReadonlyArray<D>) {
  const contents = yield* ContentStore
  const crypto = yield* Cryptography
  const skipped: Array<IngestAnswer['skipped'][number]> = []
  const buried = new Set(yield* contents.tombstones(brain.key))
  if (buried.size === 0) return { documents, skipped }
  const mark = marks(brain)
  const taken: Array<D> = []
  for (const document of documents) {
    const { key } = document
    if (buried.has(mark.source(key))) skipped.push({ path: key, reason })
    else if (!buried.has(mark.sourceInPart(key))) taken.push(document)
    else {
      const text = yield* textOf(document)
      if (text === undefined) {
        skipped.push({ path: key, reason: changedMeanwhile })
        continue
      }
      const gone = chunksOf({ ...document, text }).filter((chunk) => buried.has(mark.passage(idOf(document, chunk))))
      const ids = gone.map((chunk) => idOf(document, chunk))
      skipped.push(...ids.filter((id) => document.without?.has(id) !== true).map((path) => ({ path, reason })))
      taken.push({
        ...document,
        text,
        digest: documentDigest(crypto, { ...document, text: without(text, gone) }),
        without: new Set(ids),
      })
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
  const lifted: Array<string> = []
  for (const document of documents) {
    const { key } = document
    const text = buried.has(mark.sourceInPart(key)) ? yield* textOf(document) : undefined
    const passages = text === undefined ? [] : chunksOf({ ...document, text }).map((chunk) => mark.passage(idOf(document, chunk)))
    lifted.push(...[mark.source(key), mark.sourceInPart(key), ...passages].filter((one) => buried.has(one)))
  }
  if (lifted.length > 0) yield* erasure.unbury(brain.key, lifted)
})

const idOf = ({ key }: ReadDocument, chunk: Chunk): string => chunkId(key, chunk)

const without = (text: string, chunks: ReadonlyArray<Chunk>): string => {
  let left = ''
  let at = 0
  for (const { span } of chunks) {
    left += text.slice(at, span[0])
    at = span[1]
  }
  return left + text.slice(at)
}
