/**
 * How the events of one commit are written as one text (format 1): grouped by type and version, a column for each field.
 *
 * Knows no schema: any JSON events of any version pack and unpack to the same bytes, so a hash over the text proves the events.
 */
import { canonicalJson } from '../canonical-json.ts'

/** An event as stored: in the version it was written in. */
export interface StoredEvent {
  readonly type: string
  readonly version: number
  readonly turn?: number
  readonly cause?: number
  readonly origin?: string
  readonly data: { readonly [field: string]: unknown }
}

/** Columns that hold the envelope; no data field may have one of these names. */
const envelopeFields = ['cause', 'origin', 'turn'] as const
const isEnvelopeField = (name: string): name is (typeof envelopeFields)[number] => name === 'cause' || name === 'origin' || name === 'turn'

interface Group {
  readonly type: string
  readonly version: number
  /** Its place among the groups. */
  readonly at: number
  readonly events: Array<StoredEvent>
}

/** Events of one group that follow one another. */
interface Run {
  readonly group: Group
  length: number
}

/**
 * The canonical text of a commit's events.
 *
 * Throws a TypeError for a field that is null or named like an envelope column, a RangeError for NaN and ±∞: our bug, caught before anything is stored.
 */
export const packBody = (events: ReadonlyArray<StoredEvent>): string => {
  const groups = new Map<string, Group>()
  const runs: Array<Run> = []
  let run: Run | undefined
  for (const event of events) {
    if (run === undefined || run.group.type !== event.type || run.group.version !== event.version) {
      run = { group: groupOf(groups, event), length: 0 }
      runs.push(run)
    }
    run.group.events.push(event)
    run.length++
  }
  const order = runs.map(({ group, length }) => `${group.at},${length}`)
  return `{"groups":[${[...groups.values()].map(packGroup).join(',')}],"order":[${order.join(',')}]}`
}

const groupOf = (groups: Map<string, Group>, { type, version }: StoredEvent): Group => {
  const key = `${version} ${type}`
  const known = groups.get(key)
  if (known !== undefined) return known
  const group: Group = { type, version, at: groups.size, events: [] }
  groups.set(key, group)
  return group
}

const packGroup = ({ events, type, version }: Group): string => {
  const columns = new Map<string, Array<unknown>>()
  for (let row = 0; row < events.length; row++) {
    const data = events[row]?.data ?? {}
    for (const name of Object.keys(data)) {
      const value = data[name]
      if (value === null) throw new TypeError(`${type}.${name} is null: leave the field out`)
      if (value !== undefined) columnOf(columns, name, events.length)[row] = value
    }
  }
  for (const name of envelopeFields) {
    if (columns.has(name)) throw new TypeError(`${type}.${name}: the envelope has a column of that name`)
    const cells = events.map((event) => event[name])
    if (cells.some((cell) => cell !== undefined)) columns.set(name, cells)
  }
  const names = [...columns.keys()].sort()
  const texts = names.map((name) => `${JSON.stringify(name)}:${packColumn(columns.get(name) ?? [])}`)
  return `{"columns":{${texts.join(',')}},"n":${events.length},"type":${JSON.stringify(type)},"version":${version}}`
}

const columnOf = (columns: Map<string, Array<unknown>>, name: string, length: number): Array<unknown> => {
  const known = columns.get(name)
  if (known !== undefined) return known
  const cells = new Array<unknown>(length).fill(undefined)
  columns.set(name, cells)
  return cells
}

/** Absent cells are `null`. The engine's own spelling of numbers and texts is the canonical one, and it writes a whole list at once. */
const packColumn = (cells: ReadonlyArray<unknown>): string => {
  const texts = cells.every(isPlain) ? cells : cells.map((cell) => (cell === undefined ? undefined : canonicalJson(cell)))
  const spelled = texts === cells ? JSON.stringify : String
  const [first] = texts
  const same = texts.length >= 2 && first !== undefined && texts.every((text) => text === first)
  if (same) return `{"=":${spelled(first)}}`
  return texts === cells ? JSON.stringify(cells) : `[${texts.map((text) => text ?? 'null').join(',')}]`
}

const isPlain = (cell: unknown): boolean =>
  typeof cell === 'number' ? Number.isFinite(cell) : cell === undefined || typeof cell === 'string'

/** Why a text is not a commit body of format 1. */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody'
}

/** The events of a body, in order. Throws {@link MalformedBody}; `count`, when given, must be theirs. */
export const unpackBody = (body: string, count?: number): ReadonlyArray<StoredEvent> => {
  const events: Array<StoredEvent> = []
  const keeper =
    (type: string, version: number): EventVisitor =>
    (data, { cause, origin, turn }) => {
      const envelope = { ...(cause === undefined ? {} : { cause }), ...(origin === undefined ? {} : { origin }) }
      events.push({ type, version, data, ...envelope, ...(turn === undefined ? {} : { turn }) })
    }
  visitBody(body, keeper, count)
  return events
}

