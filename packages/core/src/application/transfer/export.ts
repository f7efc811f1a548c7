/** Takes a brain out of a store as lines of text, and into another: the same positions, hashes and digest there. */

import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import { canonicalJson, isTooDeep, jsonLevelsMax } from '../../domain/canonical-json.ts'
import { type NamedContent, namedContents } from '../../domain/events/brain-event.ts'
import { type StoredEvent, unpackBody } from '../../domain/events/codec/commit-body.ts'
import { sealedKinds } from '../../domain/events/event-definition.ts'
import { ContentRef, type Position } from '../../domain/identity.ts'
import type { ExportAnswer } from '../answers.ts'
import { catchUp, commitHash, type OpenBrain } from '../brain/brain.ts'
import { decodeRow, latestTime } from '../brain/read-row.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type CommitRow, commitsPerRead, EventStore, type RecordedCommand } from '../ports/event-store.ts'
import { IntegrityBroken } from '../request-errors.ts'

/** The format of events, commits and contents. */
const exportFormat = 1

const contentsPerPage = 1_000

/** Holds everything erasable: it is the user's to guard. */
export const exportBrain = Effect.fnUntraced(function* (brain: OpenBrain) {
  for (;;) {
    const erased = brain.state.erased.size
    const done = yield* Effect.result(exported(brain))
    if (Result.isSuccess(done)) return done.success
    // Somebody forgot meanwhile what the events before that name: from there on it is another export.
    yield* catchUp(brain)
    if (brain.state.erased.size === erased) return yield* Effect.fail(done.failure)
  }
})

/** Header, commits with their events, contents, tombstones, and what was said so far. */
const exported = Effect.fnUntraced(function* (brain: OpenBrain) {
  // What is written from here on is not in it.
  const { fingerprintKey, hash, key } = brain
  const { position } = brain.state
  const crypto = yield* Cryptography
  const contents = yield* ContentStore
  const header = canonicalJson({ crabtrail: { format: exportFormat, brain: key, fingerprintKey, position, hash } })
  const { lines, ...log } = yield* logLines(brain, position)
  const kept = yield* contentLines(brain, log)
  const tombstones = (yield* contents.tombstones(key)).map((fingerprint) => canonicalJson({ tombstone: { fingerprint } }))
  const all = [header, ...lines, ...kept, ...tombstones]
  all.push(canonicalJson({ end: { lines: all.length, sha256: crypto.sha256Lines(all) } }))
  return { brain: key, position, lines: all } satisfies ExportAnswer
})

/** Where it is named first. */
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
  for (let next = 1; next <= end; ) {
    const rows = yield* store.read(brain.key, next, commitsPerRead)
    if (rows.length === 0) break
    for (const row of rows) {
      if (row.first > end) break
      const events = yield* decodeRow(brain.key, row)
      if (commitHash(crypto, row) !== row.hash)
        return yield* new IntegrityBroken({ brain: brain.key, position: row.first, problem: 'the commit is not what its hash says' })
      lines.push(canonicalJson({ commit: head(row, commands.get(row.first)) }))
      for (const event of unpackBody(row.body, row.count)) lines.push(canonicalJson({ event }))
      for (const event of events) {
        for (const content of namedContents(event)) {
          if (!named.has(content.ref)) named.set(content.ref, { ...content, position: event.position })
        }
        if (event.type === 'ContentErased') for (const ref of event.data.contents) erased.add(ref)
      }
      next = row.first + row.count
    }
  }
  return { lines, named, erased }
})

/** Those that are kept by reference, then those that were erased. */
const contentLines = Effect.fnUntraced(function* (brain: OpenBrain, { erased, named }: Named) {
  const crypto = yield* Cryptography
  const contents = yield* ContentStore
  const lines: Array<string> = []
  const missing = new Map(named)
  for (let after: ContentRef | undefined; ; ) {
    const rows = yield* contents.page(brain.key, after, contentsPerPage)
    for (const { body, ref, salt } of rows) {
      const content = named.get(ref)
      // Somebody may write meanwhile: what nothing here names belongs to events that are not in it.
      if (content === undefined) continue
      const kept = typeof body === 'string'
      if (!kept && !(body === undefined && sealedKinds.has(content.kind))) return yield* broken(brain, content, gone)
      if (kept && crypto.sha256Salted(salt, body) !== ref) return yield* broken(brain, content, 'is not what its reference says')
      missing.delete(ref)
      lines.push(canonicalJson({ content: body === undefined ? { ref, salt } : { ref, salt, body } }))
    }
    after = rows.at(-1)?.ref
    if (rows.length < contentsPerPage || after === undefined) break
  }
  for (const content of [...missing.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1))) {
    // Written as erased, it would pass for something that somebody wanted gone.
    if (!erased.has(content.ref)) return yield* broken(brain, content, gone)
    lines.push(canonicalJson({ content: { ref: content.ref, erased: true } }))
  }
  return lines
})

const gone = 'was never erased, but is gone'

/** An import would refuse it: that is to be known while there is still something else to go back to. */
const broken = ({ key }: OpenBrain, { position, ref }: PlacedContent, problem: string): IntegrityBroken =>
  new IntegrityBroken({ brain: key, position, problem: `content ${ref}, which is named there, ${problem}` })

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
/** So many bytes in hex: another number of them fits no column of the store. */
const Bytes = (count: number) => Schema.String.check(Schema.isPattern(new RegExp(`^[0-9a-f]{${2 * count}}$`)))
const Hash = Bytes(32)
const Digest = Bytes(16)

/** Where the log ends stands in the header, so that one that is cut short is found. */
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
  /** Empty in the first. */
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

/** With its body, sealed, or erased. */
const ContentSchema = Schema.Union([
  Schema.Struct({ ref: ContentRef, salt: Bytes(16), body: Schema.String }),
  Schema.Struct({ ref: ContentRef, salt: Bytes(16) }),
  Schema.Struct({ ref: ContentRef, erased: Schema.Literal(true) }),
])
export type ExportedContent = typeof ContentSchema.Type

/** The last line: what stands before it, so that a file which lost its end, or anything else, is found. */
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
  readonly tombstone?: string
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
  const line = decoded.success
  if ('commit' in line) return Result.succeed({ commit: line.commit })
  if ('event' in line) return Result.succeed({ event: line.event })
  if ('content' in line) return Result.succeed({ content: line.content })
  return Result.succeed('end' in line ? { end: line.end } : { tombstone: line.tombstone.fingerprint })
}

/** The digest is over canonical JSON: how a line spells its characters and where it has spaces is nothing that can be torn. */
export const endOf = (crypto: Cryptography['Service'], lines: ReadonlyArray<string>): ExportEnd => ({
  lines: lines.length,
  sha256: crypto.sha256Lines(canonical(lines)),
})

/** One by one: there may be many. */
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
