import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Embedder, EmbedderFailed, VectorStore } from '@crabtrail/core'
import { hashedEmbedder, hashedVector } from '@crabtrail/models'
import { openAiCompatible } from '@crabtrail/models/open-ai-compatible'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { afterEach, describe, expect, test } from 'vitest'
import { handClock } from '../models/hand-clock.ts'
import { openStore, type StoreOptions } from '../models/open-store.ts'
import { heldIn, holdsBytes } from './bytes.ts'
import { openStage, ranking, type Stage } from './stage.ts'

type Service = Embedder['Service']

/** Counts the texts that it is asked for. */
const counted = (id = hashedEmbedder.id) => {
  const asked = { document: 0, question: 0 }
  const embed: Service['embed'] = (texts, kind) =>
    Effect.suspend(() => {
      asked[kind] += texts.length
      return hashedEmbedder.embed(texts, kind)
    })
  return { asked, embedder: { id, dimension: hashedEmbedder.dimension, likeness: 'spelling', embed } satisfies Service }
}

const notes = `# Pharmacy

Digitalis tinctures stand in the refrigerator behind the counter.

# Harbour

Lobster crates arrive on Wednesday before the tide turns.

# Workshop

The bandsaw needs another blade, ordered from Lindström.
`
const misspelt = 'digitallis tinktures refridgerator'
const known = 'When do the lobster crates arrive?'
const documents = (text: string) => ({ documents: [{ source: 'notes.md', format: 'markdown', text }] as const })

let stage: Stage
const open = async (embedder: Service | undefined) => {
  stage = await openStage('empty', embedder === undefined ? {} : { embedder })
  return stage.memory.ingest(documents(notes))
}
afterEach(() => stage.leave())

