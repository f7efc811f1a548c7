import fc from 'fast-check'
import { expect, test } from 'vitest'

test('a property has less time than its test, and the next one what that left', ({ task }) => {
  const { interruptAfterTimeLimit: left = 0 } = fc.readConfigureGlobal()
  const began = Date.now()
  while (Date.now() === began);

  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(task.timeout)
  expect(fc.readConfigureGlobal().interruptAfterTimeLimit).toBeLessThan(left)
})

test('a property that runs out of time fails, and says its seed', async () => {
  const endless = fc.asyncProperty(fc.nat(), () => new Promise<void>(() => {}))

  await expect(fc.assert(endless, { seed: 7, interruptAfterTimeLimit: 1 })).rejects.toThrow('{ seed: 7 }')
})

test('a property of a test without a limit has none', { timeout: 0 }, () => {
  expect(fc.readConfigureGlobal()).not.toHaveProperty('interruptAfterTimeLimit')
})
