import { InvalidRequest, MostlyGone, NotFound, StoreUnavailable } from '@crabtrail/core'
import { expect, test, vi } from 'vitest'
import { DeadlinePassed, Defect, decodeFailure, encodeFailure, isWorkerFailure, WorkerBusy, WorkerGone } from './protocol.ts'

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
