/** The lines of an export, read with their schema. */
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import { canonicalJson } from '../../domain/canonical-json.ts'
import type { StoredEvent } from '../../domain/events/codec/commit-body.ts'
import { ContentRef } from '../../domain/identity.ts'
import { isTooDeep, jsonLevelsMax } from '../../domain/json-depth.ts'
import { latestTime } from '../brain/read-row.ts'
import type { Cryptography } from '../ports/cryptography.ts'
import { exportFormat } from './export.ts'

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
