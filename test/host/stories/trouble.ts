/** The thread of the memory is killed in a real gateway. `test/host/trouble.deep.test.ts` has the other troubles; `test/plugin` has them all in the fake host. */
import { describe, expect, test } from 'vitest'
import { sharedHost } from '../one-gateway.ts'
import { wishes } from '../trouble-plugin/trouble.ts'
import { agent, layReleases, question, skips, trouble, troubled, typesOf, withMemory, without } from '../trouble-stage.ts'

const stage = sharedHost({ agents: [agent], linked: [trouble], prepare: async ({ host }) => layReleases(host) })
const { health, holdLock, meanwhile, notesRead, stopped, told, turn } = troubled(stage)

describe('the memory’s thread, killed', () => {
  test('while the question is asked, costs the turn its memory and nothing else; the next has it again', async () => {
    await notesRead()
    expect(await stage.timed('first turn', () => turn())).toEqual(withMemory)

    const log = await meanwhile(async () => {
      const letGo = await holdLock()
      expect(await turn(`${question} ${wishes.recall}`)).toEqual(without)
      await letGo()
      expect(await turn()).toEqual(withMemory)
    })

    expect(skips(log)).toMatchObject([{ reason: 'unavailable' }])
    expect(told(/goes on without memory \(unavailable.*thread cannot be reached/)).toHaveLength(1)
    expect(await health(({ worker }) => worker.thread.deaths === 1)).toMatchObject({ absences: { unavailable: 1 }, problems: {} })
  })

  test('while the reply is made, loses nothing of the turn', async () => {
    const log = await meanwhile(async () => {
      expect(await turn(`${question} ${wishes.reply}`)).toEqual(withMemory)
      expect(await turn()).toEqual(withMemory)
    })

    expect(typesOf(log).filter((type) => type === 'TurnStarted' || type === 'TurnCompleted')).toHaveLength(4)
    // The thread is started again by whatever asks it next, which may be after the turn.
    expect(await health(({ worker: { thread } }) => thread.deaths === 2 && thread.starts === 3)).toMatchObject({
      worker: { signals: { lost: 0 } },
    })
  })
})

test('after all of it the log verifies and nothing was lost', async () => {
  expect(await stopped()).toEqual({ failed: [], signals: { queued: 0, lost: 0 } })
})
