/** Proves the contents against the events that name them, and the keys of answered commands against the commits they stand for. */

import { counted } from '@crabtrail/text/counted'
import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import { type BrainEvent, erasedContents, type NamedContent } from '../../domain/events/brain-event.ts'
import { sealedKinds } from '../../domain/events/event-definition.ts'
import { noMark, type SegmentBuilder, type SegmentPart, segmentBuilder, segmentsVersion } from '../../domain/history/segments.ts'
import type { BrainKey, ContentRef, Position } from '../../domain/identity.ts'
import type { BrainFold } from '../../domain/projections/brain-fold.ts'
import { encodeSnapshot, projectionVersion } from '../../domain/snapshots/snapshot.ts'
import type { VerifyCheck } from '../answers.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import { forEachEvent } from '../brain/commit-row.ts'
import { visitContentPages } from '../brain/contents.ts'
import { fitsLog } from '../brain/snapshots.ts'
import { allIndexChanges } from '../commands/index-upkeep.ts'
import type { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type CommitRow, type ContentRow, EventStore, type IndexChange } from '../ports/event-store.ts'
import { indexLines, indexSpaces, SearchIndex, sameStatistics, type WholeIndex } from '../ports/search-index.ts'
import { type SegmentRecord, SegmentStore } from '../ports/segment-store.ts'
import { type SnapshotRecord, SnapshotStore } from '../ports/snapshot-store.ts'
import type { StoreUnavailable } from '../ports/store-errors.ts'
import type { IntegrityBroken, NewerLog } from '../request-errors.ts'
import { holdsOnly, type IndexedText, indexedTexts, postingsIn, totalsOf, wholeOf } from '../text-index/indexed-texts.ts'
import type { Chain } from './verify-chain.ts'

/** Verifies the contents. Also returns the bodies of those in `asked`, because no check should read the contents again. */
export const verifyContents = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { erased, named }: Pick<Chain, 'erased' | 'named'>,
  asked: ReadonlySet<ContentRef>,
) {
  const bodies = new Map<ContentRef, string>()
  const crypto = yield* Cryptography
  const missing = new Set(named.keys())
  let fault: string | undefined
  let unnamed: string | undefined
  yield* visitContentPages(brain.key, (rows) => {
    for (const row of rows) {
      missing.delete(row.ref)
      if (asked.has(row.ref) && typeof row.body === 'string') bodies.set(row.ref, row.body)
      const content = named.get(row.ref)
      if (content === undefined) unnamed ??= `no event names content ${row.ref}`
      else fault ??= erased.has(row.ref) ? notGone(row.ref) : faultOf(crypto, brain, row, content)
    }
    return Effect.succeed(fault === undefined)
  })
  const gone = [...missing].filter((ref) => !erased.has(ref))
  const lost = gone.length === 0 ? undefined : yield* lostOf(brain, gone)
  // A writer may meanwhile have stored contents of events that were not read.
  if (unnamed !== undefined && (yield* isAt(brain))) fault ??= unnamed
  if (lost !== undefined) fault ??= `content ${lost} is named by an event and was never erased, but is gone`
  const kept = named.size - missing.size
  const detail =
    fault ??
    `${counted(kept, 'fits its reference', 'fit their references')}${missing.size === 0 ? '' : `, ${missing.size} ${are(missing.size)} erased`}`
  return { check: { name: 'contents', ok: fault === undefined, detail } satisfies VerifyCheck, bodies }
})

const notGone = (ref: ContentRef): string => `content ${ref} was erased, and is there all the same: forget it again`

/** Finds the first missing content that nobody erased. Another process may have erased contents after the log was read. */
const lostOf = Effect.fnUntraced(function* (brain: OpenBrain, missing: ReadonlyArray<ContentRef>) {
  const erased = new Set<ContentRef>()
  yield* forEachEvent(brain, brain.state.position + 1, Number.MAX_SAFE_INTEGER, (event) => {
    for (const ref of erasedContents(event)) erased.add(ref)
  })
  return missing.find((ref) => !erased.has(ref))
})

