import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sharedMemory } from './shared-memory.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sharing-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const entry = new URL('../worker.ts', import.meta.url)
const place = (name = 'memory.db') => ({ path: join(folder, name), entry })

test('registrations for one file share one worker, those for another do not', () => {
  const [first, second, other] = [sharedMemory(place()), sharedMemory(place()), sharedMemory(place('other.db'))]

  expect(first.worker()).toBe(second.worker())
  expect(other.worker()).not.toBe(first.worker())
})

test('another instance of the module shares it too', async () => {
  const again: typeof import('./shared-memory.ts') = await import(`./shared-memory.ts?${'again'}`)

  expect(again.sharedMemory).not.toBe(sharedMemory)
  expect(again.sharedMemory(place()).worker()).toBe(sharedMemory(place()).worker())
})

test('the worker ends with the last service that was started, and a later use opens a new one', async () => {
  const [first, second] = [sharedMemory(place()), sharedMemory(place())]
  const failures: unknown[] = []
  for (const one of [first, second]) one.start((error) => failures.push(error))
  const worker = first.worker()
  await worker.ask('brains', {}, { deadlineMs: 30_000 })

  await first.stop()
  const between = worker.status().thread.alive
  await second.stop()

  expect(between).toBe(true)
  expect(worker.status().thread.alive).toBe(false)
  expect(first.worker()).not.toBe(worker)
  expect(failures).toEqual([])
})

test('a worker that was begun by other settings ends when a service starts by its own, and still ends with the last of them', async () => {
  const [before, after] = [sharedMemory({ ...place(), settings: { a: 1 } }), sharedMemory({ ...place(), settings: { a: 2 } })]
  before.start(() => {})
  const worker = before.worker()
  await worker.open({ deadlineMs: 30_000 })

  after.start(() => {})
  const next = after.worker()
  await next.open({ deadlineMs: 30_000 })

  expect(next).not.toBe(worker)
  expect(before.worker()).toBe(next)
  await expect.poll(() => worker.status().thread.alive).toBe(false)
  await before.stop()
  expect(next.status().thread.alive).toBe(true)
  await after.stop()
  expect(next.status().thread.alive).toBe(false)
})

test('a thread is started from the copy of the adapter that was used last', async () => {
  const gone = sharedMemory({ ...place(), entry: new URL('../gone/worker.ts', import.meta.url) })
  const worker = gone.worker()

  sharedMemory(place()).start(() => {})

  await expect(worker.ask('brains', {}, { deadlineMs: 30_000 })).resolves.toEqual({ brains: [] })
  await worker.close(5_000)
})
