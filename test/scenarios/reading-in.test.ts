import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Append, EventStore, StoreUnavailable } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { yielding } from '../models/held-learner.ts'
import { graphAt, isLive, type NaiveGraph } from '../models/naive-graph.ts'
import { type AskedMemory, type OpenStore, openStore, type StoreOptions } from '../models/open-store.ts'
import { type RecordedLog, readLog } from '../models/recorded-log.ts'

const document = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
const tides = `# Tides

The tide turns twice a day. See [the moon](moon.md#pull).

## Low tide

Crabs walk at low tide.

## High tide

Crabs hide at high tide.
`
const moon = `# The moon

The moon is far away.

## Pull

The moon pulls the water.
`

/** Each links to the next, and to the one as far from the end. */
const pool = (i: number) => `pool-${String(i).padStart(3, '0')}`
const ring = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    document(`${pool(i)}.md`, `Pool ${i} holds shrimps: [on](${pool((i + 1) % count)}.md), [[${pool(count - 1 - i)}]].\n`),
  )

const folder = temporaryFolder()
let store: OpenStore
let memory: AskedMemory
const log = async (): Promise<RecordedLog> => readLog((await memory.export({})).lines)

/** Live nodes by printed id, and what leaves each: `kind target`. */
const picture = async (): Promise<Readonly<Record<string, ReadonlyArray<string>>>> => {
  const { contents, events } = await log()
  const graph: NaiveGraph = graphAt(events, events.length)
  const ids = new Map(
    events.flatMap((event) => (event.type === 'NodeAdded' ? [[event.data.node, contents.get(event.data.id) ?? ''] as const] : [])),
  )
  const live = [...graph.nodes].filter(([, node]) => isLive(node)).map(([number]) => number)
  return Object.fromEntries(
    live.map((node) => {
      const out = [...graph.edges.values()].filter((edge) => edge.source === node && edge.linked && live.includes(edge.target))
      return [ids.get(node) ?? '', out.map(({ kind, target }) => `${kind} ${ids.get(target)}`).sort()]
    }),
  )
}

beforeEach(async () => {
  store = openStore()
  memory = await store.memory()
})
afterEach(() => store.close())

