/** A memory in a worker thread that asks the model of its host, over a real database. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { type Answer, type RouterQuestion, routerLimits } from '@crabtrail/core'
import { type HostModel, type MemoryWorker, openMemoryWorker, type RecallOutcome } from '@crabtrail/store/worker'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settings, talkDocument, unsure } from '../scenarios/routing-model.ts'

const brain = 'local/main/default'
const patient = { deadlineMs: 30_000 }
const sure = 'Who is the tax adviser?'

let folder: string
const threads: Worker[] = []
const started = (message: unknown) => void threads.push((message as { readonly worker: Worker }).worker)
const workers: MemoryWorker[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'routing-'))
  subscribe('worker_threads', started)
})
afterEach(async () => {
  unsubscribe('worker_threads', started)
  for (const worker of workers.splice(0)) await worker.close(10_000)
  threads.splice(0)
  rmSync(folder, { recursive: true, force: true })
})

const routingMs = 30_000
/** A worker with a brain in which a call is worth it, and the questions that reached the model of its host. */
const opened = async (model: HostModel | undefined, pace = { routingMs }) => {
  const asked: RouterQuestion[] = []
  const worker = openMemoryWorker({
    path: join(folder, 'memory.db'),
    entry: () => new URL('./host-model-entry.ts', import.meta.url),
    settings: pace,
    model:
      model &&
      ((question, deadlineMs) => {
        asked.push(question)
        return model(question, deadlineMs)
      }),
  })
  workers.push(worker)
  await worker.ask('init', { brain, settings }, patient)
  const other = { source: 'taxes.md', format: 'markdown', text: '# Taxes\n\nThe tax adviser is Mr Brandt.\n' } as const
  await worker.ask('ingest', { brain, documents: [talkDocument, other] }, patient)
  const recall = (question: string, key?: string) =>
    worker.recall({ brain, question, session: 's', ...(key === undefined ? {} : { key }) }, { ...patient, routingMs })
  return { worker, asked, recall }
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
    const why = await one.worker.ask('why', { brain, turn: routed.turn ?? '' }, patient)
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
    expect(await one.worker.ask('verify', { brain, rederive: true }, patient)).toMatchObject({ ok: true })
  })

  test.each<readonly [string, string, HostModel | undefined]>([
    ['rejects', 'failing', () => Promise.reject(new Error('sk-secret was refused'))],
    ['says far too much', 'malformed', says('x'.repeat(routerLimits.answerCharacters + 1))],
    ['says nothing of use', 'malformed', says('I would rather not.')],
    ['is not there', 'refused', undefined],
  ])('goes by the rules where the model %s', async (_, fallback, model) => {
    const one = await opened(model)
    const look = await one.worker.ask('recall', { brain, question: unsure, record: false }, patient)

    const answer = answered(await one.recall(unsure))

    expect(answer.routing).toMatchObject({ calls: 1, outcome: 'fell-back', fallback })
    expect(answer.context.items).toEqual(look.context.items)
    expect(JSON.stringify([answer, await one.worker.ask('log', { brain, limit: 1_000, names: true }, patient)])).not.toContain('secret')
  })

  test('goes by the rules where the model is late, and drops what it says then', async () => {
    let speak = (_: { readonly text: string }) => {}
    const one = await opened(() => new Promise((resolve) => (speak = resolve)), { routingMs: 20 })

    const answer = answered(await one.recall(unsure))
    speak({ text: '{"drop":[1]}' })
    const next = answered(await one.recall(sure))

    expect(answer.routing).toMatchObject({ calls: 1, outcome: 'fell-back', fallback: 'timeout' })
    expect(next.routing.calls).toBe(0)
    expect((await one.worker.ask('log', { brain, type: 'RoutingDecided' }, patient)).events).toHaveLength(1)
  })

  test('asks nothing again after its thread was killed between request and answer: the same recall says so', async () => {
    const one = await opened(() => new Promise(() => {}))
    const cutOff = one.recall(unsure, 'recall:r1')
    await reached(one.asked)
    await threads.at(-1)?.terminate()

    const outcome = await cutOff
    const again = answered(await one.recall(unsure, 'recall:r1'))

    expect(outcome).toMatchObject({ outcome: 'absent', reason: 'unavailable' })
    expect(one.asked).toHaveLength(1)
    expect(again).toMatchObject({ turn: 't1', routing: { calls: 1, outcome: 'fell-back', fallback: 'crash', costUsd: 0 } })
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
  })
})
