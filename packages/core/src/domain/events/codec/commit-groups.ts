/** A stored body taken apart: the columns of its groups, and the runs over them that give the order of the events. */

/** An event as stored: in the version it was written in. */
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
  /** How many events. */
  readonly n: number
  /** Of the data. */
  readonly columns: ReadonlyArray<Column>
  readonly turn: Column | undefined
  readonly cause: Column | undefined
  readonly origin: Column | undefined
}

export interface Column {
  readonly name: string
  /** A cell an event; absent when one value stands for all. */
  readonly list: ReadonlyArray<unknown> | undefined
  readonly value: unknown
}

/** Events of one group that follow one another: its rows from `from` to before `to`. */
export interface Run {
  readonly group: Group
  readonly from: number
  readonly to: number
}

/** Why a text is not a commit body of format 1. */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody'
}

/** The runs of a body, in order; together they are every row of every group once. Throws {@link MalformedBody}; `count`, when given, must be their events. */
export const readRuns = (body: string, count?: number): ReadonlyArray<Run> => {
  const { groups, order } = parse(body)
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
    if (from + length > group.n) throw new MalformedBody(`the order takes more than ${group.n} events of ${group.type}`)
    runs.push({ group, from, to: from + length })
    cursors[at] = from + length
  }
  groups.forEach(({ n, type }, at) => {
    if (cursors[at] !== n) throw new MalformedBody(`the order leaves out events of ${type}`)
  })
  if (count !== undefined && events !== count) throw new MalformedBody(`${events} events where the commit counts ${count}`)
  return runs
}

/** `undefined` where the event has no such field. */
export const cellAt = (column: Column | undefined, row: number): unknown => {
  if (column === undefined) return undefined
  const cell = column.list === undefined ? column.value : column.list[row]
  return cell === null ? undefined : cell
}

/** The data of one row, the caller's to keep. */
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

/** Trusts that an envelope column holds what its name says: it was validated when written, and import validates again. */
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

const parse = (body: string): { readonly groups: ReadonlyArray<Group>; readonly order: ReadonlyArray<number> } => {
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
    if (column.length !== n) throw new MalformedBody(`${type}.${name} has ${column.length} values for ${n} events`)
    return { name, list: column, value: undefined }
  }
  if (isRecord(column) && '=' in column) return { name, list: undefined, value: column['='] }
  throw new MalformedBody(`${type}.${name} is neither a list nor one value for all`)
}

const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
