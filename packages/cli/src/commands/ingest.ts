/** Reads documents in. What cannot be read is named and passed over; nothing at all is an error, and then no store is touched. */
import { InvalidRequest, limits } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { given, type Run } from '../command.ts'
import { filesMax, findDocuments, type Skipped } from '../documents/find-documents.ts'
import { readDocument } from '../documents/read-document.ts'
import { type NamedFile, sourceNames } from '../documents/source-names.ts'
import { exits, NothingRead } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { ingested } from '../render/ingested.ts'
import { Output, present, report } from '../render/output.ts'
import { plain } from '../render/plain.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'ingest'>> = Effect.fn('ingest')(function* ({ words, flags, inBrain }) {
  const output = yield* Output
  const found = findDocuments(words.path, flags.root)
  if (found.files.length > filesMax)
    return yield* new InvalidRequest({ field: 'PATH', problem: `it holds more than ${filesMax} documents: name smaller folders` })
  const named = yield* Effect.fromResult(sourceNames(found.files, flags.as))
  yield* output.note(`reading ${named.length} documents`)
  const read = named.map((file) => ({ file, text: readDocument(file.path, limits.documentBytes) }))
  const documents = read.flatMap(({ file, text }) =>
    Result.isSuccess(text) ? [{ source: file.source, format: formatOf(file, flags.format), text: text.success }] : [],
  )
  const unread = read.flatMap(({ file, text }) => (Result.isFailure(text) ? [{ path: file.shown, reason: text.failure }] : []))
  const skipped = [...found.skipped, ...unread]
  if (documents.length === 0) return yield* nothingRead(words.path, skipped)
  for (const { path, reason } of skipped) yield* output.warn(`crabtrail: ${plain(path)}: ${reason}; skipped`)
  const memory = yield* openMemory
  const answer = yield* memory.ingest({ ...inBrain, documents, ...given({ origin: flags.origin, dryRun: flags['dry-run'] }) })
  const whole = { ...answer, skipped: [...skipped, ...answer.skipped] }
  yield* flags['dry-run'] === true ? present(whole, ingested('would be')) : report(whole, ingested('are'))
  return skipped.length === 0 ? exits.done : exits.refused
})

const formatOf = (file: NamedFile, format: 'auto' | 'markdown' | 'text' = 'auto'): 'markdown' | 'text' => {
  if (format !== 'auto') return format
  return /\.(md|markdown)$/i.test(file.path) ? 'markdown' : 'text'
}

const nothingRead = (paths: ReadonlyArray<string>, skipped: ReadonlyArray<Skipped>) => {
  const [first] = skipped
  const problem =
    first === undefined
      ? `there is nothing to read in ${paths.join(', ')}: no .md, .markdown or .txt file`
      : `nothing could be read, nothing was changed; ${first.path}: ${first.reason}${skipped.length > 1 ? `, and ${skipped.length - 1} more` : ''}`
  return new NothingRead({ problem, skipped })
}
