/** Nothing is appended that names a content which is neither stored nor stored with it. */
import { EventStore } from '@crabtrail/core'
import { layerInMemory } from '@crabtrail/store/in-memory'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { catchUp, openBrain, transact } from '../../packages/core/src/application/brain/brain.ts'
import { contentDrafts, fingerprintWith } from '../../packages/core/src/application/brain/contents.ts'
import { Cryptography } from '../../packages/core/src/application/ports/cryptography.ts'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { ContentRef, defaultBrain } from '../../packages/core/src/domain/identity.ts'
import { type AskedMemory, type OpenStore, openStore, type Stores } from '../models/open-store.ts'
import { eventsOf, readLog } from '../models/recorded-log.ts'

let store: OpenStore
let memory: AskedMemory
/** Runs before the next append but one. */
let meanwhile: { after: number; readonly run: () => Promise<unknown> } | undefined
beforeEach(async () => {
  meanwhile = undefined
  const between = (stores: Context.Context<Stores>): Context.Context<Stores> => {
    const events = Context.get(stores, EventStore)
    const interrupt = Effect.suspend(() => {
      const due = meanwhile
      if (due === undefined || due.after-- > 0) return Effect.void
      meanwhile = undefined
      return Effect.promise(due.run)
    })
    return Context.add(stores, EventStore, { ...events, append: (asked) => Effect.andThen(interrupt, events.append(asked)) })
  }
  store = openStore({ layer: layerInMemory, between })
  memory = await store.memory()
})
afterEach(() => store.close())

const root = '/home/notes'
const documents = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    source: `pool-${String(i).padStart(3, '0')}.md`,
    format: 'markdown' as const,
    text: `Pool ${i} holds shrimps.\n`,
    root,
  }))

describe('of two who read one folder in at once', () => {
  test.each([
    ['all of it', 300],
    ['what the other stores first', 256],
    ['a part of that', 100],
  ])('one is quicker with %s: the memory stays whole', async (_, count) => {
    await memory.init({})
    const other = await store.memory()
    meanwhile = { after: 0, run: () => other.ingest({ documents: documents(count), folders: [] }) }

    const answer = await memory.ingest({ documents: documents(300), folders: [{ root, below: '' }] })

    expect(meanwhile).toBeUndefined()
    expect(answer.nodes).toMatchObject({ added: 300 - count, unchanged: count })
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
    expect((await memory.ingest({ documents: documents(1), folders: [{ root, below: '' }], prune: true })).retired).toHaveLength(299)
  })

  test('the slower one does not overwrite what the other found elsewhere', async () => {
    await memory.init({})
    const other = await store.memory()
    const theirs = [{ source: 'pool-001.md', format: 'markdown' as const, text: 'Another pool.', root: '/elsewhere' }]
    meanwhile = { after: 0, run: () => other.ingest({ documents: theirs }) }

    const answer = await memory.ingest({ documents: documents(3) })

    expect(answer).toMatchObject({ documents: 2, nodes: { added: 2 }, skipped: [{ path: 'pool-001.md' }] })
    expect((await memory.show({ what: 'pool-001.md' })).nodes[0]?.content).toBe('Another pool.')
  })
})

describe('an event that names', () => {
  const append = (event: NewEvent) =>
    store.run(
      Effect.gen(function* () {
        const events = yield* EventStore
        const crypto = yield* Cryptography
        const fingerprintKey = (yield* events.brain(defaultBrain))?.fingerprintKey ?? ''
        const brain = openBrain(defaultBrain, fingerprintKey, fingerprintWith(crypto, fingerprintKey))
        yield* catchUp(brain)
        const decision = { events: [event], actor: 1, session: undefined, answer: 'done' }
        return yield* transact({ brain, drafts: yield* contentDrafts, durability: 'process', decide: () => Effect.succeed(decision) })
      }),
    )

  test('a content nobody stored is refused, and nothing is appended', async () => {
    await memory.ingest({ documents: documents(1) })
    const before = await memory.export({})
    const ref = ContentRef.make('ab'.repeat(32))

    await expect(append({ type: 'TagCreated', data: { tag: ref, at: 1 } })).rejects.toThrow(`names content ${ref}, which is neither stored`)
    expect(await memory.export({})).toEqual(before)
  })

  test('one that is stored is not', async () => {
    await memory.ingest({ documents: documents(1) })
    const [added] = eventsOf(readLog((await memory.export({})).lines), 'SourceAdded')
    const { key, source } = added?.data ?? { key: ContentRef.make('0'.repeat(64)), source: 1 }

    expect(await append({ type: 'SourceRenamed', data: { source, key } })).toMatchObject({ answer: 'done' })
    expect(await memory.verify({})).toMatchObject({ ok: true })
  })
})
