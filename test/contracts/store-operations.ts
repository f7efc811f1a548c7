/** Random operations on a store, and what they answer in terms that two stores can be compared by. */
import {
  type Append,
  type BrainKey,
  type ContentRef,
  ContentStore,
  ErasureStore,
  EventStore,
  type IndexChange,
  SearchIndex,
  SnapshotStore,
  VectorStore,
} from '@crabtrail/core'
import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import fc from 'fast-check'
import { append, brain, content, digest, keyed, otherBrain, row, sha256 } from './sample-log.ts'
import { dump } from './store-dump.ts'
import type { Stores } from './store-layer.ts'

interface Writing {
  readonly op: 'append' | 'locked'
  readonly brain: BrainKey
  /** Distance of the expected position from the head. */
  readonly behind: number
  readonly create: boolean
  readonly count: number
  readonly command: readonly [key: string, signal: string] | undefined
  readonly bodies: ReadonlyArray<string>
  readonly changes: ReadonlyArray<readonly [node: number, words: ReadonlyArray<string>]>
  readonly gate: boolean | undefined
  /** End of the body of a lock. */
  readonly ending: 'well' | 'fails' | 'dies'
}

interface Reading {
  readonly op: 'read'
  readonly brain: BrainKey
  readonly from: number
  readonly limit: number
  readonly text: string
}

interface Other {
  readonly op: 'bury' | 'rebuild' | 'checkpoint' | 'erase'
  readonly brain: BrainKey
  readonly text: string
}

interface Snapshotting {
  readonly op: 'snapshot' | 'keep'
  readonly brain: BrainKey
  readonly positions: ReadonlyArray<number>
  readonly text: string
}

interface Embedding {
  readonly op: 'put' | 'remove' | 'drop'
  readonly brain: BrainKey
  /** Node, and how many places ago its text was written. */
  readonly vectors: ReadonlyArray<readonly [node: number, ago: number]>
  readonly text: string
}

interface Archiving {
  readonly op: 'archive'
  readonly brain: BrainKey
  /** Commits to archive; with `skip`, the first of them is left out. */
  readonly commits: number
  readonly skip: boolean
  readonly rehearsal: boolean
}

export type Operation = Archiving | Writing | Reading | Other | Snapshotting | Embedding

const brains = fc.constantFrom(brain, otherBrain)
const text = fc.constantFrom('', 'a', 'ab', 'b', 'é', '\uFF01', '🦀')

const writing: fc.Arbitrary<Operation> = fc.record({
  op: fc.constantFrom('append', 'append', 'locked'),
  brain: brains,
  behind: fc.constantFrom(0, 0, 0, 0, 1, -1),
  create: fc.boolean(),
  count: fc.integer({ min: 1, max: 3 }),
  command: fc.option(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('a', 'b')), { nil: undefined }),
  bodies: fc.array(text, { maxLength: 3 }),
  changes: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.uniqueArray(text, { maxLength: 3 })), { maxLength: 3 }),
  gate: fc.constantFrom(undefined, undefined, true, false),
  ending: fc.constantFrom('well', 'well', 'fails', 'dies'),
})

const reading: fc.Arbitrary<Operation> = fc.record({
  op: fc.constant('read'),
  brain: brains,
  from: fc.integer({ min: 0, max: 20 }),
  limit: fc.integer({ min: 0, max: 4 }),
  text,
})

const other: fc.Arbitrary<Operation> = fc.record({ op: fc.constantFrom('bury', 'rebuild', 'checkpoint', 'erase'), brain: brains, text })

const snapshotting: fc.Arbitrary<Operation> = fc.record({
  op: fc.constantFrom('snapshot', 'snapshot', 'keep'),
  brain: brains,
  positions: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 }),
  text,
})

const embedding: fc.Arbitrary<Operation> = fc.record({
  op: fc.constantFrom('put', 'put', 'remove', 'drop'),
  brain: brains,
  vectors: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 4 })), { maxLength: 3 }),
  text,
})

