import { hashedEmbedder } from '@crabtrail/models'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { type AskedMemory, type OpenStore, openStore, type StoreOptions } from '../models/open-store.ts'
import { runs } from './runs.ts'

// In lower case: no word is a name that joins passages of different writers.
const words = ['harbour', 'office', 'payments', 'account', 'ferry', 'lamp', 'bread', 'mooring', 'hafenamt', 'tide'] as const
const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((said) => `${said.join(' ')}.`)
/** Each a document of one passage, so that no edge joins the two kinds. Fewer than the seeds that a walk begins at. */
const notes = fc.array(sentence, { minLength: 1, maxLength: 8 })
const pages = fc.array(fc.tuple(sentence, fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 9 })
const question = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((asked) => `${asked.join(' ')}?`)

const documents = (texts: ReadonlyArray<string>, name: string) =>
  texts.map((text, at) => ({ source: `${name}-${at + 1}.md`, format: 'markdown' as const, text: `${text}\n` }))

let store: OpenStore | undefined
const open = (embedder?: StoreOptions['embedder']) => {
  store = openStore(embedder === undefined ? {} : { embedder })
  return store.memory()
}
afterEach(() => store?.close())

/** A lesson on another question: words make questions alike by their rarity. */
const teach = async (memory: AskedMemory, brain: string, question: string) => {
  const { items } = await memory.recall({ brain, question })
  const last = items.at(-1)
  if (last !== undefined) await memory.feedback({ brain, verdict: 'used', nodes: [last.node] })
  await memory.learn({ brain })
}

/** The ranking of the owner's notes with their scores, and what a model is given. */
const asked = async (memory: AskedMemory, brain: string, question: string) => {
  const { confidence, context, items } = await memory.recall({ brain, question, record: false, limit: 100 })
  const dropped = context.dropped.filter(({ node }) => node.startsWith('note-'))
  return {
    items: items.filter(({ node }) => node.startsWith('note-')).map(({ node, score }) => [node, score]),
    context: { ...context, dropped },
    confidence,
  }
}

test.each([
  ['', undefined],
  [', with vectors', hashedEmbedder],
] as const)(
  'INV-100 others’ texts, however many, change neither order nor score of a note that may be given, nor the context%s',
  async (_, embedder) => {
    const memory = await open(embedder)
    let brains = 0
    const reached = { given: 0, several: 0 }
    await fc.assert(
      fc.asyncProperty(notes, pages, question, question, async (own, others, question, taught) => {
        const [alone, crowded] = [`alone-${++brains}`, `crowded-${brains}`]
        for (const brain of [alone, crowded]) {
          await memory.init({ brain })
          await memory.ingest({ brain, documents: documents(own, 'note') })
          await teach(memory, brain, taught)
        }
        const written = others.map(([text, times]) => `${text} `.repeat(times))
        await memory.ingest({ brain: crowded, documents: documents(written, 'page'), origin: 'untrusted' })

        const without = await asked(memory, alone, question)

        expect(await asked(memory, crowded, question)).toEqual(without)
        reached.given += without.context.items.length
        reached.several += Number(without.items.length > 1)
      }),
      runs,
    )
    // So that it does not hold for want of what it speaks of.
    if (runs.numRuns >= 100) expect([reached.given > 0, reached.several > 0]).toEqual([true, true])
  },
  120_000,
)

test('what others wrote is ranked as notes are where there is nothing else', async () => {
  const memory = await open()
  const texts = ['harbour office payments.', 'harbour ferry.', 'harbour office.', 'lamp and bread.']
  for (const [brain, origin] of [
    ['own', 'owner'],
    ['theirs', 'untrusted'],
  ] as const) {
    await memory.init({ brain })
    await memory.ingest({ brain, documents: documents(texts, 'note'), origin })
  }
  const [own, theirs] = [await asked(memory, 'own', 'harbour payments?'), await asked(memory, 'theirs', 'harbour payments?')]

  expect(own.items.length).toBeGreaterThan(2)
  expect(theirs.items).toEqual(own.items)
})
