import { ContentStore, EventStore, SearchIndex, SnapshotStore, VectorStore } from '@crabtrail/core'
import { layerInMemory } from '@crabtrail/store/in-memory'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { describe, expect, test } from 'vitest'
import { contentStoreChecks } from '../contracts/content-store-contract.ts'
import { eventStoreChecks } from '../contracts/event-store-contract.ts'
import { lockChecks } from '../contracts/lock-contract.ts'
import { searchIndexChecks } from '../contracts/search-index-contract.ts'
import { snapshotStoreChecks } from '../contracts/snapshot-store-contract.ts'
import { storeChecks } from '../contracts/store-contract.ts'
import type { Check, MakeLayer, Stores } from '../contracts/store-layer.ts'
import { vectorStoreChecks } from '../contracts/vector-store-contract.ts'

type Break = (services: Context.Context<Stores>) => Context.Context<Stores>

const broken =
  (change: Break): MakeLayer =>
  () =>
    Layer.effectContext(Effect.map(Layer.build(Layer.fresh(layerInMemory)), change))

const eventStore = (change: (store: EventStore['Service']) => Partial<EventStore['Service']>): MakeLayer =>
  broken((services) => {
    const store = Context.get(services, EventStore)
    return Context.add(services, EventStore, { ...store, ...change(store) })
  })

const snapshotStore = (change: (store: SnapshotStore['Service']) => Partial<SnapshotStore['Service']>): MakeLayer =>
  broken((services) => {
    const store = Context.get(services, SnapshotStore)
    return Context.add(services, SnapshotStore, { ...store, ...change(store) })
  })

const vectorStore = (change: (store: VectorStore['Service']) => Partial<VectorStore['Service']>): MakeLayer =>
  broken((services) => {
    const store = Context.get(services, VectorStore)
    return Context.add(services, VectorStore, { ...store, ...change(store) })
  })

/** Titles of the checks that such a store fails. */
const caught = async (checks: ReadonlyArray<Check>, makeLayer: MakeLayer): Promise<ReadonlyArray<string>> => {
  const failed: string[] = []
  for (const { run, title } of checks) {
    await run(makeLayer).catch(() => failed.push(title))
  }
  return failed
}

