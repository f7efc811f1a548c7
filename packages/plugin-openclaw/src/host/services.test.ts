import { execFileSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { type DailyProof, dailyProof, provenLine } from '@crabtrail/agent-host/health/daily-proof'
import { healthWatch } from '@crabtrail/agent-host/health/watch'
import type { HostParts } from '@crabtrail/agent-host/state/parts'
import { healthPath, readHealth } from '@crabtrail/agent-host/state/problems'
import { type SharedMemory, sharedMemory } from '@crabtrail/agent-host/state/shared-memory'
import { sharedState } from '@crabtrail/agent-host/state/shared-state'
import { openMemoryWorker } from '@crabtrail/store/worker'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openClawParts, usualNaming } from './openclaw.ts'
import { registerServices, watchedHost } from './services.ts'
import { readPluginConfig } from './settings.ts'

const patient = { deadlineMs: 30_000 }
const [ann, bob] = ['local/ann/default', 'local/bob/default']
const day = 24 * 60 * 60_000

let root: string
/** Two brains with a note each; made once, and copied. */
let remembered: string
let shared: SharedMemory
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'proof-'))
  remembered = join(root, 'remembered')
  mkdirSync(remembered)
  const worker = openMemoryWorker({ path: join(remembered, 'memory.db') })
  for (const brain of [ann, bob]) {
    await worker.ask('init', { brain }, patient)
    await worker.ask('ingest', { brain, documents: [{ source: 'a.md', format: 'markdown', text: '# Releases\n\nFrom main.\n' }] }, patient)
  }
  await worker.close(10_000)
  shared = await memoryOf('shared')
})
afterAll(async () => {
  await shared.stop()
  rmSync(root, { recursive: true, force: true })
})

/** A memory of its own over a copy of the two brains, in a folder of this name. */
const memoryOf = async (name: string): Promise<SharedMemory> => {
  const file = join(root, name, 'memory.db')
  cpSync(remembered, join(root, name), { recursive: true })
  const opened = sharedMemory({ path: file, entry: new URL('../worker.ts', import.meta.url) })
  opened.start(() => {})
  await opened.worker().open(patient)
  return opened
}

let made = 0
let path: string
let memory: SharedMemory
let parts: HostParts
let proof: DailyProof
let told: string[]
let owner: string[]
/** Each test knows of nothing that was told before. */
const use = (given: SharedMemory) => {
  memory = given
  path = memory.files
  ;[told, owner] = [[], []]
  const { success: config } = readPluginConfig({}) as { readonly success: HostParts['config'] }
  const state = sharedState(`${path} ${made++}`)
  parts = { memory, state, config, naming: usualNaming, ...openClawParts(() => ({})), warn: (text) => told.push(text) }
  proof = dailyProof(parts)
}
/** For a test that changes its store. */
const useItsOwn = async () => use(await memoryOf(`${made}`))
beforeEach(() => use(shared))
afterEach(async () => {
  vi.useRealTimers()
  await proof.end()
  rmSync(healthPath(path), { force: true })
  if (memory !== shared) await memory.stop()
})

const proven = () => Object.fromEntries(parts.state.health.proven)
const watch = () =>
  healthWatch(
    watchedHost(
      {
        id: 'crabtrail',
        config: { plugins: { entries: { crabtrail: { hooks: { allowConversationAccess: true } } } } },
        logger: { error: (text: string) => told.push(text), info: () => {} },
        runtime: { system: { enqueueSystemEvent: (text: string) => owner.push(text) } },
      } as never,
      parts,
    ),
    parts,
  )
/** By another process: within one, SQLite’s two engines do not see each other’s locks, and take each other’s memory away. */
const damage = (sql: string) => {
  const script = `const [path, sql] = process.argv.slice(1); const file = new (require('node:sqlite').DatabaseSync)(path); file.exec(sql); file.close()`
  execFileSync(process.execPath, ['-e', script, path, sql], { stdio: 'pipe' })
}
const changeBob = `update commits set body = replace(body, 'owner', 'ownex') where brain = 2`

test('proves every brain on a thread of its own, and says when and how much', async () => {
  const threads: Worker[] = []
  const started = (message: unknown) => void threads.push((message as { readonly worker: Worker }).worker)
  subscribe('worker_threads', started)
  const { starts } = memory.worker().status().thread
  const under = proof.look()

  await vi.waitUntil(() => threads.length > 0, { interval: 1, timeout: 120_000 })
  const { pending } = memory.worker().status().thread
  await under
  unsubscribe('worker_threads', started)

  expect([pending, threads.length, memory.worker().status().thread.starts]).toEqual([0, 1, starts])
  expect(proven()).toEqual({
    [ann]: { at: expect.any(Number), events: expect.any(Number), commits: 2, tookMs: expect.any(Number), problem: null },
    [bob]: expect.objectContaining({ problem: null }),
  })
  const { at, ...one } = proven()[ann] as never as Parameters<typeof provenLine>[0]
  expect(provenLine({ ...one, at: Date.UTC(2026, 10, 22, 3, 4), tookMs: 12 })).toMatch(
    /^proven whole at 2026-11-22 03:04 UTC: \d+ events in 2 commits, 12 ms$/,
  )
  expect(at).toBeGreaterThan(Date.now() - 60_000)
})

