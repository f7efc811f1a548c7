/**
 * Aliases in a PostgreSQL database stay with their text, and what they lead to is learned from, as in a file.
 *
 * In short: `test/scenarios/aliases-kept.test.ts`
 */
import { afterEach, expect, test } from 'vitest'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { type OpenStore, openStore } from '../models/open-store.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { learnedStory, movedStory } from './kept-aliases.ts'

const { describePostgres, server } = sharedPostgres()

const stores: Array<OpenStore> = []
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
})

describePostgres('in PostgreSQL', () => {
  test.each([
    ['go with a text that moves, and not with another text', movedStory],
    ['lead to what is learned from as any other', learnedStory],
  ])('aliases %s', async (_, story) => {
    const store = openStore({ layer: postgresStore(await server().createDatabase(), 'pool=2') })
    stores.push(store)
    const memory = await store.memory()
    await memory.init({})

    await story(memory)
    expect.hasAssertions()
  })
})