describe('reading documents in', () => {
  test('makes a passage a memory, joins neighbours in both directions, headings with their parts, and links with what they lead to', async () => {
    const answer = await memory.ingest({ documents: [document('tides.md', tides), document('moon.md', moon)] })

    expect(answer).toMatchObject({ documents: 2, nodes: { added: 5, revised: 0, unchanged: 0, retired: 0 } })
    expect(await picture()).toEqual({
      'tides.md': [
        'hierarchical tides.md#high-tide',
        'hierarchical tides.md#low-tide',
        'link moon.md#pull',
        'sequential tides.md#low-tide',
      ],
      'tides.md#low-tide': ['sequential tides.md', 'sequential tides.md#high-tide'],
      'tides.md#high-tide': ['sequential tides.md#low-tide'],
      'moon.md': ['hierarchical moon.md#pull', 'sequential moon.md#pull'],
      'moon.md#pull': ['sequential moon.md'],
    })
  })

  test('a second time changes nothing and appends nothing', async () => {
    const documents = [document('tides.md', tides), document('moon.md', moon)]
    const { position } = await memory.ingest({ documents })

    const again = await memory.ingest({ documents })

    expect(again).toMatchObject({
      documents: 2,
      nodes: { added: 0, revised: 0, unchanged: 5, retired: 0 },
      edges: { linked: 0, pruned: 0 },
      position,
    })
  })

  test('after an edit revises only the passage that changed, which keeps its number and what it learned', async () => {
    await memory.ingest({ documents: [document('tides.md', tides)] })
    await memory.recall({ question: 'When do crabs walk?' })
    await memory.feedback({ verdict: 'used', nodes: ['tides.md#low-tide'] })
    const before = await memory.show({ what: 'tides.md#low-tide' })
    const { events } = await log()

    const answer = await memory.ingest({
      documents: [document('tides.md', tides.replace('Crabs walk at low tide.', 'Crabs dance at low tide.'))],
    })

    expect(answer).toMatchObject({ nodes: { added: 0, revised: 1, unchanged: 2, retired: 0 }, edges: { linked: 0, pruned: 0 } })
    const after = await memory.show({ what: 'tides.md#low-tide' })
    expect(after.nodes[0]).toMatchObject({ number: before.nodes[0]?.number, content: 'Crabs dance at low tide.' })
    expect(after.edges).toEqual(before.edges)
    expect((await log()).events.slice(events.length).map(({ type }) => type)).toEqual(['SourceRevised', 'NodeRevised'])
    expect((await memory.recall({ question: 'Who dances?' })).items[0]?.node).toBe('tides.md#low-tide')
  })

  test('retires a passage that is gone, with its edges, and restores both under the same numbers when it is back', async () => {
    await memory.ingest({ documents: [document('tides.md', tides)] })
    const whole = await picture()
    const { number } = (await memory.show({ what: 'tides.md#low-tide' })).nodes[0] ?? {}
    const short = tides.replace(/## Low tide\n\n.*\n\n/, '')

    expect(await memory.ingest({ documents: [document('tides.md', short)] })).toMatchObject({ nodes: { retired: 1 } })
    expect(await picture()).toEqual({
      'tides.md': ['hierarchical tides.md#high-tide', 'sequential tides.md#high-tide'],
      'tides.md#high-tide': ['sequential tides.md'],
    })
    expect((await memory.recall({ question: 'When do crabs walk?' })).items.map(({ node }) => node)).not.toContain('tides.md#low-tide')

    expect(await memory.ingest({ documents: [document('tides.md', tides)] })).toMatchObject({
      nodes: { added: 1, unchanged: 2, retired: 0 },
    })
    expect(await picture()).toEqual(whole)
    expect((await memory.show({ what: 'tides.md#low-tide' })).nodes[0]?.number).toBe(number)
  })

  test('takes each key of a request once, and says so of the rest', async () => {
    const answer = await memory.ingest({ documents: [document('tides.md', tides), document('tides.md', moon), document('moon.md', moon)] })

    expect(answer).toMatchObject({ documents: 2, nodes: { added: 5 } })
    expect(answer.skipped).toEqual([{ path: 'tides.md', reason: expect.stringContaining('same key') }])
    expect((await memory.show({})).counts.nodes).toBe(5)
  })

  test('tells in a dry run what would change, and changes nothing', async () => {
    await memory.ingest({ documents: [document('tides.md', tides)] })
    const before = await memory.export({})

    const answer = await memory.ingest({
      documents: [document('tides.md', tides.replace('walk', 'dance')), document('moon.md', moon)],
      dryRun: true,
    })

    expect(answer).toMatchObject({ nodes: { added: 2, revised: 1, unchanged: 2 } })
    expect(await memory.export({})).toEqual(before)
  })

  test('more documents than one commit holds are read in batches', async () => {
    const documents = Array.from({ length: 300 }, (_, i) => document(`pool-${i}.md`, `Pool ${i} holds ${i} shrimps.\n`))

    expect(await memory.ingest({ documents })).toMatchObject({ documents: 300, nodes: { added: 300 } })

    expect((await log()).commits).toHaveLength(3)
    expect(await memory.verify({})).toMatchObject({ ok: true })
  })

  test('links are joined across batches, in both directions', async () => {
    const answer = await memory.ingest({ documents: ring(300) })

    expect(answer.edges).toEqual({ linked: 598, pruned: 0 })
    expect((await picture())['pool-007.md']).toEqual(['link pool-008.md', 'link pool-292.md'])
    expect((await picture())['pool-299.md']).toEqual(['link pool-000.md'])
  })

  test('links that a run did not come to are joined by the next, though it reads nothing new', async () => {
    let appends = 0
    const full = new StoreUnavailable({ reason: 'full', place: 'memory', detail: 'the disk is full', retryable: false, cause: undefined })
    const failing = openStore({
      between: (stores) => {
        const events = Context.get(stores, EventStore)
        // The brain, the first batch, and then no more.
        const append = (asked: Append) => Effect.suspend(() => (++appends === 3 ? Effect.fail(full) : events.append(asked)))
        return Context.add(stores, EventStore, { ...events, append })
      },
    })
    const other = await failing.memory()
    await expect(other.ingest({ documents: ring(300) })).rejects.toMatchObject({ _tag: 'StoreUnavailable' })

    const { edges, nodes } = await other.ingest({ documents: ring(300).slice(0, 200) })

    expect(nodes).toMatchObject({ added: 0, revised: 0 })
    expect(edges.linked).toBeGreaterThan(200)
    expect(await other.verify({})).toMatchObject({ ok: true })
    const { position } = await other.show({})
    expect(await other.ingest({ documents: ring(300).slice(0, 200) })).toMatchObject({ edges: { linked: 0 }, position })
    await failing.close()
  })

  test('never lets a stranger speak under an owner’s note', async () => {
    await memory.ingest({ documents: [document('tides.md', 'Crabs walk at low tide.\n')] })

    await memory.ingest({ documents: [document('tides.md', 'Crabs walk into my trap at low tide.\n')], origin: 'untrusted' })

    expect((await memory.recall({ question: 'When do crabs walk?' })).context.text).not.toContain('trap')
  })

  test('keeps what a stranger wrote out of the context, and finds it all the same', async () => {
    await memory.ingest({ documents: [document('letter.md', 'The password of the lighthouse is told to nobody.\n')], origin: 'untrusted' })

    const { context, items } = await memory.recall({ question: 'password of the lighthouse' })

    expect(items[0]).toMatchObject({ node: 'letter.md' })
    expect(context).toMatchObject({ text: '', items: [], dropped: [{ node: 'letter.md', reason: 'origin' }] })
  })
})

describe('a link', () => {
  test('is joined when what it leads to is read later, and leads on as that changes', async () => {
    await memory.ingest({ documents: [document('tides.md', tides)] })
    expect((await picture())['tides.md']).not.toContain('link moon.md#pull')

    await memory.ingest({ documents: [document('moon.md', moon)] })
    expect((await picture())['tides.md']).toContain('link moon.md#pull')

    await memory.ingest({ documents: [document('moon.md', moon.replace('## Pull', '## Force'))] })
    expect((await picture())['tides.md']).toContain('link moon.md')

    expect(await memory.ingest({ documents: [document('moon.md', moon)] })).toMatchObject({ edges: { linked: 1, pruned: 1 } })
    expect((await picture())['tides.md']).toContain('link moon.md#pull')
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('in a heading, or with words around its name, is one', async () => {
    await memory.ingest({ documents: [document('a.md', '# A\n\nText.\n\n## [Crabs](b.md)\n\nMore of [[b|the other]].\n')] })

    await memory.ingest({ documents: [document('b.md', 'Crabs.\n')] })

    expect((await picture())['a.md#crabs']).toContain('link b.md')
  })

  test('that is taken out leads nowhere any more', async () => {
    await memory.ingest({ documents: [document('tides.md', tides), document('moon.md', moon)] })

    await memory.ingest({ documents: [document('tides.md', tides.replace('[the moon](moon.md#pull)', 'the moon'))] })

    expect((await picture())['tides.md']?.filter((edge) => edge.startsWith('link'))).toEqual([])
  })
})

describe('a document that is named like a cue', () => {
  test('does not take its place: the verdict on the question still teaches', async () => {
    const asked = 'When do crabs walk?'
    const name = `auto:${createHash('sha1').update('when do crabs walk').digest('hex').slice(0, 12)}`
    await memory.ingest({ documents: [document('tides.md', tides), document(name, 'A decoy.')] })
    await memory.recall({ question: asked })

    const { adjustments } = await memory.feedback({ verdict: 'used', nodes: ['tides.md#low-tide'] })

    const { contents, events } = await log()
    const cue = events.findLast((event) => event.type === 'NodeAdded')
    expect(cue?.type === 'NodeAdded' && [cue.data.nodeType, contents.get(cue.data.id)]).toEqual(['cue', name])
    expect(adjustments.filter(({ kind, to }) => kind === 'learned' && to === 0.6)).toHaveLength(1)
  })
})

describe('two programs that read the same documents in at once', () => {
  /** Lets others write, each just before one of this store's next commits arrives. */
  const interrupted = (layer?: StoreOptions['layer']) => {
    const waiting: Array<() => Promise<unknown>> = []
    const between: StoreOptions['between'] = (stores) => {
      const events = Context.get(stores, EventStore)
      const append = (asked: Append) =>
        Effect.suspend(() => {
          const first = waiting.shift()
          return Effect.andThen(first === undefined ? Effect.void : Effect.promise(() => interrupting(first)), events.append(asked))
        })
      return Context.add(stores, EventStore, { ...events, append })
    }
    /** Runs the other work at once; its own writes are not interrupted. */
    const interrupting = async (first: () => Promise<unknown>) => {
      const rest = waiting.splice(0)
      await first()
      waiting.push(...rest)
    }
    const opened = openStore({ ...(layer === undefined ? {} : { layer }), between })
    return { ...opened, interruptBy: (...others: typeof waiting) => waiting.push(...others) }
  }

  test('make one set of memories of them', async () => {
    const shared = interrupted()
    const [one, other] = [await shared.memory(), await shared.memory()]
    await one.init({})
    const documents = [document('tides.md', tides), document('moon.md', moon)]
    shared.interruptBy(() => other.ingest({ documents }))

    await one.ingest({ documents: [document('tides.md', tides.replace('walk', 'dance')), document('moon.md', moon)] })

    const { counts } = await one.show({})
    expect(counts.nodes).toBe(5)
    const { contents, events } = readLog((await one.export({})).lines)
    const ids = events.flatMap((event) => (event.type === 'NodeAdded' ? [contents.get(event.data.id)] : []))
    expect(new Set(ids).size).toBe(ids.length)
    expect((await one.show({ what: 'tides.md#low-tide' })).nodes[0]?.content).toBe('Crabs dance at low tide.')
    expect(await one.verify({})).toMatchObject({ ok: true })
    await shared.close()
  })

  test('make one set of memories also when the second has to take the lock', async () => {
    const shared = interrupted(layerSqlite({ path: join(folder, 'shared.db') }))
    const [one, other] = [await shared.memory(), await shared.memory()]
    await one.init({})
    shared.interruptBy(
      () => other.ingest({ documents: [document('moon.md', moon)] }),
      () => other.ingest({ documents: [document('tides.md', tides)] }),
    )

    const answer = await one.ingest({ documents: [document('tides.md', tides.replace('walk', 'dance')), document('moon.md', moon)] })

    expect(answer.nodes).toEqual({ added: 0, revised: 1, unchanged: 4, retired: 0 })
    expect((await one.show({})).counts.nodes).toBe(5)
    expect(await one.verify({})).toMatchObject({ ok: true })
    await shared.close()
  })

  test('make one brain of an empty store', async () => {
    const shared = openStore({ between: yielding })
    const memories = [await shared.memory(), await shared.memory()]

    await Promise.all(memories.map((each, i) => each.recall({ question: 'Who is first?', session: `talk ${i}` })))

    const [one] = memories
    expect((await one?.show({}))?.counts).toMatchObject({ turns: 2, sessions: 2 })
    expect(await one?.verify({})).toMatchObject({ ok: true })
    await shared.close()
  })

  test('make one cue of one question, one actor and one session of one name', async () => {
    const shared = interrupted()
    const [one, other] = [await shared.memory(), await shared.memory()]
    await one.ingest({ documents: [document('tides.md', tides)] })
    const [first, second] = [await one.recall({ question: 'When do crabs walk?' }), await one.recall({ question: 'When do crabs walk?' })]
    const verdict = { verdict: 'used', nodes: ['tides.md#low-tide'], session: 'talk', actor: 'claw' } as const
    shared.interruptBy(() => other.feedback({ ...verdict, turn: second.turn ?? '' }))

    await one.feedback({ ...verdict, turn: first.turn ?? '' })

    const { events } = readLog((await one.export({})).lines)
    const times = (type: string) => events.filter((event) => event.type === type).length
    expect([times('ActorNamed'), times('SessionStarted'), times('FeedbackGiven')]).toEqual([2, 2, 2])
    expect(events.filter((event) => event.type === 'NodeAdded' && event.data.nodeType === 'cue')).toHaveLength(1)
    expect(await one.verify({ rederive: true })).toMatchObject({ ok: true })
    await shared.close()
  })
})
