import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followedIn } from '../state/followed.ts'
import { anyHost } from '../testing/any-host.ts'
import { followNotes } from './follow-notes.ts'

const patient = { deadlineMs: 30_000 }
const brain = 'local/main/default'

let folder: string
let workspace: string
let worker: MemoryWorker
let offered = 0
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'follow-')))
  workspace = join(folder, 'workspace')
  mkdirSync(join(workspace, 'memory'), { recursive: true })
  const opened = openMemoryWorker({ path: join(folder, 'memory.db') })
  worker = {
    ...opened,
    ask: (method, request, options) => {
      if (method === 'ingest') offered += (request as { readonly documents: ReadonlyArray<object> }).documents.length
      return opened.ask(method, request, options)
    },
  }
})
afterAll(async () => {
  await worker.close(10_000)
  rmSync(folder, { recursive: true, force: true })
})

const fresh = () => followedIn({ workspaces: new Map(), stopped: false }, { agent: 'main', brain, workspace })
const write = (name: string, text: string) => writeFileSync(join(workspace, 'memory', name), text)
const recalled = async (question: string) =>
  (await worker.ask('recall', { brain, question, record: false }, patient)).items.map(({ node }) => node)

test('a note that was forgotten is not followed any more, also by a process that begins anew, and is offered once', async () => {
  write('anna.md', '# Anna\n\nThe zanzibarite is in her locker.\n')
  write('rest.md', '# Rest\n\nThe crabs walk at low tide.\n\n## Vault\n\nThe obelisk is florentine.\n')
  await followNotes({ host: anyHost, followed: fresh(), worker })
  await worker.ask('forget', { brain, source: 'memory/anna.md' }, patient)
  await worker.ask('forget', { brain, node: 'memory/rest.md#vault' }, patient)
  const followed = fresh()
  offered = 0

  const brought = await followNotes({ host: anyHost, followed, worker })

  expect(brought).toMatchObject({ added: 0, revised: 0, retired: 0 })
  expect(followed.problem).toBeUndefined()
  // By no name: the status lies beside the store, where the names are forgotten too.
  expect(followed.skipped).toEqual([{ path: 'memory', reason: '2 of its notes or passages were forgotten, and are not read again' }])
  expect(await recalled('zanzibarite obelisk')).toEqual([])
  expect(await recalled('crabs')).toEqual(['memory/rest.md'])
  expect(offered).toBe(2)
  await followNotes({ host: anyHost, followed, worker })
  expect(offered).toBe(2)
})