test('does so once a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await proof.look()
  const first = proven()

  vi.setSystemTime(Date.now() + day - 1)
  await proof.look()
  const same = proven()
  vi.setSystemTime(Date.now() + 1)
  await proof.look()

  expect(same).toEqual(first)
  expect(proven()[ann]?.at).toBe((first[ann]?.at ?? 0) + day)
})

test('goes by what the gateway before it wrote, but for what was broken then', async () => {
  await proof.look()
  parts.state.health.proven.set(bob, { ...(proven()[bob] as never as object), problem: 'chain: it was changed' } as never)
  const before = proven()
  await watch().check()
  parts.state.health.proven.clear()
  const again = dailyProof(parts)

  await again.look()
  await again.end()

  expect(proven()[ann]).toEqual(before[ann])
  expect(proven()[bob]).toMatchObject({ problem: null })
})

test('what is broken is told once in the log and once to the owner, with the place and what to do, and stands in the status until it is whole', async () => {
  await useItsOwn()
  vi.useFakeTimers({ toFake: ['Date'] })
  damage(changeBob)

  await proof.look()
  const { check } = watch()
  await check()
  await check()

  expect(proven()).toMatchObject({ [ann]: { problem: null }, [bob]: { problem: expect.stringMatching(/^chain at position \d+: /) } })
  expect(told).toEqual([
    expect.stringMatching(/the memory local\/bob\/default is not whole: chain at position \d+: .*: restore a backup, or import/),
  ])
  expect(owner).toEqual([expect.stringContaining('a memory is not whole')])
  expect(owner.join()).not.toMatch(/bob|position/)
  expect(await readHealth(healthPath(path))).toMatchObject({
    problems: { [`log of ${bob}`]: expect.stringContaining('not whole') },
    proven: [{ brain: ann, problem: null }, { brain: bob }],
  })

  // That is looked for every hour.
  const { [ann]: before } = proven()
  damage(`update commits set body = replace(body, 'ownex', 'owner') where brain = 2`)

  vi.setSystemTime(Date.now() + day / 24)
  await proof.look()
  await watch().check()

  expect(proven()).toEqual({ [ann]: before, [bob]: expect.objectContaining({ problem: null }) })
  expect([...parts.state.health.problems]).toEqual([])
})

test('is over when the brain is gone', async () => {
  parts.state.health.proven.set('local/eve/default', { at: 0, events: 1, commits: 1, tookMs: 1, problem: 'chain: it was changed' })
  await watch().check()
  const before = [...parts.state.health.problems.keys()]

  await proof.look()
  await watch().check()

  expect([before, [...parts.state.health.problems]]).toEqual([['log of local/eve/default'], []])
})

test('a brain that cannot even be opened is found, and the others are proven all the same', async () => {
  await useItsOwn()
  damage(`update commits set first = first + 1 where brain = 1 and first > 1`)

  await proof.look()

  expect(proven()).toMatchObject({ [ann]: { problem: expect.stringContaining('positions') }, [bob]: { problem: null } })
})

test('waits with its beginning while the memory is asked something', async () => {
  const asked = memory.worker().ask('show', { brain: ann }, patient)

  await proof.look()
  const early = proven()
  await asked
  await proof.look()

  expect(early).toEqual({})
  expect(Object.keys(proven())).toEqual([ann, bob])
})

test('makes no store where there is none, and complains of nothing', async () => {
  await useItsOwn()
  await memory.stop()
  rmSync(path)
  memory = sharedMemory({ path, entry: new URL('../worker.ts', import.meta.url) })
  proof = dailyProof({ ...parts, memory })

  await proof.look()

  expect([proven(), told]).toEqual([{}, []])
})

test('is broken off at the end, and told of nothing', async () => {
  const under = proof.look()

  await proof.end()
  await under
  await proof.look()

  expect([proven(), told]).toEqual([{}, []])
})

test('is a service of the gateway', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const services: Array<{ readonly id: string; readonly start: () => void; readonly stop: () => Promise<void> }> = []
  registerServices({ registerService: (service: never) => services.push(service) } as never, parts)
  const [, service] = services

  service?.start()
  await memory.worker().ask('show', { brain: ann }, patient)
  vi.advanceTimersByTime(5 * 60_000)
  await vi.waitUntil(() => parts.state.health.proven.size === 2, { timeout: 120_000 })
  await service?.stop()

  expect(service?.id).toBe('crabtrail-proof')
})

test('on a server only the brains of this gateway are proven, and none of others is opened', async () => {
  const onServer = dailyProof({ ...parts, naming: { ...usualNaming, isServer: true, agents: () => ['bob'] } })

  await onServer.look()
  await onServer.end()

  expect(Object.keys(proven())).toEqual([bob])
})

test('on a server only the brains of this gateway are warmed up at its start: one of others that cannot be opened is no problem', async () => {
  await useItsOwn()
  damage(`delete from commits where brain = (select id from brains where key = '${ann}') and first = 1`)
  const found = async (agents: ReadonlyArray<string>) => {
    parts = { ...parts, state: sharedState(`${path} of ${agents}`), naming: { ...usualNaming, isServer: true, agents: () => agents } }
    const watched = watch()
    await watched.check()
    await watched.end()
    return parts.state.health.problems.has('store')
  }

  expect([await found(['bob']), await found(['ann'])]).toEqual([false, true])
})
