import { expect, test, vi } from 'vitest'
import { RemoteMemoryError } from './remote-memory-error.ts'

const refused = { tag: 'NotFound', message: 'no node boats.md', facts: { what: 'node' } }

test('a refusal is known as one by every copy of this module', async () => {
  vi.resetModules()
  const copy = await import('./remote-memory-error.ts')

  const error: unknown = new copy.RemoteMemoryError(refused)

  expect(copy.RemoteMemoryError).not.toBe(RemoteMemoryError)
  expect(error).toBeInstanceOf(RemoteMemoryError)
  expect(error).toBeInstanceOf(copy.RemoteMemoryError)
})

test.each([
  ['another error', new TypeError('x')],
  ['one that only has its name', Object.assign(new Error('x'), { name: 'RemoteMemoryError' })],
  ['what a refusal looks like on the wire', { ...refused, name: 'RemoteMemoryError' }],
  ['nothing', undefined],
])('%s is none', (_, value: unknown) => {
  expect(value instanceof RemoteMemoryError).toBe(false)
})
