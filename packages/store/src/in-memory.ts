/** A store in memory, lost at the end of the process: for trials, and as the reference for tests of other stores. */
import {
  type Append,
  type ArchivedBytes,
  BrainExists,
  type BrainKey,
  type BrainRecord,
  type CommitRow,
  ContentStore,
  ErasureStore,
  EventStore,
  type FoundParts,
  type LockedBrain,
  type RecordedCommand,
  SearchIndex,
  type SegmentPart,
  SegmentStore,
  type SnapshotBlock,
  type SnapshotRecord,
  SnapshotStore,
  type StorePorts,
  StoreUnavailable,
  VectorStore,
  WrongExpectedPosition,
} from '@crabtrail/core'
import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import { Damage } from './failures/damage.ts'
import * as brain from './in-memory/brain-memory.ts'
import * as erasure from './in-memory/brain-memory.ts'
import * as documents from './in-memory/documents.ts'
import * as vectors from './in-memory/documents.ts'
import { makeTurnstile, type Turnstile } from './turnstile.ts'

const place = 'memory'

export const layerInMemory: Layer.Layer<StorePorts> = Layer.syncContext(() => services())

/** State of one layer. */
interface Brains {
  brains: Map<BrainKey, brain.BrainMemory>
}

const services = (): Context.Context<StorePorts> => {
  const memory: Brains = { brains: new Map() }
  const turnstile = makeTurnstile(place)
  return Context.make(EventStore, eventStore(memory, turnstile)).pipe(
    Context.add(ContentStore, contentStore(memory, turnstile)),
    Context.add(SearchIndex, searchIndex(memory, turnstile)),
    Context.add(SnapshotStore, snapshotStore(memory, turnstile)),
    Context.add(SegmentStore, segmentStore(memory, turnstile)),
    Context.add(VectorStore, vectorStore(memory, turnstile)),
    Context.add(ErasureStore, erasureStore(memory, turnstile)),
  )
}

const eventStore = (memory: Brains, turnstile: Turnstile): EventStore['Service'] => {
  const { ask } = operations(memory, turnstile)
  return {
    place,
    brains: turnstile.pass(() => Effect.succeed([...memory.brains.values()].map(({ record }) => record).sort(byKey))),
    brain: (key) => ask<BrainRecord | undefined>(key, undefined, ({ record }) => record),
    append: (asked) => turnstile.pass(() => Effect.fromResult(append(memory, asked))),
    locked: (key, body) => turnstile.hold(body(lockedBrain(memory, turnstile, key)), lockDoor(memory)),
    read: (key, from, limit, to) => ask(key, [], (one) => brain.read(one, from, limit, to)),
    tail: (key, from, limit, command) => ask(key, brain.noTail, (one) => brain.tail(one, from, limit, command)),
    recorded: (key, command) => ask<RecordedCommand | undefined>(key, undefined, ({ commands }) => commands.get(command)),
    commands: (key) => ask(key, [], brain.commands),
    archived: (key) => ask(key, [], brain.archivedOf),
    archive: (key, rows, { rehearsal } = { rehearsal: false }) => archive(memory, turnstile, key, { rows, rehearsal }),
    checkpoint: Effect.void,
    fault: Effect.undefined,
    intact: 'tables and their indexes agree',
    describe: Effect.sync(() => ({ engine: 'memory', path: place, brains: memory.brains.size })),
  }
}

const archive = (
  memory: Brains,
  turnstile: Turnstile,
  key: BrainKey,
  asked: { readonly rows: ReadonlyArray<CommitRow>; readonly rehearsal: boolean },
): Effect.Effect<ArchivedBytes | undefined, StoreUnavailable> =>
  Effect.flatMap(
    operations(memory, turnstile).change(key, (one) => Result.try({ try: () => brain.archive(one, asked), catch: (cause) => cause })),
    (done) => {
      if (Result.isSuccess(done)) return Effect.succeed(done.success)
      if (!(done.failure instanceof Damage)) return Effect.die(done.failure)
      return Effect.fail(new StoreUnavailable({ reason: 'corrupt', place, detail: done.failure.message, retryable: false }))
    },
  )

