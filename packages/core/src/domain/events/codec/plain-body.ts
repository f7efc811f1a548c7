/**
 * Checks and writes the body of events that plainly fit their schemas, column by column: several times as fast as checking and packing each
 * event. The result has the same bytes as that of `packBody`; for events that are not plain there is no result.
 */

import { onFirstUse } from '@crabtrail/text/on-first-use'
import type * as Schema from 'effect/Schema'
import * as SchemaAST from 'effect/SchemaAST'
import { eventDefinitions, type NewEvent } from '../brain-event.ts'
import { envelopeFields } from '../event-definition.ts'
import type { StoredEvent } from './commit-body.ts'

/** True only for whole numbers, true and false, for strings that JSON need not escape, and for lists of these: this file relies on it. */
type Check = (value: unknown) => boolean

const never: Check = () => false

/**
 * Returns the check of a field, read from its Schema, so that bounds and patterns stand in one place. A Schema of another kind than those of
 * today's events gives `never`, which leaves the whole event to the Schema.
 */
const checkOf = (ast: SchemaAST.AST): Check => {
  if (SchemaAST.isLiteral(ast)) return oneOf([ast.literal])
  if (SchemaAST.isUnion(ast)) return oneOf(ast.types.map((type) => (SchemaAST.isLiteral(type) ? type.literal : undefined)))
  const rules = rulesOf(ast)
  if (rules === undefined) return never
  if (SchemaAST.isNumber(ast)) return wholeNumber(rules)
  if (SchemaAST.isString(ast)) return plainText(rules)
  if (!SchemaAST.isArrays(ast) || rules.length > 0) return never
  const [item, ...others] = ast.rest
  if (item === undefined) return tupleOf(ast.elements.map(checkOf))
  return others.length + ast.elements.length === 0 ? listOf(checkOf(item)) : never
}

interface Rule {
  readonly id: string
  readonly payload: Readonly<Record<string, unknown>> | null
}

/** Returns the rules of a Schema; undefined where one of them does not tell what it says. */
const rulesOf = ({ checks }: SchemaAST.AST): ReadonlyArray<Rule> | undefined => {
  const rules: ReadonlyArray<unknown> = checks?.map(({ annotations }) => annotations?.['representation']) ?? []
  return rules.every(isRule) ? rules : undefined
}

const isRule = (rule: unknown): rule is Rule => typeof rule === 'object' && rule !== null && 'id' in rule && 'payload' in rule