/** Is given the events of one type and version, one by one. `data` is its own to keep; the envelope is gone with the call. */
export type EventVisitor = (data: StoredEvent['data'], envelope: StoredEnvelope) => void

export interface StoredEnvelope {
  turn: number | undefined
  cause: number | undefined
  origin: string | undefined
}

/**
 * Calls the visitor of its type and version for every event, in order; visitors are asked for in order of first appearance.
 *
 * Throws {@link MalformedBody}, maybe after some visits; `count`, when given, must be the number of events.
 */
export const visitBody = (body: string, visitorOf: (type: string, version: number) => EventVisitor, count?: number): void => {
  const { groups, order } = parse(body)
  const visitors = groups.map(({ type, version }) => visitorOf(type, version))
  const cursors = new Int32Array(groups.length)
  let visited = 0
  for (let i = 0; i + 1 < order.length; i += 2) {
    const at = order[i] ?? -1
    const run = order[i + 1] ?? 0
    const group = groups[at]
    const visitor = visitors[at]
    if (group === undefined || visitor === undefined || run < 1) throw new MalformedBody('the order names a group that is not there')
    visited += run
    if (count !== undefined && visited > count) throw new MalformedBody(`more events than the ${count} that the commit counts`)
    const from = cursors[at] ?? 0
    if (from + run > group.n) throw new MalformedBody(`the order takes more than ${group.n} events of ${group.type}`)
    visitRows(group, from, from + run, visitor)
    cursors[at] = from + run
  }
  groups.forEach((group, at) => {
    if (cursors[at] !== group.n) throw new MalformedBody(`the order leaves out events of ${group.type}`)
  })
  if (count !== undefined && visited !== count) throw new MalformedBody(`${visited} events where the commit counts ${count}`)
}

const visitRows = ({ columns, cause, origin, turn }: ParsedGroup, from: number, to: number, visit: EventVisitor): void => {
  const envelope: StoredEnvelope = { turn: undefined, cause: undefined, origin: undefined }
  for (let row = from; row < to; row++) {
    const data: Record<string, unknown> = {}
    for (const { list, name, value } of columns) {
      const cell = list === undefined ? value : list[row]
      if (cell === null || cell === undefined) continue
      if (name === '__proto__') Object.defineProperty(data, name, { value: cell, enumerable: true, configurable: true, writable: true })
      else data[name] = cell
    }
    envelope.turn = envelopeCell(turn, row)
    envelope.cause = envelopeCell(cause, row)
    envelope.origin = envelopeCell(origin, row)
    visit(data, envelope)
  }
}

/** Trusts that an envelope column holds what its name says: it was validated when written, and import validates again. */
const envelopeCell = <T>(column: Column | undefined, row: number): T | undefined => {
  if (column === undefined) return undefined
  const cell = column.list === undefined ? column.value : column.list[row]
  return (cell ?? undefined) as T | undefined
}

interface ParsedGroup {
  readonly n: number
  readonly type: string
  readonly version: number
  /** Of the data. */
  readonly columns: ReadonlyArray<Column>
  readonly turn: Column | undefined
  readonly cause: Column | undefined
  readonly origin: Column | undefined
}

interface Column {
  readonly name: string
  /** A cell an event; absent when one value stands for all. */
  readonly list: ReadonlyArray<unknown> | undefined
  readonly value: unknown
}

const parse = (body: string): { readonly groups: ReadonlyArray<ParsedGroup>; readonly order: ReadonlyArray<number> } => {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new MalformedBody('the body is not JSON')
  }
  if (!isRecord(value) || !Array.isArray(value['groups']) || !Array.isArray(value['order']) || value['order'].length % 2 !== 0) {
    throw new MalformedBody('the body has no groups or no order')
  }
  const order: ReadonlyArray<unknown> = value['order']
  if (!order.every(isWhole)) throw new MalformedBody('the order is not made of whole numbers')
  return { groups: value['groups'].map(parseGroup), order }
}

const parseGroup = (group: unknown): ParsedGroup => {
  if (!isRecord(group)) throw new MalformedBody('a group is not an object')
  const { columns, n, type, version } = group
  if (typeof type !== 'string' || typeof version !== 'number' || !isWhole(n) || !isRecord(columns)) {
    throw new MalformedBody('a group lacks type, version, n or columns')
  }
  const all = Object.keys(columns).map((name) => parseColumn(columns[name], n, name, type))
  const named = (name: string) => all.find((column) => column.name === name)
  const data = all.filter(({ name }) => !isEnvelopeField(name))
  return { n, type, version, columns: data, turn: named('turn'), cause: named('cause'), origin: named('origin') }
}

const parseColumn = (column: unknown, n: number, name: string, type: string): Column => {
  if (Array.isArray(column)) {
    if (column.length !== n) throw new MalformedBody(`${type}.${name} has ${column.length} values for ${n} events`)
    return { name, list: column, value: undefined }
  }
  if (isRecord(column) && '=' in column) return { name, list: undefined, value: column['='] }
  throw new MalformedBody(`${type}.${name} is neither a list nor one value for all`)
}

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
