import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer } from '@crabtrail/core'
import { type MemoryWorker, openMemoryWorker, type ThreadSettings } from '@crabtrail/store/worker'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { holdWriteLock } from '../src/write-lock.ts'

const brain = 'local/main/default'
const question = 'how are releases deployed'
const patient = { deadlineMs: 30_000 }

let folder: string
const workers: MemoryWorker[] = []
const open = (options: ThreadSettings = {}): MemoryWorker => {
  const worker = openMemoryWorker({ path: join(folder, 'memory.db'), ...options })
  workers.push(worker)
  return worker
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker-'))
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close(10_000)
  rmSync(folder, { recursive: true, force: true })
})

const remember = (worker: MemoryWorker) => {
  const text = '# Releases\n\nReleases are deployed from the main branch by the release job.\n'
  return worker.ask('ingest', { brain, documents: [{ source: 'releases.md', format: 'markdown', text }] }, patient)
}

const answered = async (worker: MemoryWorker, session: string): Promise<Answer.RecallAnswer> => {
  const outcome = await worker.recall({ brain, question, session }, patient)
  if (outcome.outcome === 'absent') throw new Error(`${outcome.reason}: ${outcome.detail}`)
  return outcome.answer
}

/** Returns the turns of a session by the log: recorded, or gone on without memory. */
const turnsOf = async (worker: MemoryWorker, session: string): Promise<ReadonlyArray<string>> => {
  const { events } = await worker.ask('log', { brain, session }, patient)
  const told = events.filter(({ type }) => type === 'TurnStarted' || type === 'RecallSkipped')
  return told.map(({ data, type }) => `${type} ${data['reason'] ?? ''}`.trim())
}

describe('a memory in a worker thread', () => {
  let kept: string
  let worker: MemoryWorker
  beforeAll(async () => {
    kept = mkdtempSync(join(tmpdir(), 'worker-'))
    worker = openMemoryWorker({ path: join(kept, 'memory.db') })
    await remember(worker)
  })
  afterAll(async () => {
    await worker.close(10_000)
    rmSync(kept, { recursive: true, force: true })
  })

  test('answers, records and verifies like the same memory in place', async () => {
    const answer = await answered(worker, 'a')
    const verified = await worker.ask('verify', { brain }, patient)

    expect(answer.context.text).toContain('release job')
    expect(answer.turn).toBe('t1')
    expect(verified).toMatchObject({ ok: true })
  })

  test.each([
    ['nothing', '', 'no-text'],
    ['nothing but space and NUL', ' \u0000\n', 'no-text'],
    ['too much', 'x'.repeat(16_001), 'too-long'],
  ])('a turn in which %s was said goes on without it, and the log says why', async (_, said, reason) => {
    const { recorded } = worker.status().signals
    const session = `${said.length} odd characters`

    const outcome = await worker.recall({ brain, question: said, session }, patient)
    await worker.drained()

    expect(outcome).toMatchObject({ outcome: 'absent', reason })
    expect(worker.status().signals.recorded).toBe(recorded + 1)
    expect(await turnsOf(worker, session)).toEqual([`RecallSkipped ${reason}`])
  })
})

