/**
 * Row types of the tables of a store. Positions, numbers and milliseconds are whole numbers; digests, keys and salts are bytes; `body` of a
 * commit is the canonical JSON that was hashed, compressed if it is long.
 */

import type { Generated } from 'kysely'

/** Format that this program writes: the format of the last step in schema.ts. */
export const format = 1

/**
 * Draft of the format, of one digit, for files and servers. Raise it with every change of tables, events or defaults of settings that makes older stores
 * unusable (ADR 0031); it is frozen with the first release.
 */
export const draft = 13

/** Bytes are bound and read as hex through SQL (`unhex`, `hex`); only blocks, vectors and long bodies are passed as buffers. */
type Bytes = Uint8Array

export interface Tables {
  /**
   * One row. A program may use the file if its own format is at least `min_reader`; `needs` is the first Crabtrail version with that
   * format.
   */
  readonly crabtrail_meta: { readonly id: number; readonly format: number; readonly min_reader: number; readonly needs: string }
  /** The head of each log: position and hash of its newest commit. */
  readonly brains: {
    readonly id: Generated<number>
    readonly key: string
    readonly fingerprint_key: Bytes
    readonly position: number
    readonly hash: Bytes
    readonly at: number
  }
  /** The log behind its archived stretches. Rows are only ever inserted, or archived. */
  readonly commits: {
    readonly brain: number
    readonly first: number
    readonly count: number
    readonly at: number
    readonly actor: number
    readonly session: number | null
    /** See `packText`. */
    readonly body: string | Uint8Array
    readonly prev: Bytes
    readonly hash: Bytes
  }
  /** The older part of the log: stretches that follow on each other from position 1. See `archived-stretch.ts`. */
  readonly archived_commits: {
    readonly brain: number
    readonly first: number
    readonly last: number
    readonly commits: number
    readonly prev: Bytes
    readonly hash: Bytes
    readonly length: number
    readonly checksum: number
    readonly data: Bytes
  }
  readonly commands: {
    readonly brain: number
    readonly key: Bytes
    readonly signal: Bytes
    readonly first: number
    readonly count: number
  }
  /** `id` rises in the order of insertion. */
  readonly contents: {
    readonly id: Generated<number>
    readonly brain: number
    readonly ref: Bytes
    readonly kind: number
    readonly owner: number
    readonly number: number
    readonly salt: Bytes
    readonly body: string | null
    readonly fingerprint: Bytes
  }
  readonly tombstones: { readonly brain: number; readonly fingerprint: Bytes }
  /** Postings that small commits added. A posting is valid while the text that began at `valid_from` is. */
  readonly postings: {
    readonly brain: number
    readonly space: number
    readonly term: string
    readonly node: number
    readonly valid_from: number
    readonly count: number
    readonly length: number
  }
  /** All other postings: terms from `low` up to the next block, in the encoding of `posting-blocks.ts`, with their CRC-32. */
  readonly posting_blocks: {
    readonly id: Generated<number>
    readonly brain: number
    readonly space: number
    readonly low: string
    readonly checksum: number
    readonly data: Bytes
  }
  /** Texts. A text is valid from `valid_from` up to, not including, `valid_until`; 0 means that it still is. */
  readonly documents: {
    readonly brain: number
    readonly space: number
    readonly node: number
    readonly valid_from: number
    readonly valid_until: number
    readonly length: number
    readonly words: number
  }
  /**
   * Totals at the head. `version` rises with every change and invalidates cached postings; `tokeniser` is the version that made the terms.
   */
  readonly index_statistics: {
    readonly brain: number
    readonly space: number
    readonly documents: number
    readonly total_length: number
    readonly total_words: number
    /** Number of rows in `postings`. */
    readonly posting_rows: number
    readonly version: number
    readonly tokeniser: number
  }
  /** A cache of folds of the log. `blocks`: each block's name and digest, as JSON. */
  readonly snapshots: {
    readonly brain: number
    readonly position: number
    readonly hash: Bytes
    readonly version: number
    readonly blocks: string
  }
  /** See `PackedBlock`. */
  readonly snapshot_blocks: {
    readonly brain: number
    readonly digest: Bytes
    readonly text: number
    readonly length: number
    readonly checksum: number
    readonly data: Bytes
  }
  /** Index of the log. See `SegmentRecord`. */
  readonly log_segments: {
    readonly brain: number
    readonly first: number
    readonly last: number
    readonly hash: Bytes
    readonly version: number
    readonly turn: number
    readonly cause: number
  }
  /** Parts of segments, by the first position of their segment. `kind` is a code of `columns.ts`, `checksum` the CRC-32 of `data`. */
  readonly log_segment_parts: {
    readonly brain: number
    readonly kind: number
    readonly part: number
    readonly first: number
    readonly checksum: number
    readonly data: Bytes
  }
  /** Cache of vectors. `text` and `title` are the embedded contents; `vector` holds 32-bit floats, little-endian. */
  readonly vectors: {
    readonly brain: number
    readonly embedder: string
    readonly node: number
    readonly text: Bytes
    readonly title: Bytes | null
    readonly vector: Bytes
  }
  /** Erasures whose rows are deleted and whose files are not finished. `rewritten` is 1 once the file was rewritten. */
  readonly unfinished_erasures: { readonly brain: number; readonly position: number; readonly rewritten: number }
}
