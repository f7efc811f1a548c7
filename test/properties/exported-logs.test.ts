import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { describe, expect, test } from 'vitest'
import { eventDefinitions } from '../../packages/core/src/domain/events/brain-event.ts'
import { packBody, type StoredEvent } from '../../packages/core/src/domain/events/codec/commit-body.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { everyEvent } from '../models/every-event.ts'
import { complaints } from '../models/log-rules.ts'
import { graphAt, naiveDigest } from '../models/naive-graph.ts'
import { openStore } from '../models/open-store.ts'
import { commitEnds, readLog } from '../models/recorded-log.ts'
import { scriptedMemory } from '../models/scripted-memory.ts'

const databases = temporaryFolder()
const logs = [
  { name: 'a memory in use', lines: await scriptedMemory() },
  { name: 'every event', lines: await everyEvent() },
]

const eventsIn = (line: string): ReadonlyArray<StoredEvent> => {
  const { event }: { readonly event?: StoredEvent } = JSON.parse(line)
  return event === undefined ? [] : [event]
}

test('the log with every event holds every type in the version that is written', () => {
  const written = new Set((logs[1]?.lines ?? []).flatMap(eventsIn).map(({ type, version }) => `${type} ${version}`))

  const all = Object.entries(eventDefinitions).map(([type, { version }]) => `${type} ${version}`)
  expect(all.filter((event) => !written.has(event))).toEqual([])
})

describe.each(logs)('the export of $name', ({ lines, name }) => {
  const log = readLog(lines)

  test('INV-18 is imported with the digests of the naive fold at every commit, in memory and in a file, and exported as it was', async () => {
    for (const layer of [undefined, layerSqlite({ path: join(databases, `${name}.db`) })]) {
      const store = openStore(layer === undefined ? {} : { layer })
      const memory = await store.memory()

      await memory.import({ lines })

      for (const end of commitEnds(log)) expect((await memory.show({ at: String(end) })).digest).toBe(naiveDigest(graphAt(log.events, end)))
      expect((await memory.export({})).lines).toEqual(lines)
      expect(await memory.verify({})).toMatchObject({ ok: true })
      await store.close()
    }
  })

  test('has in each commit the sha256 over the hash before it, its head and its packed events', () => {
    const events = lines.flatMap(eventsIn)

    let prev = ''
    for (const { actor, at, count, first, hash, session } of log.commits) {
      const body = packBody(events.slice(first - 1, first - 1 + count))
      prev = createHash('sha256')
        .update(JSON.stringify([prev, first, count, at, actor, session ?? null, body]))
        .digest('hex')
      expect(prev).toBe(hash)
    }
  })
})

test('the effects of a memory in use follow from its facts, under the settings of then', async () => {
  const store = openStore()
  const memory = await store.memory()
  const lines = logs[0]?.lines ?? []
  await memory.import({ lines })

  expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })

  expect(complaints(readLog(lines))).toEqual([])
  await store.close()
})