const faultOf = (crypto: Cryptography['Service'], brain: OpenBrain, row: ContentRow, named: NamedContent): string | undefined => {
  const { body, fingerprint, kind, number, owner, ref, salt } = row
  if (kind !== named.kind || owner !== named.owner || number !== named.number)
    return `content ${ref} is filed under what it does not belong to`
  if (body === undefined) return sealedKinds.has(kind) ? undefined : `content ${ref} has lost its body`
  if (typeof body !== 'string') return `content ${ref} has a body that is no text`
  const fits = crypto.sha256Salted(salt, body) === ref && brain.fingerprint(kind, body) === fingerprint
  return fits ? undefined : `content ${ref} is not what its reference says: it was changed`
}

/** True if the log still ends at the position of this brain. */
const isAt = Effect.fnUntraced(function* ({ key, state }: OpenBrain) {
  const store = yield* EventStore
  return (yield* store.brain(key))?.position === state.position
})

/**
 * Verifies the keys of answered commands. A key without a commit would make a signal look answered that never was. Keys are under no hash:
 * a key that was taken away, or that was moved to another commit, cannot be found.
 */
export const verifyCommands = Effect.fnUntraced(function* ({ key, state }: OpenBrain, { firsts }: Pick<Chain, 'firsts'>) {
  const store = yield* EventStore
  const commands = yield* store.commands(key)
  const { position } = state
  for (const { count, first } of commands) {
    // Another process may have answered a command after the log was read.
    const [row] = first > position ? yield* store.read(key, first, 1) : commitAt(firsts, first, position)
    if (row?.first === first && row.count === count) continue
    return {
      name: 'commands',
      ok: false,
      detail: `a key stands for ${counted(count, 'event')} at ${first}, where no such commit is`,
      position: first,
    } satisfies VerifyCheck
  }
  return {
    name: 'commands',
    ok: true,
    detail: `${counted(commands.length, 'key stands for its commit', 'keys stand for their commits')}`,
  } satisfies VerifyCheck
})

/** Returns the commit that begins at a position, if one does, of the commits that end at `end`. */
const commitAt = (firsts: ReadonlyArray<Position>, first: Position, end: Position): ReadonlyArray<Pick<CommitRow, 'count' | 'first'>> => {
  let [low, high] = [0, firsts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((firsts[middle] ?? 0) < first) low = middle + 1
    else high = middle
  }
  return firsts[low] === first ? [{ first, count: (firsts[low + 1] ?? end + 1) - first }] : []
}

/* Proves the snapshots: each must be, block for block, what the log up to its position folds to. */

/** Compares a fold of the whole log, as it grows, with each snapshot at the snapshot's position; `differ` are those of the snapshots that differ. */
export const snapshotWitness = Effect.fnUntraced(function* (brain: BrainKey) {
  const store = yield* SnapshotStore
  const crypto = yield* Cryptography
  // If the list cannot be read, the second read in `verifySnapshots` fails and is reported.
  const listed = yield* Effect.orElseSucceed(store.list(brain), () => [])
  const records = listed.filter(({ version }) => version === projectionVersion)
  const made = new Map(records.map((record) => [record.position, record]))
  const differ = new Set<Position>()
  const watch = (fold: BrainFold) => {
    const record = made.get(fold.position)
    if (record === undefined) return
    const blocks = encodeSnapshot(fold).map(({ data, name }) => `${name} ${crypto.sha256(data)}`)
    const said = record.blocks.map(({ digest, name }) => `${name} ${digest}`)
    if (blocks.join('\n') !== said.join('\n')) differ.add(fold.position)
  }
  return { watch, watched: new Set(made.keys()), records, differ }
})
type SnapshotWitness = Effect.Success<ReturnType<typeof snapshotWitness>>

/** True if the snapshot still exists: a process that writes snapshots drops others meanwhile. */
const isListed = Effect.fnUntraced(function* (brain: BrainKey, position: Position) {
  const store = yield* SnapshotStore
  return (yield* store.list(brain)).some((record) => record.position === position)
})

