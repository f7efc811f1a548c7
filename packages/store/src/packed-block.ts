/**
 * How blocks and long texts are stored: compressed with zstd where that saves at least a quarter.
 *
 * A block has a checksum of its own; a text is proven by the hash of its commit.
 */
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { SnapshotBlock } from '@crabtrail/core'

export interface PackedBlock {
  /** 1 where the block is text, in UTF-8. */
  readonly text: number
  /** Bytes of the block. As many in `data` say that it lies there as it is. */
  readonly length: number
  /** CRC-32 of `data`: a hundredth of what a cryptographic digest would cost on the way to opening a brain. */
  readonly checksum: number
  readonly data: Uint8Array
}

/** Level 1. Higher levels take several times as long and save less than a tenth more. */
const level = 1
/** Compressed bytes are kept below this share of the plain ones: references are random bytes, which do not compress. */
const worthwhile = 0.75

/** Undefined where compressing saves too little. */
const compressed = (bytes: Uint8Array): Uint8Array | undefined => {
  const packed = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level } })
  return packed.byteLength < bytes.byteLength * worthwhile ? packed : undefined
}

/** UTF-16 units from which a text is compressed. Commits of a turn stay below it: they are read and written most often. */
const longText = 16_384

/** The value of a column for a text: the text itself, or the compressed bytes of a long one. */
export const packText = (text: string): string | Uint8Array =>
  text.length < longText ? text : (compressed(Buffer.from(text, 'utf8')) ?? text)

/** The text of a column's value. A value that {@link packText} does not write is answered as it is. */
export const unpackText = <Value>(value: Value): Value | string => {
  if (!(value instanceof Uint8Array)) return value
  try {
    return zstdDecompressSync(value, { maxOutputLength: textBytesMost }).toString('utf8')
  } catch {
    return value
  }
}

/** More than any commit has: bytes that were damaged must not ask for all memory there is. */
const textBytesMost = 1_000_000_000

export const packBlock = (block: SnapshotBlock['data']): PackedBlock => {
  const bytes = typeof block === 'string' ? Buffer.from(block, 'utf8') : block
  const data = compressed(bytes) ?? bytes
  return { text: typeof block === 'string' ? 1 : 0, length: bytes.byteLength, checksum: crc32(data), data }
}

/** Whether its bytes are those that were stored. */
export const isIntact = ({ checksum, data }: Pick<PackedBlock, 'checksum' | 'data'>): boolean =>
  data instanceof Uint8Array && crc32(data) === checksum

/** Undefined where it is not what was stored. */
export const unpackBlock = (block: PackedBlock): SnapshotBlock['data'] | undefined => {
  if (!isIntact(block)) return undefined
  const { data, length, text } = block
  try {
    const bytes = data.byteLength === length ? data : unpacked(data, length)
    if (bytes.byteLength !== length) return undefined
    return text === 1 ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8') : bytes
  } catch {
    return undefined
  }
}

/** In one piece: by default it would be made of hundreds. */
const unpacked = (data: Uint8Array, length: number): Uint8Array =>
  zstdDecompressSync(data, { chunkSize: Math.max(64, length), maxOutputLength: Math.max(64, length) })
