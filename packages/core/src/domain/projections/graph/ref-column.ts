/** References as bytes, 32 a row: what a graph keeps of its texts takes a fifth of what strings would. */
import type { ContentRef } from '../../identity.ts'

export const refBytes = 32

/** Row 0 is unused. */
export interface RefColumn {
  bytes: Uint8Array
  /** 1 where the row holds a reference. */
  held: Uint8Array
}

export const emptyRefs = (rows: number): RefColumn => ({ bytes: new Uint8Array(rows * refBytes), held: new Uint8Array(rows) })
export const cloneRefs = ({ bytes, held }: RefColumn): RefColumn => ({ bytes: bytes.slice(), held: held.slice() })

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

/** Without spelling out what the row holds. */
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
