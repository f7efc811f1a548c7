/** Imports an exported brain into this store. All of it is proven before anything is written. */

import { counted } from '@crabtrail/text/counted'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { erasedContents, type NewEvent, namedContents } from '../../domain/events/brain-event.ts'
import { packBody, type StoredEvent } from '../../domain/events/codec/commit-body.ts'
import { decodeAndValidate } from '../../domain/events/codec/event-codec.ts'
import { sealedKinds } from '../../domain/events/event-definition.ts'
import { type BrainKey, type ContentRef, type Position, parseBrainKey } from '../../domain/identity.ts'
import type { ImportAnswer } from '../answers.ts'
import { openBrain } from '../brain/brain.ts'
import { commitHash, eventProblem } from '../brain/commit-row.ts'
import { type Fingerprint, fingerprintWith } from '../brain/contents.ts'
import { appendProven, settleProven } from '../commands/append.ts'
import { checkBrainName } from '../commands/open-brains.ts'
import { graphDigest } from '../history/show.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type Append, type CommandKey, type CommitRow, type ContentRow, EventStore } from '../ports/event-store.ts'
import { BrainExists } from '../ports/store-errors.ts'
import { BadImport, InvalidRequest } from '../request-errors.ts'
import type { ImportRequest } from '../requests.ts'
import { type ExportedContent, type ExportLine, endOf, type Header, readLine } from './export.ts'

/* Reads an export whole: its lines in their order up to the one that counts them, every commit by its hash, every event by its schema, every content by its reference. */

export interface ExportedCommit {
  readonly row: CommitRow
  readonly events: ReadonlyArray<NewEvent>
  readonly command: CommandKey | undefined
}

export interface Export {
  readonly header: Header
  readonly commits: ReadonlyArray<ExportedCommit>
  readonly contents: ReadonlyMap<ContentRef, ExportedContent>
  readonly tombstones: ReadonlyArray<string>
}

/** A commit with its lines in the file, for messages. */
interface PlacedCommit extends ExportedCommit {
  readonly line: number
  /** Line of each event. */
  readonly lines: ReadonlyArray<number>
}
type PlacedContent = { readonly content: ExportedContent; readonly line: number }

const readExport = Effect.fnUntraced(function* (lines: ReadonlyArray<string>) {
  const crypto = yield* Cryptography
  const [first, ...rest] = yield* readLines(lines)
  if (first?.header === undefined) return yield* noExport()
  const { header } = first
  const commits = yield* readCommits(crypto, rest)
  const last = commits.at(-1)
  if (last === undefined) return yield* new BadImport({ line: first.line, problem: 'it holds no commit' })
  const end = last.row.first + last.row.count - 1
  if (header.position !== end || header.hash !== last.row.hash) {
    return yield* new BadImport({
      line: last.line,
      problem:
        header.position === end
          ? 'the newest commit is not the one that the header says'
          : `the log ends at ${end} where the header says ${header.position}: the file is cut short`,
    })
  }
  const placed = yield* readContents(crypto, rest)
  yield* requireContents(commits, placed)
  yield* requireEnd(crypto, lines, rest)
  const contents = new Map([...placed].map(([ref, { content }]) => [ref, content]))
  return { header, commits, contents, tombstones: rest.flatMap(({ tombstone }) => tombstone?.fingerprint ?? []) } satisfies Export
})

/** Reads the lines of an export. Blank lines are skipped. */
const readLines = Effect.fnUntraced(function* (lines: ReadonlyArray<string>) {
  const read: Array<ExportLine> = []
  for (const [i, text] of lines.entries()) {
    if (!isWritten(text)) continue
    const line = i + 1
    const parsed = readLine(text)
    if (Result.isFailure(parsed)) return yield* new BadImport({ line, problem: parsed.failure })
    const { header } = parsed.success
    if (header === undefined && read.length === 0) return yield* noExport()
    if (header === undefined && read.at(-1)?.end !== undefined)
      return yield* new BadImport({ line, problem: 'it stands behind the last line, which says how many there are before it' })
    if (header !== undefined && read.length > 0)
      return yield* new BadImport({ line, problem: 'a second header: an export holds one brain' })
    read.push({ ...parsed.success, line })
  }
  return read
})

const noExport = () => new BadImport({ line: 1, problem: 'it is no Crabtrail export: the first line is not its header' })

