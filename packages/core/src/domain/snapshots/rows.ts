/** Rows of columns as bytes: each column’s stretch after the other, in the byte order of the machine, which is little-endian wherever this runs. */

export type NumberColumn = Float64Array | Int32Array | Uint8Array

/** A column and how many of its cells make a row. Columns stand widest first, so that each begins where its numbers may. */
export interface ColumnOfRows {
  readonly cells: NumberColumn
  readonly width: number
}

/** Why bytes are not what they should be. */
export class MalformedSnapshot extends Error {
  override readonly name = 'MalformedSnapshot'
}

export const rowsToBytes = (columns: ReadonlyArray<ColumnOfRows>, from: number, to: number): Uint8Array => {
  const bytes = new Uint8Array(bytesOfRows(columns, to - from))
  let offset = 0
  for (const { cells, width } of columns) {
    const stretch = cells.subarray(from * width, to * width)
    bytes.set(new Uint8Array(stretch.buffer, stretch.byteOffset, stretch.byteLength), offset)
    offset += stretch.byteLength
  }
  return bytes
}

/** Writes rows `from` to before `to` into the columns, which have room for them. Throws {@link MalformedSnapshot}. */
export const bytesToRows = (bytes: Uint8Array, columns: ReadonlyArray<ColumnOfRows>, from: number, to: number): void => {
  if (bytes.byteLength !== bytesOfRows(columns, to - from)) {
    throw new MalformedSnapshot(`${bytes.byteLength} bytes are not ${to - from} rows`)
  }
  let offset = 0
  for (const { cells, width } of columns) {
    const room = cells.subarray(from * width, to * width)
    // Byte by byte needs no alignment of what was read.
    new Uint8Array(room.buffer, room.byteOffset, room.byteLength).set(bytes.subarray(offset, offset + room.byteLength))
    offset += room.byteLength
  }
}

const bytesOfRows = (columns: ReadonlyArray<ColumnOfRows>, rows: number): number =>
  columns.reduce((sum, { cells, width }) => sum + cells.BYTES_PER_ELEMENT * width * rows, 0)