const archiving: fc.Arbitrary<Operation> = fc.record({
  op: fc.constant('archive'),
  brain: brains,
  commits: fc.integer({ min: 1, max: 3 }),
  skip: fc.constantFrom(false, false, false, true),
  rehearsal: fc.constantFrom(false, false, true),
})

export const operations: fc.Arbitrary<ReadonlyArray<Operation>> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: writing },
    { weight: 3, arbitrary: reading },
    { weight: 1, arbitrary: other },
    { weight: 1, arbitrary: snapshotting },
    { weight: 1, arbitrary: embedding },
    { weight: 2, arbitrary: archiving },
  ),
  { maxLength: 25 },
)

/** Everything that the operations answered, and what was left. Contents are the same for the same place in the list. */
export const answersTo = (asked: ReadonlyArray<Operation>): Effect.Effect<ReadonlyArray<unknown>, unknown, Stores> =>
  Effect.gen(function* () {
    const answers: unknown[] = []
    for (const [place, operation] of asked.entries()) answers.push(outcome(yield* Effect.exit(run(operation, place))))
    return [...answers, yield* dump]
  })

/** The place of a store is its own; a bug is a bug, whatever it says. */
const outcome = (exit: Exit.Exit<unknown, unknown>): unknown => {
  if (Exit.isSuccess(exit)) return { answer: exit.value }
  if (Cause.hasDies(exit.cause)) return { dies: true }
  return { refused: { ...(Cause.squash(exit.cause) as object), place: '', detail: '', stack: '' } }
}

const run = (operation: Operation, place: number): Effect.Effect<unknown, unknown, Stores> => {
  switch (operation.op) {
    case 'append':
    case 'locked':
      return write(operation, place)
    case 'read':
      return read(operation)
    case 'bury':
      return ContentStore.use((store) => store.bury(operation.brain, [digest(operation.text), digest('x')]))
    case 'rebuild':
      return SearchIndex.use((index) => index.rebuild(operation.brain, [added(1, [operation.text], 1)]))
    case 'erase':
      return erase(operation, place)
    case 'archive':
      return archive(operation)
    case 'checkpoint':
      return EventStore.use((store) => store.checkpoint)
    case 'snapshot':
      return snapshot(operation)
    case 'keep':
      return SnapshotStore.use((store) => store.keep(operation.brain, operation.positions))
    case 'put':
      return putVectors(operation, place)
    case 'remove':
      return VectorStore.use((store) =>
        store.remove(
          operation.brain,
          operation.text,
          operation.vectors.map(([node]) => node),
        ),
      )
    case 'drop':
      return VectorStore.use((store) => store.drop(operation.brain, ...(operation.text === '' ? [] : [operation.text])))
  }
}

/** Archives the next commits. Stores measure the bytes of their rows each in their own way. */
const archive = Effect.fnUntraced(function* ({ brain: key, commits, rehearsal, skip }: Archiving) {
  const store = yield* EventStore
  const archived = yield* store.archived(key)
  const rows = (yield* store.read(key, (archived.at(-1)?.last ?? 0) + 1, commits)).slice(skip ? 1 : 0)
  if (rows.length === 0) return { archived }
  const bytes = yield* store.archive(key, rows, { rehearsal })
  return { archived, after: bytes?.after }
})

/** The contents of every second place before it, and two nodes, of one of which something is left. */
const erase = ({ brain: key, text: word }: Other, place: number) => {
  const refs = Array.from({ length: place }, (_, before) => sha256(`${before} ${before % 2}`) as ContentRef)
  const erasing = { contents: refs, nodes: [1, 3], index: [added(1, [word], 1)], bury: [digest(word)], position: place }
  return ErasureStore.use((store) => store.erase(key, { ...erasing, signals: [{ first: 1, instead: digest(word) }] }))
}

const snapshot = ({ brain: key, positions: [position = 1], text: word }: Snapshotting) => {
  const data = [word, new TextEncoder().encode(word)]
  const blocks = data.map((one, i) => ({ name: `block ${i}`, digest: sha256(`${typeof one} ${word}`) }))
  return SnapshotStore.use((store) => store.write(key, { position, hash: sha256(word), version: 1, blocks }, data))
}

