/** Reads documents in. What cannot be read is named and passed over; nothing at all is an error, and then no store is touched. */
import {
  DocumentFiles,
  type DocumentFormat,
  formatOfName,
  IngestProgress,
  InvalidRequest,
  limits,
  type Request,
  redact,
  repair,
} from '@crabtrail/core'
import * as Clock from 'effect/Clock'
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
import { plainLine } from '../render/plain.ts'
import { progressLines } from '../render/progress.ts'
import type { formatChoices } from '../table/begin.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'ingest'>> = Effect.fn('ingest')(function* ({ words, flags, inBrain }) {
  const output = yield* Output
  const found = findDocuments(words.path, flags.root, { ...given({ transcripts: flags.transcripts, leftOutIsGone: flags.prune }) })
  if (found.files.length > filesMax)
    return yield* new InvalidRequest({ field: 'PATH', problem: `it holds more than ${filesMax} documents: name smaller folders` })
  const named = yield* Effect.fromResult(sourceNames(found, flags.as))
  const tried = firstReadable(named.files)
  const mayRetire = flags.prune === true && named.folders.length > 0
  const skipped = [...found.skipped, ...named.skipped]
  if (!tried.found && !mayRetire) return yield* nothingRead(words.path, found, [...skipped, ...tried.unread])
  const memory = yield* openMemory
  const documents = tried.found ? named.files.map((file) => documentOf(file, flags.format)) : []
  const failed = new Set<string>()
  const answer = yield* memory
    .ingest({
      ...inBrain,
      documents,
      folders: named.folders,
      present: [...named.unseen, ...(tried.found ? [] : named.files.map(({ source }) => source))],
      ...given({ origin: flags.origin, dryRun: flags['dry-run'], prune: flags.prune, again: flags.again }),
    })
    .pipe(
      Effect.provideService(DocumentFiles, reader(failed)),
      Effect.provideService(IngestProgress, shown(output)),
      Effect.ensuring(output.progress('')),
    )
  if (documents.length === 0 && answer.retired.length === 0) return yield* nothingRead(words.path, found, [...skipped, ...tried.unread])
  const whole = { ...answer, skipped: [...skipped, ...(tried.found ? asWritten(answer.skipped, named.files, failed) : tried.unread)] }
  for (const { path, reason } of whole.skipped) yield* output.warn(plainLine(`crabtrail: ${path}: ${reason}; skipped`))
  yield* flags['dry-run'] === true ? present(whole, ingested('would be')) : report(whole, ingested('done'))
  return whole.skipped.every(({ reason }) => reason === 'forgotten') ? exits.done : exits.refused
})

/** Reads until one file can be: where there is none, no store is touched. */
const firstReadable = (files: ReadonlyArray<NamedFile>) => {
  const unread: Array<Skipped> = []
  for (const file of files) {
    const text = readDocument(file.path, limits.documentBytes)
    if (Result.isSuccess(text)) return { found: true, unread }
    unread.push({ path: tellable(file.written), reason: text.failure })
  }
  return { found: false, unread }
}

/** The memory reads each file when it comes to it, and holds no more than it is at work on. `failed` gathers the paths of those it could not. */
const reader = (failed: Set<string>): DocumentFiles => ({
  read: (file, maxBytes) =>
    Effect.sync(() => {
      const text = readDocument(file, maxBytes)
      if (Result.isFailure(text)) failed.add(file)
      return text
    }),
})

const documentOf = (file: NamedFile, format: Format): Request.DocumentFile => ({
  source: file.source,
  format: formatOf(file, format),
  file: file.path,
  root: file.rootName,
})

/** A file that could not be read is named as somebody would write it; what was made of one that could, as it is remembered. */
const asWritten = (
  skipped: ReadonlyArray<Skipped>,
  named: ReadonlyArray<NamedFile>,
  failed: ReadonlySet<string>,
): ReadonlyArray<Skipped> => {
  const written = new Map(
    named.flatMap((file) => (failed.has(file.path) ? [[redact(repair(file.source).text).text, tellable(file.written)] as const] : [])),
  )
  return skipped.map(({ path, reason }) => ({ path: written.get(path) ?? path, reason }))
}

const shown = (output: Output['Service']): IngestProgress => {
  const line = progressLines()
  return Effect.fnUntraced(function* (step) {
    const text = line(step, yield* Clock.currentTimeMillis)
    if (text !== undefined) yield* output.progress(text)
  })
}

type Format = (typeof formatChoices)[number] | undefined

/** The corpora of HippoRAG are lists of records. */
const formatOf = (file: NamedFile, format: Format = 'auto'): DocumentFormat => {
  if (format !== 'auto') return format === 'hipporag' ? 'json' : format
  return formatOfName(file.path) ?? 'text'
}

const nothingRead = (paths: ReadonlyArray<string>, { folders }: Found, skipped: ReadonlyArray<Skipped>) => {
  const [first] = skipped
  const kept = folders.length === 0 ? '' : '; what was read from there before stays, unless --prune says that it goes'
  const problem =
    first === undefined
      ? `there is nothing to read in ${paths.map(tellable).join(', ')}: no prose, source code, .json or .jsonl file that is not left out${kept}`
      : `nothing could be read, nothing was changed; ${first.path}: ${first.reason}${skipped.length > 1 ? `, and ${skipped.length - 1} more` : ''}`
  return new NothingRead({ problem, skipped })
}
