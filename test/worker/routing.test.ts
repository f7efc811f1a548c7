/** A memory in a worker thread that asks the model of its host, over a real database. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { type Answer, type ModelQuestion, modelLimits } from '@crabtrail/core'
import { type HostModel, type MemoryWorker, openMemoryWorker, type RecallOutcome } from '@crabtrail/store/worker'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { settings, talkDocument, unsure } from '../scenarios/routing-model.ts'

const patient = { deadlineMs: 30_000 }
const sure = 'Who is the tax adviser?'

let folder: string
const threads: Worker[] = []
const started = (message: unknown) => void threads.push((message as { readonly worker: Worker }).worker)
const workers: MemoryWorker[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'routing-'))
})
beforeAll(() => subscribe('worker_threads', started))
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close(10_000)
})
afterAll(async () => {
  unsubscribe('worker_threads', started)
  await shared?.close(10_000)
  rmSync(folder, { recursive: true, force: true })
})

const modelMs = 30_000
/** What is to be asked just now, for a test that shares the worker. */
let modelNow: HostModel
let shared: MemoryWorker | undefined
let brains = 0

const workerWith = (model: HostModel | undefined, pace: { readonly modelMs: number }): MemoryWorker =>
  openMemoryWorker({
    // However busy the machine is, a recall that is ended waits for the answer of its thread.
    graceMs: 30_000,
    path: join(folder, `${++brains}.db`),
    entry: () => new URL('./host-model-entry.ts', import.meta.url),
    settings: pace,
    model,
  })

/** A brain in which a call is worth it, and the questions that reached the model of its host. */
const brainIn = async (worker: MemoryWorker, asked: ReadonlyArray<ModelQuestion>) => {
  const brain = `local/b${++brains}/default`
  await worker.ask('init', { brain, settings }, patient)
  const other = { source: 'taxes.md', format: 'markdown', text: '# Taxes\n\nThe tax adviser is Mr Brandt.\n' } as const
  await worker.ask('ingest', { brain, documents: [talkDocument, other] }, patient)
  const recall = (question: string, key?: string) =>
    worker.recall({ brain, question, session: 's', ...(key === undefined ? {} : { key }) }, { ...patient, modelMs })
  return { brain, worker, asked, recall }
}
const keepingIn =
  (asked: ModelQuestion[], model: HostModel): HostModel =>
  (question, deadlineMs) => {
    asked.push(question)
    return model(question, deadlineMs)
  }

/** In a worker that other tests use as well. */
const opened = (model: HostModel) => {
  const asked: ModelQuestion[] = []
  modelNow = keepingIn(asked, model)
  shared ??= workerWith((question, deadlineMs) => modelNow(question, deadlineMs), { modelMs })
  return brainIn(shared, asked)
}
/** In a worker of its own. */
const openedAlone = (model: HostModel | undefined, pace = { modelMs }) => {
  const asked: ModelQuestion[] = []
  const worker = workerWith(model && keepingIn(asked, model), pace)
  workers.push(worker)
  return brainIn(worker, asked)
}

const answered = (outcome: RecallOutcome): Answer.RecallAnswer => {
  if (outcome.outcome === 'absent') throw new Error(`${outcome.reason}: ${outcome.detail}`)
  return outcome.answer
}
const reached = async (asked: ReadonlyArray<unknown>) => {
  while (asked.length === 0) await new Promise(setImmediate)
}
const says =
  (text: string): HostModel =>
  async () => ({ text, tokensIn: 700, tokensOut: 60 })

