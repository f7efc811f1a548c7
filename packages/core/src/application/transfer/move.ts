/**
 * Moves brains from one store to another by their logs. The source is only read.
 *
 * A brain is written in one transaction of the target, so it is there whole or not at all. A move that was interrupted is run again: it goes
 * on with the first brain that is not there yet. A brain of which the target has an earlier end gets the commits that it lacks.
 *
 * This is no operation of the memory: an operation has one store, and its request may come from another thread.
 */
import * as Effect from 'effect/Effect'
import { type BrainEvent, type NamedContent, namedContents, namesOrErases } from '../../domain/events/brain-event.ts'
import type { BrainKey, ContentRef } from '../../domain/identity.ts'
import { openBrain } from '../brain/brain.ts'
import { decodeRowRuns, forEachEventOf } from '../brain/commit-row.ts'
import { fingerprintWith, storedContents, takeNamed, visitContents } from '../brain/contents.ts'
import { restoreFold } from '../brain/snapshots.ts'
import { appendProven, settleProven } from '../commands/append.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { ErasureStore } from '../ports/erasure-store.ts'
import {
  type Append,
  type BrainRecord,
  type CommandKey,
  type CommitRow,
  type ContentRow,
  commitsPerRead,
  EventStore,
} from '../ports/event-store.ts'
import { StoreUnavailable } from '../ports/store-errors.ts'
import { IntegrityBroken, MovedWhileWritten, MoveRefused, NotFound } from '../request-errors.ts'

/** The ports of the store that brains are moved from. The target is the store of the context. */
export interface MoveSource {
  readonly events: EventStore['Service']
  readonly contents: ContentStore['Service']
}

/** A brain of the source, and the same brain in the target; `there` is undefined if the target has none. */
export interface PlannedMove {
  readonly from: BrainRecord
  readonly there: BrainRecord | undefined
}

/** Returns the brains of the source, or those that are named. Refuses a source from whose files erased contents are not removed yet. */
export const brainsToMove = Effect.fnUntraced(function* ({ events }: MoveSource, only: ReadonlyArray<BrainKey>) {
  const { unfinishedErasures } = yield* events.describe
  if (Number(unfinishedErasures ?? 0) > 0) {
    const detail = 'what was forgotten may still stand in its files: end what reads the store, run forget again there, then move'
    return yield* new StoreUnavailable({ reason: 'busy', place: events.place, detail, retryable: true })
  }
  const brains = yield* events.brains
  const unknown = only.find((key) => !brains.some(({ brain }) => brain === key))
  if (unknown !== undefined)
    return yield* new NotFound({ what: 'brain', name: unknown, hint: `${events.place} has no such brain; crabtrail brains lists them` })
  return only.length === 0 ? brains : brains.filter(({ brain }) => only.includes(brain))
})

/** Compares a brain with that of the target. Fails if the target has another brain under its key, or one that goes on. */
export const planMove = Effect.fnUntraced(function* ({ events }: MoveSource, from: BrainRecord) {
  const target = yield* EventStore
  const { brain, fingerprintKey } = from
  const there = yield* target.brain(brain)
  if (there === undefined) return { from, there } satisfies PlannedMove
  const isNewer = there.position > from.position
  const isSame = fingerprintKey === there.fingerprintKey && (yield* isNewer ? hasEnd(target, from) : hasEnd(events, there))
  if (isSame && !isNewer) return { from, there } satisfies PlannedMove
  return yield* new MoveRefused({ brain, from: events.place, to: target.place, problem: isSame ? 'newer' : 'another' })
})

/** True if the log of a store has a commit that ends at this head. Its hash covers everything before it. */
const hasEnd = Effect.fnUntraced(function* (store: EventStore['Service'], { brain, hash, position }: BrainRecord) {
  const [row] = yield* store.read(brain, position, 1)
  return row !== undefined && row.first + row.count - 1 === position && row.hash === hash
})

/** Returns the number of commits that the target lacks. */
export const commitsToMove = Effect.fnUntraced(function* ({ events }: MoveSource, { from, there }: PlannedMove) {
  let commits = 0
  for (let next = (there?.position ?? 0) + 1; next <= from.position; ) {
    const rows = yield* events.read(from.brain, next, commitsPerRead, from.position)
    const last = rows.at(-1)
    if (last === undefined) break
    commits += rows.length
    next = last.first + last.count
  }
  return commits
})

/**
 * Moves a planned brain and returns the number of commits that were written. The brain of the source must be proven. `progress` is called
 * with the last position that is written, which counts only when the move of the brain is done.
 */
export const moveBrain = Effect.fnUntraced(function* (
  source: MoveSource,
  { from, there }: PlannedMove,
  progress: (position: number) => Effect.Effect<void>,
) {
  const { brain: key, fingerprintKey } = from
  const target = yield* EventStore
  const fingerprint = fingerprintWith(yield* Cryptography, fingerprintKey)
  const rows = yield* Effect.provideService(storedContents(key), ContentStore, source.contents)
  const tombstones = yield* source.contents.tombstones(key)
  const commands = yield* source.events.commands(key)
  const brain = openBrain(key, fingerprintKey, fingerprint, there && (yield* restoreFold(key)))
  const firsts = new Map(commands.map((command) => [command.first, command]))
  const batchOf = appendsOf(from, { rows, commands: firsts })
  const written = yield* target
    .locked(key, (locked) =>
      Effect.gen(function* () {
        if (there !== undefined) yield* eraseSince({ from, there, rows, tombstones, commands })
        let commits = 0
        for (let next = (there?.position ?? 0) + 1; next <= from.position; ) {
          const batch = yield* batchOf(yield* source.events.read(key, next, commitsPerBatch, from.position))
          const last = batch.at(-1)?.row
          if (last === undefined) return yield* new MovedWhileWritten({ brain: key, place: source.events.place })
          yield* appendProven(brain, batch, locked)
          commits += batch.length
          next = last.first + last.count
          yield* progress(next - 1)
        }
        if (commits > 0) yield* settleProven(brain, tombstones, locked)
        yield* requireStill(source.events, from)
        return commits
      }),
    )
    .pipe(Effect.catchTag('BrainExists', () => new MovedWhileWritten({ brain: key, place: target.place })))
  if (there !== undefined) yield* (yield* ErasureStore).finish
  return written
})

