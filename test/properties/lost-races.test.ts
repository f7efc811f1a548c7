import { join } from 'node:path'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { knownRaces, lostRaces, routedRaces, sameAsAfter } from '../models/lost-races.ts'
import { scriptedModel } from '../scenarios/routing-model.ts'

const folder = temporaryFolder()
let made = 0

describe('commands that race', () => {
  test.each([
    lostRaces('a store in memory', 16, undefined, knownRaces),
    lostRaces('a store in a file', 16, () => ({ layer: layerSqlite({ path: join(folder, `race-${made++}.db`) }) })),
  ])('$title', ({ run }) => run(1))

  test('INV-182 a model is offered what it would be offered after the race', async () => {
    for (const one of routedRaces) {
      const models = [scriptedModel(() => ({ follow: [1] })), scriptedModel(() => ({ follow: [1] }))]
      let opened = 0
      const met = await sameAsAfter(one, () => {
        const model = models[opened++]?.service
        return model === undefined ? {} : { model }
      })

      expect(met).toBe(1)
      const [raced, after] = models.map(({ asked }) => asked.map(({ messages }) => messages))
      expect(after).not.toEqual([])
      expect(raced).toEqual(after)
    }
  })
})
