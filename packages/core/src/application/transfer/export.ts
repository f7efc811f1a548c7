/** Exports a brain as lines of text. Imported into another store, it has the same positions, hashes and digest. */

import { isTooDeep, jsonLevelsMax } from '@crabtrail/text/json-depth'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { type BrainEvent, erasedContents, type NamedContent, namedContents, namesOrErases } from '../../domain/events/brain-event.ts'
import type { StoredEvent } from '../../domain/events/codec/commit-body.ts'
import { eventLines } from '../../domain/events/codec/commit-body.ts'
import type { DecodedRun } from '../../domain/events/codec/event-codec.ts'
import { sealedKinds } from '../../domain/events/event-definition.ts'
import { ContentRef, type Position } from '../../domain/identity.ts'
import type { ExportAnswer } from '../answers.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import { commitHash, decodeRowRuns, forEachEventOf, latestTime } from '../brain/commit-row.ts'
import { visitContentPages } from '../brain/contents.ts'
import { commitEnd, resolvePosition, roundedTo } from '../naming/positions.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type CommitRow, type ContentRow, commitsPerRead, EventStore, type RecordedCommand } from '../ports/event-store.ts'
import { IntegrityBroken, InvalidRequest } from '../request-errors.ts'
import type { ExportRequest } from '../requests.ts'

/** The format of events, commits and contents. */
const exportFormat = 1

/** Exports a brain. The export holds everything that can be erased, so the user has to guard it. */
export const exportBrain = Effect.fnUntraced(function* (brain: OpenBrain, { at }: ExportRequest) {
  for (;;) {
    const erased = brain.state.erased.size
    const asked = at === undefined ? brain.state.position : yield* resolvePosition(brain, at)
    const done = yield* Effect.result(exported(brain, asked))
    if (Result.isSuccess(done)) return done.success
    // Contents that earlier events name were erased meanwhile, so the export begins again.
    yield* catchUp(brain)
    if (brain.state.erased.size === erased) return yield* Effect.fail(done.failure)
  }
})

/** Writes the header, the commits with their events, the contents, the tombstones, and the last line that counts them. */
const exported = Effect.fnUntraced(function* (brain: OpenBrain, asked: Position) {
  // Commits that are appended from here on are not part of the export.
  const { fingerprintKey, key } = brain
  const position = yield* commitEnd(brain, asked)
  if (position === 0 && brain.state.position > 0)
    return yield* new InvalidRequest({ field: 'at', problem: 'nothing was recorded by then: the log begins later' })
  const crypto = yield* Cryptography
  const contents = yield* ContentStore
  const { hash, lines, ...log } = yield* logLines(brain, position)
  const header = canonicalJson({ crabtrail: { format: exportFormat, brain: key, fingerprintKey, position, hash } })
  const kept = yield* contentLines(brain, log)
  const tombstones = (yield* contents.tombstones(key)).map((fingerprint) => canonicalJson({ tombstone: { fingerprint } }))
  const all = [header, ...lines, ...kept, ...tombstones]
  all.push(canonicalJson({ end: { lines: all.length, sha256: crypto.sha256Lines(all) } }))
  return { brain: key, position, ...(position === asked ? {} : { rounded: roundedTo(position, asked) }), lines: all } satisfies ExportAnswer
})

/** A content with the position of the event that names it first. */
type PlacedContent = NamedContent & { readonly position: Position }

interface Named {
  readonly named: ReadonlyMap<ContentRef, PlacedContent>
  readonly erased: ReadonlySet<ContentRef>
}

