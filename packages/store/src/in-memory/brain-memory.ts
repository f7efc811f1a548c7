/** One brain in arrays and maps: the plain reference for the behaviour of every store. */

import {
  Abandoned,
  type Append,
  type ArchivedBytes,
  type ArchivedStretch,
  type BrainKey,
  type BrainRecord,
  type CommitRow,
  type ContentKind,
  type ContentRef,
  type ContentRow,
  type ErasedPlace,
  type Erasing,
  type FoundContent,
  type FoundParts,
  IdempotencyConflict,
  type NodeNumber,
  type OwnedContent,
  type Owners,
  type PartKey,
  type Position,
  type RecordedCommand,
  type SegmentPart,
  type SegmentRecord,
  type SnapshotBlock,
  type SnapshotRecord,
  type Tail,
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
import { fitsSegments } from '../rows/segment-borders.ts'
import { changed, type Documents, erasedOf, type Vectors } from './documents.ts'

export type Refusal = WrongExpectedPosition | IdempotencyConflict | Abandoned

export type Blocks = ReadonlyArray<SnapshotBlock> | undefined

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

export interface Segment {
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
export const copyOf = ({
  buried,
  commands,
  commits,
  contents,
  documents,
  record,
  archived,
  segments,
  snapshots,
  vectors,
}: BrainMemory): BrainMemory => ({
  record,
  commits: [...commits],
  archived,
  commands: new Map(commands),
  contents: new Map(contents),
  buried: new Set(buried),
  documents,
  snapshots: new Map(snapshots),
  segments,
  vectors,
})

/** Appends the whole commit, or nothing and returns the refusal. */
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

export const archivedOf = ({ archived }: BrainMemory): ReadonlyArray<ArchivedStretch> =>
  archived.map(({ commits, data, first, hash, last, prev }) => ({ first, last, commits, prev, hash, bytes: data.byteLength }))

export const archive = (
  memory: BrainMemory,
  { rehearsal, rows }: { readonly rows: ReadonlyArray<CommitRow>; readonly rehearsal: boolean },
): ArchivedBytes | undefined => {
  const stretch = packStretch(rows)
  const { first, last } = stretch
  const own = memory.commits.filter((row) => row.first >= first && row.first <= last)
  const bytes = archivedBytes(
    own.reduce((sum, { body }) => sum + Buffer.byteLength(body) + hashBytes, 0),
    stretch,
  )
  if (!rehearsal && first !== (memory.archived.at(-1)?.last ?? 0) + 1) return undefined
  requireEqual(rows, unpackStretch(stretch))
  if (rehearsal) return bytes
  requireEqual(rows, own)
  memory.archived = [...memory.archived, stretch]
  memory.commits = memory.commits.filter((row) => row.first > last)
  return bytes
}

export const noTail: Tail = { head: undefined, rows: [] }

export const tail = (memory: BrainMemory, from: Position, limit: number, command?: string): Tail => {
  const { hash, position } = memory.record
  const recorded = command === undefined ? {} : { recorded: memory.commands.get(command) }
  return { head: { position, hash }, rows: read(memory, from, limit), ...recorded }
}

export const commands = ({ commands: known }: BrainMemory): ReadonlyArray<RecordedCommand & { readonly key: string }> =>
  [...known].map(([key, recorded]) => ({ key, ...recorded })).sort((a, b) => a.first - b.first)

export const bodies = ({ contents }: BrainMemory, refs: ReadonlyArray<ContentRef>): ReadonlyMap<ContentRef, string> => {
  const found = new Map<ContentRef, string>()
  for (const ref of refs) {
    const body = contents.get(ref)?.body
    if (body !== undefined) found.set(ref, body)
  }
  return found
}

export const find = ({ contents }: BrainMemory, kind: ContentKind, fingerprint: string): ReadonlyArray<FoundContent> =>
  [...contents.values()].filter((row) => row.kind === kind && row.fingerprint === fingerprint).map(foundOf)

export const findAll = (one: BrainMemory, kind: ContentKind, fingerprints: ReadonlyArray<string>) =>
  fingerprints.map((fingerprint) => find(one, kind, fingerprint))

export const findByPrefix = ({ contents }: BrainMemory, kind: ContentKind, prefix: string, limit: number) =>
  [...contents.values()]
    .flatMap((row) => (row.kind === kind && row.body?.startsWith(prefix.toWellFormed()) ? [{ ...foundOf(row), body: row.body }] : []))
    .sort((a, b) => compare(a.body, b.body))
    .slice(0, Math.max(0, limit))

export const page = ({ contents }: BrainMemory, after: ContentRef | undefined, limit: number): ReadonlyArray<ContentRow> =>
  [...contents.values()]
    .filter(({ ref }) => after === undefined || ref > after)
    .sort((a, b) => compare(a.ref, b.ref))
    .slice(0, Math.max(0, limit))

const foundOf = ({ ref, owner, number }: ContentRow): FoundContent => ({ ref, owner, number })

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/* The index of the log. Callers get copies of the bytes. */

export const findParts = (
  { segments }: BrainMemory,
  keys: ReadonlyArray<PartKey>,
  notAfter: Position = Number.MAX_SAFE_INTEGER,
): FoundParts | undefined => {
  const asked = new Set(keys.map(keyOf))
  return {
    segments: segments.map(({ record }) => record),
    parts: segments.flatMap(({ parts, record: { first } }) =>
      parts.flatMap((part) => (first <= notAfter && asked.has(keyOf(part)) ? [{ ...ownPart(part), first }] : [])),
    ),
  }
}

const keyOf = ({ kind, part }: PartKey): string => `${kind} ${part}`
const ownPart = ({ data, ...key }: SegmentPart): SegmentPart => ({ ...key, data: data.slice() })

export const partsAt = ({ segments }: BrainMemory, first: Position): ReadonlyArray<SegmentPart> | undefined =>
  segments.find(({ record }) => record.first === first)?.parts.map(ownPart)

export const writeSegment = (memory: BrainMemory, record: SegmentRecord, parts: ReadonlyArray<SegmentPart>): boolean => {
  const { first, last } = record
  const known = memory.segments.map((one) => one.record)
  if (!fitsSegments(known, record)) return false
  const others = memory.segments.filter((one) => one.record.first < first || one.record.first > last)
  memory.segments = [...others, { record, parts: parts.map(ownPart) }].sort((a, b) => a.record.first - b.record.first)
  return true
}

/* Erasure of a brain in memory. It leaves no files to clean. */

export const owned = ({ contents }: BrainMemory, owners: ReadonlyArray<Owners>): ReadonlyArray<OwnedContent> => {
  const asked = new Map(owners.map(({ numbers, owner }) => [owner, new Set(numbers)]))
  return [...contents.values()]
    .filter((row) => asked.get(row.owner)?.has(row.number))
    .map(({ kind, number, owner, ref }) => ({ ref, kind, owner, number }))
}

export const wordsOnlyIn = ({ documents }: BrainMemory, nodes: ReadonlyArray<NodeNumber>): ReadonlySet<string> => {
  const asked = new Set(nodes)
  const ofDocuments = documents.filter(({ space }) => space === 'document')
  const others = new Set(ofDocuments.flatMap(({ counts, node }) => (asked.has(node) ? [] : [...counts.keys()])))
  const own = ofDocuments.flatMap(({ counts, node }) => (asked.has(node) ? [...counts.keys()] : []))
  return new Set(own.filter((word) => !others.has(word)))
}

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
const signalBytes = 16

const forgetSignal = ({ commands }: BrainMemory, first: number, instead: string): boolean => {
  const [found] = [...commands].filter(([, recorded]) => recorded.first === first)
  if (found !== undefined) commands.set(found[0], { ...found[1], signal: instead })
  return found !== undefined
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, one) => total + one, 0)
const length = (text = ''): number => Buffer.byteLength(text)