/** Another process over the same file. */
const reopened = async <A>(
  embedder: Service | undefined,
  use: (store: ReturnType<typeof openStore>) => Promise<A>,
  pace: StoreOptions['pace'] = {},
): Promise<A> => {
  const store = openStore({ layer: layerSqlite({ path: stage.path }), ...(embedder === undefined ? {} : { embedder }), pace, seed: 2 })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

const nodesOf = ({ items }: { readonly items: ReadonlyArray<{ readonly node: string }> }) => items.map(({ node }) => node)
const ofType = async (type: string) => (await stage.log()).events.filter((event) => event.type === type)
const stored = (id: string) =>
  stage.store.run(VectorStore.use((store) => store.page('local/main/default' as Parameters<typeof store.page>[0], id, 0, 100)))

describe('a memory with an embedder', () => {
  test('finds what a misspelt question means, in the turn it was read in, says so and records where it came from', async () => {
    await open(undefined)
    expect(nodesOf(await stage.memory.recall({ question: misspelt }))).toEqual([])
    await stage.leave()

    await open(hashedEmbedder)
    const { items } = await stage.memory.recall({ question: misspelt })

    expect(items[0]).toMatchObject({ node: 'notes.md', why: 'it is spelled or meant like the question' })
    const [selected] = await ofType('SeedsSelected')
    expect(selected?.data).toMatchObject({
      sources: ['vector', 'vector', 'vector'],
      scores: [400_000_000, expect.any(Number), expect.any(Number)],
    })
    expect(await ofType('EmbedderChanged')).toMatchObject([{ data: { dimension: 384, bands: [] } }])
    expect((await stage.memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)).toEqual([])
  })

  test('says the same again to a key that was answered before', async () => {
    await open(hashedEmbedder)
    const asked = { question: misspelt, key: 'once' }
    const first = await stage.memory.recall(asked)

    expect((await stage.memory.recall(asked)).items).toEqual(first.items)
  })

  test('asks no embedder about a question whose words it knows, and ranks as without one', async () => {
    const { asked, embedder } = counted()
    await open(undefined)
    const without = ranking(await stage.memory.recall({ question: known }))
    await stage.leave()

    await open(embedder)

    expect(ranking(await stage.memory.recall({ question: known }))).toEqual(without)
    expect(asked).toEqual({ document: 3, question: 0 })
  })

  test('goes without those of a large brain until they are read in, if a reply cannot wait for that', async () => {
    await open(hashedEmbedder)
    const shelf = Array.from({ length: 600 }, (_, i) => JSON.stringify({ text: `Shelf ${i} holds box ${i}.` })).join('\n')
    await stage.memory.ingest({ documents: [{ source: 'shelves.jsonl', format: 'jsonl', text: shelf }] })
    while (((await stage.memory.upkeep({})).embedded ?? 0) > 0);

    await reopened(
      hashedEmbedder,
      async (store) => {
        const memory = await store.memory()
        expect(nodesOf(await memory.recall({ question: misspelt, record: false }))).toEqual([])

        await memory.upkeep({})
        expect(nodesOf(await memory.recall({ question: misspelt, record: false }))[0]).toBe('notes.md')
      },
      { loadMs: 0 },
    )
  })

  test('embeds a text once, however often it is opened; and again when it was revised', async () => {
    const { asked, embedder } = counted()
    await open(embedder)

    await reopened(embedder, async (store) => {
      const memory = await store.memory()
      expect(nodesOf(await memory.recall({ question: misspelt }))[0]).toBe('notes.md')
      await memory.upkeep({})
      expect(asked.document).toBe(3)
      await memory.ingest(documents(notes.replace('Digitalis tinctures', 'Chamomile')))
      expect(asked.document).toBe(4)
      expect(nodesOf(await memory.recall({ question: 'kamomille', record: false }))[0]).toBe('notes.md')
    })

    const { vectors } = await stage.memory.stats({})
    expect(vectors).toMatchObject({ embedder: embedder.id, dimension: 384, missing: 1, inForce: true })
    await stage.memory.upkeep({})
    expect(asked.document).toBe(4)
    expect((await stage.memory.stats({})).vectors).toMatchObject({ vectors: 3, missing: 0 })
    expect((await stage.memory.doctor({})).findings).toContainEqual({
      name: 'local/main/default vectors',
      ok: true,
      detail: `3 by ${embedder.id}, no memory lacks one`,
    })
  })

  test('takes out what is retired', async () => {
    await open(hashedEmbedder)

    await stage.memory.ingest({ documents: [{ source: 'notes.md', format: 'markdown', text: notes.slice(notes.indexOf('# Harbour')) }] })

    const { items } = await stage.memory.recall({ question: misspelt })
    expect(items.filter(({ content }) => content.includes('Digitalis'))).toEqual([])
    expect(items).toHaveLength(2)
    expect(await stored(hashedEmbedder.id)).toHaveLength((await stage.memory.stats({})).vectors?.vectors ?? 0)
  })

  test('takes out what was retired where nobody had an embedder', async () => {
    await open(hashedEmbedder)
    await reopened(undefined, async (store) => {
      const memory = await store.memory()
      await memory.ingest({ documents: [{ source: 'notes.md', format: 'markdown', text: notes.slice(notes.indexOf('# Harbour')) }] })
    })

    await reopened(hashedEmbedder, async (store) => {
      const memory = await store.memory()
      await memory.recall({ question: known, record: false })
      await memory.upkeep({})
      expect((await memory.stats({})).vectors).toMatchObject({ vectors: 2, missing: 0 })
    })
    expect(await stored(hashedEmbedder.id)).toHaveLength(2)
  })

  test('looks back by the vectors that it has, and says what it lacks of then', async () => {
    const { position } = await open(hashedEmbedder)
    const then = (await stage.memory.recall({ question: misspelt })).position
    const now = await stage.memory.recall({ question: misspelt, record: false })
    expect(await stage.memory.recall({ question: misspelt, at: String(then) })).toMatchObject({ items: now.items })
    expect(nodesOf(await stage.memory.recall({ question: misspelt, at: String(position) }))).toEqual([])

    await stage.memory.ingest(documents(notes.replace('Lobster', 'Mussel')))

    const later = await stage.memory.recall({ question: misspelt, at: String(then) })
    expect(later.approximate).toBe('1 memory of then has no vector any more')
    expect(nodesOf(later)[0]).toBe('notes.md')
  })

  test('looks back past whatever came since and is nearer', async () => {
    await open(hashedEmbedder)
    const then = (await stage.memory.recall({ question: misspelt })).position
    const found = await stage.memory.recall({ question: misspelt, at: String(then) })
    const nearer = Array.from({ length: 60 }, (_, i) => JSON.stringify({ text: `${misspelt} ${i}` })).join('\n')

    await stage.memory.ingest({ documents: [{ source: 'nearer.jsonl', format: 'jsonl', text: nearer }] })

    expect((await stage.memory.stats({})).vectors).toMatchObject({ vectors: 63, missing: 0 })
    const later = await stage.memory.recall({ question: misspelt, at: String(then) })
    expect(ranking(later)).toEqual(ranking(found))
    expect(later.approximate).toBeUndefined()
  })

  test('changes to another when all is embedded anew: until then the words decide, then the old vectors are gone', async () => {
    await open(counted('old').embedder)
    const { embedder } = counted('new')

    await reopened(embedder, async (store) => {
      const memory = await store.memory()
      expect(nodesOf(await memory.recall({ question: misspelt }))).toEqual([])
      await memory.upkeep({})
      expect(nodesOf(await memory.recall({ question: misspelt }))[0]).toBe('notes.md')
    })

    expect(await ofType('EmbedderChanged')).toHaveLength(2)
    expect([await stored('old'), (await stored('new')).length]).toEqual([[], 3])
  })

  test('does not take force back from another process that has another embedder, until it reads a text in itself', async () => {
    const [one, two] = [counted('one'), counted('two')]
    await open(one.embedder)

    await reopened(two.embedder, async (store) => {
      const memory = await store.memory()
      await memory.upkeep({})
      for (let i = 0; i < 3; i++) {
        // A turn of each, so that there is something to follow.
        await stage.memory.recall({ question: misspelt })
        await stage.memory.upkeep({})
        await memory.recall({ question: misspelt })
        await memory.upkeep({})
      }
      expect(await ofType('EmbedderChanged')).toHaveLength(2)
      expect([await stored('one'), (await stored('two')).length]).toEqual([[], 3])
      expect([one.asked.document, two.asked.document]).toEqual([3, 3])

      await stage.memory.ingest({ documents: [{ source: 'pier.md', format: 'markdown', text: 'Gulls circle above the pier.' }] })
      for (let i = 0; i < 3; i++) {
        await memory.recall({ question: misspelt })
        await memory.upkeep({})
        await stage.memory.upkeep({})
      }
      expect(await ofType('EmbedderChanged')).toHaveLength(3)
      expect([(await stored('one')).length, await stored('two')]).toEqual([4, []])
      expect([one.asked.document, two.asked.document]).toEqual([7, 3])
      expect(nodesOf(await stage.memory.recall({ question: misspelt }))[0]).toBe('notes.md')
    })
  })

  test('INV-57 forgets vectors with their texts: in the file, and in every process that has them open', async () => {
    await open(hashedEmbedder)
    const text = 'Pharmacy\nDigitalis tinctures stand in the refrigerator behind the counter.'
    const made = (await stored(hashedEmbedder.id)).map(({ vector }) => new Uint8Array(vector.buffer))
    const bytes = made.filter((one) => Buffer.from(one).equals(Buffer.from(hashedVector(text).buffer)))
    expect(bytes).toHaveLength(1)
    expect(bytes.filter((one) => holdsBytes(stage.path, one))).toHaveLength(1)

    await reopened(hashedEmbedder, async (store) => {
      const other = await store.memory()
      expect(nodesOf(await other.recall({ question: misspelt }))[0]).toBe('notes.md')

      const { places } = await stage.memory.forget({ node: 'notes.md' })

      expect(places.find(({ place }) => place === 'vectors')).toMatchObject({ rows: 1, bytes: 384 * 4 })
      expect(nodesOf(await other.recall({ question: misspelt }))).not.toContain('notes.md')
      expect((await other.stats({})).vectors).toMatchObject({ vectors: 2, missing: 0 })
    })
    // The other has closed the file: what it still read may go now.
    await stage.memory.forget({ node: 'notes.md' })
    expect(bytes.filter((one) => holdsBytes(stage.path, one))).toEqual([])
    expect(heldIn(stage.path, ['digitalis'])).toEqual([])
  })
})

/** Answers as it is told by what it was asked for; the clock of its memory is put on by hand, past what it is left alone for. */
const openTold = async (told: (texts: ReadonlyArray<string>) => boolean, otherwise: ReturnType<Service['embed']> = Effect.succeed([])) => {
  const clock = Object.assign(handClock(), { sleep: () => Effect.never })
  const asked: Array<number> = []
  const embed: Service['embed'] = (texts, kind) =>
    Effect.suspend(() => {
      asked.push(texts.length)
      return told(texts) ? hashedEmbedder.embed(texts, kind) : otherwise
    })
  stage = await openStage('empty', { clock, embedder: { id: 'told', dimension: hashedEmbedder.dimension, embed } })
  await stage.memory.ingest(documents(notes))
  return {
    asked,
    later: async (ms: number) => {
      clock.now += ms
      await stage.memory.upkeep({})
      return (await stage.memory.stats({})).vectors
    },
  }
}

describe('an embedder that gives what is no answer', () => {
  test('costs no memory its vector: it is not asked again at once, and what it gave none of is asked for when it is well', async () => {
    let well = false
    const { asked, later } = await openTold(() => well)
    // Another text shows whose fault it is.
    expect(asked).toEqual([3, 1])

    for (let i = 0; i < 5; i++) expect(await later(1)).toMatchObject({ missing: 3, refused: 0 })
    expect(asked).toEqual([3, 1])
    // Fewer at once.
    expect(await later(10_000)).toMatchObject({ missing: 3, refused: 0 })
    expect(asked).toEqual([3, 1, 2, 1])

    well = true
    expect(await later(10_000)).toMatchObject({ vectors: 3, missing: 0, inForce: true })
  })

  const refusing = new EmbedderFailed({ embedder: 'told', reason: 'unfit', detail: 'it does not take this', retryable: false })

  test.each([
    ['an answer without vectors', Effect.succeed([])],
    ['a refusal of the request', Effect.fail(refusing)],
  ])('INV-260 of one text alone leaves that one out until it is revised, and goes on with the others at once: %s', async (_, otherwise) => {
    const { later } = await openTold((texts) => !texts.some((text) => text.includes('Lobster')), otherwise)

    expect((await stage.memory.stats({})).vectors).toMatchObject({ vectors: 2, missing: 1, refused: 1, inForce: true })
    await stage.memory.ingest(documents(notes.replace('Lobster', 'Mussel')))
    expect(await later(0)).toMatchObject({ vectors: 3, missing: 0, refused: 0 })
  })
})

test('a slow embedder gets on in every process, however little time it has there', async () => {
  const calls: Array<number> = []
  const embed: Service['embed'] = (texts, kind) =>
    Effect.sync(() => calls.push(texts.length)).pipe(
      Effect.andThen(Effect.sleep(100 * texts.length)),
      Effect.andThen(hashedEmbedder.embed(texts, kind)),
    )
  const slow = { id: 'slow', dimension: hashedEmbedder.dimension, embed }
  stage = await openStage('empty', { embedder: slow, pace: { readMs: 0 } })
  const shelf = Array.from({ length: 40 }, (_, i) => JSON.stringify({ text: `Shelf ${i} holds box ${i}.` })).join('\n')
  await stage.memory.ingest({ documents: [{ source: 'shelves.jsonl', format: 'jsonl', text: shelf }] })

  let before = 0
  for (let process = 0; process < 2; process++) {
    await reopened(
      slow,
      async (store) => {
        const memory = await store.memory()
        await memory.recall({ question: known, record: false })
        await memory.upkeep({})
        const vectors = (await memory.stats({})).vectors?.vectors ?? 0
        expect(vectors).toBeGreaterThan(before)
        before = vectors
      },
      { upkeepMs: 1_000 },
    )
  }
  // Twice as many where the time allows it: four took 400 ms, and 600 were left.
  expect(calls.slice(0, 2)).toEqual([4, expect.toSatisfy((count) => count >= 1 && count <= 6)])
})

type Behaviour = (input: ReadonlyArray<string>, response: ServerResponse) => void

const embeddings = (vectors: ReadonlyArray<ReadonlyArray<unknown>>): string =>
  JSON.stringify({ object: 'list', data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })) })