const wholeNumber = (rules: ReadonlyArray<Rule>): Check => {
  const bounds = rules.filter(({ id }) => id === 'effect/schema/isBetween')
  const isWhole = rules.filter(({ id }) => id === 'effect/schema/isInt')
  if (isWhole.length === 0 || bounds.length + isWhole.length < rules.length) return never
  const least = Math.max(Number.MIN_SAFE_INTEGER, ...bounds.map(({ payload }) => Number(payload?.['minimum'])))
  const most = Math.min(Number.MAX_SAFE_INTEGER, ...bounds.map(({ payload }) => Number(payload?.['maximum'])))
  return (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
}

/** Patterns of letters, digits, `_`, `.` and `-` alone, which JSON need not escape. */
const plainPattern = /^\^(?:\[(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|\w)*\.?-?\](?:\{\d+(?:,\d+)?\})?)+\$$/

const plainText = (rules: ReadonlyArray<Rule>): Check => {
  const [rule, ...others] = rules
  const { flags, source } = rule?.id === 'effect/schema/isPattern' ? (rule.payload ?? {}) : {}
  if (others.length > 0 || typeof source !== 'string' || flags !== '' || !plainPattern.test(source)) return never
  const pattern = new RegExp(source)
  return (value) => typeof value === 'string' && pattern.test(value)
}

const plainWord = /^[\w-]*$/

const oneOf = (words: ReadonlyArray<unknown>): Check => {
  const plain = new Set(words.filter((word) => typeof word === 'boolean' || (typeof word === 'string' && plainWord.test(word))))
  return (value) => plain.has(value)
}

/** Returns a check for lists. Lists with holes are refused. */
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

export interface Column {
  readonly name: string
  readonly label: string
  readonly check: Check
  readonly required: boolean
  /** The envelope field of the column. Absent for a field of the data. */
  readonly envelope?: keyof typeof envelopeFields
  readonly place: number
}

export interface Plan {
  readonly type: string
  readonly version: number
  /** The columns in the order of a body, with those of the envelope. */
  readonly columns: ReadonlyArray<Column>
  readonly fields: ReadonlyMap<string, Column>
  readonly turn: Column
  readonly cause: Column
  readonly origin: Column
  readonly ending: string
}

interface Group {
  readonly plan: Plan
  readonly at: number
  readonly events: Array<NewEvent>
}

/**
 * True for an event that plainly fits its schema, envelope included. Data is JSON: it has no symbols, getters or inherited fields. Never true
 * for an event that the schema refuses.
 */
export const isPlain = (event: StoredEvent): boolean => {
  const plan = planFor(event.type, event.version)
  return plan !== undefined && writeOne(plan, event) !== undefined
}

/** Returns the body of the events; undefined where one of them does not plainly fit its schema. */
export const plainBody = (events: ReadonlyArray<NewEvent>): string | undefined => {
  const groups: Array<Group> = []
  let order = ''
  let group: Group | undefined
  let length = 0
  for (const event of events) {
    if (group === undefined || group.plan.type !== event.type) {
      if (group !== undefined) order += `${group.at},${length},`
      group = groupOf(groups, event.type)
      if (group === undefined) return undefined
      length = 0
    }
    group.events.push(event)
    length++
  }
  if (group !== undefined) order += `${group.at},${length}`
  let text = ''
  for (const { events: own, plan } of groups) {
    const [first] = own
    const columns = own.length === 1 && first !== undefined ? writeOne(plan, first) : writeMany(plan, own)
    if (columns === undefined) return undefined
    text += `${text === '' ? '' : ','}{"columns":{${columns}},"n":${own.length}${plan.ending}`
  }
  return `{"groups":[${text}],"order":[${order}]}`
}

const groupOf = (groups: Array<Group>, type: string): Group | undefined => {
  for (const group of groups) if (group.plan.type === type) return group
  const plan = plans.get(type)?.()
  if (plan === undefined) return undefined
  const group: Group = { plan, at: groups.length, events: [] }
  groups.push(group)
  return group
}

type Fields = { readonly [field: string]: unknown }

const writeOne = (plan: Plan, event: NewEvent | StoredEvent): string | undefined => {
  const data: Fields = event.data
  let unwritten = 0
  for (const _ in data) unwritten++
  let text = ''
  for (const column of plan.columns) {
    const cell = column.envelope === undefined ? data[column.name] : event[column.envelope]
    if (cell === undefined) {
      if (column.required) return undefined
      continue
    }
    if (!column.check(cell)) return undefined
    if (column.envelope === undefined) unwritten--
    text += `${text === '' ? '' : ','}${column.label}[${spell(cell)}]`
  }
  // Fields that remain are not fields of the type.
  return unwritten === 0 ? text : undefined
}

/** The cells of a column, of the events read so far. */
interface Cells {
  readonly column: Column
  readonly values: Array<unknown>
  found: number
  /** The last value that was checked. An equal value is not checked again. */
  last: unknown
  alike: boolean
}

interface Columns {
  readonly plan: Plan
  readonly written: Array<Cells | undefined>
  /** The cells in the order in which events name them, which is nearly always the same. */
  readonly named: Array<Cells>
}

/** Reads event by event, because the engine reads the fields of one object faster than one field of many objects. */
const writeMany = (plan: Plan, events: ReadonlyArray<NewEvent>): string | undefined => {
  const columns: Columns = { plan, written: [], named: [] }
  let row = 0
  for (const event of events) if (!addEvent(columns, row++, event)) return undefined
  return writeColumns(columns, events.length)
}

const addEvent = ({ named, plan, written }: Columns, row: number, { cause, data, origin, turn }: NewEvent): boolean => {
  const fields: Fields = data
  let at = 0
  for (const name in fields) {
    let cells = named[at]
    if (cells === undefined || cells.column.name !== name) {
      const column = plan.fields.get(name)
      if (column === undefined) return false
      cells = cellsOf(written, column)
      if (at === named.length) named.push(cells)
    }
    at++
    if (!addCell(cells, row, fields[name])) return false
  }
  return (
    (turn === undefined || addCell(cellsOf(written, plan.turn), row, turn)) &&
    (cause === undefined || addCell(cellsOf(written, plan.cause), row, cause)) &&
    (origin === undefined || addCell(cellsOf(written, plan.origin), row, origin))
  )
}

const cellsOf = (written: Array<Cells | undefined>, column: Column): Cells => {
  const known = written[column.place]
  if (known !== undefined) return known
  const cells: Cells = { column, values: [], found: 0, last: undefined, alike: true }
  written[column.place] = cells
  return cells
}

const addCell = (cells: Cells, row: number, cell: unknown): boolean => {
  if (cell !== cells.last) {
    if (!cells.column.check(cell)) return false
    if (cells.found > 0) cells.alike = false
    cells.last = cell
  } else if (cell === undefined) return false
  for (let absent = cells.values.length; absent < row; absent++) cells.values.push(undefined)
  cells.values.push(cell)
  cells.found++
  return true
}

const writeColumns = ({ plan, written }: Columns, n: number): string | undefined => {
  let text = ''
  for (const { label, place, required } of plan.columns) {
    const cells = written[place]
    if (required && cells?.found !== n) return undefined
    if (cells !== undefined) text += `${text === '' ? '' : ','}${label}${writeCells(cells, n)}`
  }
  return text
}

const writeCells = ({ alike, found, last, values }: Cells, n: number): string => {
  for (let absent = values.length; absent < n; absent++) values.push(undefined)
  if (alike && found === n) return `{"=":${spell(last)}}`
  if (typeof last !== 'object') return JSON.stringify(values)
  const texts = values.map((cell) => (cell === undefined ? 'null' : spell(cell)))
  const [first] = texts
  return found === n && texts.every((text) => text === first) ? `{"=":${first}}` : `[${texts.join(',')}]`
}

/** Writes a plain value: a whole number, true or false, a string that needs no escaping, or a list of these. */
const spell = (cell: unknown): string =>
  typeof cell === 'string' ? `"${cell}"` : typeof cell === 'number' ? String(cell) : JSON.stringify(cell)

const planOf = (type: string, fields: Schema.Struct.Fields, version: number): Plan => {
  const names = [...Object.keys(fields), ...Object.keys(envelopeFields)].sort()
  const column = (name: string, field: Schema.Constraint, required: boolean): Column => ({
    name,
    label: `${JSON.stringify(name)}:`,
    check: checkOf(field.ast),
    required,
    place: names.indexOf(name),
  })
  const ofEnvelope = (name: keyof typeof envelopeFields): Column => ({ ...column(name, envelopeFields[name], false), envelope: name })
  const [turn, cause, origin] = [ofEnvelope('turn'), ofEnvelope('cause'), ofEnvelope('origin')]
  const ofData = Object.entries(fields).map(([name, field]) => column(name, field, !SchemaAST.isOptional(field.ast)))
  return {
    type,
    version,
    columns: [...ofData, turn, cause, origin].sort((a, b) => a.place - b.place),
    fields: new Map(ofData.map((one) => [one.name, one])),
    turn,
    cause,
    origin,
    ending: `,"type":${JSON.stringify(type)},"version":${version}}`,
  }
}

/** Returns the plan of a type in its newest version; undefined for a type or version without one. */
export const planFor = (type: string, version: number): Plan | undefined => {
  const plan = plans.get(type)?.()
  return plan?.version === version ? plan : undefined
}

const plans: ReadonlyMap<string, () => Plan> = new Map(
  Object.entries(eventDefinitions).map(([type, { data, version }]) => [type, onFirstUse(() => planOf(type, data.fields, version))]),
)
