import { ContentStore, Cryptography, EventStore, parseBrainKey } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import Database from 'better-sqlite3'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitRow } from '../../packages/core/src/application/brain/commit-row.ts'
import type { ContentRef } from '../../packages/core/src/domain/identity.ts'
import { openStore, type Stores } from '../models/open-store.ts'
import { eventsOf } from '../models/recorded-log.ts'
import { openStage, type Stage } from './stage.ts'

const brain = Result.getOrThrow(parseBrainKey('default'))
const asked = { question: 'When do crabs walk?', record: false } as const

let stage: Stage
let title: ContentRef
beforeEach(async () => {
  stage = await openStage('empty')
  await stage.memory.ingest({ documents: [{ source: 'a.md', format: 'markdown', text: '# Walks\n\nCrabs walk at low tide.\n' }] })
  const [added] = eventsOf(await stage.log(), 'NodeAdded')
  title = added?.data.title ?? expect.unreachable('the node has no title')
})
afterEach(() => stage.leave())

/** Erases like the application: a fact in the log, and the row is gone. */
const erase = Effect.gen(function* () {
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const head = yield* store.brain(brain)
  const row = commitRow(crypto, [{ type: 'ContentErased', data: { contents: [title], scope: 'node', nodes: [1] } }], {
    prev: head?.hash ?? '',
    first: (head?.position ?? 0) + 1,
    at: head?.at ?? 0,
    actor: 0,
    session: undefined,
  })
  yield* store.append({ brain, row, contents: [], index: [], durability: 'process' })
  yield* Effect.sync(removeTitle)
})

const removeTitle = () => {
  const database = new Database(stage.path)
  expect(database.prepare('delete from contents where ref = unhex(?)').run(title).changes).toBe(1)
  database.close()
}

test('what was erased is known from the fold: nobody reads the log for it again', async () => {
  await stage.store.run(erase)
  const read: Array<number> = []
  const counting = (stores: Context.Context<Stores>): Context.Context<Stores> => {
    const store = Context.get(stores, EventStore)
    const counted: EventStore['Service']['read'] = (key, from, limit, to) =>
      Effect.andThen(
        Effect.sync(() => read.push(from)),
        store.read(key, from, limit, to),
      )
    return Context.add(stores, EventStore, { ...store, read: counted })
  }
  const other = openStore({ layer: layerSqlite({ path: stage.path }), between: counting })
  try {
    const { items } = await (await other.memory()).recall(asked)

    expect(items.map(({ content }) => content)).toEqual([expect.stringContaining('Crabs walk at low tide.')])
    expect(read).toEqual([])
  } finally {
    await other.close()
  }
})

test('what somebody erases while it is read is erased all the same, and what is gone otherwise was lost', async () => {
  let first = true
  const erasing = (stores: Context.Context<Stores>): Context.Context<Stores> => {
    const contents = Context.get(stores, ContentStore)
    const meanwhile = Effect.promise(async () => {
      if (first) await stage.store.run(erase)
      first = false
    })
    return Context.add(stores, ContentStore, {
      ...contents,
      bodies: (key, refs) => Effect.andThen(refs.includes(title) ? meanwhile : Effect.void, contents.bodies(key, refs)),
    })
  }
  const other = openStore({ layer: layerSqlite({ path: stage.path }), between: erasing })
  try {
    expect((await (await other.memory()).recall(asked)).items).toHaveLength(1)
    expect(first).toBe(false)
  } finally {
    await other.close()
  }
})

test('a content that is gone and was never erased is missed, with the event that names it', async () => {
  removeTitle()

  await expect(stage.memory.recall(asked)).rejects.toMatchObject({
    _tag: 'IntegrityBroken',
    problem: expect.stringContaining('was never erased'),
  })
})
