/**
 * Values in the columns of both databases: the codes of closed words, compressed texts and blocks, and contents. Files contain the codes: add new
 * numbers, never change existing ones.
 */

import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import {
  type BrainKey,
  type BrainRecord,
  type ContentKind,
  type ContentOwner,
  type ContentRef,
  type FoundContent,
  type IndexSpace,
  indexSpaces,
  type OwnedContent,
  type PartKind,
  type SnapshotBlock,
} from '@crabtrail/core'

/** Kinds below this number are names and digests that are looked up: the index of fingerprints holds only these. */
export const kindsLookedUp = 11
/** The kind that people may abbreviate: the index of names holds only this one. */
export const kindAbbreviated = 'node-id'

export const kindCodes: Readonly<Record<ContentKind, number>> = {
  'node-id': 1,
  'session-key': 2,
  'source-key': 3,
  tag: 4,
  'actor-name': 5,
  'session-part': 6,
  'source-digest': 7,
  'edge-label': 8,
  'message-id': 9,
  'setting-name': 10,
  'node-title': 11,
  'node-tag': 12,
  'source-root': 13,
  'node-text': 20,
  question: 21,
  hint: 22,
  context: 23,
  prompt: 24,
  'feedback-text': 25,
  'node-links': 26,
  explanation: 27,
  'node-alias': 28,
}

const ownerCodes: Readonly<Record<ContentOwner, number>> = {
  brain: 0,
  actor: 1,
  session: 2,
  source: 3,
  node: 4,
  edge: 5,
  turn: 6,
  feedback: 7,
  call: 8,
}

const spaceCodes: Readonly<Record<IndexSpace, number>> = { document: 1, cue: 2, phrase: 3, alias: 4 }

const partCodes: Readonly<Record<PartKind, number>> = {
  node: 1,
  edge: 2,
  session: 3,
  actor: 4,
  turn: 5,
  type: 6,
  strength: 7,
  utility: 8,
  use: 9,
  commit: 10,
  count: 11,
}

/** Thrown for a code that this program does not know. A newer program may have written it. */
class UnknownCode extends Error {
  override readonly name = 'UnknownCode'
}

const wordOf = <Word extends string>(codes: Readonly<Record<Word, number>>): ((code: number) => Word) => {
  const words = new Map(Object.entries<number>(codes).map(([word, code]) => [code, word as Word]))
  return (code) => {
    const word = words.get(code)
    if (word === undefined) throw new UnknownCode(`code ${code} stands for nothing that this program knows`)
    return word
  }
}

export const kindCode = (kind: ContentKind): number => kindCodes[kind]
export const kindOf = wordOf(kindCodes)
export const ownerCode = (owner: ContentOwner): number => ownerCodes[owner]
export const ownerOf = wordOf(ownerCodes)
export const spaceCode = (space: IndexSpace): number => spaceCodes[space]
export const partCode = (kind: PartKind): number => partCodes[kind]
export const partKindOf = wordOf(partCodes)
/** Returns the name of a space; an unknown code stays a number, for comparison. */
export const spaceName = (code: number): string => indexSpaces.find((space) => spaceCodes[space] === code) ?? String(code)

interface FoundColumns {
  readonly ref: string
  readonly owner: number
  readonly number: number
}

export const foundOf = ({ number, owner, ref }: FoundColumns): FoundContent => ({ ref: ref as ContentRef, owner: ownerOf(owner), number })

export const ownedOf = ({ kind, number, owner, ref }: FoundColumns & { readonly kind: number }): OwnedContent => ({
  ref: ref as ContentRef,
  kind: kindOf(kind),
  owner: ownerOf(owner),
  number,
})

interface BrainColumns extends Omit<BrainRecord, 'brain'> {
  readonly key: string
}

export const recordOf = ({ at, fingerprintKey, hash, key, position }: BrainColumns): BrainRecord => ({
  brain: key as BrainKey,
  ...{ fingerprintKey, position, hash, at },
})

export const byBrain = (a: BrainRecord, b: BrainRecord): number => (a.brain < b.brain ? -1 : 1)

/** Bytes of the digest of an answered request. */
export const signalBytes = 16

/*
 * Blocks and long texts are compressed with zstd if that saves at least a quarter. A block has a checksum of its own; a text is verified by the
 * hash of its commit.
 */

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
    // The buffers that Node makes by default are so small that a text takes half as long again.
    return zstdDecompressSync(value, { chunkSize: 65_536, maxOutputLength: textBytesMost }).toString('utf8')
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

/** Decompresses into one buffer; by default Node would make hundreds. One that is filled to its last byte makes Node take another as long. */
const unpacked = (data: Uint8Array, length: number): Uint8Array =>
  zstdDecompressSync(data, { chunkSize: length + 64, maxOutputLength: Math.max(64, length) })
