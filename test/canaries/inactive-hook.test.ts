import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HookStage, type Moment, momentComplaints, openHookStage } from '../plugin/hook-moments.ts'

const asked: Moment = { inactiveFrom: 99, lockedUntil: 0, question: 'how are releases deployed' }
const gone: Moment = { ...asked, inactiveFrom: 1 }

let stage: HookStage
beforeAll(async () => {
  stage = await openHookStage()
})
afterAll(() => stage.leave())

describe('the check of hooks that are given up', () => {
  test.each<readonly [string, Moment]>([
    ['that is waited for', asked],
    ['that nobody waits for', gone],
  ])('finds nothing in a hook %s', async (_, when) => {
    expect(momentComplaints(when, await stage.turnAt(when))).toEqual([])
  })

  test('finds a hook that does not ask whether somebody waits', async () => {
    const came = await stage.turnAt(gone, (worker) => ({
      ...worker,
      recall: (request, { deadlineMs }) => worker.recall(request, { deadlineMs }),
    }))

    expect(momentComplaints(gone, came)).toContain('it is given to nobody')
    expect(momentComplaints(gone, came).some((complaint) => complaint.includes('events are there'))).toBe(true)
  })

  test('finds a hook that says nothing of its turn', async () => {
    const came = await stage.turnAt(gone, (worker) => ({
      ...worker,
      recall: async () => ({ outcome: 'absent', reason: 'ended', waitedMs: 0, detail: 'unsaid', recordKey: 'none' }),
    }))

    expect(momentComplaints(gone, came)).toEqual(['nobody waited, and that is not recorded', 'the turn is silent'])
  })

  test('finds a record that is of another turn, or there twice, or of what was given', async () => {
    const came = await stage.turnAt(asked)
    const skipped = (turn: string) => ({ ...came, events: [...came.events, { type: 'RecallSkipped', turn }] })

    expect(momentComplaints(asked, skipped('t999'))).toEqual(['what was given is said to be missing', 'its record is of another turn'])
    expect(momentComplaints(asked, { ...came, events: [...came.events, ...came.events] })).toEqual(['it is recorded more than once'])
  })
})