const lockedBrain = (memory: Brains, turnstile: Turnstile, key: BrainKey): LockedBrain => {
  const { ask } = operations(memory, turnstile)
  return {
    tail: (from, limit, command) => ask(key, brain.noTail, (one) => brain.tail(one, from, limit, command)),
    find: (kind, fingerprint) => ask(key, [], (one) => brain.find(one, kind, fingerprint)),
    findAll: (kind, fingerprints) =>
      ask(
        key,
        fingerprints.map(() => []),
        (one) => brain.findAll(one, kind, fingerprints),
      ),
    bodies: (refs) => ask(key, new Map(), (one) => brain.bodies(one, refs)),
    append: (asked) =>
      turnstile.pass(() =>
        Effect.fromResult(
          Result.mapError(append(memory, asked), (refusal) =>
            refusal instanceof BrainExists
              ? new WrongExpectedPosition({ brain: key, expected: 0, actual: memory.brains.get(key)?.record.position ?? 0 })
              : refusal,
          ),
        ),
      ),
  }
}

/** Restores the previous state if the held operation fails. */
const lockDoor = (memory: Brains) => {
  let before = memory.brains
  return {
    enter: () =>
      Effect.sync(() => {
        before = new Map([...memory.brains].map(([key, one]) => [key, brain.copyOf(one)]))
      }),
    leave: (succeeded: boolean) =>
      Effect.sync(() => {
        if (!succeeded) memory.brains = before
      }),
  }
}

const contentStore = (memory: Brains, turnstile: Turnstile): ContentStore['Service'] => {
  const { ask, change } = operations(memory, turnstile)
  return {
    bodies: (key, refs) => ask(key, new Map(), (one) => brain.bodies(one, refs)),
    find: (key, kind, fingerprint) => ask(key, [], (one) => brain.find(one, kind, fingerprint)),
    findAll: (key, kind, fingerprints) =>
      ask(
        key,
        fingerprints.map(() => []),
        (one) => brain.findAll(one, kind, fingerprints),
      ),
    findByPrefix: (key, kind, prefix, limit) => ask(key, [], (one) => brain.findByPrefix(one, kind, prefix, limit)),
    page: (key, after, limit) => ask(key, [], (one) => brain.page(one, after, limit)),
    tombstones: (key) => ask(key, [], ({ buried }) => [...buried].sort()),
    bury: (key, fingerprints) =>
      change(key, ({ buried }) => {
        for (const fingerprint of fingerprints) buried.add(fingerprint)
      }),
  }
}

const searchIndex = (memory: Brains, turnstile: Turnstile): SearchIndex['Service'] => {
  const { ask, change } = operations(memory, turnstile)
  return {
    statistics: (key, space, at) => ask(key, documents.statistics([], space), (one) => documents.statistics(one.documents, space, at)),
    statisticsOf: (key, space, nodes, at) =>
      ask(key, documents.statistics([], space), (one) => documents.statisticsOf(one.documents, space, nodes, at)),
    tokeniser: (key) => ask<number | undefined>(key, undefined, () => tokeniserVersion),
    holds: (key, space, texts) => ask(key, texts.length === 0, (one) => documents.holds(one.documents, space, texts)),
    postings: (key, space, terms, at) =>
      ask(key, documents.postings([], space, terms), (one) => documents.postings(one.documents, space, terms, at)),
    begins: (key, space, beginnings) =>
      ask(key, documents.begins([], space, beginnings), (one) => documents.begins(one.documents, space, beginnings)),
    rebuild: (key, changes) =>
      change(key, (one) => {
        one.documents = documents.changed([], changes)
      }),
    whole: (key) => ask(key, documents.whole([]), (one) => documents.whole(one.documents)),
  }
}

const snapshotStore = (memory: Brains, turnstile: Turnstile): SnapshotStore['Service'] => {
  const { ask, change } = operations(memory, turnstile)
  return {
    list: (key) => ask(key, [], recordsOf),
    newest: (key, notAfter) =>
      ask<SnapshotRecord | undefined>(key, undefined, (one) => recordsOf(one).findLast(({ position }) => position <= notAfter)),
    read: (key, position) =>
      ask<brain.Blocks>(key, undefined, ({ snapshots }) =>
        snapshots.get(position)?.blocks.map(({ data, name }) => ({ name, data: ownCopy(data) })),
      ),
    write: (key, record, data) =>
      change(key, ({ snapshots }) => {
        const blocks = record.blocks.map(({ name }, i) => ({ name, data: ownCopy(data[i] ?? '') }))
        snapshots.set(record.position, { record, blocks })
      }),
    keep: (key, positions) =>
      change(key, ({ snapshots }) => {
        for (const position of [...snapshots.keys()]) if (!positions.includes(position)) snapshots.delete(position)
      }),
  }
}