/** Checks the last line. Nothing else names the tombstones: without this check a file could lose them and look whole. */
const requireEnd = Effect.fnUntraced(function* (
  crypto: Cryptography['Service'],
  lines: ReadonlyArray<string>,
  read: ReadonlyArray<ExportLine>,
) {
  const last = read.at(-1)
  if (last?.end === undefined) {
    const problem = 'the last line, which says how many there are before it, is not there: the file is cut short'
    return yield* new BadImport({ line: last?.line ?? 1, problem })
  }
  const { line, end } = last
  const found = endOf(crypto, lines.slice(0, line - 1).filter(isWritten))
  if (found.lines !== end.lines)
    return yield* new BadImport({
      line,
      problem: `it says that ${counted(end.lines, 'line stands', 'lines stand')} before it, and there ${found.lines === 1 ? 'is' : 'are'} ${found.lines}`,
    })
  if (found.sha256 !== end.sha256)
    return yield* new BadImport({ line, problem: 'the lines before it are not what it says: they were changed' })
})

const isWritten = (text: string): boolean => text.trim() !== ''

const readCommits = Effect.fnUntraced(function* (crypto: Cryptography['Service'], lines: ReadonlyArray<ExportLine>) {
  const commits: Array<PlacedCommit> = []
  const keys = new Map<string, Position>()
  for (let i = 0; i < lines.length; i++) {
    const { commit, event, line } = lines[i] ?? { line: 0 }
    if (event !== undefined) return yield* new BadImport({ line, problem: 'an event that belongs to no commit' })
    if (commit === undefined) continue
    const { actor, at, count, first, hash, key, prev, session, signal } = commit
    const own = lines.slice(i + 1, i + 1 + count)
    const stored = own.flatMap(({ event }) => event ?? [])
    if (stored.length !== count)
      return yield* new BadImport({
        line,
        problem: `${counted(stored.length, 'event follows', 'events follow')} where the commit counts ${count}: lines were lost or doubled`,
      })
    const problem = headProblem(commit, commits.at(-1)?.row, keys)
    if (problem !== undefined) return yield* new BadImport({ line, problem })
    const events = yield* readEvents(stored, own, first)
    const row: CommitRow = { first, count, at, actor, session, body: packBody(stored), prev, hash }
    if (commitHash(crypto, row) !== hash) return yield* new BadImport({ line, problem: `the commit at ${first} is not what its hash says` })
    if (key !== undefined) keys.set(key, first)
    const command = key === undefined || signal === undefined ? undefined : { key, signal }
    commits.push({ row, events, command, line, lines: own.map((one) => one.line) })
    i += count
  }
  return commits
})

/** Finds a problem in the head of a commit. `keys` are the keys of earlier commits, with their positions. */
const headProblem = (
  { at, first, key, prev, signal }: NonNullable<ExportLine['commit']>,
  before: CommitRow | undefined,
  keys: ReadonlyMap<string, Position>,
): string | undefined => {
  const next = before === undefined ? 1 : before.first + before.count
  if (first !== next) return `position ${first} follows where ${next} is next`
  if (prev !== (before?.hash ?? '')) return `the commit at ${first} does not hold the hash of the one before`
  if (at < (before?.at ?? 0)) return `the commit at ${first} has a time before that of the one before it`
  if ((key === undefined) !== (signal === undefined)) return `the commit at ${first} has only one of key and signal`
  const used = key === undefined ? undefined : keys.get(key)
  return used === undefined ? undefined : `the commit at ${first} has the key of the one at ${used}`
}

const readEvents = Effect.fnUntraced(function* (stored: ReadonlyArray<StoredEvent>, lines: ReadonlyArray<ExportLine>, first: Position) {
  const events: Array<NewEvent> = []
  for (const [i, event] of stored.entries()) {
    const problem = eventProblem(event, first + i)
    if (problem !== undefined) return yield* new BadImport({ line: lines[i]?.line ?? 0, problem })
    events.push(Result.getOrThrow(decodeAndValidate(event)))
  }
  return events
})

const readContents = Effect.fnUntraced(function* (crypto: Cryptography['Service'], lines: ReadonlyArray<ExportLine>) {
  const contents = new Map<ContentRef, PlacedContent>()
  for (const { content, line } of lines) {
    if (content === undefined) continue
    const { ref } = content
    if (contents.has(ref)) return yield* new BadImport({ line, problem: `content ${ref} stands here a second time` })
    if ('body' in content && crypto.sha256Salted(content.salt, content.body) !== ref)
      return yield* new BadImport({ line, problem: `content ${ref} is not what its reference says` })
    contents.set(ref, { content, line })
  }
  return contents
})

