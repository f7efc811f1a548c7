/** Reads documents in. What cannot be read is named and passed over; nothing at all is an error, and then no store is touched. */
import { type DocumentFormat, InvalidRequest, limits } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { given, type Run } from '../command.ts'
import { type Found, filesMax, findDocuments, type Skipped } from '../documents/find-documents.ts'
import { readDocument } from '../documents/read-document.ts'
import { type NamedFile, sourceNames } from '../documents/source-names.ts'
import { tellable } from '../documents/tellable.ts'
import { exits, NothingRead } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { ingested } from '../render/ingested.ts'
import { Output, present, report } from '../render/output.ts'
import { counted } from '../render/page.ts'
import { plainLine } from '../render/plain.ts'
import type { formatChoices } from '../table/begin.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'ingest'>> = Effect.fn('ingest')(function* ({ words, flags, inBrain }) {
  const output = yield* Output
  const found = findDocuments(words.path, flags.root)
  if (found.files.length > filesMax)
    return yield* new InvalidRequest({ field: 'PATH', problem: `it holds more than ${filesMax} documents: name smaller folders` })
  const named = yield* Effect.fromResult(sourceNames(found, flags.as))
  yield* output.note(`reading ${counted(named.files.length, 'document')}`)
  const { documents, unread } = readAll(named.files, flags.format)
  const skipped = [...found.skipped, ...named.skipped, ...unread.map(({ path, reason }) => ({ path, reason }))]
  const mayRetire = flags.prune === true && named.folders.length > 0
  if (documents.length === 0 && !mayRetire) return yield* nothingRead(words.path, found, skipped)
  const memory = yield* openMemory
  const answer = yield* memory.ingest({
    ...inBrain,
    documents,
    folders: named.folders,
    present: [...named.unseen, ...unread.map(({ source }) => source)],
    ...given({ origin: flags.origin, dryRun: flags['dry-run'], prune: flags.prune, again: flags.again }),
  })
  if (documents.length === 0 && answer.retired.length === 0) return yield* nothingRead(words.path, found, skipped)
  const whole = { ...answer, skipped: [...skipped, ...answer.skipped] }
  for (const { path, reason } of whole.skipped) yield* output.warn(plainLine(`crabtrail: ${path}: ${reason}; skipped`))
  yield* flags['dry-run'] === true ? present(whole, ingested('would be')) : report(whole, ingested('done'))
  return whole.skipped.every(({ reason }) => reason === 'forgotten') ? exits.done : exits.refused
})

type Format = (typeof formatChoices)[number] | undefined

const readAll = (files: ReadonlyArray<NamedFile>, format: Format) => {
  const read = files.map((file) => ({ file, text: readDocument(file.path, limits.documentBytes) }))
  return {
    documents: read.flatMap(({ file, text }) =>
      Result.isSuccess(text) ? [{ source: file.source, format: formatOf(file, format), text: text.success, root: file.rootName }] : [],
    ),
    unread: read.flatMap(({ file, text }) =>
      Result.isFailure(text) ? [{ path: tellable(file.written), source: file.source, reason: text.failure }] : [],
    ),
  }
}

/** The corpora of HippoRAG are lists of records. */
const formatOf = (file: NamedFile, format: Format = 'auto'): DocumentFormat => {
  if (format !== 'auto') return format === 'hipporag' ? 'json' : format
  const ending = /\.(\w+)$/.exec(file.path)?.[1]?.toLowerCase() ?? ''
  return formats[ending] ?? 'text'
}

const formats: Readonly<Record<string, DocumentFormat>> = {
  md: 'markdown',
  markdown: 'markdown',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
}

const nothingRead = (paths: ReadonlyArray<string>, { folders }: Found, skipped: ReadonlyArray<Skipped>) => {
  const [first] = skipped
  const kept = folders.length === 0 ? '' : '; what was read from there before stays, unless --prune says that it goes'
  const problem =
    first === undefined
      ? `there is nothing to read in ${paths.map(tellable).join(', ')}: no .md, .markdown or .txt file${kept}`
      : `nothing could be read, nothing was changed; ${first.path}: ${first.reason}${skipped.length > 1 ? `, and ${skipped.length - 1} more` : ''}`
  return new NothingRead({ problem, skipped })
}
