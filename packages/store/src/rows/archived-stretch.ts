/**
 * Storage format of an archived stretch: its commits as JSON, compressed with zstd, with a CRC-32.
 *
 * Positions and the hash of the commit before follow from the order, so only the others are stored. What they follow to is compared with the
 * rows before those are deleted.
 */
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type ArchivedBytes, type ArchivedStretch, type BrainKey, type CommitRow, commitsPerRead, type Position } from '@crabtrail/core'
import { Damage } from '../failures.ts'

export interface PackedStretch extends Omit<ArchivedStretch, 'bytes'> {
  /** Bytes of the JSON. */
  readonly length: number
  /** CRC-32 of `data`. */
  readonly checksum: number
  readonly data: Uint8Array
}

type PackedCommit = readonly [count: number, at: number, actor: number, session: number | null, body: string, hash: string]

/** zstd level. A stretch is packed once: level 9 takes a third longer than level 1 and saves an eighth more; level 19 takes 19 times as long as 9. */
const level = 9

/** Packs commits that follow on each other, at least one. */
export const packStretch = (rows: ReadonlyArray<CommitRow>): PackedStretch => {
  const [first] = rows
  const last = rows.at(-1)
  if (first === undefined || last === undefined) throw new TypeError('a stretch has at least one commit')
  const commits = rows.map(({ actor, at, body, count, hash, session = null }): PackedCommit => [count, at, actor, session, body, hash])
  const json = Buffer.from(JSON.stringify(commits), 'utf8')
  const data = zstdCompressSync(json, { params: { [constants.ZSTD_c_compressionLevel]: level } })
  return {
    ...{ first: first.first, last: last.first + last.count - 1, commits: rows.length, prev: first.prev, hash: last.hash },
    ...{ length: json.byteLength, checksum: crc32(data), data },
  }
}

/** Returns the commits of a stretch. Throws {@link Damage} if they are not what was stored. */
export const unpackStretch = (stretch: PackedStretch): ReadonlyArray<CommitRow> => {
  let { first, prev } = stretch
  const rows = unpacked(stretch).map(([count, at, actor, session, body, hash]): CommitRow => {
    const row = { first, count, at, actor, session: session ?? undefined, body, prev, hash }
    first += count
    prev = hash
    return row
  })
  if (rows.length !== stretch.commits || first !== stretch.last + 1 || prev !== stretch.hash) throw damageOf(stretch)
  return rows
}

const unpacked = (stretch: PackedStretch): ReadonlyArray<PackedCommit> => {
  const { checksum, data, length } = stretch
  if (!(data instanceof Uint8Array) || crc32(data) !== checksum) throw damageOf(stretch)
  try {
    // One buffer that is not filled: by default Node would make hundreds, and behind a full one another as long.
    return JSON.parse(zstdDecompressSync(data, { chunkSize: length + 64, maxOutputLength: Math.max(64, length) }).toString('utf8'))
  } catch {
    throw damageOf(stretch)
  }
}

const damageOf = ({ first, last }: PackedStretch): Damage =>
  new Damage(`the archived commits of positions ${first} to ${last} are not what was stored`)

/** Throws {@link Damage} unless the rows are equal in every field: those of the log, those to be archived, or those that were read back. */
export const requireEqual = (rows: ReadonlyArray<CommitRow>, others: ReadonlyArray<CommitRow>): void => {
  if (JSON.stringify(rows.map(fieldsOf)) === JSON.stringify(others.map(fieldsOf))) return
  throw new Damage(`the commits from position ${rows[0]?.first} on could not be archived: they read differently each time`)
}

const fieldsOf = ({ actor, at, body, count, first, hash, prev, session }: CommitRow) => [first, count, at, actor, session, body, prev, hash]

/** Bytes of the two hashes of a row. */
export const hashBytes = 64

/** `rows`: bytes of the bodies in the log as they are stored there, and of their hashes. */
export const archivedBytes = (rows: number, { data }: PackedStretch): ArchivedBytes => ({
  before: rows,
  after: data.byteLength + hashBytes,
})

/** Appends to `found` the commits of a stretch that a read asks for. */
export const takeCommits = (found: Array<CommitRow>, stretch: ReadonlyArray<CommitRow>, { from, limit, to }: LogRange): void => {
  for (const row of stretch) if (row.first + row.count > from && row.first <= to && found.length < limit) found.push(row)
}

/** A question for commits with events from `from` to `to`, at most `limit`. */
export interface LogRange {
  readonly from: Position
  readonly to: Position
  readonly limit: number
}

/** Returns the range with a limit that one read may have. */
export const logRange = (from: Position, limit: number, to: Position = Number.MAX_SAFE_INTEGER): LogRange => ({
  from,
  to,
  limit: Math.max(0, Math.min(limit, commitsPerRead)),
})

/**
 * Returns the part of a range that is before the rows that were found in the log; undefined if nothing is missing there. Archived commits are
 * older than all others, so a log that answers from the first position that was asked for has no archived ones in the range.
 */
export const archivedPart = (range: LogRange, rows: ReadonlyArray<CommitRow>): LogRange | undefined => {
  const [first] = rows
  if (range.limit === 0 || (first !== undefined && first.first <= range.from)) return undefined
  return { ...range, from: Math.max(1, range.from), to: Math.min(range.to, (first?.first ?? Number.POSITIVE_INFINITY) - 1) }
}

/** Stretches that were read last, with their commits: a reader that goes through old commits one by one unpacks each stretch once. */
export class UnpackedStretches {
  readonly #known: Array<{
    readonly brain: BrainKey
    readonly first: Position
    readonly last: Position
    readonly rows: ReadonlyArray<CommitRow>
  }> = []

  /** Returns the commits of the stretch with a position, if they are known. An archived stretch never changes. */
  find(brain: BrainKey, position: Position): ReadonlyArray<CommitRow> | undefined {
    return this.#known.find((one) => one.brain === brain && one.first <= position && position <= one.last)?.rows
  }

  unpack(brain: BrainKey, stretch: PackedStretch): ReadonlyArray<CommitRow> {
    const rows = unpackStretch(stretch)
    this.#known.unshift({ brain, first: stretch.first, last: stretch.last, rows })
    this.#known.length = Math.min(this.#known.length, stretchesKept)
    return rows
  }
}

/** Unpacked stretches in memory. The first stretch of a brain is read often, because it says whether the brain is a branch. */
const stretchesKept = 4
