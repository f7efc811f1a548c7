/**
 * Row types of the tables of a store. Positions, numbers and milliseconds are whole numbers; digests, keys and salts are bytes; `body` of a
 * commit is the canonical JSON that was hashed, compressed if it is long.
 */

import type { Generated } from 'kysely'

/** Format that this program writes: the format of the last step in schema.ts. */
export const format = 1

/**
 * Draft of the format, from 1 to 207, for files and servers. Raise it with every change of tables, events or defaults of settings that makes older stores
 * unusable (ADR 0031); it is frozen with the first release.
 */
export const draft = 14

export interface Migration<Statement> {
  /** The format after this step. A step only adds, so that an older program that still fits can continue to use the store. */
  readonly format: number
  /** Lowest format whose programs can read and write the result. */
  readonly minReader: number
  /** First Crabtrail version that can read the result; older programs name it in their error message. */
  readonly needs: string
  readonly statements: ReadonlyArray<Statement>
}

/** Detail of the failure for a store in a format that this program does not know. */
export const newerFormat = (meta: { readonly format: number; readonly needs: string }): string =>
  `it was written by a newer Crabtrail (format ${meta.format}, this one reads ${format}): install Crabtrail ${meta.needs} or later`

/** Detail of the failure for a store that is only read and has an older format. */
export const olderFormat = (found: number): string => `it has the older format ${found}: open it once for writing to bring it up to date`

type Numbers<Column extends string> = { readonly [Name in Column]: number }
type Texts<Column extends string> = { readonly [Name in Column]: string }
/** Bytes are bound and read as hex through SQL (`unhex`, `hex`); only blocks, vectors and long bodies are passed as buffers. */
type Bytes<Column extends string> = { readonly [Name in Column]: Uint8Array }
/** `id` rises in the order of insertion. */
type Numbered = { readonly id: Generated<number> }

export interface Tables {
  /**
   * One row. A program may use the file if its own format is at least `min_reader`; `needs` is the first Crabtrail version with that
   * format.
   */
  readonly crabtrail_meta: Numbers<'id' | 'format' | 'min_reader'> & Texts<'needs'>
  /** The head of each log: position and hash of its newest commit. */
  readonly brains: Numbered & Texts<'key'> & Numbers<'position' | 'at'> & Bytes<'fingerprint_key' | 'hash'>
  /** The log behind its archived stretches. Rows are only ever inserted, or archived. `body`: see `packText`. */
  readonly commits: Numbers<'brain' | 'first' | 'count' | 'at' | 'actor'> &
    Bytes<'prev' | 'hash'> & { readonly session: number | null; readonly body: string | Uint8Array }
  /** The older part of the log: stretches that follow on each other from position 1. See `archived-stretch.ts`. */
  readonly archived_commits: Numbers<'brain' | 'first' | 'last' | 'commits' | 'length' | 'checksum'> & Bytes<'prev' | 'hash' | 'data'>
  readonly commands: Numbers<'brain' | 'first' | 'count'> & Bytes<'key' | 'signal'>
  readonly contents: Numbered &
    Numbers<'brain' | 'kind' | 'owner' | 'number'> &
    Bytes<'ref' | 'salt' | 'fingerprint'> & { readonly body: string | null }
  readonly tombstones: Numbers<'brain'> & Bytes<'fingerprint'>
  /** Postings that small commits added. A posting is valid while the text that began at `valid_from` is. */
  readonly postings: Numbers<'brain' | 'space' | 'node' | 'valid_from' | 'count' | 'length'> & Texts<'term'>
  /** All other postings: terms from `low` up to the next block, in the encoding of `posting-blocks.ts`, with their CRC-32. */
  readonly posting_blocks: Numbered & Numbers<'brain' | 'space' | 'checksum'> & Texts<'low'> & Bytes<'data'>
  /** Texts. A text is valid from `valid_from` up to, not including, `valid_until`; 0 means that it still is. */
  readonly documents: Numbers<'brain' | 'space' | 'node' | 'valid_from' | 'valid_until' | 'length' | 'words'>
  /**
   * Totals at the head. `posting_rows`: number of rows in `postings`. `version` rises with every change and invalidates cached postings;
   * `tokeniser` is the version that made the terms.
   */
  readonly index_statistics: Numbers<
    'brain' | 'space' | 'documents' | 'total_length' | 'total_words' | 'posting_rows' | 'version' | 'tokeniser'
  >
  /** A cache of folds of the log. `blocks`: each block's name and digest, as JSON. */
  readonly snapshots: Numbers<'brain' | 'position' | 'version'> & Bytes<'hash'> & Texts<'blocks'>
  /** See `PackedBlock`. */
  readonly snapshot_blocks: Numbers<'brain' | 'text' | 'length' | 'checksum'> & Bytes<'digest' | 'data'>
  /** Index of the log. See `SegmentRecord`. */
  readonly log_segments: Numbers<'brain' | 'first' | 'last' | 'version' | 'turn' | 'cause'> & Bytes<'hash'>
  /** Parts of segments, by the first position of their segment. `kind` is a code of `columns.ts`, `checksum` the CRC-32 of `data`. */
  readonly log_segment_parts: Numbers<'brain' | 'kind' | 'part' | 'first' | 'checksum'> & Bytes<'data'>
  /** Cache of vectors. `text` and `title` are the embedded contents; `vector` holds 32-bit floats, little-endian. */
  readonly vectors: Numbers<'brain' | 'node'> & Texts<'embedder'> & Bytes<'text' | 'vector'> & { readonly title: Uint8Array | null }
  /** Erasures whose rows are deleted and whose files are not finished. `rewritten` is 1 once the file was rewritten. */
  readonly unfinished_erasures: Numbers<'brain' | 'position' | 'rewritten'>
}
