/**
 * How the events of one commit are written as one text (format 1): grouped by type and version, a column for each field.
 *
 * Knows no schema: any JSON events of any version pack and unpack to the same bytes, so a hash over the text proves the events.
 */
import { canonicalJson } from '../../canonical-json.ts'
import { eventAt, readRuns, type StoredEvent } from './commit-groups.ts'

export { MalformedBody, type StoredEvent } from './commit-groups.ts'

/** Columns that hold the envelope; no data field may have one of these names. */
const envelopeFields = ['cause', 'origin', 'turn'] as const

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

/** Absent cells are `null`. The engine's own spelling of numbers and texts is the canonical one, and it writes a whole list at once. */
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

/** The events of a body, in order. Throws {@link MalformedBody}; `count`, when given, must be theirs. */
export const unpackBody = (body: string, count?: number): ReadonlyArray<StoredEvent> => {
  const events: Array<StoredEvent> = []
  for (const { from, group, to } of readRuns(body, count)) for (let row = from; row < to; row++) events.push(eventAt(group, row))
  return events
}