describe('a memory whose routing model is that of the host', () => {
  test('asks it about a turn that is unsure, and not about one that is sure', async () => {
    const one = await opened(says('{"explanation":"nothing to change"}'))

    const [routed, other] = [answered(await one.recall(unsure)), answered(await one.recall(sure))]

    expect(routed.routing).toMatchObject({ calls: 1, outcome: 'answered', tokensIn: 700, tokensOut: 60 })
    expect(other.routing).toMatchObject({ calls: 0, outcome: 'not-needed' })
    expect(one.asked).toMatchObject([{ messages: [{ role: 'system' }, { role: 'user', content: expect.stringContaining(unsure) }] }])
    const why = await one.worker.ask('why', { brain: one.brain, turn: routed.turn ?? '' }, patient)
    expect(why.routing).toMatchObject({ model: 'host/default', explanation: 'nothing to change' })
  })

  test('answers the other turns while the model thinks', async () => {
    let speak = (_: { readonly text: string }) => {}
    const one = await opened(() => new Promise((resolve) => (speak = resolve)))
    const waiting = one.recall(unsure)
    await reached(one.asked)

    const others = [await one.recall(sure), await one.recall(sure)]
    speak({ text: '{}' })

    // The turn that waits has its number from the request, before those of the others.
    expect(others.map((other) => answered(other).turn)).toEqual(['t2', 't3'])
    expect(answered(await waiting)).toMatchObject({ turn: 't1', routing: { outcome: 'answered' } })
    expect(await one.worker.ask('verify', { brain: one.brain, rederive: true }, patient)).toMatchObject({ ok: true })
  })

  test.each<readonly [string, string, HostModel | undefined]>([
    ['rejects', 'failing', () => Promise.reject(new Error('sk-secret was refused'))],
    ['says far too much', 'failing', says('x'.repeat(modelLimits.answerCharacters + 1))],
    ['says nothing of use', 'malformed', says('I would rather not.')],
    ['is not there', 'refused', undefined],
  ])('goes by the rules where the model %s', async (_, fallback, model) => {
    const one = await (model === undefined ? openedAlone(model) : opened(model))
    const look = await one.worker.ask('recall', { brain: one.brain, question: unsure, record: false }, patient)

    const answer = answered(await one.recall(unsure))

    expect(answer.routing).toMatchObject({ calls: 1, outcome: 'fell-back', fallback })
    expect(answer.context.items).toEqual(look.context.items)
    expect(JSON.stringify([answer, await one.worker.ask('log', { brain: one.brain, limit: 1_000, names: true }, patient)])).not.toContain(
      'secret',
    )
  })

  test('goes by the rules where the model is late, and drops what it says then', async () => {
    let speak = (_: { readonly text: string }) => {}
    const one = await openedAlone(() => new Promise((resolve) => (speak = resolve)), { modelMs: 20 })

    const answer = answered(await one.recall(unsure))
    speak({ text: '{"drop":[1]}' })
    const next = answered(await one.recall(sure))

    expect(answer.routing).toMatchObject({ calls: 1, outcome: 'fell-back', fallback: 'timeout' })
    expect(next.routing.calls).toBe(0)
    expect((await one.worker.ask('log', { brain: one.brain, type: 'ModelAnswered' }, patient)).events).toHaveLength(1)
  })

  test('asks nothing again after its thread was killed between request and answer: the same recall says so', async () => {
    const one = await opened(() => new Promise(() => {}))
    const cutOff = one.recall(unsure, 'recall:r1')
    await reached(one.asked)
    // The worker that the tests share was the first to start one.
    await threads[0]?.terminate()

    const outcome = await cutOff
    const again = answered(await one.recall(unsure, 'recall:r1'))

    expect(outcome).toMatchObject({ outcome: 'absent', reason: 'unavailable' })
    expect(one.asked).toHaveLength(1)
    expect(again).toMatchObject({ turn: 't1', routing: { calls: 1, outcome: 'fell-back', fallback: 'crash' } })
  })

  test('asks nothing for a question too many, and one that is repeated holds nobody up', async () => {
    const speaks: Array<() => void> = []
    const one = await opened(() => new Promise((resolve) => speaks.push(() => resolve({ text: '{}', tokensIn: 1, tokensOut: 1 }))))
    const waiting = []
    for (let number = 0; number < 32; number++) {
      waiting.push(one.recall(`${unsure} ${number}?`, `r${number}`))
      while (one.asked.length <= number) await new Promise(setImmediate)
    }

    const twin = one.recall(`${unsure} 0?`, 'r0')
    const another = answered(await one.recall(`${unsure} 99?`, 'r99'))
    for (const speak of speaks) speak()

    expect(another.routing).toMatchObject({ outcome: 'not-asked', unasked: 'busy' })
    expect(answered(await twin).turn).toBe(answered((await Promise.all(waiting))[0] ?? (await twin)).turn)
    expect(one.asked).toHaveLength(32)
  })

  test('ends the call of a turn that nobody wants any more, and signals behind it are recorded', async () => {
    const one = await opened(() => new Promise(() => {}))
    let isActive = true
    const assertActive = () => {
      if (!isActive) throw new Error('the host went on')
    }
    const request = { brain: one.brain, question: unsure, session: 's', key: 'gone' }
    const gone = one.worker.recall(request, { ...patient, modelMs, assertActive })
    await reached(one.asked)
    isActive = false

    expect(await gone).toMatchObject({ outcome: 'absent', reason: 'ended' })
    one.worker.signal('session', { brain: one.brain, session: 's', event: 'ended' })
    await one.worker.drained()
    expect(one.worker.status().signals).toMatchObject({ queued: 0, lost: 0 })
    const { events } = await one.worker.ask('log', { brain: one.brain, limit: 1_000 }, patient)
    expect(events.flatMap(({ data, type }) => (type === 'ModelAnswered' ? [(data as { fallback?: string }).fallback] : []))).toEqual([
      'unwanted',
    ])
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['RecallSkipped', 'SessionEnded']))
  })

  test('ends a recall that waits before it closes', async () => {
    let speak = (_: { readonly text: string }) => {}
    const one = await opened(() => new Promise((resolve) => (speak = resolve)))
    const waiting = one.recall(unsure)
    await reached(one.asked)

    const closed = one.worker.close(30_000)
    speak({ text: '{}' })

    expect(answered(await waiting).routing).toMatchObject({ outcome: 'answered' })
    await closed
    shared = undefined
  })
})
