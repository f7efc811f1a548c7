/**
 * Reads the documents of a request before they are compared: cleans texts, makes keys safe to store and names documents that cannot be read
 * in.
 */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { DocumentFormat } from '../../domain/documents/document.ts'
import type { Reach } from '../../domain/documents/source-key.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { cleanText } from '../brain/text-input.ts'
import { limits } from '../limits.ts'
import { documentProblem } from '../operations/ingest.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { DocumentFiles } from '../ports/document-files.ts'
import { IngestProgress } from '../ports/ingest-progress.ts'
import type { DocumentFile, DocumentInput, IngestRequest, NoteBackground } from '../requests.ts'

export interface ReadDocument {
  readonly key: string
  readonly format: DocumentFormat
  /** Undefined: the text is read from `file` again when it is needed. */
  readonly text: string | undefined
  readonly file: string | undefined
  /** Length of the text in UTF-16 units. */
  readonly length: number
  /** SHA-256 of format and text. */
  readonly digest: string
  readonly root: string | undefined
  readonly background?: NoteBackground
  /** Ids of forgotten passages of the document, which are not read in. */
  readonly without?: ReadonlySet<string>
  readonly repaired: number
  readonly redacted: Readonly<Record<string, number>>
}

export interface Reading {
  /** Ordered by key in code units, so that a run does not depend on the order of the request. */
  readonly documents: ReadonlyArray<ReadDocument>
  readonly skipped: ReadonlyArray<{ readonly path: string; readonly reason: string }>
  readonly folders: ReadonlyArray<ReadFolder>
  /** Keys of documents that exist: all documents of the request, taken or not, and those that it lists as present. */
  readonly present: ReadonlySet<string>
  /** Prefixes of keys that were not read. Every key below one of them counts as present. */
  readonly kept: ReadonlyArray<string>
}

/** A folder that was read whole. */
export interface ReadFolder {
  readonly root: string
  /** Prefix of the keys in the folder. */
  readonly below: string
  /** False if the name is changed for storage: the documents of the folder cannot be told from those of other folders. */
  readonly told: boolean
  readonly reach: Reach
}

export interface WholeText {
  readonly format: DocumentFormat
  readonly text: string
}

export const documentDigest = (crypto: Cryptography['Service'], { format, text }: WholeText): string => crypto.sha256(`${format}\n${text}`)

export const readDocuments = Effect.fnUntraced(function* (brain: OpenBrain, request: IngestRequest) {
  const crypto = yield* Cryptography
  const documents = new Map<string, ReadDocument>()
  const skipped: Array<Reading['skipped'][number]> = []
  const present = new Set(yield* Effect.forEach(request.present ?? [], (key) => storedKey(brain, key)))
  const roots = new Map<string | undefined, string | undefined>([[undefined, undefined]])
  for (const { root } of [...request.documents, ...(request.folders ?? [])]) {
    if (root !== undefined && !roots.has(root)) roots.set(root, yield* storedKey(brain, root))
  }
  const progress = yield* IngestProgress
  for (const [done, given] of request.documents.entries()) {
    yield* progress({ stage: 'compared', done, of: request.documents.length })
    const key = yield* storedKey(brain, given.source)
    present.add(key)
    const input = yield* withText(given)
    const problem = Result.isFailure(input)
      ? input.failure
      : (documentProblem(input.success) ??
        (documents.has(key) ? 'another document of this request has the same key, and was read' : undefined))
    if (problem !== undefined) skipped.push({ path: (yield* cleanText(given.source)).text, reason: problem })
    if (problem !== undefined || Result.isFailure(input)) continue
    const { format, root } = given
    const { redacted, repaired, text } = yield* cleanText(input.success.text)
    documents.set(key, {
      key,
      format,
      text: 'file' in given ? undefined : text,
      file: 'file' in given ? given.file : undefined,
      length: text.length,
      digest: documentDigest(crypto, { format, text }),
      root: roots.get(root),
      ...('background' in given && given.background !== undefined ? { background: given.background } : {}),
      repaired,
      redacted: Object.fromEntries(redacted.map(({ count, kind }) => [kind, count])),
    })
  }
  const reading: Reading = {
    documents: [...documents.values()].sort((a, b) => (a.key < b.key ? -1 : 1)),
    skipped,
    folders: yield* Effect.forEach(request.folders ?? [], ({ below, reach = 'notes', root }) =>
      Effect.map(cleanText(below), ({ text }) => ({
        root: roots.get(root) ?? root,
        below: text,
        told: text === below || below === root,
        reach,
      })),
    ),
    present,
    kept: yield* Effect.forEach(request.present ?? [], keptBelow),
  }
  return reading
})

const withText = Effect.fnUntraced(function* (given: DocumentInput | DocumentFile) {
  if (!('file' in given)) return Result.succeed(given)
  const { file, ...rest } = given
  const { read } = yield* DocumentFiles
  return Result.map(yield* read(file, limits.documentBytes), (text): DocumentInput => ({ ...rest, text }))
})

/** Returns the text of a document; undefined if its file has changed since it was compared or can no longer be read. */
export const textOf = Effect.fnUntraced(function* ({ digest, file, format, text }: ReadDocument) {
  if (text !== undefined || file === undefined) return text
  const { read } = yield* DocumentFiles
  const again = yield* read(file, limits.documentBytes)
  if (Result.isFailure(again)) return undefined
  const clean = yield* cleanText(again.success)
  return documentDigest(yield* Cryptography, { format, text: clean.text }) === digest ? clean.text : undefined
})

/** Reason for a document that was compared and could not be read a second time. */
export const changedMeanwhile = 'it was written to while it was read; read it in again'

/**
 * Returns a prefix that the stored keys of a document or folder, and of all below it, are sure to have. If cleaning changes the key, it is
 * the folder above the first change: a secret can be removed together with more of the path, and the stored key gets a mark.
 */
const keptBelow = Effect.fnUntraced(function* (key: string) {
  const { text } = yield* cleanText(key)
  if (text === key) return key
  let same = 0
  while (same < key.length && key[same] === text[same]) same++
  return key.slice(0, Math.max(0, key.lastIndexOf('/', same - 1)))
})

/**
 * Returns the name of a document or root as it is stored: without secrets and characters that cannot be stored. If cleaning changes the
 * name, a mark that only the key of this brain can make is added, so that two names stay different.
 */
const storedKey = Effect.fnUntraced(function* (brain: OpenBrain, key: string) {
  const { text } = yield* cleanText(key)
  if (text === key) return key
  const dot = text.lastIndexOf('.')
  const end = dot > text.lastIndexOf('/') + 1 ? dot : text.length
  return `${text.slice(0, end)}-${brain.fingerprint('source-key', key).slice(0, 8)}${text.slice(end)}`
})
