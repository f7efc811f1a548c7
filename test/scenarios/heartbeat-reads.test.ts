/** Reads of the store by a recall while the tags of a heartbeat hold. */
import { ContentStore } from '@crabtrail/core'
import * as Context from 'effect/Context'
import { expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'

test('names of the memories that were found are not read again with each turn', async () => {
  let read = 0
  const store = openStore({
    between: (stores) => {
      const contents = Context.get(stores, ContentStore)
      const bodies: typeof contents.bodies = (brain, refs) => {
        read += refs.length
        return contents.bodies(brain, refs)
      }
      return Context.add(stores, ContentStore, { ...contents, bodies })
    },
  })
  const memory = await store.memory()
  const documents = Array.from({ length: 60 }, (_, i) => ({
    source: `pool-${i}.md`,
    format: 'markdown' as const,
    text: `# Pool ${i}\n\nThe harbour holds ${i} shrimps.\n`,
  }))
  await memory.ingest({ documents })
  await memory.heartbeat({ session: 'pulse', sessionKind: 'heartbeat', tags: ['pool'] })
  const question = 'What does the harbour hold?'
  await memory.recall({ question })
  read = 0

  const { items } = await memory.recall({ question })

  expect(items.length).toBeGreaterThan(0)
  expect(read).toBeLessThan(20)
  await store.close()
})
