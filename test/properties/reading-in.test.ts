import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedFrom, distinctVault, type Vault, vault } from '../arbitraries/vault.ts'
import { madeGraph } from '../models/made-graph.ts'
import { type AskedMemory, openStore } from '../models/open-store.ts'
import { expectSameGraph } from '../models/same-graph.ts'
import { runs } from './runs.ts'

const root = '/home/notes'

const documentsOf = (notes: Vault) =>
  Object.entries(notes).map(([source, text]) => ({
    source,
    format: source.endsWith('.md') ? ('markdown' as const) : ('text' as const),
    text,
    root,
  }))

/** Reads a folder that holds nothing else, like `crabtrail ingest FOLDER --prune`. */
const readWhole = (memory: AskedMemory, notes: Vault) =>
  memory.ingest({ documents: documentsOf(notes), folders: [{ root, below: '' }], prune: true })

const withMemory = async <A>(use: (memory: AskedMemory) => Promise<A>, settings?: Readonly<Record<string, number>>): Promise<A> => {
  const store = openStore()
  try {
    const memory = await store.memory()
    if (settings !== undefined) await memory.init({ settings })
    return await use(memory)
  } finally {
    await store.close()
  }
}

/** Parts of a folder, each read by itself, in any order. */
const parts = (notes: Vault) =>
  fc.shuffledSubarray(documentsOf(notes), { minLength: Object.keys(notes).length }).chain((documents) =>
    fc.array(fc.nat({ max: documents.length }), { maxLength: 3 }).map((cuts) => {
      const ends = [...cuts, documents.length].sort((a, b) => a - b)
      return ends.map((end, i) => documents.slice(ends[i - 1] ?? 0, end))
    }),
  )

/** A note that had a link becomes a text, in which none is read. Found by the first property below. */
const wasLinked = (() => {
  const [said, other] = ['It is about the tide. [x](/sub/a.md)\n', 'It is about the crab. [[c#Two]]\n']
  const last: Vault = { 'sub/a.md': other, 'n.txt': said }
  const before: Array<Vault> = [{ 'sub/a.md': other, 'b.md': said }]
  return { last, parts: [documentsOf(last)], before, carriersMost: 2 as const }
})()

/** A text that is cut into sections as long as its file is one of Markdown, beside a note that was taught something. */
const textBecomesMarkdown = (() => {
  const said =
    'It is about the harbour. We saw Orion there. [x](/sub/a.md)\n\n## One ([x](gone.md))\n\nThe harbour of One. We saw Rigel there. [x](../b.md)\n\nWritten as n.txt.\n'
  const moon = 'It is about the moon.  [[deep/b|y]]\n\n## One ([[a]])\n\nThe moon of One. We saw Orion there. We saw Rigel there. [[a]]\n'
  const tide = 'It is about the tide. We saw Orion there. [x](#three)\n\n## One ([[c#Two]])\n\nThe tide of One.  [x](#three)\n'
  const first: Vault = { 'b.md': tide, 'sub/c.md': moon, 'n.txt': said }
  const meanwhile: Vault = { 'b.md': 'It is about the crab.  \n', 'sub/c.md': moon, 'sub/deep/b.md': said }
  return { first, meanwhile, taught: [[568_139_933, 0]] as Array<[number, number]> }
})()

/** A text that is cut as Markdown and put together again: nothing but its former text tells the memory that had it. */
const textIsBack = (() => {
  const said =
    'It is about the moon. We saw Vega there. We saw Rigel there. [[deep/b|y]]\n\n## One ([x](sub/c.md#one))\n\nThe crab of One. We saw Vega there. We saw Rigel there. [x](gone.md)\n\nWritten as n.txt.\n'
  const [first, meanwhile]: readonly [Vault, Vault] = [{ 'n.txt': said }, { 'sub/a.md': said }]
  return { first, meanwhile, taught: [[0, 0]] as Array<[number, number]> }
})()

/** So that no property holds for want of what it speaks of. */
const expectReached = (counts: Readonly<Record<string, number>>): void => {
  if (runs.numRuns >= 100) expect(Object.keys(counts).filter((name) => counts[name] === 0)).toEqual([])
}

const graphOf = async (memory: AskedMemory, named: 'by id' | 'by number') => madeGraph((await memory.export({})).lines, named)

describe('documents', () => {
  test('INV-41 make the same graph in whatever order and parts they are read, and whatever they were before', async () => {
    const history = vault.chain((last) =>
      fc.record({
        last: fc.constant(last),
        parts: parts(last),
        before: fc.array(fc.oneof(vault, changedFrom(last)), { maxLength: 3 }),
        // So few that names become too common to join, and rare again.
        carriersMost: fc.constantFrom(2, 4, 8, 60),
      }),
    )
    const reached = { links: 0, mentions: 0, pruned: 0 }
    await fc.assert(
      fc.asyncProperty(history, async ({ before, carriersMost, last, parts }) => {
        const settings = { 'mentions.carriersMost': carriersMost }
        const fresh = await withMemory(async (memory) => {
          await readWhole(memory, last)
          return graphOf(memory, 'by id')
        }, settings)
        const inParts = await withMemory(async (memory) => {
          for (const documents of parts) await memory.ingest({ documents })
          return graphOf(memory, 'by id')
        }, settings)
        const atLast = await withMemory(async (memory) => {
          for (const notes of before) await readWhole(memory, notes)
          reached.pruned += (await readWhole(memory, last)).edges.pruned
          expect(await memory.verify({})).toMatchObject({ ok: true })
          return graphOf(memory, 'by id')
        }, settings)

        reached.links += fresh.edges.filter((edge) => edge.includes(' link ')).length
        reached.mentions += fresh.edges.filter((edge) => edge.includes(' mention ')).length
        expectSameGraph(inParts, fresh)
        expectSameGraph(atLast, fresh)
      }),
      { ...runs, examples: [[wasLinked]] },
    )
    expectReached(reached)
  })

  test('INV-42 that were moved, changed or taken away and are back have their numbers and all that was learned of them', async () => {
    const detour = distinctVault.chain((first) =>
      fc.record({
        first: fc.constant(first),
        meanwhile: changedFrom(first),
        taught: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 2 }),
      }),
    )
    const reached = { renamed: 0, retired: 0, restored: 0, learned: 0 }
    await fc.assert(
      fc.asyncProperty(detour, async ({ first, meanwhile, taught }) => {
        await withMemory(async (memory) => {
          await readWhole(memory, first)
          for (const [about, place] of taught) {
            const question = ['crab', 'tide of one', 'harbour', 'moon'][about % 4] ?? ''
            const { items } = await memory.recall({ question })
            const node = items[place % Math.max(1, items.length)]?.node
            if (node !== undefined) await memory.feedback({ verdict: about % 2 === 0 ? 'used' : 'not-useful', nodes: [node] })
          }
          const before = await graphOf(memory, 'by number')

          const there = await readWhole(memory, meanwhile)
          const back = await readWhole(memory, first)

          reached.renamed += there.renamed.length
          reached.retired += there.retired.length
          reached.restored += back.nodes.added
          reached.learned += before.edges.filter((edge) => edge.includes(' learned ')).length
          expect(await graphOf(memory, 'by number')).toEqual(before)
        })
      }),
      { ...runs, examples: [[textBecomesMarkdown], [textIsBack]] },
    )
    expectReached(reached)
  })
})
