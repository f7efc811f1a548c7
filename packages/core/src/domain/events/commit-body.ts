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
const isEnvelopeField = (name: string): boolean => name === 'cause' || name === 'origin' || name === 'turn'

interface Group {
  readonly type: string
  readonly version: number
  readonly events: Array<StoredEvent>
}

/**
 * The canonical text of a commit's events.
 *
 * Throws a TypeError for a field that is null or named like an envelope column, a RangeError for NaN and ±∞: our bug, caught before anything is stored.
 */
export const packBody = (events: ReadonlyArray<StoredEvent>): string => {
  const groups: Array<Group> = []
  const index = new Map<string, number>()
  const runs: Array<number> = []
  for (const event of events) {
    const key = `${event.version} ${event.type}`
    let at = index.get(key)
    if (at === undefined) {
      at = groups.push({ type: event.type, version: event.version, events: [] }) - 1
      index.set(key, at)
    }
    groups[at]?.events.push(event)
    const last = runs.length - 2
    if (last >= 0 && runs[last] === at) runs[last + 1] = (runs[last + 1] ?? 0) + 1
    else runs.push(at, 1)
  }
  return `{"groups":[${groups.map(packGroup).join(',')}],"order":[${runs.join(',')}]}`
}

const packGroup = ({ events, type, version }: Group): string => {
  const names = new Set<string>()
  for (const event of events) {
    for (const name of Object.keys(event.data)) {
      if (event.data[name] === undefined) continue
      if (isEnvelopeField(name)) throw new TypeError(`${type}.${name}: the envelope has a column of that name`)
      names.add(name)
    }
    for (const name of envelopeFields) if (event[name] !== undefined) names.add(name)
  }
  const columns = [...names].sort().map((name) => `${JSON.stringify(name)}:${packColumn(events, name)}`)
  return `{"columns":{${columns.join(',')}},"n":${events.length},"type":${JSON.stringify(type)},"version":${version}}`
}

const packColumn = (events: ReadonlyArray<StoredEvent>, name: string): string => {
  const cells = events.map((event) => packCell(event, name))
  const [first] = cells
  const same = cells.length >= 2 && first !== undefined && first !== 'null' && cells.every((cell) => cell === first)
  return same ? `{"=":${first}}` : `[${cells.join(',')}]`
}

const packCell = (event: StoredEvent, name: string): string => {
  const value = isEnvelopeField(name) ? Reflect.get(event, name) : event.data[name]
  if (value === undefined) return 'null'
  if (value === null) throw new TypeError(`${event.type}.${name} is null: leave the field out`)
  return typeof value === 'number' && Number.isInteger(value) ? String(value) : canonicalJson(value)
}

/** Why a text is not a commit body of format 1. */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody'
}

/** The events of a body, in order. Throws {@link MalformedBody}; `count`, when given, must be theirs. */
export const unpackBody = (body: string, count?: number): ReadonlyArray<StoredEvent> => {
  const parsed = parse(body)
  const cursors = new Int32Array(parsed.groups.length)
  const events: Array<StoredEvent> = []
  for (let i = 0; i + 1 < parsed.order.length; i += 2) {
    const at = parsed.order[i] ?? -1
    const group = parsed.groups[at]
    const run = parsed.order[i + 1] ?? 0
    if (group === undefined || !(run > 0)) throw new MalformedBody('the order names a group that is not there')
    const from = cursors[at] ?? 0
    if (from + run > group.n) throw new MalformedBody(`the order takes more than ${group.n} events of ${group.type}`)
    for (let row = from; row < from + run; row++) events.push(group.read(row))
    cursors[at] = from + run
  }
  parsed.groups.forEach((group, at) => {
    if (cursors[at] !== group.n) throw new MalformedBody(`the order leaves out events of ${group.type}`)
  })
  if (count !== undefined && events.length !== count) throw new MalformedBody(`${events.length} events where the commit counts ${count}`)
  return events
}

interface ParsedGroup {
  readonly n: number
  readonly type: string
  readonly read: (row: number) => StoredEvent
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
  return { groups: value['groups'].map(parseGroup), order: value['order'] }
}

const parseGroup = (group: unknown): ParsedGroup => {
  if (!isRecord(group)) throw new MalformedBody('a group is not an object')
  const { columns, n, type, version } = group
  if (typeof type !== 'string' || typeof version !== 'number' || typeof n !== 'number' || !isRecord(columns)) {
    throw new MalformedBody('a group lacks type, version, n or columns')
  }
  const names = Object.keys(columns)
  const cells = names.map((name) => parseColumn(columns[name], n, `${type}.${name}`))
  const read = (row: number): StoredEvent => {
    const data: Record<string, unknown> = {}
    const event: { type: string; version: number; turn?: number; cause?: number; origin?: string; data: Record<string, unknown> } = {
      type,
      version,
      data,
    }
    for (let i = 0; i < names.length; i++) {
      const name = names[i] ?? ''
      const cell = cells[i]?.(row)
      if (cell === null || cell === undefined) continue
      if (isEnvelopeField(name)) Reflect.set(event, name, cell)
      else data[name] = cell
    }
    return event
  }
  return { n, type, read }
}

const parseColumn = (column: unknown, n: number, name: string): ((row: number) => unknown) => {
  if (Array.isArray(column)) {
    if (column.length !== n) throw new MalformedBody(`${name} has ${column.length} values for ${n} events`)
    return (row) => column[row]
  }
  if (isRecord(column) && '=' in column) {
    const value = column['=']
    return () => value
  }
  throw new MalformedBody(`${name} is neither a list nor one value for all`)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
