/** The number of round trips to a PostgreSQL server that a warm memory makes: what a network adds to a turn. */
import { expect, test } from 'vitest'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { openStore } from '../models/open-store.ts'
import { startCutProxy } from '../src/cut-proxy.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'

const { describePostgres, server } = sharedPostgres()

const brain = 'local/main/default'
const things = ['billing database', 'deploy job', 'guest network', 'backup drive', 'office door']
const documents = things.flatMap((thing, i) =>
  Array.from({ length: 20 }, (_, k) => ({
    source: `${i}-${k}.md`,
    format: 'markdown' as const,
    text: `# The ${thing} ${k}\n\nThe ${thing} number ${k} is looked after by person ${i}${k} and runs at ${k}:30.\n`,
  })),
)
const questions = things.flatMap((thing) => [`Who looks after the ${thing} number 7?`, `When does the ${thing} number 3 run?`])

describePostgres('a warm memory', () => {
  test('makes at most four round trips a recorded turn with a key of the host, reads and the tail of the log included', async () => {
    const proxy = await startCutProxy({ path: server().socketPath })
    const store = openStore({ layer: postgresStore(proxy.through(await server().createDatabase())) })
    try {
      const memory = await store.memory()
      await memory.init({ brain })
      await memory.ingest({ brain, documents })
      const recall = (question: string, key: string) => memory.recall({ brain, question, session: 'desk', key })
      for (const [i, question] of questions.entries()) await recall(question, `first ${i}`)

      const trips: Array<number> = []
      const answered: Array<number> = []
      // The words of every question are known; the questions are new.
      for (const [i, question] of questions.entries()) {
        proxy.resetCounts()
        const { items } = await recall(question.replace('?', ' today?'), `second ${i}`)
        answered.push(items.length)
        trips.push(proxy.counts().roundTrips)
      }

      expect(Math.min(...answered)).toBeGreaterThan(0)
      expect(Math.max(...trips)).toBeLessThanOrEqual(4)
    } finally {
      await store.close()
      await proxy.close()
    }
  })
})
