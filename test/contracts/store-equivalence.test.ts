import { layerInMemory } from '@crabtrail/store/in-memory'
import { engineNames } from '@crabtrail/store/sqlite'
import * as Layer from 'effect/Layer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inShort } from '../src/in-full.ts'
import { sqliteStores } from './sqlite-stores.ts'
import { inStore } from './store-layer.ts'
import { answersTo, operations } from './store-operations.ts'

const onDisk = engineNames.map(sqliteStores)

test('INV-16 of any sequence of operations all stores give the same answers and the same refusals', async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (asked) => {
      const inMemory = await inStore(Layer.fresh(layerInMemory), answersTo(asked))

      for (const makeLayer of onDisk) expect(await inStore(makeLayer(), answersTo(asked))).toEqual(inMemory)
    }),
    { numRuns: inShort(60, 150) },
  )
})

test('the operations reach what they are for', async () => {
  const reached = new Set<string>()
  for (const asked of fc.sample(operations, { numRuns: 300, seed: 1 })) {
    const answers = await inStore(Layer.fresh(layerInMemory), answersTo(asked))
    for (const one of answers)
      for (const word of JSON.stringify(one ?? null).match(/"_tag":"\w+"|"dies"|"swallowed"|"commits"/g) ?? []) reached.add(word)
  }

  expect([...reached].sort()).toEqual([
    '"_tag":"Abandoned"',
    '"_tag":"BrainExists"',
    '"_tag":"IdempotencyConflict"',
    '"_tag":"StoreUnavailable"',
    '"_tag":"WrongExpectedPosition"',
    '"commits"',
    '"dies"',
    '"swallowed"',
  ])
})
