import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../properties/runs.ts'
import { type HookStage, moment, momentComplaints, openHookStage } from './hook-moments.ts'

let stage: HookStage
beforeAll(async () => {
  stage = await openHookStage()
})
afterAll(() => stage.leave())

describe('a hook that is no longer active', () => {
  test('INV-36 appends nothing but that its turn went without memory, whenever the host gave it up', async () => {
    const reached = { given: 0, early: 0, during: 0, after: 0 }
    await fc.assert(
      fc.asyncProperty(moment, async (when) => {
        const came = await stage.turnAt(when)

        if (came.given !== undefined) reached.given++
        else if (when.inactiveFrom === 1) reached.early++
        else if (came.toldInTime) reached.during++
        else if (came.events.some(({ type }) => type === 'TurnStarted')) reached.after++
        expect(momentComplaints(when, came)).toEqual([])
      }),
      runs,
    )
    if (runs.numRuns >= 100) expect(Object.entries(reached).filter(([, count]) => count === 0)).toEqual([])
  })
})
