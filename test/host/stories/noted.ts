/** The owner has the agent remember something, and says something himself: a later conversation is given both. */
import { describe, expect, test } from 'vitest'
import { currentUserText, toolTexts } from '../../src/chat-request.ts'
import { calling, deferred, inTurn } from '../../src/model-script.ts'
import { sharedHost } from '../one-gateway.ts'
import { patient } from '../stage.ts'

const agent = 'purser'
const brain = `local/${agent}/default`
const stage = sharedHost({
  agents: [agent],
  prepare: ({ withStore }) => withStore(async (memory) => void (await memory.ask('init', { brain }, patient))),
})

const say = (room: string, message: string, script = inTurn('Done.')) => {
  stage.model.follow(script)
  return stage.host.chat(`agent:${agent}:${room}`, message)
}
const sentLast = () => stage.model.requests.at(-1) ?? expect.unreachable()

describe('notes, in a real gateway', () => {
  test('the agent keeps what it is asked to remember, and is given it in another conversation', async () => {
    const text = 'The staging database is reset every Monday at six.'
    await say('desk', 'Remember that staging is reset every Monday at six.', inTurn(calling(deferred('memory_note', { text })), 'Noted.'))
    const answer = toolTexts(sentLast()).join('\n')

    await say('bridge', 'When is the staging database reset?')

    expect(answer).toMatch(/Noted as note:[0-9a-f]{12}\. It is on probation/)
    expect(currentUserText(sentLast())).toContain(text)
    // A question may become a cue besides.
    const added = (await stage.log(agent)).filter(({ data, type }) => type === 'NodeAdded' && data['nodeType'] !== 'cue')
    expect(added).toMatchObject([
      { origin: 'agent', data: { nodeType: 'fact', state: 'probation' } },
      { origin: 'system', data: { nodeType: 'tool_call' } },
    ])
  })

  test('so does the owner, by /trail note', async () => {
    expect(await say('desk', '/trail note The crew mess opens at half past five.')).toMatch(/^Noted as note:[0-9a-f]{12}\.$/)

    await say('bridge', 'When does the crew mess open?')

    expect(currentUserText(sentLast())).toContain('The crew mess opens at half past five.')
  })
})
