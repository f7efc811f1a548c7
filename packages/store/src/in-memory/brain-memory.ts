/** One brain in arrays and maps: the plain reference for the behaviour of every store. */

import {
  Abandoned,
  type Append,
  type ArchivedBytes,
  type BrainKey,
  type BrainRecord,
  type CommitRow,
  type ContentRef,
  type ContentRow,
  type ErasedPlace,
  type Erasing,
  type FoundContent,
  IdempotencyConflict,
  type Position,
  type RecordedCommand,
  type SegmentPart,
  type SegmentRecord,
  type SnapshotBlock,
  type SnapshotRecord,
  WrongExpectedPosition,
} from '@crabtrail/core'
import * as Result from 'effect/Result'
import {
  archivedBytes,
  hashBytes,
  logRange,
  type PackedStretch,
  packStretch,
  requireEqual,
  takeCommits,
  unpackStretch,
} from '../rows/archived-stretch.ts'
import { signalBytes } from '../rows/columns.ts'
import { changed, type Documents } from './documents.ts'
import { erasedOf, type Vectors } from './vectors.ts'

type Refusal = WrongExpectedPosition | IdempotencyConflict | Abandoned

export interface BrainMemory {
  record: BrainRecord
  /** Commits behind the archived ones. */
  commits: Array<CommitRow>
  archived: ReadonlyArray<PackedStretch>
  readonly commands: Map<string, RecordedCommand>
  /** Contents in order of arrival. */
  readonly contents: Map<ContentRef, ContentRow>
  readonly buried: Set<string>
  documents: Documents
  readonly snapshots: Map<Position, { readonly record: SnapshotRecord; readonly blocks: ReadonlyArray<SnapshotBlock> }>
  /** By rising position. */
  segments: ReadonlyArray<Segment>
  vectors: Vectors
}

interface Segment {
  readonly record: SegmentRecord
  readonly parts: ReadonlyArray<SegmentPart>
}

export const emptyBrain = (brain: BrainKey, fingerprintKey: string): BrainMemory => ({
  record: { brain, fingerprintKey, position: 0, hash: '', at: 0 },
  commits: [],
  archived: [],
  commands: new Map(),
  contents: new Map(),
  buried: new Set(),
  documents: [],
  snapshots: new Map(),
  segments: [],
  vectors: [],
})

/** Returns a copy that later changes of the original do not affect. */
export const copyOf = (memory: BrainMemory): BrainMemory => ({
  ...memory,
  commits: [...memory.commits],
  commands: new Map(memory.commands),
  contents: new Map(memory.contents),
  buried: new Set(memory.buried),
  snapshots: new Map(memory.snapshots),
})

export const append = (memory: BrainMemory, asked: Append): Result.Result<void, Refusal> => {
  const { contents, gate, index, key, row } = asked
  const refusal = keyRefusal(memory, asked) ?? positionRefusal(memory, asked)
  if (refusal !== undefined) return Result.fail(refusal)
  if (gate !== undefined && !gate.enterCommit()) return Result.fail(new Abandoned({ brain: memory.record.brain }))
  memory.record = { ...memory.record, position: row.first + row.count - 1, hash: row.hash, at: row.at }
  memory.commits.push(row)
  if (key !== undefined) memory.commands.set(key.key, { signal: key.signal, first: row.first, count: row.count })
  for (const content of contents) keep(memory, content)
  memory.documents = changed(memory.documents, index)
  return Result.succeed(undefined)
}

const keyRefusal = ({ commands, record }: BrainMemory, { key, row }: Append): Refusal | undefined => {
  const recorded = key && commands.get(key.key)
  if (recorded === undefined) return undefined
  if (recorded.signal !== key?.signal) return new IdempotencyConflict({ brain: record.brain, first: recorded.first })
  return new WrongExpectedPosition({ brain: record.brain, expected: row.first - 1, actual: record.position })
}

const positionRefusal = ({ record }: BrainMemory, { row }: Append): Refusal | undefined =>
  row.first === record.position + 1 && row.prev === record.hash
    ? undefined
    : new WrongExpectedPosition({ brain: record.brain, expected: row.first - 1, actual: record.position })

/** Keeps an existing content, because a reference names the same bytes. Text is made well-formed, as storage in UTF-8 would do. */
const keep = ({ contents }: BrainMemory, row: ContentRow): void => {
  if (!contents.has(row.ref)) contents.set(row.ref, { ...row, body: row.body?.toWellFormed() })
}

export const read = (memory: BrainMemory, from: Position, limit: number, to?: Position): ReadonlyArray<CommitRow> => {
  const found: Array<CommitRow> = []
  const range = logRange(from, limit, to)
  for (const stretch of memory.archived)
    if (stretch.last >= from && stretch.first <= range.to) takeCommits(found, unpackStretch(stretch), range)
  takeCommits(found, memory.commits, range)
  return found
}

export const archive = (memory: BrainMemory, rows: ReadonlyArray<CommitRow>, isRehearsal: boolean): ArchivedBytes | undefined => {
  const stretch = packStretch(rows)
  const { first, last } = stretch
  const own = memory.commits.filter((row) => row.first >= first && row.first <= last)
  const bytes = archivedBytes(
    own.reduce((sum, { body }) => sum + Buffer.byteLength(body) + hashBytes, 0),
    stretch,
  )
  if (!isRehearsal && first !== (memory.archived.at(-1)?.last ?? 0) + 1) return undefined
  requireEqual(rows, unpackStretch(stretch))
  if (isRehearsal) return bytes
  requireEqual(rows, own)
  memory.archived = [...memory.archived, stretch]
  memory.commits = memory.commits.filter((row) => row.first > last)
  return bytes
}

export const foundOf = ({ ref, owner, number }: ContentRow): FoundContent => ({ ref, owner, number })

export const erase = (memory: BrainMemory, { bury, contents, index, nodes, signals }: Erasing): ReadonlyArray<ErasedPlace> => {
  const gone = contents.flatMap((ref) => memory.contents.get(ref) ?? [])
  for (const { ref } of gone) memory.contents.delete(ref)
  const embedded = memory.vectors
  memory.vectors = erasedOf(embedded, contents, nodes)
  const vectorsGone = embedded.filter((one) => !memory.vectors.includes(one))
  const emptied = new Set(nodes)
  const left = memory.documents.filter(({ node }) => !emptied.has(node))
  const indexed = memory.documents.filter(({ node }) => emptied.has(node))
  memory.documents = changed(left, index)
  const answered = signals.filter(({ first, instead }) => forgetSignal(memory, first, instead)).length
  for (const fingerprint of bury) memory.buried.add(fingerprint)
  const words = indexed.flatMap(({ counts }) => [...counts.keys()])
  return [
    {
      place: 'contents',
      rows: gone.length,
      bytes: sum(gone.map(({ body, fingerprint }) => rowBytes + length(body) + fingerprint.length / 2)),
    },
    { place: 'text index', rows: words.length + indexed.length, bytes: sum(words.map(length)) },
    { place: 'vectors', rows: vectorsGone.length, bytes: sum(vectorsGone.map(({ vector }) => vector.byteLength)) },
    { place: 'digests of answered requests', rows: answered, bytes: answered * signalBytes },
  ]
}

/** Bytes of a reference and a salt. */
const rowBytes = 48

const forgetSignal = ({ commands }: BrainMemory, first: number, instead: string): boolean => {
  const [found] = [...commands].filter(([, recorded]) => recorded.first === first)
  if (found !== undefined) commands.set(found[0], { ...found[1], signal: instead })
  return found !== undefined
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, one) => total + one, 0)
const length = (text = ''): number => Buffer.byteLength(text)
