import { Worker } from 'node:worker_threads'
import { InvalidRequest, MostlyGone, NotFound, StoreUnavailable } from '@crabtrail/core'
import { describe, expect, test, vi } from 'vitest'
import {
  abandon,
  beginAsking,
  DeadlinePassed,
  Defect,
  decodeFailure,
  encodeFailure,
  enterCommit,
  isAbandoned,
  isAsking,
  isUntouched,
  isWorkerFailure,
  openWord,
  WorkerBusy,
  WorkerGone,
} from './protocol.ts'

const missing = new NotFound({ what: 'node', name: 'boats.md', hint: 'show lists them', turn: 't3' })

test.each([
  missing,
  new InvalidRequest({ field: 'hits[2].text', problem: 'it has 9000 bytes; at most 8000' }),
  new MostlyGone({ root: '/notes', known: 4, gone: 4 }),
  new StoreUnavailable({ reason: 'moved', place: '/a.db', detail: 'it was replaced', retryable: false, cause: new Error('ENOENT') }),
  new WorkerGone({ why: 'it ended with code 7', untouched: false }),
  new WorkerBusy({ pending: 256 }),
  new DeadlinePassed({ method: 'stats', deadlineMs: 300, untouched: true }),
  new Defect({ problem: 'x is not a function' }),
])('a $_tag crosses the thread as itself', (failure) => {
  const { stack: _, cause, ...facts }: Readonly<Record<string, unknown>> = { ...failure }

  const arrived = decodeFailure(structuredClone(encodeFailure(failure)))

  expect(arrived).toBeInstanceOf(failure.constructor)
  expect(arrived).toMatchObject(facts)
  expect(arrived.message).toBe(failure.message)
  if (cause instanceof Error) expect(arrived.cause).toMatchObject({ message: cause.message })
})

test('a failure is known as one by every copy of this module', async () => {
  vi.resetModules()
  const copy = await import('./protocol.ts')

  const error = copy.decodeFailure(encodeFailure(missing))

  expect(error).not.toBeInstanceOf(NotFound)
  expect([isWorkerFailure(error), copy.isWorkerFailure(error), copy.isWorkerFailure(missing)]).toEqual([true, true, true])
})

test.each([
  ['another error', new TypeError('x')],
  ['an error with a tag of its own', Object.assign(new Error('x'), { _tag: 'Overdrawn' })],
  ['a failure on the wire', encodeFailure(missing)],
  ['nothing', undefined],
])('%s is none', (_, value: unknown) => {
  expect(isWorkerFailure(value)).toBe(false)
})

describe('the word of a request', () => {
  test('is the worker’s when it commits first, also when it asks again', () => {
    const word = openWord()

    expect(isUntouched(word)).toBe(true)
    expect(enterCommit(word)).toBe(true)
    expect(abandon(word)).toBe(false)
    expect(enterCommit(word)).toBe(true)
    expect([isAbandoned(word), isUntouched(word)]).toEqual([false, false])
  })

  test('is the host’s when it stops waiting first', () => {
    const word = openWord()

    expect(abandon(word)).toBe(true)
    expect(enterCommit(word)).toBe(false)
    expect(abandon(word)).toBe(true)
    expect([isAbandoned(word), isUntouched(word)]).toEqual([true, false])
  })

  test('tells that a model is asked only after a commit, and stays the worker’s', () => {
    const [committed, open, dropped] = [openWord(), openWord(), openWord()]
    enterCommit(committed)
    abandon(dropped)

    for (const word of [committed, open, dropped]) beginAsking(word)

    expect([committed, open, dropped].map(isAsking)).toEqual([true, false, false])
    expect([enterCommit(committed), abandon(committed), isAbandoned(committed), isUntouched(committed)]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect([enterCommit(open), enterCommit(dropped)]).toEqual([true, false])
  })

  test('has exactly one winner when both threads move at the same time', async () => {
    const words = Array.from({ length: 2_000 }, openWord)
    const rounds = new SharedArrayBuffer(8)
    const worker = new Worker(program, {
      eval: true,
      workerData: { words, rounds, module: new URL('./protocol.ts', import.meta.url).href },
    })
    const answer = new Promise<ReadonlyArray<boolean>>((resolve, reject) => worker.once('message', resolve).once('error', reject))
    const round = new Int32Array(rounds)
    while (Atomics.load(round, 1) === 0) await new Promise(setImmediate)

    const host = words.map((word, index) => {
      Atomics.store(round, 0, index + 1)
      while (Atomics.load(round, 1) <= index);
      return abandon(word)
    })
    const thread = await answer
    await worker.terminate()

    expect(words.filter((_, index) => host[index] === thread[index])).toEqual([])
  })
})

/** Meets the host before every word, so that both move in the same instant. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads')
  const round = new Int32Array(workerData.rounds)
  import(workerData.module).then(({ enterCommit }) => {
    parentPort.postMessage(workerData.words.map((word, index) => {
      Atomics.store(round, 1, index + 1)
      while (Atomics.load(round, 0) <= index);
      return enterCommit(word)
    }))
  })`
