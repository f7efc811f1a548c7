import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedFrom, distinctVault, type Vault, vault } from '../arbitraries/vault.ts'
import { graphAt, isLive } from '../models/naive-graph.ts'
import { type AskedMemory, openStore } from '../models/open-store.ts'
import { readLog } from '../models/recorded-log.ts'
import { expectSameGraph } from '../models/same-graph.ts'

type Broken = (memory: AskedMemory) => AskedMemory

const root = '/home/notes'
const whole: Broken = (memory) => memory

const readWhole = (memory: AskedMemory, notes: Vault) =>
  memory.ingest({
    documents: Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown' as const, text, root })),
    folders: [{ root, below: '' }],
    prune: true,
  })

/** Returns the graph by the folder's own readings: live memories by number or by id, and the edges between them. */
const graphOf = async (memory: AskedMemory, named: 'by id' | 'by number') => {
  const { contents, events } = readLog((await memory.export({})).lines)
  const { edges, nodes } = graphAt(events, events.length)
  const ids = new Map(
    events.flatMap((event) =>
      (event.type === 'NodeAdded' || event.type === 'NodeRevised') && event.data.id !== undefined
        ? [[event.data.node, contents.get(event.data.id)] as const]
        : [],
    ),
  )
  const name = (node: number) => (named === 'by id' ? `${ids.get(node)}` : `${node} ${ids.get(node)}`)
  return {
    nodes: [...nodes].flatMap(([node, one]) => (isLive(one) ? [`${name(node)} ${contents.get(one.text)}`] : [])).sort(),
    edges: [...edges.values()]
      .filter(({ linked, source, target }) => linked && isLive(nodes.get(source)) && isLive(nodes.get(target)))
      .map(({ kind, source, strength, target }) => [name(source), kind, name(target), strength].join(' '))
      .sort(),
  }
}

const withMemory = async <A>(broken: Broken, use: (memory: AskedMemory) => Promise<A>): Promise<A> => {
  const store = openStore()
  try {
    return await use(broken(await store.memory()))
  } finally {
    await store.close()
  }
}

/** Tells whether one of so many folders with a past has another graph than the same folder without one. */
const dependsOnThePast = async (broken: Broken): Promise<boolean> => {
  const history = vault.chain((last) => fc.record({ last: fc.constant(last), before: changedFrom(last) }))
  const { failed } = await fc.check(
    fc.asyncProperty(history, async ({ before, last }) => {
      const graphs = [[last], [before, last]].map((readings) =>
        withMemory(broken, async (memory) => {
          for (const notes of readings) await readWhole(memory, notes)
          return graphOf(memory, 'by id')
        }),
      )

      const [fresh, atLast] = await Promise.all(graphs)
      if (atLast !== undefined && fresh !== undefined) expectSameGraph(atLast, fresh)
    }),
    { numRuns: 15, seed: 1, endOnFailure: true },
  )
  return failed
}

/** Tells whether one of so many folders that are back as they were has lost its numbers, its edges, or what was learned of them. */
const losesOnTheWay = async (broken: Broken): Promise<boolean> => {
  const detour = distinctVault.chain((first) => fc.record({ first: fc.constant(first), meanwhile: changedFrom(first) }))
  const { failed } = await fc.check(
    fc.asyncProperty(detour, ({ first, meanwhile }) =>
      withMemory(broken, async (memory) => {
        await readWhole(memory, first)
        const { items } = await memory.recall({ question: 'crab tide moon harbour' })
        const [best] = items
        if (best !== undefined) await memory.feedback({ verdict: 'used', nodes: [best.node] })
        const before = await graphOf(memory, 'by number')
        await readWhole(memory, meanwhile)
        await readWhole(memory, first)

        expect(await graphOf(memory, 'by number')).toEqual(before)
      }),
    ),
    { numRuns: 15, seed: 1, endOnFailure: true },
  )
  return failed
}

const neverPrunes: Broken = (memory) => ({
  ...memory,
  ingest: ({ folders: _, ...request }) => memory.ingest(request),
})

/** Every reading is followed by a going back to before anything was learned. */
const unlearns: Broken = (memory) => ({
  ...memory,
  ingest: async (request) => {
    const answer = await memory.ingest(request)
    await memory.rollback({ to: '1' })
    return answer
  },
})

describe('the check of INV-41, what documents make,', () => {
  test('finds nothing in the memory', async () => {
    expect(await dependsOnThePast(whole)).toBe(false)
  })

  test('finds a memory that keeps what is gone', async () => {
    expect(await dependsOnThePast(neverPrunes)).toBe(true)
  })
})

describe('the check of INV-42, what comes back,', () => {
  test('finds nothing in the memory', async () => {
    expect(await losesOnTheWay(whole)).toBe(false)
  })

  test.each<readonly [string, Broken]>([
    ['that keeps what came meanwhile', neverPrunes],
    ['that forgets what was learned', unlearns],
  ])('finds a memory %s', async (_, broken) => {
    expect(await losesOnTheWay(broken)).toBe(true)
  })
})