const segmentStore = (memory: Brains, turnstile: Turnstile): SegmentStore['Service'] => {
  const { ask, change } = operations(memory, turnstile)
  return {
    find: (key, keys, notAfter) =>
      ask<FoundParts | undefined>(key, { segments: [], parts: [] }, (one) => brain.findParts(one, keys, notAfter)),
    read: (key, first) => ask<ReadonlyArray<SegmentPart> | undefined>(key, undefined, (one) => brain.partsAt(one, first)),
    write: (key, record, parts) => change(key, (one) => brain.writeSegment(one, record, parts)),
    drop: (key) =>
      change(key, (one) => {
        one.segments = []
      }),
  }
}

const vectorStore = (memory: Brains, turnstile: Turnstile): VectorStore['Service'] => {
  const { ask, change } = operations(memory, turnstile)
  return {
    embedders: (key) => ask(key, [], (one) => vectors.embedders(one.vectors)),
    page: (key, embedder, after, limit) => ask(key, [], (one) => vectors.page(one.vectors, embedder, after, limit)),
    of: (key, embedder, nodes) => ask(key, [], (one) => vectors.of(one.vectors, embedder, nodes)),
    put: (key, embedder, made) =>
      change(key, (one) => {
        one.vectors = vectors.put(one.vectors, one.contents, embedder, made)
      }),
    remove: (key, embedder, nodes) =>
      change(key, (one) => {
        one.vectors = vectors.without(one.vectors, embedder, nodes)
      }),
    drop: (key, embedder) =>
      change(key, (one) => {
        one.vectors = embedder === undefined ? [] : one.vectors.filter((row) => row.embedder !== embedder)
      }),
  }
}

const erasureStore = (memory: Brains, turnstile: Turnstile): ErasureStore['Service'] => {
  const { ask, change } = operations(memory, turnstile)
  return {
    owned: (key, owners) => ask(key, [], (one) => erasure.owned(one, owners)),
    wordsOnlyIn: (key, nodes) => ask<ReadonlySet<string>>(key, new Set(), (one) => erasure.wordsOnlyIn(one, nodes)),
    erase: (key, erasing) => change(key, (one) => erasure.erase(one, erasing)),
    unbury: (key, fingerprints) =>
      change(key, ({ buried }) => {
        for (const fingerprint of fingerprints) buried.delete(fingerprint)
      }),
    finish: Effect.succeed({ places: [], waitsFor: undefined }),
    copies: Effect.succeed([]),
    unreached: [],
  }
}

const recordsOf = ({ snapshots }: brain.BrainMemory): ReadonlyArray<SnapshotRecord> =>
  [...snapshots.values()].map(({ record }) => record).sort(byPosition)
const ownCopy = (data: SnapshotBlock['data']): SnapshotBlock['data'] => (typeof data === 'string' ? data : data.slice())
const byPosition = (a: SnapshotRecord, b: SnapshotRecord): number => a.position - b.position

/** Appends a commit. A new brain exists only from its first commit on. */
const append = (memory: Brains, asked: Append): Result.Result<void, brain.Refusal | BrainExists | StoreUnavailable> => {
  const { brain: key, create } = asked
  const known = memory.brains.get(key)
  if (known === undefined && create === undefined) return Result.fail(missing(key))
  const answered = asked.key !== undefined && known?.commands.has(asked.key.key)
  if (known !== undefined && create !== undefined && !answered) return Result.fail(new BrainExists({ brain: key }))
  const one = known ?? brain.emptyBrain(key, create?.fingerprintKey ?? '')
  const done = brain.append(one, asked)
  if (Result.isSuccess(done)) memory.brains.set(key, one)
  return done
}

/** Reads and changes of one brain. A missing brain reads as `absent` and cannot be changed. */
const operations = (memory: Brains, turnstile: Turnstile) => ({
  ask: <A>(key: BrainKey, absent: NoInfer<A>, read: (one: brain.BrainMemory) => A): Effect.Effect<A, StoreUnavailable> =>
    turnstile.pass(() => {
      const known = memory.brains.get(key)
      return Effect.succeed(known === undefined ? absent : read(known))
    }),
  change: <A>(key: BrainKey, change: (one: brain.BrainMemory) => A): Effect.Effect<A, StoreUnavailable> =>
    turnstile.pass(() => {
      const known = memory.brains.get(key)
      return known === undefined ? Effect.fail(missing(key)) : Effect.succeed(change(known))
    }),
})

const byKey = (a: BrainRecord, b: BrainRecord): number => (a.brain < b.brain ? -1 : 1)

const missing = (key: BrainKey): StoreUnavailable =>
  new StoreUnavailable({ reason: 'not-found', place, detail: `there is no brain ${key} in it: create it first`, retryable: false })
