/** Rows of the caches beside the log, in both databases: snapshots of folds, segments of the log, and vectors. */
import { endianness } from 'node:os'
import type {
  ContentRef,
  FoundPart,
  FoundParts,
  NodeVector,
  SegmentPart,
  SegmentRecord,
  SnapshotBlock,
  SnapshotRecord,
} from '@crabtrail/core'
import { isIntact, type PackedBlock, packBlock, partKindOf, unpackBlock } from './columns.ts'

/** Returns undefined for a row that this program does not write. A damaged cache counts as no cache. */
export const snapshotOf = ({
  blocks,
  ...row
}: Omit<SnapshotRecord, 'blocks'> & { readonly blocks: string }): SnapshotRecord | undefined => {
  try {
    const named: unknown = JSON.parse(blocks)
    if (!Array.isArray(named) || !named.every(isNamed)) return undefined
    return { ...row, blocks: named.map(([name, digest]) => ({ name, digest })) }
  } catch {
    return undefined
  }
}

const isNamed = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')

export const blockList = ({ blocks }: SnapshotRecord): string => JSON.stringify(blocks.map(({ digest, name }) => [name, digest]))

/** Most bytes of unpacked blocks in memory. */
const unpackedMost = 32_000_000

/**
 * Blocks that were unpacked last, by digest: whoever goes from one past position to another meets most of them again, and unpacking takes most of
 * the time of a restore. Nothing is kept of the first snapshot, the only one of a program that does not look back.
 */
export class UnpackedBlocks {
  readonly #known = new Map<string, SnapshotBlock['data']>()
  #bytes = 0
  #snapshots = 0

  begin(): void {
    this.#snapshots++
  }

  of(digest: string, find: (digest: string) => PackedBlock | undefined): SnapshotBlock['data'] | undefined {
    const known = this.#known.get(digest)
    const data = known ?? unpackedOf(find(digest))
    if (data === undefined || this.#snapshots < 2) return data
    this.#known.delete(digest)
    this.#known.set(digest, data)
    if (known === undefined) this.#bytes += data.length
    for (const [oldest, { length }] of this.#known) {
      if (this.#bytes <= unpackedMost) break
      this.#known.delete(oldest)
      this.#bytes -= length
    }
    return data
  }
}

const unpackedOf = (found: PackedBlock | undefined): SnapshotBlock['data'] | undefined =>
  found === undefined ? undefined : unpackBlock(found)

/** Returns the blocks of a snapshot in order; undefined if one is missing or damaged. */
export const blocksOf = (
  { blocks }: SnapshotRecord,
  find: (digest: string) => PackedBlock | undefined,
  kept = new UnpackedBlocks(),
): ReadonlyArray<SnapshotBlock> | undefined => {
  const unpacked: Array<SnapshotBlock> = []
  kept.begin()
  for (const { digest, name } of blocks) {
    const data = kept.of(digest, find)
    if (data === undefined) return undefined
    unpacked.push({ name, data })
  }
  return unpacked
}

/** Packs the blocks of a snapshot, by digest, of which no undamaged one is stored. */
export const packMissing = (
  { blocks }: SnapshotRecord,
  data: ReadonlyArray<SnapshotBlock['data']>,
  find: (digest: string) => PackedBlock | undefined,
): Map<string, PackedBlock> => {
  const packed = new Map<string, PackedBlock>()
  for (const [i, { digest }] of blocks.entries()) {
    const known = find(digest)
    if (known === undefined || !isIntact(known)) packed.set(digest, packBlock(data[i] ?? ''))
  }
  return packed
}

type Borders = Pick<SegmentRecord, 'first' | 'last'>

/**
 * True if a segment can be written beside the known ones, which are in their order. It begins where one begins or just behind the last, and takes
 * the place of whole ones.
 */
export const fitsSegments = (known: ReadonlyArray<Borders>, { first, last }: Borders): boolean =>
  (known.some((one) => one.first === first) || first === (known.at(-1)?.last ?? 0) + 1) &&
  !known.some((one) => one.first <= last && one.last > last)

/** A segment, with kind 0, or a part of one, with its checksum in the place of the last position. */
export interface FoundPartRow extends SegmentRecord {
  readonly kind: number
  readonly part: number
  readonly data: Uint8Array
}

/** Returns undefined if a part is damaged. */
export const foundParts = (rows: ReadonlyArray<FoundPartRow>): FoundParts | undefined => {
  const segments: Array<SegmentRecord> = []
  const parts: Array<FoundPart> = []
  for (const { cause, data, first, hash, kind, last, part, turn, version } of rows) {
    if (kind === 0) segments.push({ first, last, hash, version, turn, cause })
    else if (!isIntact({ checksum: last, data })) return undefined
    else parts.push({ kind: partKindOf(kind), part, data, first })
  }
  return { segments, parts }
}

type PartRow = Pick<FoundPartRow, 'kind' | 'part' | 'data'> & { readonly checksum: number }

/** Returns the parts of one segment; undefined if there is none, or one is damaged. */
export const partsOf = (rows: ReadonlyArray<PartRow>): ReadonlyArray<SegmentPart> | undefined =>
  rows.length === 0 || !rows.every(isIntact) ? undefined : rows.map(({ data, kind, part }) => ({ kind: partKindOf(kind), part, data }))

/* A vector is stored as numbers of four bytes, the lowest first. */

interface VectorRow {
  readonly node: number
  readonly text: string
  readonly title: string | null
  readonly vector: Uint8Array
}

export const vectorOf = ({ node, text, title, vector }: VectorRow): NodeVector => ({
  node,
  madeOf: { title: title === null ? undefined : (title as ContentRef), text: text as ContentRef },
  vector: numbersIn(vector),
})

const numberBytes = Float32Array.BYTES_PER_ELEMENT

const lowestFirst = (bytes: Uint8Array): Uint8Array => {
  if (endianness() === 'BE') Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).swap32()
  return bytes
}

export const bytesIn = (vector: Float32Array): Uint8Array => lowestFirst(new Uint8Array(vector.slice().buffer))

/** Returns the numbers in the bytes. Incomplete trailing bytes are ignored: a vector of the wrong length counts as missing. */
const numbersIn = (bytes: Uint8Array): Float32Array => {
  const whole = Uint8Array.from(bytes.subarray(0, bytes.length - (bytes.length % numberBytes)))
  return new Float32Array(lowestFirst(whole).buffer)
}
