/** Branches of a brain: brains that a replay saved, with copies of its contents, and copies that live in memory alone. */

import * as Effect from 'effect/Effect'
import { type BrainEvent, erasedContents } from '../../domain/events/brain-event.ts'
import type { BrainKey } from '../../domain/identity.ts'
import { cloneFold } from '../../domain/projections/brain-fold.ts'
import { signalsOut, standingRequests } from '../../domain/projections/standing.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type Append, type ContentRow, EventStore, type FoundContent } from '../ports/event-store.ts'
import { NotFound } from '../request-errors.ts'
import { catchUp, type OpenBrain, openBrain } from './brain.ts'
import { commitAt, forEachEvent } from './commit-row.ts'
import { fingerprintWith } from './contents.ts'
import { restoreFold } from './snapshots.ts'

/** Returns the fork of a brain, as its first commit records it; undefined for a brain that is no branch. */
export const forkOf = Effect.fnUntraced(function* (key: BrainKey) {
  const contents = yield* ContentStore
  const fork = (yield* commitAt({ key }, 1)).find((event) => event.type === 'BrainForked')
  if (fork === undefined) return undefined
  const parent = (yield* contents.bodies(key, [fork.data.parent])).get(fork.data.parent)
  return { ...fork.data, parent }
})

/** Returns the keys of the branches of a brain and of their branches. */
export const branchKeysOf = Effect.fnUntraced(function* (brain: Pick<OpenBrain, 'key' | 'fingerprintKey'>) {
  const store = yield* EventStore
  const family = (yield* store.brains).filter(
    ({ brain: key, fingerprintKey }) => key !== brain.key && fingerprintKey === brain.fingerprintKey,
  )
  const parents = new Map<BrainKey, string | undefined>()
  for (const { brain: key } of family) {
    const fork = yield* forkOf(key)
    if (fork !== undefined) parents.set(key, fork.parent)
  }
  const found = new Set<string>([brain.key])
  for (let before = 0; before < found.size; ) {
    before = found.size
    // The name of a parent may have been erased: then it may be this brain.
    for (const [key, parent] of parents) if (parent === undefined || found.has(parent)) found.add(key)
  }
  return [...parents.keys()].filter((key) => found.has(key))
})

/** Returns the branches of a brain and their branches, open and level with their logs. */
export const branchesOf = Effect.fnUntraced(function* (brain: OpenBrain) {
  return yield* Effect.forEach(yield* branchKeysOf(brain), (key) => openLevel(key, brain.fingerprintKey))
})

export const openSaved = Effect.fnUntraced(function* (key: BrainKey) {
  const store = yield* EventStore
  const record = yield* store.brain(key)
  if (record !== undefined) return yield* openLevel(key, record.fingerprintKey)
  const hint = 'replay --save-as NAME saves a replay as a brain that can be promoted, and brains lists them'
  return yield* new NotFound({ what: 'branch', name: key, hint })
})

/** Opens a brain of the store, level with its log. */
export const openLevel = Effect.fnUntraced(function* (key: BrainKey, fingerprintKey: string) {
  const fingerprint = fingerprintWith(yield* Cryptography, fingerprintKey)
  const opened = openBrain(key, fingerprintKey, fingerprint, yield* restoreFold(key))
  yield* catchUp(opened)
  return opened
})

/** Runs `use` with a copy of a brain that is level with its log. Of what others write later, the copy learns only what they erase. */
export const inScratch = Effect.fnUntraced(function* <A, E, R>(brain: OpenBrain, use: (copy: OpenBrain) => Effect.Effect<A, E, R>) {
  const store = yield* EventStore
  const contents = yield* ContentStore
  const { fingerprint, fingerprintKey, hash, indexed, key } = brain
  const fold = cloneFold(brain.fold)
  // A branch has no signal that is unlearned, so nothing there was taken back.
  const out = signalsOut(fold.unlearnings, standingRequests(fold.unlearnings))
  fold.judging.changes = fold.judging.changes.filter(({ at }) => !out.has(at))
  const copy = openBrain(key, fingerprintKey, fingerprint, { fold, hash })
  copy.indexed = indexed
  const written: Array<ContentRow> = []
  let seen = brain.state.position
  let head = { position: seen, hash }
  const append = ({ contents: rows, row }: Append) =>
    Effect.sync(() => {
      written.push(...rows)
      head = { position: row.first + row.count - 1, hash: row.hash }
    })
  const found = (kind: string, fingerprint: string): ReadonlyArray<FoundContent> =>
    written.filter((row) => row.kind === kind && row.fingerprint === fingerprint)
  const hear = (event: BrainEvent) => {
    seen = event.position
    for (const ref of erasedContents(event)) copy.fold.erased.add(ref)
  }
  const tail = () =>
    Effect.suspend(() => forEachEvent({ key }, seen + 1, Number.MAX_SAFE_INTEGER, hear)).pipe(
      Effect.provideService(EventStore, store),
      Effect.catchTag(['IntegrityBroken', 'NewerLog'], Effect.die),
      Effect.map(() => ({ head, rows: [] })),
    )
  const scratchStore = EventStore.of({ ...store, append, tail })
  const scratchContents = ContentStore.of({
    ...contents,
    bodies: (of, refs) =>
      Effect.map(contents.bodies(of, refs), (stored) => {
        const here = written.flatMap(({ body, ref }) => (body === undefined || !refs.includes(ref) ? [] : ([[ref, body]] as const)))
        return new Map([...stored, ...here])
      }),
    find: (of, kind, fingerprint) => Effect.map(contents.find(of, kind, fingerprint), (stored) => [...stored, ...found(kind, fingerprint)]),
    findAll: (of, kind, fingerprints) =>
      Effect.map(contents.findAll(of, kind, fingerprints), (stored) =>
        fingerprints.map((one, i) => [...(stored[i] ?? []), ...found(kind, one)]),
      ),
  })
  return yield* use(copy).pipe(Effect.provideService(EventStore, scratchStore), Effect.provideService(ContentStore, scratchContents))
})
