import { join } from 'node:path'
import { openMemoryWorker } from '@crabtrail/store/worker'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { firstNotes } from '../models/small-notes.ts'

const folder = temporaryFolder()

test('a thread where better-sqlite3 cannot be loaded remembers all the same, and says why it is another engine', async () => {
  const worker = openMemoryWorker({ path: join(folder, 'memory.db'), entry: () => new URL('./without-native-entry.ts', import.meta.url) })
  const patient = { deadlineMs: 30_000 }

  await worker.ask('ingest', { documents: firstNotes }, patient)
  const recalled = await worker.recall({ question: 'Who restarts the queue?' }, patient)
  const { store } = await worker.ask('stats', {}, patient)
  const { findings, ok } = await worker.ask('doctor', {}, patient)
  await worker.close(10_000)

  expect(recalled).toMatchObject({ outcome: 'answered' })
  expect(store).toMatchObject({ engine: 'node:sqlite', fallback: expect.stringContaining('invalid ELF header') })
  expect(ok).toBe(true)
  expect(findings[1]).toMatchObject({ name: 'engine', ok: true, detail: store['fallback'] })
})
