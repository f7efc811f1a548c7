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
  Milliseconds,
  NanoList,
  NanoUnits,
  Numbered,
  Numbers,
  Ref,
  Refs,
  UnitInterval,
} from './event-definition.ts'

type Check = (value: unknown) => boolean

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

const isOptional = (field: Schema.Constraint | undefined): boolean => field !== undefined && SchemaAST.isOptional(field.ast)

const isWhole =
  (minimum: number, maximum = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= minimum && value <= maximum

const reference = /^[0-9a-f]{64}$/
const isReference: Check = (value) => typeof value === 'string' && value.length === 64 && reference.test(value)

const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

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
  [Numbers, listOf(isWhole(1))],
  [NanoList, listOf(isWhole(Number.MIN_SAFE_INTEGER))],
  [Ref, isReference],
  [Refs, listOf(isReference)],
])

const never: Check = () => false

const checkOf = (field: Schema.Constraint): Check => {
  const simple = known.get(field)
  if (simple !== undefined) return simple
  if ('literals' in field && Array.isArray(field.literals)) {
    const words = new Set<unknown>(field.literals)
    return (value) => words.has(value)
  }
  if (isOptional(field) && 'schema' in field && Schema.isSchema(field.schema)) return checkOf(field.schema)
  if ('value' in field && SchemaAST.isArrays(field.ast) && Schema.isSchema(field.value)) return listOf(checkOf(field.value))
  if ('elements' in field && Array.isArray(field.elements) && field.elements.every(Schema.isSchema))
    return tupleOf(field.elements.map(checkOf))
  return never
}