const bad: ReadonlyArray<readonly [string, Behaviour, string]> = [
  ['vectors of another length', (input, response) => response.end(embeddings(input.map(() => [1, 0]))), 'wrongDimension'],
  [
    'numbers that are none',
    (input, response) => response.end(embeddings(input.map(() => [1, 'NaN', 0])).replaceAll('"NaN"', 'NaN')),
    'notFinite',
  ],
  ['nothing', (_, response) => response.end(), 'badAnswer'],
  ['an error', (_, response) => response.writeHead(500).end('{}'), 'failing'],
  ['no answer at all', () => undefined, 'slow'],
]

describe('a server that answers with', () => {
  test.each(bad)('%s fails nobody: what is read in is read in, and the words answer', async (_, behave, reason) => {
    const server = createServer((request, response) => {
      const parts: Array<Buffer> = []
      request.on('data', (part) => parts.push(part))
      request.on('end', () => {
        response.setHeader('content-type', 'application/json')
        behave(JSON.parse(Buffer.concat(parts).toString()).input, response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const embedder = Result.getOrThrow(
      openAiCompatible({ baseUrl, model: 'm', dimension: 3, requestMs: reason === 'slow' ? 100 : 1_500, retries: 0, cacheBytes: 0 }),
    )

    // The first call loads what it needs to ask at all.
    await Effect.runPromise(Effect.ignore(embedder.embed(['warm'], 'question')))

    const read = await open(embedder)

    expect(read.nodes.added).toBe(3)
    expect(nodesOf(await stage.memory.recall({ question: known }))[0]).toBe('notes.md#harbour')
    expect(nodesOf(await stage.memory.recall({ question: misspelt }))).toEqual([])
    const { counters, vectors } = await stage.memory.stats({})
    expect(vectors).toMatchObject({ vectors: 0, missing: 3, inForce: false, failure: { reason } })
    expect(counters.embedderFailures).toBeGreaterThan(0)
    expect((await stage.memory.doctor({})).findings.find(({ name }) => name.endsWith('vectors'))).toMatchObject({ ok: false })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
})
