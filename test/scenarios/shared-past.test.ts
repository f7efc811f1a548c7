/** The requests of a view ask about one position: it is folded once for all of them. */

import { EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { expect, test } from 'vitest'
import { catchUp, openBrain } from '../../packages/core/src/application/brain/brain.ts'
import { stateAt } from '../../packages/core/src/application/commands/as-of.ts'
import { brain, runningMemory } from '../arbitraries/running-memory.ts'

test('a position that several requests ask about is folded once, also between requests about another', () => {
  const memory = runningMemory()
  memory.ask((methods) => methods.init({}))
  for (const question of ['one', 'two', 'three', 'four']) memory.ask((methods) => methods.recall({ question }))
  const end = memory.log().length
  let folded = 0

  const states = memory.run(
    Effect.gen(function* () {
      const open = openBrain(brain, '', () => '')
      yield* catchUp(open)
      const store = yield* EventStore
      const counted: (typeof store)['read'] = (...given) =>
        Effect.tap(store.read(...given), (rows) => Effect.sync(() => (folded += rows.reduce((sum, { count }) => sum + count, 0))))
      return yield* Effect.forEach([end - 1, end - 1, 3, end - 1, 3], (at) => stateAt(open, String(at))).pipe(
        Effect.provideService(EventStore, { ...store, read: counted }),
      )
    }),
  )

  const [first, again, other, third, otherAgain] = states
  expect([again, third]).toEqual([first, first])
  expect(again).toBe(first)
  expect(third).toBe(first)
  expect(otherAgain).toBe(other)
  // The whole log once, and its beginning once: commits are read whole.
  expect(folded).toBeGreaterThanOrEqual(end)
  expect(folded).toBeLessThan(2 * end)
})
