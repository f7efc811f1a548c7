/**
 * The number of round trips to a PostgreSQL server that a memory makes: what a network adds to a turn, and to the lock of an erasure.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { EventStore, type IndexChange, SearchIndex } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { expect, test } from 'vitest'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { after, append, row, brain as sampleBrain } from '../contracts/sample-log.ts'
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

      // Words that the process has not met, and passages that it has not given.
      for (let k = 8; k < 18; k++) {
        proxy.resetCounts()
        const { items } = await recall(`Which ${things[k % 5]} runs at ${k}:30, and who is person ${k % 5}${k}?`, `third ${k}`)
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

describePostgres('a question that goes on with one that another process was asked', () => {
  test('makes as many round trips after words that no memory has as after others', async () => {
    const proxy = await startCutProxy({ path: server().socketPath })
    const url = await server().createDatabase()
    const stores = [openStore({ layer: postgresStore(url) }), openStore({ layer: postgresStore(proxy.through(url)) })] as const
    try {
      const [one, other] = [await stores[0].memory(), await stores[1].memory()]
      await one.init({ brain })
      const german = {
        source: 'haus.md',
        format: 'markdown' as const,
        text: 'Der Schlüssel liegt unter der Matte, und die Leiter steht im Keller.\n',
      }
      await one.ingest({ brain, documents: [...documents, german] })
      await other.recall({ brain, question: 'At what number does the office door run?', session: 'desk' })
      const tripsAfter = async (question: string) => {
        await one.recall({ brain, question, session: 'desk' })
        proxy.resetCounts()
        const { items, turn } = await other.recall({ brain, question: 'And at what number?', session: 'desk' })
        const trips = proxy.counts().roundTrips
        const [started] = (await one.log({ brain, type: 'TurnStarted', turn: turn ?? '' })).events
        expect([items.length > 0, started?.data['continues']]).toEqual([true, [expect.any(Number)]])
        return trips
      }

      const asked = (what: string) => `Who looks after the deploy job${what} and the guest network?`
      await tripsAfter(asked(''))

      const known = await tripsAfter(asked(', the office door'))
      const unknown = await tripsAfter(asked(', Zwiebelkuchen, Pfannkuchen, Bienenstich, Windbeutel, Gartenzwerg, Schneemann'))

      expect(unknown).toBe(known)
    } finally {
      for (const store of stores) await store.close()
      await proxy.close()
    }
  })
})

/** Counts the round trips that `work` makes in an empty database. */
const tripsOf = async (work: (store: ReturnType<typeof openStore>, count: () => void) => Promise<void>): Promise<number> => {
  const proxy = await startCutProxy({ path: server().socketPath })
  const store = openStore({ layer: postgresStore(proxy.through(await server().createDatabase())) })
  try {
    await work(store, proxy.resetCounts)
    return proxy.counts().roundTrips
  } finally {
    await store.close()
    await proxy.close()
  }
}

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${String(i).padStart(5, '0').replaceAll(/\d/g, letterOf)}`)
const letterOf = (digit: string) => 'bcdfghjklm'[Number(digit)] ?? ''

describePostgres('an erasure', () => {
  test('makes as many round trips for a document of 1,000 words as for one of ten', async () => {
    const forgetting = (count: number) =>
      tripsOf(async (store, resetCounts) => {
        const memory = await store.memory()
        await memory.init({ brain })
        const [one, other] = [`# Some\n\n${words(count).join(' ')}.\n`, `# Others\n\n${words(count / 2).join(' ')}.\n`]
        await memory.ingest({ brain, documents: [{ source: 'one.md', format: 'markdown', text: one }] })
        // Runs with words of both documents are written anew, the others are deleted.
        await memory.ingest({
          brain,
          documents: [
            { source: 'other.md', format: 'markdown', text: other },
            {
              source: 'two.md',
              format: 'markdown',
              text: `${one}${words(2 * count)
                .slice(count)
                .join(' ')}\n`,
            },
          ],
        })
        resetCounts()
        const { places } = await memory.forget({ brain, source: 'two.md' })
        expect(places.find(({ place }) => place === 'text index')?.rows).toBeGreaterThan(2 * count)
        expect(await memory.verify({ brain })).toMatchObject({ ok: true })
      })

    expect(await forgetting(1_000)).toBe(await forgetting(10))
  })

  test('of texts that end where they begin makes as many round trips for 200 as for two', async () => {
    const ending = (count: number) =>
      tripsOf(async (store, resetCounts) => {
        const nodes = Array.from({ length: count }, (_, i) => i + 1)
        const length = 2
        const added = nodes.map((node): IndexChange => {
          const terms = [`own${node}`, 'shared']
          return { change: 'add', space: 'document', node, terms, counts: [1, 1], length, words: length, from: 1 }
        })
        const ended = nodes.slice(1).map((node): IndexChange => ({ change: 'end', space: 'document', node, until: 1 }))
        await store.run(
          Effect.gen(function* () {
            const log = yield* EventStore
            yield* log.append(append(row(), { index: added }))
            resetCounts()
            yield* log.append(append(after(row()), { index: ended }))
            const index = yield* SearchIndex
            expect(yield* index.statistics(sampleBrain, 'document')).toEqual({ documents: 1, totalLength: length, totalWords: length })
            expect([...((yield* index.whole(sampleBrain)).postings.get('document')?.keys() ?? [])].sort()).toEqual(['own1', 'shared'])
          }),
        )
      })

    expect(await ending(200)).toBe(await ending(2))
  })
})
