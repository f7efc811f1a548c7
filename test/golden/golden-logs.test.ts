import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { describe, expect, test } from 'vitest'
import { eventDefinitions } from '../../packages/core/src/domain/events/brain-event.ts'
import { packBody, type StoredEvent } from '../../packages/core/src/domain/events/codec/commit-body.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { complaints } from '../models/log-rules.ts'
import { graphAt, naiveDigest } from '../models/naive-graph.ts'
import { openStore } from '../models/open-store.ts'
import { readLog } from '../models/recorded-log.ts'
import { folder, linesOf, makers, recorded } from './logs.ts'

const databases = temporaryFolder()
const names = Object.keys(recorded().logs)

test('every golden log is there, and was recorded', () => {
  expect(
    readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort(),
  ).toEqual([...names].sort())
  expect(Object.keys(makers).sort()).toEqual([...names].sort())
})

test('the golden logs hold every event there is, in the version it is written in today', () => {
  const written = new Set(
    names.flatMap((name) => linesOf(name).flatMap((line) => eventsIn(line).map(({ type, version }) => `${type} ${version}`))),
  )

  const today = Object.entries(eventDefinitions).map(([type, { version }]) => `${type} ${version}`)
  expect(today.filter((event) => !written.has(event))).toEqual([])
})

const eventsIn = (line: string): ReadonlyArray<StoredEvent> => {
  const { event }: { readonly event?: StoredEvent } = JSON.parse(line)
  return event === undefined ? [] : [event]
}

test('recording leaves what is there as it is', () => {
  const script = fileURLToPath(new URL('./record.ts', import.meta.url))
  const files = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const before = files()

  const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' })

  expect(status).toBe(0)
  expect(stdout).toContain('was left as it is')
  expect(files()).toEqual(before)
})

describe.each(names)('%s', (name) => {
  const lines = linesOf(name)
  const golden = recorded().logs[name]

  test('INV-37 folds to its recorded digest, there and at every commit end before, in memory and on SQLite', async () => {
    for (const layer of [undefined, layerSqlite({ path: join(databases, `${name}.db`) })]) {
      const store = openStore(layer === undefined ? {} : { layer })
      const memory = await store.memory()

      expect(await memory.import({ lines })).toMatchObject({ position: golden?.position, digest: golden?.digest })

      for (const [position, digest] of Object.entries(golden?.digests ?? {}))
        expect((await memory.show({ at: position })).digest).toBe(digest)
      expect((await memory.export({})).lines).toEqual(lines)
      expect(await memory.verify({})).toMatchObject({ ok: true, position: golden?.position, digest: golden?.digest })
      await store.close()
    }
  })

  test('INV-37 gives the same digests by the naive fold', () => {
    const { events } = readLog(lines)

    for (const [position, digest] of Object.entries(golden?.digests ?? {}))
      expect(naiveDigest(graphAt(events, Number(position)))).toBe(digest)
  })

  test('has the recorded hash: each commit is sha256 over the one before, its head and its packed events', () => {
    const { commits } = readLog(lines)
    const events = lines.flatMap(eventsIn)

    let prev = ''
    for (const { actor, at, count, first, hash, session } of commits) {
      const body = packBody(events.slice(first - 1, first - 1 + count))
      prev = createHash('sha256')
        .update(JSON.stringify([prev, first, count, at, actor, session ?? null, body]))
        .digest('hex')
      expect(prev).toBe(hash)
    }
    expect(prev).toBe(golden?.hash)
  })
})

test('the effects of the scripted memory follow from its facts, under the settings of then', async () => {
  const store = openStore()
  const memory = await store.memory()
  await memory.import({ lines: linesOf('memory.jsonl') })

  expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })

  expect(complaints(readLog(linesOf('memory.jsonl')))).toEqual([])
  await store.close()
})