describe('a memory in a worker thread of its own', () => {
  test('lets a reply go on within its deadline while another program holds the lock', { timeout: 120_000 }, async () => {
    const [impatient, stubborn] = [open({ busyTimeoutMs: 200 }), open({ busyTimeoutMs: 30_000 })]
    await remember(impatient)
    for (const worker of [impatient, stubborn]) await answered(worker, 'before')
    const letGo = await holdWriteLock(join(folder, 'memory.db'))
    const ticks: number[] = []
    const ticker = setInterval(() => ticks.push(performance.now()), 10)

    const measured = []
    // One is told that the store is locked long before its deadline, the other has only the deadline to go by.
    for (const [worker, deadlineMs] of [[impatient, 10_000] as const, [stubborn, 300] as const]) {
      const [began, ticksBefore] = [performance.now(), ticks.length]
      const outcome = await worker.recall({ brain, question, session: 'locked out' }, { deadlineMs })
      measured.push({ outcome, waitedMs: performance.now() - began, ticks: ticks.length - ticksBefore })
    }
    clearInterval(ticker)
    await letGo()
    for (const worker of [impatient, stubborn]) await answered(worker, 'after')
    for (const worker of workers) await worker.drained()

    process.stdout.write(
      `waited ${measured.map(({ ticks, waitedMs }) => `${waitedMs.toFixed(1)} ms (${ticks} ticks of 10 ms)`).join(' and ')}\n`,
    )
    expect(measured.map(({ outcome }) => outcome)).toMatchObject([
      { outcome: 'absent', reason: 'locked' },
      { outcome: 'absent', reason: 'deadline' },
    ])
    // How long each waited is printed; that both answered while the lock was held is what must be.
    for (const { ticks } of measured) expect(ticks).toBeGreaterThan(5)
    expect((await turnsOf(impatient, 'locked out')).toSorted()).toEqual(['RecallSkipped deadline', 'RecallSkipped locked'])
    expect(await turnsOf(impatient, 'after')).toEqual(['TurnStarted', 'TurnStarted'])
    expect(await impatient.ask('verify', { brain }, patient)).toMatchObject({ ok: true })
  })

  test('says that its file was taken away, and goes on with what is there then', async () => {
    const worker = open()
    const path = join(folder, 'memory.db')
    const files = ['', '-wal', '-shm'].map((suffix) => path + suffix)
    await remember(worker)
    await answered(worker, 'kept')
    const database = new Database(path)
    database.prepare('vacuum into ?').run(`${path}.copy`)
    database.close()
    await answered(worker, 'lost')

    for (const file of files) rmSync(file)
    renameSync(`${path}.copy`, path)
    const outcome = await worker.recall({ brain, question, session: 'unheard' }, patient)
    await answered(worker, 'after')
    await worker.drained()

    expect(outcome).toMatchObject({
      outcome: 'absent',
      reason: 'unavailable',
      detail: expect.stringContaining('deleted, moved or replaced'),
    })
    const told = await Promise.all(['kept', 'unheard', 'after'].map((session) => turnsOf(worker, session)))
    expect(told).toEqual([['TurnStarted'], ['RecallSkipped unavailable'], ['TurnStarted']])
    await expect(turnsOf(worker, 'lost')).rejects.toMatchObject({ _tag: 'NotFound' })

    for (const file of files) rmSync(file)
    const looked = worker.ask('log', { brain }, patient)

    await expect(looked).rejects.toMatchObject({ _tag: 'StoreUnavailable', reason: 'moved', place: path })
    expect(worker.status().lastError).toContain('nothing of this command is kept there')
    expect(await answered(worker, 'afresh')).toMatchObject({ turn: 't1', items: [] })
  })

  test('tells its host what the log tells, wherever a deadline falls in a turn', { timeout: 120_000 }, async () => {
    const worker = open({ graceMs: 2 })
    await remember(worker)
    await answered(worker, 'before')

    const outcomes: string[] = []
    for (let index = 0; index < 45; index++) {
      const outcome = await worker.recall(
        { brain, question, session: `turn ${index}` },
        { deadlineMs: index % 15 === 14 ? 30_000 : index % 15 },
      )
      outcomes.push(outcome.outcome === 'answered' ? 'answered' : outcome.reason)
    }
    await answered(worker, 'after')
    await vi.waitUntil(() => worker.status().signals.queued === 0 && worker.status().thread.pending === 0, { timeout: 120_000 })

    const recorded = []
    for (const index of outcomes.keys()) recorded.push(await turnsOf(worker, `turn ${index}`))
    const expected: Readonly<Record<string, ReadonlyArray<string>>> = {
      answered: ['TurnStarted'],
      deadline: ['RecallSkipped deadline'],
      late: ['TurnStarted', 'RecallSkipped late'],
    }
    expect(recorded).toEqual(outcomes.map((outcome) => expected[outcome]))
    process.stdout.write(`of ${outcomes.length} recalls ${outcomes.filter((outcome) => outcome === 'answered').length} were in time\n`)
  })
})
