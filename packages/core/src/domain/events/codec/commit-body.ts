/**
 * Writes the events of one commit as one text (format 1): grouped by type and version, a column for each field.
 *
 * It knows no schema. Any JSON events of any version pack and unpack to the same bytes, so a hash over the text proves the events.
 */
import { counted } from '@crabtrail/text/counted'
import { canonicalJson } from '../../canonical-json.ts'
import { textsOf } from './group-texts.ts'

/* A parsed body: the columns of its groups, and the runs over them that give the order of the events. */

export interface StoredEvent {
  readonly type: string
  readonly version: number
  readonly turn?: number
  readonly cause?: number
  readonly origin?: string
  readonly data: { readonly [field: string]: unknown }
}

const isEnvelopeField = (name: string): name is 'cause' | 'origin' | 'turn' => name === 'cause' || name === 'origin' || name === 'turn'

export interface Group {
  readonly type: string
  readonly version: number
  readonly n: number
  readonly columns: ReadonlyArray<Column>
  readonly turn: Column | undefined
  readonly cause: Column | undefined
  readonly origin: Column | undefined
}

export interface Column {
  readonly name: string
  /** One cell for each event. Undefined where all events have `value`. */
  readonly list: ReadonlyArray<unknown> | undefined
  readonly value: unknown
}

/** Consecutive events of one group: its rows from `from` to before `to`. */
export interface Run {
  readonly group: Group
  readonly from: number
  readonly to: number
}

export class MalformedBody extends Error {
  override readonly name = 'MalformedBody'
}

/** True for groups whose columns nobody reads. */
export type LeftOut = (type: string, version: number) => boolean

/**
 * Returns the runs of a body, in order. Together they cover every row of every group once. Throws {@link MalformedBody}, also where the
 * number of events differs from `count`. Groups that are left out have no columns, which are then not parsed and not checked.
 */
export const readRuns = (body: string, count?: number, isLeftOut?: LeftOut): ReadonlyArray<Run> => {
  const { groups, order } = (isLeftOut && parseWithout(body, isLeftOut)) ?? parse(body)
  const cursors = new Int32Array(groups.length)
  const runs: Array<Run> = []
  let events = 0
  for (let i = 0; i + 1 < order.length; i += 2) {
    const at = order[i] ?? -1
    const length = order[i + 1] ?? 0
    const group = groups[at]
    if (group === undefined || length < 1) throw new MalformedBody('the order names a group that is not there')
    events += length
    if (count !== undefined && events > count) throw new MalformedBody(`more events than the ${count} that the commit counts`)
    const from = cursors[at] ?? 0
    if (from + length > group.n) throw new MalformedBody(`the order takes more than ${counted(group.n, 'event')} of ${group.type}`)
    runs.push({ group, from, to: from + length })
    cursors[at] = from + length
  }
  groups.forEach(({ n, type }, at) => {
    if (cursors[at] !== n) throw new MalformedBody(`the order leaves out events of ${type}`)
  })
  if (count !== undefined && events !== count) throw new MalformedBody(`${counted(events, 'event')} where the commit counts ${count}`)
  return runs
}

/**
 * Returns a test of a body: false only where the body holds no event of these types. It searches the text, which takes a small part of the
 * time of parsing.
 */
export const bodyFilter = (types: Iterable<string>): ((body: string) => boolean) => {
  const named = new RegExp(`"type":"(?:${[...types].join('|')})"`)
  return (body) => named.test(body)
}

/** Returns the cell of a row; `undefined` where the event has no such field. */
export const cellAt = (column: Column | undefined, row: number): unknown => {
  if (column === undefined) return undefined
  const cell = column.list === undefined ? column.value : column.list[row]
  return cell === null ? undefined : cell
}

export const dataAt = ({ columns }: Group, row: number): StoredEvent['data'] => {
  const data: Record<string, unknown> = {}
  for (const column of columns) {
    const cell = cellAt(column, row)
    if (cell === undefined) continue
    const { name } = column
    if (name === '__proto__') Object.defineProperty(data, name, { value: cell, enumerable: true, configurable: true, writable: true })
    else data[name] = cell
  }
  return data
}

