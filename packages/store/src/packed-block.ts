/** A block of a snapshot as it is stored: compressed where that is worth it, with a checksum that a disk’s mistakes do not survive. */
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

/** Higher levels take several times as long and save nothing. */
const level = 1
/** References are random bytes: what saves less than a quarter is not worth taking apart. */
const worthwhile = 0.75

export const packBlock = (block: SnapshotBlock['data']): PackedBlock => {
  const bytes = typeof block === 'string' ? Buffer.from(block, 'utf8') : block
  const packed = zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level } })
  const data = packed.byteLength < bytes.byteLength * worthwhile ? packed : bytes
  return { text: typeof block === 'string' ? 1 : 0, length: bytes.byteLength, checksum: crc32(data), data }
}

/** Whether its bytes are those that were stored. */
export const isIntact = ({ checksum, data }: PackedBlock): boolean => data instanceof Uint8Array && crc32(data) === checksum

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