/** Finds the problem of a snapshot whose record is what the log gives. */
const problemOf = Effect.fnUntraced(function* (brain: BrainKey, record: SnapshotRecord) {
  const store = yield* SnapshotStore
  const crypto = yield* Cryptography
  if (!(yield* fitsLog(brain, record))) return 'is of another log'
  const held = yield* store.read(brain, record.position)
  if (held === undefined) return (yield* isListed(brain, record.position)) ? 'is damaged; no brain is opened from it' : undefined
  // The stored data may be undamaged and still differ from what was written.
  const isSame = held.every(({ data }, i) => crypto.sha256(data) === record.blocks[i]?.digest)
  return isSame ? undefined : 'does not hold what it was made of; a brain that is opened from it answers wrongly'
})

/** Verifies the snapshots. A wrong snapshot misleads its readers only if its blocks are whole: a damaged one is not read. */
export const verifySnapshots = Effect.fnUntraced(function* (brain: OpenBrain, { differ, records }: SnapshotWitness) {
  const store = yield* SnapshotStore
  yield* store.list(brain.key)
  for (const record of records) {
    const { position } = record
    const problem = differ.has(position) ? 'is not what the log gives' : yield* problemOf(brain.key, record)
    if (problem === undefined) continue
    const detail = `the snapshot of position ${position} ${problem}: run doctor --rebuild-snapshots, which makes them anew from the log`
    return { name: 'snapshots', ok: false, detail, position } satisfies VerifyCheck
  }
  const detail = records.length === 0 ? 'none yet' : `${records.length} ${are(records.length)} what the log gives, byte for byte`
  return { name: 'snapshots', ok: true, detail } satisfies VerifyCheck
})

/* Proves the text index: everything that a score depends on, now and at every earlier position, against the log and the contents. */

type VerifyIndex = (
  brain: OpenBrain,
  /** The changes up to the position of the brain. */
  changes: ReadonlyArray<IndexChange>,
  attempt?: number,
) => Effect.Effect<VerifyCheck, StoreUnavailable | IntegrityBroken | NewerLog, EventStore | ContentStore | SearchIndex>

/** Most times that the index is read, because another process wrote meanwhile. */
const attemptsMax = 5

/** Characters of a line that are shown. */
const lineShown = 200

export const verifyIndex: VerifyIndex = Effect.fnUntraced(function* (brain: OpenBrain, changes: ReadonlyArray<IndexChange>, attempt = 1) {
  const index = yield* SearchIndex
  const made = yield* index.tokeniser(brain.key)
  if (made !== undefined && made < tokeniserVersion) return broken('the text index was made by an older Crabtrail')
  const sums = yield* Effect.forEach(indexSpaces, (space) => index.statistics(brain.key, space))
  const whole = yield* index.whole(brain.key)
  const { position } = brain.state
  yield* catchUp(brain)
  const moved = brain.state.position !== position
  // Another process wrote between the two reads, so both are repeated. The last attempt leaves the sums out, because they are those of the
  // newest position only.
  if (moved && attempt < attemptsMax) return yield* verifyIndex(brain, yield* allIndexChanges(brain), attempt + 1)
  const texts = indexedTexts(changes)
  const odd = indexSpaces.find((space, i) => !moved && !sameStatistics(sums[i] ?? nothing, totalsOf(texts, space)))
  const line = !moved && holdsOnly(whole, texts) ? undefined : differentLine(whole, texts, moved ? position : undefined)
  const different = line ?? (odd === undefined ? undefined : `the sums over all ${odd}s`)
  if (different !== undefined) return broken(`the text index is not what the log gives, first at ${different.slice(0, lineShown)}`)
  const detail = `${counted(postingsIn(texts), 'posting')} of ${counted(texts.length, 'text')} ${are(postingsIn(texts))} what the log gives`
  return { name: 'index', ok: true, detail } satisfies VerifyCheck
})