/** Returns the envelope of one row, without a check of its types: it was validated when written, and import validates again. */
export const envelopeAt = ({ cause, origin, turn }: Group, row: number): Pick<StoredEvent, 'cause' | 'origin' | 'turn'> => {
  const envelope: { cause?: unknown; origin?: unknown; turn?: unknown } = {}
  const [causeCell, originCell, turnCell] = [cellAt(cause, row), cellAt(origin, row), cellAt(turn, row)]
  if (causeCell !== undefined) envelope.cause = causeCell
  if (originCell !== undefined) envelope.origin = originCell
  if (turnCell !== undefined) envelope.turn = turnCell
  return envelope as Pick<StoredEvent, 'cause' | 'origin' | 'turn'>
}

export const eventAt = (group: Group, row: number): StoredEvent => ({
  type: group.type,
  version: group.version,
  data: dataAt(group, row),
  ...envelopeAt(group, row),
})

interface Parsed {
  readonly groups: ReadonlyArray<Group>
  readonly order: ReadonlyArray<number>
}

/** Returns undefined where the groups are not found in the text: it is then parsed whole. */
const parseWithout = (body: string, isLeftOut: LeftOut): Parsed | undefined => {
  const texts = textsOf(body)
  if (texts === undefined) return undefined
  const order = parseJson(texts.order)
  if (!isOrder(order)) return undefined
  return {
    groups: texts.groups.map(({ head, whole }) => {
      const told = parseJson(head)
      if (!isRecord(told)) throw new MalformedBody('a group is not an object')
      const { type, version } = told
      const isBare = typeof type === 'string' && typeof version === 'number' && isLeftOut(type, version)
      return parseGroup(isBare ? { ...told, columns: {} } : parseJson(whole))
    }),
    order,
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new MalformedBody('the body is not JSON')
  }
}

const parse = (body: string): Parsed => {
  const value = parseJson(body)
  if (!isRecord(value) || !Array.isArray(value['groups']) || !Array.isArray(value['order']) || value['order'].length % 2 !== 0) {
    throw new MalformedBody('the body has no groups or no order')
  }
  const order: ReadonlyArray<unknown> = value['order']
  if (!isOrder(order)) throw new MalformedBody('the order is not made of whole numbers')
  return { groups: value['groups'].map(parseGroup), order }
}

const parseGroup = (group: unknown): Group => {
  if (!isRecord(group)) throw new MalformedBody('a group is not an object')
  const { n, type, version } = group
  const named = group['columns']
  if (typeof type !== 'string' || typeof version !== 'number' || !isWhole(n) || !isRecord(named)) {
    throw new MalformedBody('a group lacks type, version, n or columns')
  }
  const columns: Array<Column> = []
  const envelope: { cause?: Column; origin?: Column; turn?: Column } = {}
  for (const name of Object.keys(named)) {
    const column = parseColumn(named[name], n, name, type)
    if (isEnvelopeField(name)) envelope[name] = column
    else columns.push(column)
  }
  return { type, version, n, columns, turn: envelope.turn, cause: envelope.cause, origin: envelope.origin }
}

const parseColumn = (column: unknown, n: number, name: string, type: string): Column => {
  if (Array.isArray(column)) {
    if (column.length !== n) throw new MalformedBody(`${type}.${name} has ${counted(column.length, 'value')} for ${counted(n, 'event')}`)
    return { name, list: column, value: undefined }
  }
  if (isRecord(column) && '=' in column) return { name, list: undefined, value: column['='] }
  throw new MalformedBody(`${type}.${name} is neither a list nor one value for all`)
}

const isOrder = (value: unknown): value is ReadonlyArray<number> => Array.isArray(value) && value.length % 2 === 0 && value.every(isWhole)
const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The columns that hold the envelope. No data field may have one of these names. */
const envelopeFields = ['cause', 'origin', 'turn'] as const

interface GroupToWrite {
  readonly type: string
  readonly version: number
  readonly at: number
  readonly events: Array<StoredEvent>
}

interface RunToWrite {
  readonly group: GroupToWrite
  length: number
}

/**
 * Returns the canonical text of a commit's events.
 *
 * Throws a TypeError for a field that is null or named like an envelope column, and a RangeError for NaN and ±∞: errors of our own code,
 * found before anything is stored.
 */
