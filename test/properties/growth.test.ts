/** Growth by itself changes no ranking, and decides the same wherever and whenever it is decided. */
import { hashedEmbedder } from '@crabtrail/models'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { type AskedMemory, type OpenStore, openStore, type StoreOptions } from '../models/open-store.ts'
import { oneIn } from './runs.ts'

const words = [
  'Harbour',
  'office',
  'payments',
  'ferry',
  'lamp',
  'Bread',
  'mooring',
  'tide',
  'why',
  'then',
  '潮が満ちる',
  'Hafenamt',
] as const
const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }).map((said) => `${said.join(' ')}.`)
const notes = fc.array(sentence, { minLength: 0, maxLength: 8 })
const question = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((asked) => `${asked.join(' ')}?`)
const talk = fc.array(fc.record({ question, engine: fc.constantFrom('route' as const, 'spread' as const), maintained: fc.boolean() }), {
  minLength: 1,
  maxLength: 10,
})

let store: OpenStore | undefined
afterEach(() => store?.close())
const open = (embedder?: StoreOptions['embedder']) => {
  store = openStore(embedder === undefined ? {} : { embedder })
  return store.memory()
}

/** Every limit lifted, so that as much grows as can. */
const eager = {
  'growth.cooldown': 0,
  'growth.perHour': 100_000,
  'growth.wordsLeast': 1,
  'growth.words.noise': 0,
  'forgetting.changesLeast': 0,
}

const shown = async (memory: AskedMemory, brain: string, question: string, engine: 'route' | 'spread') => {
  const { confidence, context, items } = await memory.recall({ brain, question, engine, record: false, limit: 100 })
  return { items: items.map(({ node, parts, score }) => [node, score, parts]), context, confidence }
}

test.each([
  ['', undefined],
  [', with vectors', hashedEmbedder],
] as const)(
  'INV-120 growth changes no ranking before a verdict: it is the same to the bit with growth and without%s',
  async (_, embedder) => {
    const memory = await open(embedder)
    let brains = 0
    const grown = { cues: 0 }
    await fc.assert(
      fc.asyncProperty(
        notes,
        talk,
        question,
        fc.constantFrom('balanced', 'crabpath', 'neurogated'),
        async (texts, turns, last, profile) => {
          const [growing, plain] = [`growing-${++brains}`, `plain-${brains}`]
          for (const brain of [growing, plain]) {
            await memory.init({ brain, profile, settings: eager })
            await memory.ingest({ brain, documents: texts.map((text, i) => ({ source: `${i}.md`, format: 'markdown' as const, text })) })
          }
          for (const { engine, maintained, question } of turns) {
            const asked = { question, engine, session: 'talk', sessionKind: 'interactive' as const }
            const [with_, without] = [
              await memory.recall({ ...asked, brain: growing, autoNeurogenesis: true }),
              await memory.recall({ ...asked, brain: plain }),
            ]
            if (with_.novelty.created === true) grown.cues++
            expect(without.novelty.created).toBe(false)
            expect(with_.items.map(({ node, score }) => [node, score])).toEqual(without.items.map(({ node, score }) => [node, score]))
            if (maintained) for (const brain of [growing, plain]) await memory.maintain({ brain })
            expect(await shown(memory, growing, question, engine)).toEqual(await shown(memory, plain, question, engine))
          }
          expect(await shown(memory, growing, last, 'route')).toEqual(await shown(memory, plain, last, 'route'))
        },
      ),
      { ...oneIn(2.5), numRuns: Math.min(oneIn(2.5).numRuns, 40) },
    )
    expect(grown.cues).toBeGreaterThan(0)
  },
)
