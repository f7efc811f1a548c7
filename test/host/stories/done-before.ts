/** A turn that ended well did several things; the next question of its kind, in another conversation, is told which and in which order. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { currentUserText } from '../../src/chat-request.ts'
import { calling, inTurn } from '../../src/model-script.ts'
import { sharedHost } from '../one-gateway.ts'
import { patient } from '../stage.ts'

const agent = 'bosun'
const brain = `local/${agent}/default`
const stage = sharedHost({
  agents: [agent],
  prepare: ({ host, withStore }) => {
    writeFileSync(join(host.workspaceOf(agent), 'berths.txt'), 'The berths of the week.\n')
    return withStore(async (memory) => void (await memory.ask('init', { brain }, patient)))
  },
})
const say = (room: string, message: string, script = inTurn('Done.')) => {
  stage.model.follow(script)
  return stage.host.chat(`agent:${agent}:${room}`, message)
}
const sentLast = () => currentUserText(stage.model.requests.at(-1) ?? expect.unreachable())

describe('what was done before, in a real gateway', () => {
  test('comes with the next question of its kind', async () => {
    const read = calling({ id: 'call-read', name: 'read', arguments: { path: 'berths.txt' } })
    const write = calling({ id: 'call-write', name: 'write', arguments: { path: 'plan.txt', content: 'North: two boats.\n' } })
    await say('desk', 'Release the berth planner of the harbour, please.', inTurn(read, write, read, 'Released.'))
    const isLearned = async () => (await stage.log(agent)).some(({ type }) => type === 'StrengthAdjusted')
    await expect.poll(isLearned, { timeout: 120_000 }).toBe(true)

    await say('bridge', 'Please release the berth planner again.')
    expect(sentLast()).toContain('Last time, for a question like this: read → write → read')

    await say('mess', 'When is dinner today?')
    expect(sentLast()).not.toContain('Last time')
  })
})