describe('the store contracts catch', () => {
  test('nothing in a store that is whole', async () => {
    expect(
      await caught(
        storeChecks,
        broken((services) => services),
      ),
    ).toEqual([])
  })

  test('a store that skips the idempotency check', async () => {
    const forgetful = eventStore((store) => ({
      append: ({ key, ...append }) =>
        key === undefined
          ? store.append(append)
          : Effect.flatMap(store.recorded(append.brain, key.key), (recorded) =>
              store.append(recorded === undefined ? { ...append, key } : append),
            ),
    }))

    expect(await caught(eventStoreChecks, forgetful)).toEqual(
      expect.arrayContaining([
        'INV-15 the same key with the same signal is found again and never written twice',
        'INV-15 the same key with another signal is a conflict that writes nothing',
      ]),
    )
  })

  test('a store that skips the check of the expected position', async () => {
    const careless = eventStore((store) => ({
      append: (append) =>
        Effect.flatMap(store.brain(append.brain), (head) =>
          store.append(head === undefined ? append : { ...append, row: { ...append.row, first: head.position + 1, prev: head.hash } }),
        ),
    }))

    expect(await caught(eventStoreChecks, careless)).toEqual(
      expect.arrayContaining([
        'INV-14 of concurrent appends with one expected position exactly one succeeds',
        'INV-14 an append that expects another position or another hash writes nothing',
      ]),
    )
  })

  test('a store that commits although the caller gave up', async () => {
    const deaf = eventStore((store) => ({
      append: ({ gate, ...append }) => {
        gate?.enterCommit()
        return store.append(append)
      },
    }))

    expect(await caught(eventStoreChecks, deaf)).toEqual([
      'INV-13 a commit whose caller gave up leaves nothing, and the gate is asked at most once for each append',
    ])
  })

  test('a store that starts a page after the commit that holds the position', async () => {
    const late = eventStore((store) => ({
      read: (brain, from, limit, to) => Effect.map(store.read(brain, from, limit, to), (rows) => rows.filter(({ first }) => first >= from)),
    }))

    expect(await caught(eventStoreChecks, late)).toContain(
      'INV-12 positions run from 1 without a gap, and pages of any size make up the same log',
    )
  })

  test('a store whose lock keeps what a failing body wrote', async () => {
    const sticky = eventStore((store) => ({
      locked: (brain, body) => Effect.flatten(store.locked(brain, (locked) => Effect.exit(body(locked)))),
    }))

    expect(await caught(lockChecks, sticky)).toContain(
      'INV-13 a lock that fails, dies or is interrupted takes back what was appended under it',
    )
  })

  test('an index that always answers for the head', async () => {
    const presentMinded = broken((services) => {
      const index = Context.get(services, SearchIndex)
      return Context.add(services, SearchIndex, { ...index, postings: (brain, space, terms) => index.postings(brain, space, terms) })
    })

    expect(await caught(searchIndexChecks, presentMinded)).toEqual([
      'INV-10 answers for any position as a model does that never saw what came later',
    ])
  })

  test('a content store that shows what is sealed', async () => {
    const leaky = broken((services) => {
      const contents = Context.get(services, ContentStore)
      return Context.add(services, ContentStore, {
        ...contents,
        bodies: (brain, refs) =>
          Effect.map(
            contents.page(brain, undefined, 100),
            (rows) => new Map(rows.filter(({ ref }) => refs.includes(ref)).map((row) => [row.ref, row.body ?? ''])),
          ),
      })
    })

    expect(await caught(contentStoreChecks, leaky)).toContain(
      'gives the bodies that are there, and nothing for sealed and unknown references or another brain',
    )
  })

  const byteForByte =
    'INV-08 gives back byte for byte what was written last at a position, texts and bytes, and lists it by rising position'
  const ownCopies = 'has copies of its own: what a caller does to his bytes, or to those he was given, changes nothing'
  const keeping = 'keeps what it is told to keep, whatever blocks that shares with what it drops'

  test.each<readonly [string, MakeLayer, string]>([
    [
      'that lists the newest first',
      snapshotStore((store) => ({ list: (brain) => Effect.map(store.list(brain), (records) => records.toReversed()) })),
      byteForByte,
    ],
    [
      'that gives texts for bytes',
      snapshotStore((store) => ({
        read: (brain, position) =>
          Effect.map(store.read(brain, position), (blocks) => blocks?.map(({ data, name }) => ({ name, data: data.toString() }))),
      })),
      byteForByte,
    ],
    [
      'that hands out the bytes it holds',
      broken((services) => {
        const store = Context.get(services, SnapshotStore)
        const given = new Map<number, Effect.Success<ReturnType<typeof store.read>>>()
        return Context.add(services, SnapshotStore, {
          ...store,
          read: (brain, position) =>
            given.has(position)
              ? Effect.succeed(given.get(position))
              : Effect.tap(store.read(brain, position), (blocks) => Effect.sync(() => given.set(position, blocks))),
        })
      }),
      ownCopies,
    ],
    ['that keeps everything', snapshotStore(() => ({ keep: () => Effect.void })), keeping],
    [
      'that drops the oldest one too many',
      snapshotStore((store) => ({ keep: (brain, positions) => store.keep(brain, positions.toSorted((a, b) => a - b).slice(1)) })),
      keeping,
    ],
    [
      'that knows one brain only',
      snapshotStore((store) => ({ list: () => store.list('local/main/default' as Parameters<typeof store.list>[0]) })),
      'brains share nothing, and one that is not there has no snapshots and gets none',
    ],
    [
      'that writes past the lock',
      broken((services) => {
        const store = Context.get(services, SnapshotStore)
        const events = Context.get(services, EventStore)
        const written: Array<Effect.Effect<void, unknown>> = []
        return Context.add(services, SnapshotStore, {
          ...store,
          write: (...asked) => Effect.tap(store.write(...asked), () => Effect.sync(() => written.push(store.write(...asked)))),
        }).pipe(
          Context.add(EventStore, {
            ...events,
            locked: (brain, body) =>
              Effect.ensuring(
                events.locked(brain, body),
                Effect.suspend(() => Effect.ignore(Effect.all(written))),
              ),
          }),
        )
      }),
      'INV-13 under a lock that ends badly a snapshot is taken back, and under one that ends well it stays',
    ],
  ])('a snapshot store %s', async (_, makeLayer, title) => {
    expect(await caught(snapshotStoreChecks, makeLayer)).toContain(title)
  })

  test.each<readonly [string, MakeLayer, string]>([
    [
      'that forgets which contents a vector was made of',
      vectorStore((store) => ({
        put: (brain, embedder, made) =>
          store.put(
            brain,
            embedder,
            made.map((one) => ({ ...one, madeOf: { ...one.madeOf, title: undefined } })),
          ),
      })),
      'INV-57 has no vector of a content that is not there: what is erased takes its vectors along, and none comes after it',
    ],
    [
      'that drops more than it was told to',
      vectorStore((store) => ({ drop: (brain) => store.drop(brain) })),
      'keeps embedders and brains apart, counts and drops each alone, and all of a brain',
    ],
    [
      'that passes over the node behind the page',
      vectorStore((store) => ({ page: (brain, embedder, after, limit) => store.page(brain, embedder, after + 1, limit) })),
      'gives back number for number what was put last of a node, by rising node, in pages of any size',
    ],
  ])('a vector store %s', async (_, makeLayer, title) => {
    expect(await caught(vectorStoreChecks, makeLayer)).toContain(title)
  })
})
