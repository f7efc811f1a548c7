import { expect, test } from 'vitest'
import { askAll, gainOf, secondAsk, wrongAgain } from './learning-protocol.ts'
import { learningSet } from './learning-set.ts'
import { absence } from './question-sets.ts'

const absent = absence('locomo')

/** Lower bounds on a part of the sets that `learning.deep.test.ts` measures. */
test('a talk of LoCoMo is answered better after use, and wrong memories stay away', async (context) => {
  if (absent !== undefined) return context.skip(absent)
  const set = learningSet('locomo', 1)

  const [off, on] = [await askAll(set, undefined), await askAll(set, { againMost: 30 })]

  const { interval, off: before, on: after, unseen } = gainOf(set, off, on)
  expect(after - before).toBeGreaterThan(4)
  expect(interval).toBeLessThan(after - before)
  expect(unseen.on - unseen.off).toBeGreaterThan(-5)
  expect(secondAsk(on).wrong).toBeLessThan(30)
  expect(secondAsk(on).recall5).toBeGreaterThan(80)
  expect(wrongAgain(set, on).share).toBeLessThan(wrongAgain(set, off).share / 2)
})
