import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Followed, type Following, followedIn } from '../state/followed.ts'
import { emptyReading, isForeign, markChanged, readOthers } from '../state/reading.ts'
import { anyHost } from '../testing/any-host.ts'
import { followNotes } from './follow-notes.ts'

const patient = { deadlineMs: 30_000 }
const agent = 'main'

let folder: string
let worker: MemoryWorker
let tests = 0
let brain: string
let workspaces: { readonly ada: string; readonly ben: string }
let ada: Followed
let ben: Followed

const followedAt = (gateway: string, workspace: string): Followed =>
  followedIn({ workspaces: new Map(), stopped: false }, { agent, brain, workspace, folder: gateway })
const look = (followed: Followed, prune = false) => followNotes({ host: anyHost, followed, worker, prune })
const write = (workspace: string, path: string, text: string) => {
  mkdirSync(dirname(join(workspace, path)), { recursive: true })
  writeFileSync(join(workspace, path), text)
}
const note = (name: string) => `# ${name}\n\nThe ${name} is described in this note.\n`
const live = async (question: string) =>
  (await worker.ask('recall', { brain, question, record: false }, patient)).items.map(({ node }) => node).toSorted()

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'team-')))
  worker = openMemoryWorker({ path: join(folder, 'memory.db') })
})
afterAll(async () => {
  await worker.close(10_000)
  rmSync(folder, { recursive: true, force: true })
})
// Each of the two gateways has the one path for its workspace, as two containers have; here two machines are two folders.
beforeEach(() => {
  tests += 1
  brain = `acme/team/handbook-${tests}`
  workspaces = { ada: join(folder, `ada-${tests}`), ben: join(folder, `ben-${tests}`) }
  for (const path of Object.values(workspaces)) mkdirSync(path)
  ada = followedAt('ada', workspaces.ada)
  ben = followedAt('ben', workspaces.ben)
})

test('notes of one name at two gateways are two sources, and neither is refused', async () => {
  write(workspaces.ada, 'MEMORY.md', note('lighthouse'))
  write(workspaces.ben, 'MEMORY.md', note('lighthouse keeper'))

  await look(ada)
  await look(ben)

  expect(await live('lighthouse')).toEqual(['ada/MEMORY.md', 'ben/MEMORY.md'])
  expect([ada.skipped, ben.skipped, ada.problem, ben.problem]).toEqual([[], [], undefined, undefined])
})

test('what is gone at one gateway is retired, and nothing of the other, also after a restart', async () => {
  for (const name of ['ferry', 'harbour']) write(workspaces.ada, `memory/${name}.md`, note(name))
  write(workspaces.ben, 'memory/ferry.md', note('ferry of the north'))
  await look(ada)
  await look(ben)
  rmSync(join(workspaces.ada, 'memory/ferry.md'))

  const brought = await look(followedAt('ada', workspaces.ada))
  const others = await look(followedAt('ben', workspaces.ben))

  expect([brought.retired, others.retired]).toEqual([1, 0])
  expect(await live('ferry')).toEqual(['ben/memory/ferry.md'])
  expect(await live('harbour')).toEqual(['ada/memory/harbour.md'])
})

test('two gateways whose workspaces have one path do not take each other’s notes for deleted ones', async () => {
  write(workspaces.ada, 'MEMORY.md', note('lighthouse'))
  await look(ada)
  rmSync(join(workspaces.ada, 'MEMORY.md'))
  write(workspaces.ada, 'memory/ferry.md', note('ferry'))

  await look(followedAt('ben', workspaces.ada))

  expect(await live('lighthouse')).toEqual(['ada/MEMORY.md'])
  expect(await live('ferry')).toEqual(['ben/memory/ferry.md'])
})

test('a note that moved within its gateway is known again', async () => {
  write(workspaces.ada, 'memory/a.md', note('lighthouse'))
  write(workspaces.ada, 'memory/b.md', note('ferry'))
  await look(ada)
  renameSync(join(workspaces.ada, 'memory/a.md'), join(workspaces.ada, 'memory/c.md'))

  const brought = await look(ada)

  expect(brought).toMatchObject({ renamed: 1, retired: 0, added: 0 })
  expect(await live('lighthouse')).toHaveLength(1)
})

test('a link from note to note is found under the folder of the gateway', async () => {
  write(workspaces.ada, 'MEMORY.md', '# Index\n\nSee [the ferry](memory/ferry.md).\n')
  write(workspaces.ada, 'memory/ferry.md', note('ferry'))
  await look(ada)

  const { edges } = await worker.ask('show', { brain, what: 'ada/MEMORY.md' }, patient)

  expect(edges.flatMap(({ source, target }) => [source, target])).toContain('ada/memory/ferry.md')
})

test('a note that was forgotten stays forgotten, and no status names it', async () => {
  write(workspaces.ada, 'memory/a.md', note('lighthouse'))
  write(workspaces.ada, 'memory/b.md', note('ferry'))
  await look(ada)
  await worker.ask('forget', { brain, source: 'ada/memory/a.md' }, patient)

  const again = followedAt('ada', workspaces.ada)
  await look(again)

  expect(await live('lighthouse')).toEqual([])
  expect(again.skipped).toEqual([{ path: 'memory', reason: expect.stringContaining('1 of its notes') }])
})

test('a note is known by its path in the workspace as one that holds others’ text', async () => {
  const reading = emptyReading()
  readOthers(reading, 'r1', 'talk', 'Payments to the harbour office are to be sent to account 77001234 at Gull Bank.', Date.now())
  write(workspaces.ada, 'memory/a.md', '# Harbour\n\nPayments to the harbour office are to be sent to account 77001234 at Gull Bank.\n')
  markChanged(reading, [{ key: 'memory/a.md', changedAt: Date.now() + 1_000 }], 0)

  await followNotes({ host: anyHost, followed: ada, worker, reading })

  expect(isForeign(reading, 'memory/a.md')).toBe(true)
})

test('a workspace that was never there is no problem, whatever others have in the brain; one that is gone is', async () => {
  write(workspaces.ada, 'MEMORY.md', note('lighthouse'))
  await look(ada)
  for (const path of Object.values(workspaces)) rmSync(path, { recursive: true })

  const [adaAgain, benAgain] = [followedAt('ada', workspaces.ada), followedAt('ben', workspaces.ben)]
  await look(adaAgain)
  await look(benAgain)

  expect(benAgain.problem).toBeUndefined()
  expect(adaAgain.problem).toMatchObject({ kind: 'unreadable' })
  expect(await live('lighthouse')).toEqual(['ada/MEMORY.md'])
})

test('two agents of a team brain are followed beside each other', () => {
  const following: Following = { workspaces: new Map(), stopped: false }
  const of = (name: string) => followedIn(following, { agent: name, brain, workspace: join(folder, name), folder: `ada/${name}` })
  const [main, ops] = [of('main'), of('ops')]

  expect([of('main'), of('ops')]).toEqual([main, ops])
  expect([main.halted, ops.halted]).toEqual([false, false])
  expect(following.workspaces.size).toBe(2)
})
