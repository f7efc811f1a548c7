/** A run of ingest on a memory that knows much reads no more than the changes need. */
import { ContentStore, EventStore } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AskedMemory, type OpenStore, openStore, type Stores } from '../models/open-store.ts'
import { eventsOf, readLog } from '../models/recorded-log.ts'

const root = '/home/notes'
const sources = 100
/** Three passages each, of which one has a link. */
const pool = (i: number, said = 'shrimps') => ({
  source: `pool-${i}.md`,
  format: 'markdown' as const,
  text: `# Pool ${i}\n\nIt holds ${said}, as [the next](pool-${i + 1}.md).\n\n## Depth\n\n${i} fathoms.\n\n## Bed\n\nSand.\n`,
  root,
})
const pools = Array.from({ length: sources }, (_, i) => pool(i))
const folders = [{ root, below: '' }]

let store: OpenStore
let memory: AskedMemory
let asked: { bodies: number; finds: number; locked: number }
/** Texts that were read to open the memory. */
let opened: number
let meanwhile: (() => Promise<unknown>) | undefined

const counted = (stores: Context.Context<Stores>): Context.Context<Stores> => {
  const contents = Context.get(stores, ContentStore)
  const events = Context.get(stores, EventStore)
  const interrupt = Effect.suspend(() => (meanwhile === undefined ? Effect.void : Effect.promise(meanwhile)))
  return stores.pipe(
    Context.add(ContentStore, {
      ...contents,
      bodies: (brain, refs) => {
        asked.bodies += refs.length
        return contents.bodies(brain, refs)
      },
      find: (...args) => {
        asked.finds++
        return contents.find(...args)
      },
    }),
    Context.add(EventStore, {
      ...events,
      append: (append) => Effect.andThen(interrupt, events.append(append)),
      locked: (brain, body) =>
        events.locked(brain, (held) =>
          body({
            ...held,
            bodies: (refs) => {
              asked.locked += refs.length
              return held.bodies(refs)
            },
          }),
        ),
    }),
  )
}

beforeEach(async () => {
  meanwhile = undefined
  asked = { bodies: 0, finds: 0, locked: 0 }
  store = openStore({ between: counted })
  await (await store.memory()).ingest({ documents: pools, folders })
  memory = await store.memory()
  asked = { bodies: 0, finds: 0, locked: 0 }
  await memory.log({ limit: 1 })
  opened = asked.bodies
  asked = { bodies: 0, finds: 0, locked: 0 }
})
afterEach(() => store.close())

describe('of a memory of 300 passages', () => {
  test('opening reads the texts and titles of a sample', () => {
    expect(opened).toBeGreaterThan(0)
    // 32 of each, and the name of who wrote the event that is told.
    expect(opened).toBeLessThanOrEqual(2 * 32 + 1)
  })

  test('one document that says something else asks for what is known of that document', async () => {
    expect(await memory.ingest({ documents: [pool(7, 'crabs')] })).toMatchObject({ nodes: { revised: 1, unchanged: 2 } })

    expect(asked.bodies).toBeLessThan(20)
    expect(asked.finds).toBeLessThan(6)
  })

  test('one that says nothing new, too', async () => {
    await memory.ingest({ documents: [pool(7)] })

    expect(asked.bodies).toBeLessThan(4)
  })

  test('a folder of which one document changed asks for what its documents are, and no passage of the others', async () => {
    await memory.ingest({ documents: pools.with(7, pool(7, 'crabs')), folders })

    expect(asked.bodies).toBeLessThan(3 * sources + 20)
  })

  test('one that is new asks for the links, and under the lock only for what others wrote meanwhile', async () => {
    const other = await store.memory()
    let lost = 0
    meanwhile = async () => {
      const again = meanwhile
      meanwhile = undefined
      await other.ingest({ documents: [pool(1_000 + lost++)] })
      if (lost < 2) meanwhile = again
    }

    expect(await memory.ingest({ documents: [pool(sources)] })).toMatchObject({ edges: { linked: expect.any(Number) } })

    expect(lost).toBe(2)
    expect(asked.locked).toBeGreaterThan(0)
    expect(asked.locked).toBeLessThan(30)
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })
})

test('a question about corrected memories reads the corrected question from the store once', async () => {
  const note = (source: string, said: string) => ({ source, format: 'markdown' as const, text: `# Lagoon\n\n${said}\n`, root })
  const documents = [note('old.md', '- Keeper of the lagoon: Ida\n- Gate: at noon'), note('new.md', 'The keeper of the lagoon is Oskar.')]
  await memory.ingest({ documents })
  const ask = async (question: string) => {
    asked = { bodies: 0, finds: 0, locked: 0 }
    const { context, turn } = await memory.recall({ question })
    return { given: context.items, turn: turn ?? '', read: asked.bodies + asked.locked }
  }
  const { turn } = await ask('Who is the keeper of the lagoon?')
  await memory.feedback({ verdict: 'wrong', turn, nodes: ['old.md'], instead: ['new.md'] })
  await memory.learn({})
  await ask('When is the gate of the lagoon open?')

  const again = await ask('When is the gate of the lagoon open, Ida?')

  expect(again.given).toEqual(['old.md'])
  expect(again.read).toBe(0)
})

test('a run of several commits says so, and the last of them that the links are joined', async () => {
  const more = Array.from({ length: 150 }, (_, i) => pool(1_000 + i))
  await memory.ingest({ documents: more })
  const marks = async () => eventsOf(readLog((await memory.export({})).lines), 'BatchStored').map(({ data }) => data)

  const first = await marks()
  expect(first.map(({ batch }) => batch)).toEqual(first.map((_, i) => i + 1))
  expect(first.findIndex(({ batch, batches }) => batch === batches)).toBe(first.length - 1)
  await memory.ingest({ documents: more })
  expect(await marks()).toEqual(first)
})
