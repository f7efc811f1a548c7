/** References that many rows name: each kept once, under a number from 1 in order of first appearance. */
import type { ContentRef } from '../../identity.ts'
import { cloneRefs, emptyRefs, growRefs, isRefAt, type RefColumn, refAt, setRef } from './ref-column.ts'

export interface RefTable {
  /** How many there are. */
  count: number
  readonly rows: RefColumn
  /** Where each row is found by its reference: open addressing, 0 where nothing is, never more than half full. */
  slots: Int32Array
}

const initialRows = 16

export const emptyRefTable = (): RefTable => ({ count: 0, rows: emptyRefs(initialRows), slots: new Int32Array(4 * initialRows) })

export const cloneRefTable = ({ count, rows, slots }: RefTable): RefTable => ({ count, rows: cloneRefs(rows), slots: slots.slice() })

/** The number of a reference, given out if it has none yet. */
export const numberRef = (table: RefTable, ref: ContentRef): number => {
  const slot = slotOf(table, ref)
  const known = table.slots[slot] ?? 0
  if (known !== 0) return known
  const number = table.count + 1
  makeRoom(table, number)
  table.count = number
  setRef(table.rows, number, ref)
  table.slots[slotOf(table, ref)] = number
  return number
}

/** 0 for one that is not there. */
export const knownNumber = (table: RefTable, ref: ContentRef): number => table.slots[slotOf(table, ref)] ?? 0

export const refOfNumber = ({ count, rows }: RefTable, number: number): ContentRef | undefined =>
  number >= 1 && number <= count ? refAt(rows, number) : undefined

/** Room for so many. */
export const makeRoom = (table: RefTable, count: number): void => {
  const rows = table.rows.held.length
  if (count >= rows) growRefs(table.rows, Math.max(count + 1, rows + Math.ceil(rows / 2)))
  if (2 * count < table.slots.length) return
  let slots = table.slots.length
  while (slots < 4 * count) slots *= 2
  table.slots = new Int32Array(slots)
  findAgain(table)
}

/** After rows were written from elsewhere. */
export const findAgain = (table: RefTable): void => {
  table.slots.fill(0)
  for (let number = 1; number <= table.count; number++) {
    const ref = refOfNumber(table, number)
    if (ref !== undefined) table.slots[slotOf(table, ref)] = number
  }
}

/** The slot that holds the reference, or the free one where it belongs. References are random bytes: their beginning spreads well enough. */
const slotOf = ({ rows, slots }: RefTable, ref: ContentRef): number => {
  const last = slots.length - 1
  let slot = Number.parseInt(ref.slice(0, 8), 16) & last
  for (let number = slots[slot] ?? 0; number !== 0 && !isRefAt(rows, number, ref); number = slots[slot] ?? 0) slot = (slot + 1) & last
  return slot
}
