/** Encodes rows of columns as bytes: column after column, in the byte order of the machine, which is little-endian wherever this runs. */

export type NumberColumn = Float64Array | Int32Array | Uint8Array

/** A column and its number of cells in a row. Columns with wider numbers come first, so that each begins at an aligned offset. */
export interface ColumnOfRows {
  readonly cells: NumberColumn
  readonly width: number
}

/** The parts of a snapshot are not in the expected format. The message says why. */
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

/** Writes rows `from` to `to` (exclusive) into the columns, which must have room. Throws {@link MalformedSnapshot} for a wrong length. */
export const bytesToRows = (bytes: Uint8Array, columns: ReadonlyArray<ColumnOfRows>, from: number, to: number): void => {
  if (bytes.byteLength !== bytesOfRows(columns, to - from)) {
    throw new MalformedSnapshot(`${bytes.byteLength} bytes are not ${to - from} rows`)
  }
  let offset = 0
  for (const { cells, width } of columns) {
    const room = cells.subarray(from * width, to * width)
    // A copy of bytes needs no aligned input.
    new Uint8Array(room.buffer, room.byteOffset, room.byteLength).set(bytes.subarray(offset, offset + room.byteLength))
    offset += room.byteLength
  }
}

const bytesOfRows = (columns: ReadonlyArray<ColumnOfRows>, rows: number): number =>
  columns.reduce((sum, { cells, width }) => sum + cells.BYTES_PER_ELEMENT * width * rows, 0)