/**
 * Checks that every named content is in the file. The hashes prove only the log: a file that was cut after it would give a memory without
 * its words.
 */
const requireContents = Effect.fnUntraced(function* (
  commits: ReadonlyArray<PlacedCommit>,
  contents: ReadonlyMap<ContentRef, PlacedContent>,
) {
  const erased = new Set(commits.flatMap(({ events }) => events.flatMap(erasedContents)))
  const unnamed = new Map(contents)
  for (const { events, lines, row } of commits) {
    for (const [i, event] of events.entries()) {
      for (const { kind, ref } of namedContents(event)) {
        unnamed.delete(ref)
        const found = contents.get(ref)
        if (erased.has(ref)) {
          if (found === undefined || 'erased' in found.content) continue
          const problem = `content ${ref} was erased by an event of the log, and stands here all the same: it would bring back what was forgotten`
          return yield* new BadImport({ line: found.line, problem })
        }
        if (found === undefined) {
          const problem = `the event at ${row.first + i} names content ${ref}, which the file does not hold: it is cut short`
          return yield* new BadImport({ line: lines[i] ?? 0, problem })
        }
        const { content, line } = found
        if ('erased' in content) return yield* new BadImport({ line, problem: `content ${ref} is called erased, and no event erased it` })
        if (!('body' in content || sealedKinds.has(kind)))
          return yield* new BadImport({ line, problem: `content ${ref}, which the event at ${row.first + i} names, has lost its body` })
      }
    }
  }
  for (const [ref, { line }] of unnamed) return yield* new BadImport({ line, problem: `no event names content ${ref}` })
})

export const importBrain = Effect.fnUntraced(function* (request: ImportRequest) {
  const exported = yield* readExport(request.lines)
  const store = yield* EventStore
  const key = yield* targetKey(request, exported.header)
  if ((yield* store.brain(key)) !== undefined) return yield* new BrainExists({ brain: key })
  // The export's own name is in its header already.
  if (request.brain !== undefined) yield* checkBrainName(key)
  const crypto = yield* Cryptography
  const fingerprint = fingerprintWith(crypto, exported.header.fingerprintKey)
  const appends = appendsOf(exported, key, fingerprint)
  const brain = openBrain(key, exported.header.fingerprintKey, fingerprint)
  // One transaction: an import that fails half-way leaves nothing.
  yield* store.locked(key, (locked) =>
    Effect.gen(function* () {
      yield* appendProven(brain, appends, locked)
      yield* settleProven(brain, exported.tombstones, locked)
    }),
  )
  return {
    brain: key,
    position: brain.state.position,
    commits: appends.length,
    contents: appends.reduce((sum, append) => sum + append.contents.length, 0),
    digest: yield* graphDigest(brain.state),
  } satisfies ImportAnswer
})

const targetKey = Effect.fnUntraced(function* ({ brain }: ImportRequest, header: Header) {
  const own = parseBrainKey(header.brain)
  if (Result.isFailure(own)) return yield* new BadImport({ line: 1, problem: own.failure })
  const key = brain === undefined ? own : parseBrainKey(brain)
  return Result.isSuccess(key) ? key.success : yield* new InvalidRequest({ field: 'brain', problem: key.failure })
})

/** Returns every commit with the contents that its events are the first to name. */
const appendsOf = ({ commits, contents, header }: Export, brain: BrainKey, fingerprint: Fingerprint): ReadonlyArray<Append> => {
  const stored = new Set<ContentRef>()
  return commits.map(({ command, events, row }, i): Append => {
    const rows = events.flatMap(namedContents).flatMap(({ kind, number, owner, ref }): ReadonlyArray<ContentRow> => {
      const content = contents.get(ref)
      if (content === undefined || 'erased' in content || stored.has(ref)) return []
      stored.add(ref)
      const body = 'body' in content ? content.body : undefined
      return [{ ref, kind, owner, number, salt: content.salt, body, fingerprint: body === undefined ? '' : fingerprint(kind, body) }]
    })
    return {
      brain,
      row,
      contents: rows,
      index: [],
      durability: i === commits.length - 1 ? 'power' : 'process',
      ...(command === undefined ? {} : { key: command }),
      ...(i === 0 ? { create: { fingerprintKey: header.fingerprintKey } } : {}),
    }
  })
}
