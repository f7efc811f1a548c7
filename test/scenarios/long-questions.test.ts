/** A pasted text costs a bounded number of searches, however many of its words no memory has. */
import { SearchIndex } from '@crabtrail/core'
import * as Context from 'effect/Context'
import { expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'

/** Words of German form that no note has and that may be split in several places. */
const unknownWords = (count: number): string =>
  Array.from({ length: count }, (_, at) => `wald${'abcdefghij'[at % 10]}nisse${'klmnopqrst'[Math.floor(at / 10) % 10]}ekonto`).join(' ')

test('a question splits no more than its first unknown words, and still finds the known ones', async () => {
  let searches = 0
  const store = openStore({
    between: (stores) => {
      const index = Context.get(stores, SearchIndex)
      const counted: typeof index.postings = (...given) => {
        searches++
        return index.postings(...given)
      }
      return Context.add(stores, SearchIndex, { ...index, postings: counted })
    },
  })
  const memory = await store.memory()
  await memory.ingest({
    documents: [{ source: 'bill.md', format: 'markdown', text: 'Die Rechnung der Brauerei wird am Montag bezahlt.\n' }],
  })
  const searchesFor = async (count: number) => {
    searches = 0
    const { items } = await memory.recall({ question: `${unknownWords(count)}. Wann wird die Rechnung der Brauerei bezahlt?` })
    return { found: items.map(({ node }) => node), searches }
  }

  const [few, many] = [await searchesFor(40), await searchesFor(100)]

  expect([few.found, many.found]).toEqual([['bill.md'], ['bill.md']])
  expect(many.searches).toBeLessThanOrEqual(few.searches)
  await store.close()
})
