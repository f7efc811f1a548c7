/** Takes an exported brain into this store. Proves every commit by its hash and every event by its schema before anything is written. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { namedContents } from '../../domain/events/brain-event.ts'
import { packBody, type StoredEvent } from '../../domain/events/commit-body.ts'
import { decodeAndValidate } from '../../domain/events/event-codec.ts'
import { type BrainKey, type ContentRef, parseBrainKey } from '../../domain/identity.ts'
import type { ImportAnswer } from '../answers.ts'
import { catchUp, commitHash, openBrain } from '../brain/brain.ts'
import { type Fingerprint, fingerprintWith } from '../brain/content-drafts.ts'
import { graphDigest } from '../history/show.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type Append, type CommitRow, type ContentRow, EventStore } from '../ports/event-store.ts'
import { SearchIndex } from '../ports/search-index.ts'
import { BrainExists } from '../ports/store-errors.ts'
import { BadImport, InvalidRequest } from '../request-errors.ts'
import type { ImportRequest } from '../requests.ts'
import { allIndexChanges } from '../text-index/index-lines.ts'
import { type ExportedContent, type ExportLine, type Header, readLine } from './export-lines.ts'

export const importBrain = Effect.fnUntraced(function* (request: ImportRequest) {
  const parsed = yield* parseExport(request.lines)
  const store = yield* EventStore
  const key = yield* targetKey(request, parsed.header)
  if ((yield* store.brain(key)) !== undefined) return yield* new BrainExists({ brain: key })
  const crypto = yield* Cryptography
  const fingerprint = fingerprintWith(crypto, parsed.header.fingerprintKey)
  const appends = appendsOf(parsed, key, fingerprint)
  const brain = openBrain(key, parsed.header.fingerprintKey, fingerprint)
  // One transaction: an import that fails half-way leaves nothing.
  yield* store.locked(key, (locked) =>
    Effect.gen(function* () {
      for (const append of appends) {
        yield* locked.append(append).pipe(Effect.catchTag(['Abandoned', 'WrongExpectedPosition'], () => new BrainExists({ brain: key })))
      }
      yield* catchUp(brain, locked)
      const contents = yield* ContentStore
      yield* contents.bury(key, parsed.tombstones)
      const index = yield* SearchIndex
      yield* index.rebuild(key, yield* allIndexChanges(brain))
    }),
  )
  return {
    brain: key,
    position: brain.state.position,
    commits: appends.length,
    contents: parsed.contents.size,
    digest: yield* graphDigest(brain.state),
  } satisfies ImportAnswer
})

const targetKey = Effect.fnUntraced(function* ({ brain }: ImportRequest, header: Header) {
  const key = parseBrainKey(brain ?? header.brain)
  return Result.isSuccess(key) ? key.success : yield* new InvalidRequest({ field: 'brain', problem: key.failure })
})

interface ParsedCommit {
  readonly row: CommitRow
  readonly events: ReadonlyArray<StoredEvent>
  readonly command: Append['key']
  readonly line: number
}

interface ParsedExport {
  readonly header: Header
  readonly commits: ReadonlyArray<ParsedCommit>
  readonly contents: ReadonlyMap<ContentRef, ExportedContent>
  readonly tombstones: ReadonlyArray<string>
}

const parseExport = Effect.fnUntraced(function* (lines: ReadonlyArray<string>) {
  const crypto = yield* Cryptography
  const read: Array<ExportLine> = []
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue
    const parsed = readLine(line)
    if (Result.isFailure(parsed)) return yield* new BadImport({ line: i + 1, problem: parsed.failure })
    read.push({ ...parsed.success, line: i + 1 })
  }
  const [first, ...rest] = read
  if (first?.header === undefined)
    return yield* new BadImport({ line: 1, problem: 'it is no Crabtrail export: the first line is not its header' })
  const { header } = first
  const commits = yield* parseCommits(crypto, rest)
  const last = commits.at(-1)
  const end = last === undefined ? 0 : last.row.first + last.row.count - 1
  if (last === undefined) return yield* new BadImport({ line: 1, problem: 'it holds no commit' })
  if (header.position !== undefined && (header.position !== end || header.hash !== last.row.hash)) {
    return yield* new BadImport({
      line: last.line,
      problem: `the log ends at ${end} where the header says ${header.position}: the file is cut short`,
    })
  }
  const contents = new Map<ContentRef, ExportedContent>()
  for (const { content, line } of rest) {
    if (content === undefined || content.salt === undefined) continue
    if (content.body !== undefined && crypto.sha256Salted(content.salt, content.body) !== content.ref) {
      return yield* new BadImport({ line, problem: `content ${content.ref} is not what its reference says` })
    }
    contents.set(content.ref, content)
  }
  return { header, commits, contents, tombstones: rest.flatMap(({ tombstone }) => tombstone ?? []) } satisfies ParsedExport
})

const parseCommits = Effect.fnUntraced(function* (crypto: Cryptography['Service'], lines: ReadonlyArray<ExportLine>) {
  const commits: Array<ParsedCommit> = []
  let prev = ''
  let next = 1
  for (let i = 0; i < lines.length; i++) {
    const { commit, line } = lines[i] ?? { line: 0 }
    if (commit === undefined) continue
    const events = lines.slice(i + 1, i + 1 + commit.count).flatMap(({ event }) => event ?? [])
    if (events.length !== commit.count)
      return yield* new BadImport({ line, problem: `${events.length} events follow where the commit counts ${commit.count}` })
    if (commit.first !== next) return yield* new BadImport({ line, problem: `position ${commit.first} follows where ${next} is next` })
    if (commit.prev !== prev)
      return yield* new BadImport({ line, problem: `the commit at ${commit.first} does not hold the hash of the one before` })
    for (const [at, event] of events.entries()) {
      const valid = decodeAndValidate(event)
      if (Result.isSuccess(valid)) {
        if (event.cause === undefined || event.cause < next + at) continue
        return yield* new BadImport({ line: line + 1 + at, problem: `${event.type}: its cause does not stand before it` })
      }
      const { failure } = valid
      const problem =
        failure._tag === 'InvalidEvent'
          ? `${failure.type}: ${failure.problem}`
          : `event ${failure.type} version ${failure.version} is not known here`
      return yield* new BadImport({ line: line + 1 + at, problem })
    }
    const { actor, at, count, first, hash, session } = commit
    const row: CommitRow = { first, count, at, actor, session, body: packBody(events), prev, hash }
    if (at < (commits.at(-1)?.row.at ?? 0))
      return yield* new BadImport({ line, problem: `the commit at ${first} has a time before that of the one before it` })
    if (commitHash(crypto, row) !== hash) return yield* new BadImport({ line, problem: `the commit at ${first} is not what its hash says` })
    const command = commit.key === undefined || commit.signal === undefined ? undefined : { key: commit.key, signal: commit.signal }
    commits.push({ row, events, command, line })
    prev = hash
    next = first + count
    i += count
  }
  return commits
})

/** Every commit with the contents that its events are the first to name. */
const appendsOf = ({ commits, contents, header }: ParsedExport, brain: BrainKey, fingerprint: Fingerprint): ReadonlyArray<Append> => {
  const stored = new Set<ContentRef>()
  return commits.map(({ command, events, row }, i): Append => {
    const rows = events.flatMap((event): ReadonlyArray<ContentRow> => {
      const current = decodeAndValidate(event)
      if (Result.isFailure(current)) return []
      return namedContents(current.success).flatMap(({ kind, number, owner, ref }): ReadonlyArray<ContentRow> => {
        const content = contents.get(ref)
        if (content?.salt === undefined || stored.has(ref)) return []
        stored.add(ref)
        const { body, salt } = content
        return [{ ref, kind, owner, number, salt, body, fingerprint: body === undefined ? '' : fingerprint(kind, body) }]
      })
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
