/**
 * A quick yes for events that plainly fit their schema: every event is checked when it is written, and the general checker costs more
 * than all the rest of writing. Never yes where the schema says no; what it does not know or does not like, the schema decides.
 */
import * as Schema from 'effect/Schema'
import * as SchemaAST from 'effect/SchemaAST'
import {
  AnyPosition,
  Count,
  Counts,
  Hex,
  Milliseconds,
  NanoList,
  NanoUnits,
  Numbered,
  Numbers,
  Ref,
  Refs,
  SignedUnitInterval,
  UnitInterval,
  Word,
  Words,
} from '../event-definition.ts'

/** Says yes only to whole numbers, to words that JSON need not escape, and to lists of these: `plain-body.ts` relies on it. */
export type Check = (value: unknown) => boolean

/** Whether data plainly fits these fields. Data is JSON: it has no symbols, getters or inherited fields. */
export const quickCheck = (fields: Schema.Struct.Fields): ((data: { readonly [field: string]: unknown }) => boolean) => {
  const checks = new Map(Object.entries(fields).map(([name, field]) => [name, checkOf(field)]))
  const optional = new Set(Object.keys(fields).filter((name) => isOptional(fields[name])))
  const required = checks.size - optional.size
  return (data) => {
    let found = 0
    for (const name of Object.keys(data)) {
      if (checks.get(name)?.(data[name]) !== true) return false
      if (optional.size === 0 || !optional.has(name)) found++
    }
    return found === required
  }
}

export const isOptional = (field: Schema.Constraint | undefined): boolean => field !== undefined && SchemaAST.isOptional(field.ast)

const isWhole =
  (minimum: number, maximum = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= minimum && value <= maximum

const reference = /^[0-9a-f]{64}$/
const isReference: Check = (value) => typeof value === 'string' && value.length === 64 && reference.test(value)

const matching =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value)

const isWord = matching(/^[a-z][a-zA-Z0-9_.-]{0,63}$/)

/** A list with holes is none. */
const listOf =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return false
    for (let i = 0; i < value.length; i++) if (!check(value[i])) return false
    return true
  }

const tupleOf =
  (checks: ReadonlyArray<Check>): Check =>
  (value) =>
    Array.isArray(value) && value.length === checks.length && checks.every((check, i) => check(value[i]))

const known: ReadonlyMap<unknown, Check> = new Map<unknown, Check>([
  [Numbered, isWhole(1)],
  [Count, isWhole(0)],
  [AnyPosition, isWhole(0)],
  [Milliseconds, isWhole(0)],
  [Counts, listOf(isWhole(0))],
  [NanoUnits, isWhole(Number.MIN_SAFE_INTEGER)],
  [UnitInterval, isWhole(0, 1_000_000_000)],
  [SignedUnitInterval, isWhole(-1_000_000_000, 1_000_000_000)],
  [Numbers, listOf(isWhole(1))],
  [NanoList, listOf(isWhole(Number.MIN_SAFE_INTEGER))],
  [Ref, isReference],
  [Refs, listOf(isReference)],
  [Hex, matching(/^[0-9a-f]{16,128}$/)],
  [Word, isWord],
  [Words, listOf(isWord)],
])

const plainWord = /^[\w-]*$/

const oneOf = (words: ReadonlyArray<unknown>): Check => {
  const plain = new Set(words.filter((word) => typeof word === 'string' && plainWord.test(word)))
  return (value) => plain.has(value)
}

const never: Check = () => false

/** Of one field; of an optional one when it is there. */
export const checkOf = (field: Schema.Constraint): Check => {
  const simple = known.get(field)
  if (simple !== undefined) return simple
  if ('literals' in field && Array.isArray(field.literals)) return oneOf(field.literals)
  if ('literal' in field) return oneOf([field.literal])
  if (isOptional(field) && 'schema' in field && Schema.isSchema(field.schema)) return checkOf(field.schema)
  if ('value' in field && SchemaAST.isArrays(field.ast) && Schema.isSchema(field.value)) return listOf(checkOf(field.value))
  if ('elements' in field && Array.isArray(field.elements) && field.elements.every(Schema.isSchema))
    return tupleOf(field.elements.map(checkOf))
  return never
}