const logLines = Effect.fnUntraced(function* (brain: OpenBrain, end: Position) {
  const crypto = yield* Cryptography
  const store = yield* EventStore
  const commands = new Map((yield* store.commands(brain.key)).map((command) => [command.first, command]))
  const lines: Array<string> = []
  const named = new Map<ContentRef, PlacedContent>()
  const erased = new Set<ContentRef>()
  const ofContents = ({ type }: DecodedRun) => namesOrErases(type)
  const note = (event: BrainEvent): void => {
    for (const content of namedContents(event)) {
      if (!named.has(content.ref)) named.set(content.ref, { ...content, position: event.position })
    }
    for (const ref of erasedContents(event)) erased.add(ref)
  }
  let hash = ''
  for (let next = 1; next <= end; ) {
    const rows = yield* store.read(brain.key, next, commitsPerRead)
    if (rows.length === 0) break
    for (const row of rows) {
      if (row.first > end) break
      const runs = yield* decodeRowRuns(brain.key, row)
      if (commitHash(crypto, row) !== row.hash)
        return yield* new IntegrityBroken({ brain: brain.key, position: row.first, problem: 'the commit is not what its hash says' })
      lines.push(canonicalJson({ commit: head(row, commands.get(row.first)) }))
      for (const line of eventLines(runs)) lines.push(line)
      forEachEventOf(row, runs, ofContents, note)
      next = row.first + row.count
      hash = row.hash
    }
  }
  return { hash, lines, named, erased }
})

/** Writes the stored contents by reference, then the erased ones. */
const contentLines = Effect.fnUntraced(function* (brain: OpenBrain, { erased, named }: Named) {
  const crypto = yield* Cryptography
  const lines: Array<string> = []
  const missing = new Map(named)
  const visit = Effect.fnUntraced(function* (rows: ReadonlyArray<ContentRow>) {
    for (const { body, ref, salt } of rows) {
      const content = named.get(ref)
      // A content that no event here names belongs to events that were written meanwhile.
      if (content === undefined) continue
      const kept = typeof body === 'string'
      if (!kept && !(body === undefined && sealedKinds.has(content.kind))) return yield* broken(brain, content, gone)
      if (kept && crypto.sha256Salted(salt, body) !== ref) return yield* broken(brain, content, 'is not what its reference says')
      missing.delete(ref)
      lines.push(canonicalJson({ content: body === undefined ? { ref, salt } : { ref, salt, body } }))
    }
    return true
  })
  yield* visitContentPages(brain.key, visit)
  for (const content of [...missing.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1))) {
    if (brain.state.erased.has(content.ref) && !erased.has(content.ref)) return yield* erasedLater(content)
    // If it were written as erased, the loss would look like an intended erasure.
    if (!erased.has(content.ref)) return yield* broken(brain, content, gone)
    lines.push(canonicalJson({ content: { ref: content.ref, erased: true } }))
  }
  return lines
})

const gone = 'was never erased, but is gone'

/** Error for a content that an import would refuse. It is reported now, while the original still exists. */
const broken = ({ key }: OpenBrain, { position, ref }: PlacedContent, problem: string): IntegrityBroken =>
  new IntegrityBroken({ brain: key, position, problem: `content ${ref}, which is named there, ${problem}` })

/** Error for a content that the exported part of the log names and a later part erases: the part alone would not tell that it was erased. */
const erasedLater = ({ position }: PlacedContent): InvalidRequest =>
  new InvalidRequest({
    field: 'at',
    problem: `a content that is named at position ${position} was erased after it; export up to a position behind that erasure (log --type ContentErased lists them)`,
  })

const head = (
  { actor, at, count, first, hash, prev, session }: CommitRow,
  command: (RecordedCommand & { readonly key: string }) | undefined,
) => ({
  first,
  count,
  at,
  actor,
  ...(session === undefined ? {} : { session }),
  ...(command === undefined ? {} : { key: command.key, signal: command.signal }),
  prev,
  hash,
})

/* The lines of an export, read with their schema. */

const Whole = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
/** Exactly `count` bytes in hex: any other length fits no column of the store. */
const Bytes = (count: number) => Schema.String.check(Schema.isPattern(new RegExp(`^[0-9a-f]{${2 * count}}$`)))
const Hash = Bytes(32)
const Digest = Bytes(16)

/** The header. It names the end of the log, so that a log that is cut short is found. */
const HeaderSchema = Schema.Struct({
  format: Schema.Literal(exportFormat),
  brain: Schema.String,
  fingerprintKey: Bytes(32),
  position: Whole,
  hash: Hash,
})
export type Header = typeof HeaderSchema.Type

