/** References of contents as bytes, in columns and in a table where each is kept once, numbered from 1 in order of first appearance. */
import type { ContentRef } from '../../identity.ts'

export interface RefTable {
  count: number
  readonly rows: RefColumn
  /** Hash index from reference to number: open addressing, 0 for a free slot, never more than half full. */
  slots: Int32Array
}

const initialRows = 16

export const emptyRefTable = (): RefTable => ({ count: 0, rows: emptyRefs(initialRows), slots: new Int32Array(4 * initialRows) })

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

/** Returns 0 for a reference that is not in the table. */
export const knownNumber = (table: RefTable, ref: ContentRef): number => table.slots[slotOf(table, ref)] ?? 0

export const refOfNumber = ({ count, rows }: RefTable, number: number): ContentRef | undefined =>
  number >= 1 && number <= count ? refAt(rows, number) : undefined

/** Grows rows and slots, if needed, so that `count` references fit. */
export const makeRoom = (table: RefTable, count: number): void => {
  const rows = table.rows.held.length
  if (count >= rows) growRefs(table.rows, Math.max(count + 1, rows + Math.ceil(rows / 2)))
  if (2 * count < table.slots.length) return
  let slots = table.slots.length
  while (slots < 4 * count) slots *= 2
  table.slots = new Int32Array(slots)
  findAgain(table)
}

/** Rebuilds the slots. Call it after rows were written directly. */
export const findAgain = (table: RefTable): void => {
  table.slots.fill(0)
  for (let number = 1; number <= table.count; number++) {
    const ref = refOfNumber(table, number)
    if (ref !== undefined) table.slots[slotOf(table, ref)] = number
  }
}

/** Returns the slot of the reference, or the free slot where it belongs. References are random bytes, so their first 32 bits are a good hash. */
const slotOf = ({ rows, slots }: RefTable, ref: ContentRef): number => {
  const last = slots.length - 1
  let slot = Number.parseInt(ref.slice(0, 8), 16) & last
  for (let number = slots[slot] ?? 0; number !== 0 && !isRefAt(rows, number, ref); number = slots[slot] ?? 0) slot = (slot + 1) & last
  return slot
}

/** Columns of references as bytes, 32 in a row: they take a fifth of the memory of strings. */

export const refBytes = 32

export interface RefColumn {
  bytes: Uint8Array
  held: Uint8Array
}

export const emptyRefs = (rows: number): RefColumn => ({ bytes: new Uint8Array(rows * refBytes), held: new Uint8Array(rows) })

export const growRefs = (column: RefColumn, rows: number): void => {
  const larger = emptyRefs(rows)
  larger.bytes.set(column.bytes)
  larger.held.set(column.held)
  Object.assign(column, larger)
}

/** Trusts that the reference is 64 hex digits: it was validated when written. */
export const setRef = ({ bytes, held }: RefColumn, row: number, ref: ContentRef | undefined): void => {
  held[row] = ref === undefined ? 0 : 1
  if (ref === undefined) return
  const start = row * refBytes
  for (let i = 0; i < refBytes; i++) bytes[start + i] = (digitAt(ref, 2 * i) << 4) | digitAt(ref, 2 * i + 1)
}

export const refAt = ({ bytes }: RefColumn, row: number): ContentRef => {
  let text = ''
  for (let i = row * refBytes; i < (row + 1) * refBytes; i++) text += pairs[bytes[i] ?? 0] ?? ''
  return text as ContentRef
}

/** Compares bytes, without decoding the reference of the row. */
export const isRefAt = ({ bytes }: RefColumn, row: number, ref: ContentRef): boolean => {
  const start = row * refBytes
  for (let i = 0; i < refBytes; i++) if (bytes[start + i] !== ((digitAt(ref, 2 * i) << 4) | digitAt(ref, 2 * i + 1))) return false
  return true
}

export const optionalRefAt = (column: RefColumn, row: number): ContentRef | undefined =>
  column.held[row] === 1 ? refAt(column, row) : undefined

const digits = '0123456789abcdef'
const digitValues = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, digits.indexOf(String.fromCharCode(code))))
const digitAt = (ref: string, i: number): number => digitValues[ref.charCodeAt(i)] ?? 0
const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
