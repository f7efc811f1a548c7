/**
 * Storage format of blocks and long texts: compressed with zstd if that saves at least a quarter.
 *
 * A block has a checksum of its own; a text is verified by the hash of its commit.
 */

import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { SnapshotBlock } from '@crabtrail/core'

export interface PackedBlock {
  /** 1 if the block is text in UTF-8. */
  readonly text: number
  /** Bytes of the block. If `data` has the same length, it is not compressed. */
  readonly length: number
  /** CRC-32 of `data`. A cryptographic digest would cost a hundred times as much at each opening of a brain. */
  readonly checksum: number
  readonly data: Uint8Array
}

/** zstd level. Higher levels take several times as long and save less than a tenth more. */
const level = 1

/**
 * Greatest ratio of compressed to plain bytes at which the compressed bytes are stored. References are random bytes, which do not compress.
 */
const worthwhile = 0.75

/** Returns undefined if compression saves too little. */
const compressed = (bytes: Uint8Array): Uint8Array | undefined => {
  const packed = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level } })
  return packed.byteLength < bytes.byteLength * worthwhile ? packed : undefined
}

/** UTF-16 units from which a text is compressed. Commits of a turn stay below it: they are read and written most often. */
const longText = 16_384

/** Returns the column value of a text: the text itself, or the compressed bytes of a long one. */
export const packText = (text: string): string | Uint8Array =>
  text.length < longText ? text : (compressed(Buffer.from(text, 'utf8')) ?? text)

/** Returns the text of a column value. A value that {@link packText} does not write is returned unchanged. */
export const unpackText = <Value>(value: Value): Value | string => {
  if (!(value instanceof Uint8Array)) return value
  try {
    return zstdDecompressSync(value, { maxOutputLength: textBytesMost }).toString('utf8')
  } catch {
    return value
  }
}

/** Most bytes of a text. The limit keeps damaged bytes from allocating all memory; no commit reaches it. */
const textBytesMost = 1_000_000_000

export const packBlock = (block: SnapshotBlock['data']): PackedBlock => {
  const bytes = typeof block === 'string' ? Buffer.from(block, 'utf8') : block
  const data = compressed(bytes) ?? bytes
  return { text: typeof block === 'string' ? 1 : 0, length: bytes.byteLength, checksum: crc32(data), data }
}

/** True if the bytes match the stored checksum. */
export const isIntact = ({ checksum, data }: Pick<PackedBlock, 'checksum' | 'data'>): boolean =>
  data instanceof Uint8Array && crc32(data) === checksum

/** Returns undefined if the block is damaged. */
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

/** Decompresses into one buffer; by default Node would make hundreds. */
const unpacked = (data: Uint8Array, length: number): Uint8Array =>
  zstdDecompressSync(data, { chunkSize: Math.max(64, length), maxOutputLength: Math.max(64, length) })