/** Commits that are read from the source and written to the target at once. */
const commitsPerBatch = 500

interface SourceRows {
  readonly rows: Map<ContentRef, ContentRow>
  readonly commands: ReadonlyMap<number, CommandKey>
}

/** Makes the appends of a batch, each with the contents that its events are the first to name. */
const appendsOf = ({ brain, fingerprintKey, position }: BrainRecord, { commands, rows }: SourceRows) =>
  Effect.fnUntraced(function* (batch: ReadonlyArray<CommitRow>) {
    const appends: Array<Append> = []
    for (const row of batch) {
      const runs = yield* decodeRowRuns(brain, row)
      const named: Array<NamedContent> = []
      const note = (event: BrainEvent) => void named.push(...namedContents(event))
      forEachEventOf(row, runs, ({ type }) => namesOrErases(type), note)
      const command = commands.get(row.first)
      appends.push({
        brain,
        row,
        contents: takeNamed(named, rows),
        index: [],
        durability: row.first + row.count > position ? 'power' : 'process',
        ...(command === undefined ? {} : { key: { key: command.key, signal: command.signal } }),
        ...(row.first === 1 ? { create: { fingerprintKey } } : {}),
      })
    }
    return appends
  })

interface Since {
  readonly from: BrainRecord
  readonly there: BrainRecord
  /** Contents of the source. Those that the target has are removed. */
  readonly rows: Map<ContentRef, ContentRow>
  readonly tombstones: ReadonlyArray<string>
  readonly commands: ReadonlyArray<CommandKey>
}

/** Erases in the target what was erased in the source since the end that the target has: contents, digests of requests and tombstones. */
const eraseSince = Effect.fnUntraced(function* ({ commands, from: { brain, position }, rows, there, tombstones }: Since) {
  const store = yield* EventStore
  const contents = yield* ContentStore
  const erasure = yield* ErasureStore
  // Contents that somebody added there meanwhile would look like contents that the source erased.
  yield* requireStill(store, there)
  const gone: Array<ContentRef> = []
  yield* visitContents(brain, ({ ref }) => rows.delete(ref) || gone.push(ref))
  const signals = new Map(commands.map(({ key, signal }) => [key, signal]))
  const changed = (yield* store.commands(brain)).flatMap(({ first, key, signal }) => {
    const instead = signals.get(key)
    return instead === undefined || instead === signal ? [] : [{ first, instead }]
  })
  if (gone.length > 0 || changed.length > 0)
    yield* erasure.erase(brain, { contents: gone, nodes: [], index: [], signals: changed, bury: [], position })
  yield* contents.bury(brain, tombstones)
  const kept = new Set(tombstones)
  const others = (yield* contents.tombstones(brain)).filter((fingerprint) => !kept.has(fingerprint))
  yield* erasure.unbury(brain, others)
})

/** Fails if the brain got events since the move was planned. */
const requireStill = Effect.fnUntraced(function* ({ brain: read, place }: EventStore['Service'], { brain, hash, position }: BrainRecord) {
  const now = yield* read(brain)
  if (now?.position !== position || now.hash !== hash) return yield* new MovedWhileWritten({ brain, place })
})

/**
 * Fails unless both stores have the same of a brain: end of the log, keys of answered commands, tombstones and contents. The hash at the end
 * says nothing of the others.
 */
export const requireSame = Effect.fnUntraced(function* ({ contents, events }: MoveSource, from: BrainRecord) {
  const target = yield* EventStore
  const targetContents = yield* ContentStore
  const { brain, position } = from
  yield* requireStill(events, from)
  yield* requireStill(target, from)
  const differ = (what: string) =>
    new IntegrityBroken({ brain, position, problem: `its ${what} in ${target.place} are not those in ${events.place}` })
  if (commandLines(yield* events.commands(brain)) !== commandLines(yield* target.commands(brain)))
    return yield* differ('keys of answered commands')
  if ((yield* contents.tombstones(brain)).join() !== (yield* targetContents.tombstones(brain)).join()) return yield* differ('tombstones')
  for (let after: ContentRef | undefined; ; ) {
    const rows = yield* contents.page(brain, after, contentsPerPage)
    if (contentLines(rows) !== contentLines(yield* targetContents.page(brain, after, contentsPerPage))) return yield* differ('contents')
    after = rows.at(-1)?.ref
    if (after === undefined) return
  }
})

const contentsPerPage = 1_000

const commandLines = (commands: ReadonlyArray<CommandKey & { readonly first: number; readonly count: number }>): string =>
  JSON.stringify(commands.map(({ count, first, key, signal }) => [first, count, key, signal]))

const contentLines = (rows: ReadonlyArray<ContentRow>): string =>
  JSON.stringify(rows.map(({ body, fingerprint, kind, number, owner, ref, salt }) => [ref, kind, owner, number, salt, body, fingerprint]))