const CommitSchema = Schema.Struct({
  first: Whole,
  count: Schema.Int.check(Schema.isGreaterThan(0)),
  at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: latestTime })),
  actor: Whole,
  session: Schema.optionalKey(Whole),
  key: Schema.optionalKey(Digest),
  signal: Schema.optionalKey(Digest),
  /** Hash of the commit before; empty in the first commit. */
  prev: Schema.Union([Schema.Literal(''), Hash]),
  hash: Hash,
})

const EventSchema = Schema.Struct({
  type: Schema.String,
  version: Whole,
  turn: Schema.optionalKey(Whole),
  cause: Schema.optionalKey(Whole),
  origin: Schema.optionalKey(Schema.String),
  data: Schema.Record(Schema.String, Schema.Unknown),
})

/** A content with its body, sealed, or erased. */
const ContentSchema = Schema.Union([
  Schema.Struct({ ref: ContentRef, salt: Bytes(16), body: Schema.String }),
  Schema.Struct({ ref: ContentRef, salt: Bytes(16) }),
  Schema.Struct({ ref: ContentRef, erased: Schema.Literal(true) }),
])
export type ExportedContent = typeof ContentSchema.Type

/** The last line: count and digest of the lines before it, so that a file that lost its end, or anything else, is found. */
const EndSchema = Schema.Struct({ lines: Whole, sha256: Bytes(32) })
export type ExportEnd = typeof EndSchema.Type

const LineSchema = Schema.Union([
  Schema.Struct({ commit: CommitSchema }),
  Schema.Struct({ event: EventSchema }),
  Schema.Struct({ content: ContentSchema }),
  Schema.Struct({ tombstone: Schema.Struct({ fingerprint: Digest }) }),
  Schema.Struct({ end: EndSchema }),
])
const decode = Schema.decodeUnknownResult(LineSchema, { onExcessProperty: 'error', errors: 'first' })

export interface ExportLine {
  readonly line: number
  readonly header?: Header
  readonly commit?: typeof CommitSchema.Type
  readonly event?: StoredEvent
  readonly content?: ExportedContent
  readonly tombstone?: { readonly fingerprint: string }
  readonly end?: ExportEnd
}

export const readLine = (text: string): Result.Result<Omit<ExportLine, 'line'>, string> => {
  if (isTooDeep(text)) return Result.fail(`it is nested deeper than ${jsonLevelsMax} levels, which no export is`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return Result.fail('it is not JSON: the file is torn or no export')
  }
  if (typeof value === 'object' && value !== null && 'crabtrail' in value) return readHeader(value)
  const decoded = decode(value)
  if (Result.isFailure(decoded)) return Result.fail('it is none of commit, event, content, tombstone or end as this version writes them')
  return Result.succeed(decoded.success)
}

/** Computes the last line. The digest is over canonical JSON, so the spelling of characters and the spaces of a line do not matter. */
export const endOf = (crypto: Cryptography['Service'], lines: ReadonlyArray<string>): ExportEnd => ({
  lines: lines.length,
  sha256: crypto.sha256Lines(canonical(lines)),
})

/** Yields canonical lines one by one, because there may be many. */
function* canonical(lines: ReadonlyArray<string>): Generator<string> {
  for (const line of lines) yield canonicalJson(JSON.parse(line))
}

const isHeader = Schema.is(HeaderSchema)

const readHeader = ({ crabtrail: header, ...rest }: { readonly crabtrail: unknown }): Result.Result<Omit<ExportLine, 'line'>, string> => {
  const format: unknown = typeof header === 'object' && header !== null && 'format' in header ? header.format : undefined
  if (Number.isInteger(format) && Number(format) > exportFormat)
    return Result.fail(`it has format ${format} and this version reads up to ${exportFormat}: use the newer Crabtrail that wrote it`)
  if (isHeader(header) && Object.keys(rest).length === 0) return Result.succeed({ header })
  const wrong = Object.entries(HeaderSchema.fields).find(([name, field]) => !Schema.is(field)(Reflect.get(Object(header), name)))
  return Result.fail(`its header is not one that Crabtrail writes${wrong === undefined ? '' : `: ${wrong[0]} is missing or is none`}`)
}
