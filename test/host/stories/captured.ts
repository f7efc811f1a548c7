/** A gateway whose owner wants that turns are kept: what was said in one conversation is known in the next, and goes with its conversation. */
import { describe, expect, test } from 'vitest'
import { currentUserText } from '../../src/chat-request.ts'
import { inTurn } from '../../src/model-script.ts'
import { settingsMeanwhile, sharedHost } from '../one-gateway.ts'
import { patient } from '../stage.ts'

const agent = 'crane'
const brain = `local/${agent}/default`
const stage = sharedHost({ agents: [agent] })

const say = (room: string, message: string, reply = 'Done.') => {
  stage.model.follow(inTurn(reply))
  return stage.host.chat(`agent:${agent}:${room}`, message)
}
const sentLast = () => currentUserText(stage.model.requests.at(-1) ?? expect.unreachable())
const captured = async () => (await stage.log(agent)).filter(({ data, type }) => type === 'NodeAdded' && data['how'] === 'captured')

describe('captured turns, in a real gateway', () => {
  settingsMeanwhile(stage, { capture: 'turns' })

  test('are given in another conversation, and forgotten with their own', async () => {
    const told = 'The crane on the north pier is closed for repairs until May.'
    await say('desk', `${told} Can you plan around it?`, 'I moved all loads of the week to the southern crane.')
    await expect.poll(async () => (await captured()).length, { timeout: 120_000 }).toBe(2)

    const question = 'Until when is the crane on the north pier closed?'
    await say('bridge', question)
    expect(sentLast()).toContain(told)
    expect(sentLast()).not.toContain('plan around it')
    expect(await captured()).toMatchObject([
      { origin: 'owner', data: { state: 'probation' } },
      { origin: 'agent', data: { state: 'probation' } },
    ])

    await stage.withStore(async (memory) => {
      expect((await memory.ask('stats', { brain }, patient)).captured).toEqual({ all: 2, onProbation: 2, died: 0, junk: 0 })
      await memory.ask('forget', { brain, session: `agent:${agent}:desk` }, patient)
    })
    await say('mess', question)
    expect(sentLast()).not.toContain(told)
  })
})