/** Stores vectors of contents that exist, or never existed. */
const putVectors = ({ brain: key, text: word, vectors }: Embedding, place: number) => {
  const made = vectors.map(([node, ago]) => ({
    node,
    madeOf: { title: ago === 4 ? (sha256(`${place - 1} 1`) as ContentRef) : undefined, text: sha256(`${place - ago} 0`) as ContentRef },
    vector: Float32Array.of(place, ago),
  }))
  return VectorStore.use((store) => store.put(key, word, made))
}

const write = Effect.fnUntraced(function* (operation: Writing, place: number) {
  const store = yield* EventStore
  const asked = yield* appendOf(operation, place)
  if (operation.op === 'append') return yield* store.append(asked)
  return yield* store.locked(operation.brain, (locked) =>
    Effect.gen(function* () {
      const swallowed = outcome(yield* Effect.exit(locked.append(asked)))
      if (operation.ending === 'fails') return yield* Effect.fail({ swallowed })
      if (operation.ending === 'dies') return yield* Effect.die('a bug')
      return { swallowed, tail: yield* locked.tail(1, 3) }
    }),
  )
})

const appendOf = Effect.fnUntraced(function* (
  { behind, bodies, brain: key, changes, command, count, create, gate }: Writing,
  place: number,
) {
  const head = yield* EventStore.use((store) => store.brain(key))
  const first = Math.max(1, (head?.position ?? 0) + 1 - behind)
  const { create: _, ...rest } = append(row({ first, count, prev: head?.hash ?? '', body: `${place}` }), { brain: key })
  return {
    ...rest,
    contents: bodies.map((body, i) => {
      const salt = digest(`${place} ${i}`)
      return content({ ref: sha256(`${place} ${i}`) as ReturnType<typeof content>['ref'], salt, body, kind: i === 0 ? 'tag' : 'node-text' })
    }),
    index: changes.map(([node, words]) =>
      words.length === 0 ? ({ change: 'end', space: 'document', node, until: first } as const) : added(node, words, first),
    ),
    ...(command === undefined ? {} : { key: keyed(...command) }),
    ...(gate === undefined ? {} : { gate: { enterCommit: () => gate } }),
    ...(create ? { create: { fingerprintKey: sha256(key) } } : {}),
  } satisfies Append
})

const added = (node: number, terms: ReadonlyArray<string>, from: number): IndexChange => ({
  change: 'add',
  space: node === 3 ? 'cue' : 'document',
  node,
  terms,
  counts: terms.map((_, i) => i + 1),
  length: terms.length,
  words: node,
  from,
})

const read = Effect.fnUntraced(function* ({ brain: key, from, limit, text: word }: Reading) {
  const [store, contents, index, snapshots] = [yield* EventStore, yield* ContentStore, yield* SearchIndex, yield* SnapshotStore]
  const vectors = yield* VectorStore
  return yield* Effect.all({
    brains: store.brains,
    commits: store.read(key, from, limit),
    recorded: store.recorded(key, keyed('a', '').key),
    found: contents.find(key, 'tag', digest(word)),
    foundAll: contents.findAll(key, 'node-text', [digest(word), digest('a'), digest(word)]),
    names: contents.findByPrefix(key, 'tag', word, limit),
    texts: contents.findByPrefix(key, 'node-text', word, limit),
    page: contents.page(key, undefined, limit),
    statistics: index.statistics(key, 'document', from),
    postings: index.postings(key, 'document', [word, 'a'], from),
    newest: index.postings(key, 'document', [word, 'a']),
    snapshots: snapshots.list(key),
    embedders: vectors.embedders(key),
    vectors: Effect.map(vectors.page(key, word, 0, limit), (rows) => rows.map((one) => [one.node, one.madeOf, [...one.vector]])),
    blocks: Effect.map(snapshots.read(key, limit), (blocks) => blocks?.map(({ data, name }) => [name, typeof data, [...data]])),
  })
})
