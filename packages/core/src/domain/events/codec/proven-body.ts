/**
 * Proves a stored body column by column: several times as fast as checking each event and packing all of them again.
 *
 * It proves only bodies whose events plainly fit the newest version of their schemas. Any other body is left to the proof event by event,
 * which also names the fault.
 */

import type { Position } from '../../identity.ts'
import { type Column, cellAt, type Group, type Run, readRuns } from './commit-body.ts'
import { type Plan, type Column as PlannedColumn, planFor } from './plain-body.ts'

/**
 * Returns the runs of a body that is proven: it is canonical, has `count` events that fit their schemas, and every cause stands before its
 * event. Returns undefined for a body that is not proven here. Throws {@link MalformedBody} for a malformed body.
 */
export const provenRuns = (body: string, first: Position, count: number): ReadonlyArray<Run> | undefined => {
  const runs = readRuns(body, count)
  const places = new Map<Group, number>()
  let order = ''
  let before: Group | undefined
  for (const { from, group, to } of runs) {
    if (group === before) return undefined
    before = group
    const known = places.get(group)
    if (known === undefined) places.set(group, places.size)
    order += `${order === '' ? '' : ','}${known ?? places.size - 1},${to - from}`
  }
  const kinds = new Set<string>()
  let groups = ''
  for (const group of places.keys()) {
    const text = provenGroup(group)
    if (text === undefined || kinds.size === kinds.add(group.type).size) return undefined
    groups += `${groups === '' ? '' : ','}${text}`
  }
  return body === `{"groups":[${groups}],"order":[${order}]}` && causesStandBefore(runs, first) ? runs : undefined
}

/** Returns the canonical text of a group; undefined where a cell does not plainly fit its column. */
const provenGroup = (group: Group): string | undefined => {
  const { columns, n, type, version } = group
  const plan: Plan | undefined = planFor(type, version)
  if (plan === undefined) return undefined
  let text = ''
  let read = 0
  for (const planned of plan.columns) {
    const column = planned.envelope === undefined ? columns[read] : group[planned.envelope]
    if (column === undefined || column.name !== planned.name) {
      if (planned.required) return undefined
      continue
    }
    if (planned.envelope === undefined) read++
    const cells = provenCells(planned, column, n)
    if (cells === undefined) return undefined
    text += `${text === '' ? '' : ','}${planned.label}${cells}`
  }
  // Columns that remain are not columns of the type, or in another order.
  return read === columns.length ? `{"columns":{${text}},"n":${n}${plan.ending}` : undefined
}

const provenCells = ({ check, required }: PlannedColumn, { list, value }: Column, n: number): string | undefined => {
  if (list === undefined) return n > 1 && check(value) ? `{"=":${JSON.stringify(value)}}` : undefined
  let found = 0
  let last: unknown
  for (const cell of list) {
    if (cell === null) continue
    found++
    if (cell === last) continue
    if (!check(cell)) return undefined
    last = cell
  }
  if (found === 0 || (found < n && required)) return undefined
  return found === n && n > 1 && isOneValue(list) ? undefined : JSON.stringify(list)
}

const isOneValue = (list: ReadonlyArray<unknown>): boolean => {
  const [first] = list
  if (typeof first !== 'object') return list.every((cell) => cell === first)
  const text = JSON.stringify(first)
  return list.every((cell) => JSON.stringify(cell) === text)
}

const causesStandBefore = (runs: ReadonlyArray<Run>, first: Position): boolean => {
  let position = first
  for (const { from, group, to } of runs) {
    if (group.cause !== undefined) {
      for (let row = from; row < to; row++) if (Number(cellAt(group.cause, row) ?? 0) >= position + row - from) return false
    }
    position += to - from
  }
  return true
}