/** Returns the first line of an index that the log does not give, or the first that it gives and the index lacks. */
const differentLine = (whole: WholeIndex, texts: ReadonlyArray<IndexedText>, at: Position | undefined): string | undefined => {
  const lines = indexLines(whole)
  const stored = at === undefined ? lines : lines.flatMap(asOf(at))
  const derived = indexLines(wholeOf(texts))
  const place = stored.findIndex((line, i) => line !== derived[i])
  return place >= 0 ? stored[place] : derived[stored.length]
}

const broken = (problem: string): VerifyCheck => ({
  name: 'index',
  ok: false,
  detail: `${problem}: run doctor --rebuild-index, which builds it anew from the log`,
})

const nothing = { documents: 0, totalLength: 0, totalWords: 0 }

/** Returns a line as it was at a position; every line says between which positions it is valid. */
const asOf =
  (position: Position) =>
  (line: string): ReadonlyArray<string> => {
    const fields: Array<unknown> = JSON.parse(line)
    if (Number(fields[3]) > position) return []
    if (Number(fields[4]) > position) fields[4] = 0
    return [JSON.stringify(fields)]
  }

/* Proves the index of the log: each segment must be, byte for byte, what the log between its positions gives. */

/** Makes each segment again while the log is read: `watch` takes its events in order. Keeps the digests by the first positions of segments. */
export const segmentWitness = Effect.fnUntraced(function* (brain: BrainKey) {
  const store = yield* SegmentStore
  const crypto = yield* Cryptography
  // If the segments cannot be read, the second read in `verifySegments` fails and is reported.
  const found = yield* Effect.orElseSucceed(store.find(brain, []), () => undefined)
  const records = (found?.segments ?? []).filter(({ version }) => version === segmentsVersion)
  const digests = new Map<Position, string>()
  let builder: SegmentBuilder | undefined
  let next = 0
  const watch = (event: BrainEvent, { body, first }: CommitRow): void => {
    const record = records[next]
    if (record === undefined) return
    if (event.position === record.first) builder = segmentBuilder(record.first, builder?.mark() ?? noMark)
    if (event.position === first) builder?.begin(first, body.length)
    builder?.add(event)
    if (event.position < record.last) return
    if (builder !== undefined) digests.set(record.first, digestOf(crypto, record, builder.mark(), builder.parts()))
    next++
  }
  return { watch, records, digests }
})
type SegmentWitness = Effect.Success<ReturnType<typeof segmentWitness>>

const digestOf = (
  crypto: Cryptography['Service'],
  { first, last }: SegmentRecord,
  { cause, turn }: Pick<SegmentRecord, 'cause' | 'turn'>,
  parts: ReadonlyArray<SegmentPart>,
): string => {
  const lines = parts.map(({ data, kind, part }) => `${kind} ${part} ${crypto.sha256(data)}`)
  return crypto.sha256([`${first} ${last} ${turn} ${cause}`, ...lines.sort()].join('\n'))
}

/** Verifies the segments. A segment with a damaged part is not read: the log is read instead. */
export const verifySegments = Effect.fnUntraced(function* (brain: BrainKey, { digests, records }: SegmentWitness) {
  const store = yield* SegmentStore
  const crypto = yield* Cryptography
  for (const record of records) {
    const parts = yield* store.read(brain, record.first)
    if (parts !== undefined && digestOf(crypto, record, record, parts) === digests.get(record.first)) continue
    // Another process may have put a longer segment in its place meanwhile.
    const now = (yield* store.find(brain, []))?.segments.find(({ first }) => first === record.first)
    if (now?.last !== record.last) continue
    const problem = parts === undefined ? 'is damaged' : 'is not what the log gives'
    const detail = `the segment of positions ${record.first} to ${record.last} ${problem}: run doctor --rebuild-snapshots, which makes it anew from the log`
    return { name: 'segments', ok: false, detail, position: record.first } satisfies VerifyCheck
  }
  const last = records.at(-1)?.last
  const detail =
    last === undefined ? 'none yet' : `${records.length} up to position ${last} ${are(records.length)} what the log gives, byte for byte`
  return { name: 'segments', ok: true, detail } satisfies VerifyCheck
})

const are = (count: number): string => (count === 1 ? 'is' : 'are')