export const packBody = (events: ReadonlyArray<StoredEvent>): string => {
  const groups = new Map<string, GroupToWrite>()
  const runs: Array<RunToWrite> = []
  let run: RunToWrite | undefined
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

const groupOf = (groups: Map<string, GroupToWrite>, { type, version }: StoredEvent): GroupToWrite => {
  const key = `${version} ${type}`
  const known = groups.get(key)
  if (known !== undefined) return known
  const group: GroupToWrite = { type, version, at: groups.size, events: [] }
  groups.set(key, group)
  return group
}

const packGroup = ({ events, type, version }: GroupToWrite): string => {
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
    const cells: Array<unknown> = events.map((event) => event[name])
    if (cells.includes(null)) throw new TypeError(`${type}.${name} is null: leave the field out`)
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

/**
 * Writes one column; absent cells are `null`. `JSON.stringify` spells numbers and texts in the canonical form, and writes a whole list at
 * once.
 */
const packColumn = (cells: ReadonlyArray<unknown>): string => {
  const plain = cells.every(isPlain)
  const comparable = plain ? cells : cells.map((cell) => (cell === undefined ? undefined : canonicalJson(cell)))
  const [first] = comparable
  const same = comparable.length >= 2 && first !== undefined && comparable.every((cell) => cell === first)
  if (plain) return same ? `{"=":${JSON.stringify(first)}}` : JSON.stringify(cells)
  return same ? `{"=":${first}}` : `[${comparable.map((text) => text ?? 'null').join(',')}]`
}

const isPlain = (cell: unknown): boolean =>
  typeof cell === 'number' ? Number.isFinite(cell) : cell === undefined || typeof cell === 'string'

/** Returns the events of a body, in order. Throws {@link MalformedBody}, also where their number differs from `count`. */
export const unpackBody = (body: string, count?: number): ReadonlyArray<StoredEvent> => {
  const events: Array<StoredEvent> = []
  for (const { from, group, to } of readRuns(body, count)) for (let row = from; row < to; row++) events.push(eventAt(group, row))
  return events
}

/* Writes the events of a stored body as canonical JSON, from its columns: several times as fast as making each event and writing it. */

/**
 * Returns `{"event":…}` for each event of a body, as `canonicalJson` writes it, in the order of the events.
 *
 * The engine keeps a text that was put together as a tree of its pieces. A million kept trees cost more than everything else here, so all
 * lines of a body are put together as one text, which is then split. No line of JSON has a line feed.
 */
export const eventLines = (runs: ReadonlyArray<Run>): ReadonlyArray<string> => {
  let lines = ''
  const writers = new Map<Group, (row: number) => string>()
  for (const { from, group, to } of runs) {
    const write = writers.get(group) ?? writerOf(group)
    writers.set(group, write)
    for (let row = from; row < to; row++) lines += lines === '' ? write(row) : `\n${write(row)}`
  }
  return lines === '' ? [] : lines.split('\n')
}

type Field = (row: number) => string

const writerOf = ({ cause, columns, origin, turn, type, version }: Group): ((row: number) => string) => {
  const fields = columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(fieldOf)
  const before = cause === undefined ? noField : fieldOf(cause)
  const behind = [origin, turn].flatMap((column) => (column === undefined ? [] : [fieldOf(column)]))
  const ending = `"type":${canonicalJson(type)},"version":${canonicalJson(version)}}}`
  return (row) => {
    const first = before(row)
    let data = ''
    for (const field of fields) {
      const text = field(row)
      if (text !== '') data += data === '' ? text : `,${text}`
    }
    let envelope = ''
    for (const field of behind) {
      const text = field(row)
      if (text !== '') envelope += `${text},`
    }
    return `{"event":{${first === '' ? '' : `${first},`}"data":{${data}},${envelope}${ending}`
  }
}

const noField: Field = () => ''

const fieldOf = ({ list, name, value }: Column): Field => {
  const label = `${canonicalJson(name)}:`
  const write = (cell: unknown): string => (cell === null || cell === undefined ? '' : label + cellText(cell))
  if (list !== undefined) return (row) => write(list[row])
  const text = write(value)
  return () => text
}

/** Whole numbers are most of a log: they are spelled at once. */
const cellText = (cell: unknown): string => (Number.isSafeInteger(cell) ? String(cell) : canonicalJson(cell))
