import { hashedEmbedder } from '@crabtrail/models'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoNotes } from '../../packages/cli/src/demo/story.ts'
import { terms } from '../../packages/text/src/words/tokenise.ts'
import { type AskedMemory, openStore } from '../models/open-store.ts'
import { eventsOf, readLog } from '../models/recorded-log.ts'
import { runs } from './runs.ts'

const [without, alongside] = [openStore(), openStore({ embedder: hashedEmbedder })]
let plain: AskedMemory
let embedding: AskedMemory

beforeAll(async () => {
  plain = await without.memory()
  embedding = await alongside.memory()
  for (const memory of [plain, embedding]) await memory.ingest({ documents: demoNotes() })
})
afterAll(() => Promise.all([without.close(), alongside.close()]))

/** Returns the words of the texts that were kept: a secret that was read in is not, nor a word that only it says. */
const wordsOf = async (memory: AskedMemory): Promise<ReadonlyArray<string>> => {
  const log = readLog((await memory.export({})).lines)
  const kept = eventsOf(log, 'NodeAdded').flatMap(({ data }) => log.contents.get(data.text) ?? [])
  return [...new Set(kept.flatMap((text) => text.match(/\p{L}{4,}/gu) ?? []))].filter((word) => terms(word).length === 1)
}
const strange = fc.constantFrom('zyqquar', 'vloemp', 'harborr')

const ranked = async (memory: AskedMemory, question: string) =>
  (await memory.recall({ question, record: false })).items.map(({ node, parts, score }) => ({ node, parts, score }))

describe('a memory with an embedder', () => {
  test('INV-56 ranks a question whose words it knows as one without, to the bit, and with a strange word loses nothing that was found', async () => {
    expect((await embedding.stats({})).vectors).toMatchObject({ missing: 0, inForce: true })
    const words = await wordsOf(plain)
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }), strange, async (known, unknown) => {
        const question = known.join(' ')
        expect(await ranked(embedding, question)).toEqual(await ranked(plain, question))

        const [before, after] = [await ranked(plain, unknown), await ranked(embedding, unknown)]
        expect(after.length).toBeGreaterThanOrEqual(before.length)
      }),
      { ...runs, numRuns: Math.min(runs.numRuns, 1_000) },
    )
  })
})
