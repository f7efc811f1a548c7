/** The lines of an export, read with their schema. */
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import type { StoredEvent } from '../../domain/events/commit-body.ts'
import { ContentRef } from '../../domain/identity.ts'
import { exportFormat } from './export.ts'

const Whole = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const Hash = Schema.String.check(Schema.isPattern(/^([0-9a-f]{64})?$/))
const Hex = Schema.String.check(Schema.isPattern(/^[0-9a-f]{2,128}$/))

const HeaderSchema = Schema.Struct({
  format: Whole,
  brain: Schema.String,
  fingerprintKey: Hex,
  position: Schema.optionalKey(Whole),
  hash: Schema.optionalKey(Hash),
})
export type Header = typeof HeaderSchema.Type

const CommitSchema = Schema.Struct({
  first: Whole,
  count: Schema.Int.check(Schema.isGreaterThan(0)),
  at: Whole,
  actor: Whole,
  session: Schema.optionalKey(Whole),
  key: Schema.optionalKey(Hex),
  signal: Schema.optionalKey(Hex),
  prev: Hash,
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

const ContentSchema = Schema.Struct({
  ref: ContentRef,
  salt: Schema.optionalKey(Hex),
  body: Schema.optionalKey(Schema.String),
  erased: Schema.optionalKey(Schema.Literal(true)),
})
export type ExportedContent = typeof ContentSchema.Type

const LineSchema = Schema.Union([
  Schema.Struct({ crabtrail: HeaderSchema }),
  Schema.Struct({ commit: CommitSchema }),
  Schema.Struct({ event: EventSchema }),
  Schema.Struct({ content: ContentSchema }),
  Schema.Struct({ tombstone: Schema.Struct({ fingerprint: Hex }) }),
])
const decode = Schema.decodeUnknownResult(LineSchema, { onExcessProperty: 'error', errors: 'first' })

export interface ExportLine {
  readonly line: number
  readonly header?: Header
  readonly commit?: typeof CommitSchema.Type
  readonly event?: StoredEvent
  readonly content?: ExportedContent
  readonly tombstone?: string
}

export const readLine = (text: string): Result.Result<Omit<ExportLine, 'line'>, string> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return Result.fail('it is not JSON: the file is torn or no export')
  }
  if (typeof value === 'object' && value !== null && 'crabtrail' in value) return readHeader(value)
  const decoded = decode(value)
  if (Result.isFailure(decoded)) return Result.fail('it is none of commit, event, content or tombstone as this version writes them')
  const line = decoded.success
  if ('crabtrail' in line) return Result.succeed({ header: line.crabtrail })
  if ('commit' in line) return Result.succeed({ commit: line.commit })
  if ('event' in line) return Result.succeed({ event: line.event })
  return Result.succeed('content' in line ? { content: line.content } : { tombstone: line.tombstone.fingerprint })
}

const decodeHeader = Schema.decodeUnknownResult(Schema.Struct({ crabtrail: HeaderSchema }), { errors: 'first' })

const readHeader = (value: object): Result.Result<Omit<ExportLine, 'line'>, string> => {
  const decoded = decodeHeader(value)
  if (Result.isFailure(decoded)) return Result.fail('its header is not one that Crabtrail writes')
  const { crabtrail: header } = decoded.success
  return header.format > exportFormat
    ? Result.fail(`it has format ${header.format} and this version reads up to ${exportFormat}: use the newer Crabtrail that wrote it`)
    : Result.succeed({ header })
}
