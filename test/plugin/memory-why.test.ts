import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { agent, call, context, correction, feedbacks, memory, parts, remember, session, setStage, tools, turn } from './tools-stage.ts'

setStage()

describe('the tools', () => {
  test('are those that the manifest declares, and say the same of themselves to everybody', () => {
    const { contracts } = JSON.parse(readFileSync(new URL('../../packages/plugin-openclaw/openclaw.plugin.json', import.meta.url), 'utf8'))
    const told = (more: object) =>
      [...tools.values()]
        .map((make) => make({ ...context(), ...more }))
        .map(({ description, name, parameters }) => ({ name, description, parameters }))

    expect([...tools.keys()]).toEqual(contracts.tools)
    expect(told({ agentId: 'work', sessionKey: 'other', senderIsOwner: false })).toEqual(told({}))
    for (const { description } of told({})) expect(description.length).toBeLessThan(160)
    expect(told({})[0]?.description).toMatch(/^Call it when the user says/)
  })
})

describe('memory_why', () => {
  test('tells what the last turn recalled, and by which way', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    const { details, text } = await call('memory_why', {})

    expect(text).toMatch(/^t1: "how are releases deployed"\n1\. releases\.md \(\d+\.\d\d\)\n {3}it has the question's words$/)
    expect(details).toMatchObject({ turn: 't1', items: [{ node: 'releases.md', included: true }] })
  })

  test('tells of what was taught', async () => {
    await remember('releases.md', 'Releases')
    await remember('rollbacks.md', 'Rollbacks')
    await turn('how are releases deployed')
    await turn(correction)
    await call('memory_feedback', { verdict: 'wrong', nodes: ['releases.md'], instead: ['rollbacks.md'], turn: 't1' })
    await turn('how are releases deployed')

    const told = (await call('memory_why', {})).text
    const unsaid = (await call('memory_why', {}, { senderIsOwner: undefined })).text
    expect(told).toMatch(/rollbacks\.md[\s\S]*it was taught for questions like "how are releases deployed"/)
    expect(unsaid).toMatch(/rollbacks\.md[\s\S]*it was taught for such questions \(/)
    expect(unsaid).not.toContain('"how are releases deployed" (')
  })

  test('tells why a memory was not recalled', async () => {
    await remember('releases.md', 'Releases')
    await remember('ferry.md', 'Ferries')
    await turn('releases of the branch')
    await remember('harbour.md', 'Harbours')

    expect((await call('memory_why', { node: 'harbour.md' })).text).toContain('harbour.md was not recalled: it was not there yet.')
  })

  test('tells that an untrusted memory was held back, and nothing that it says', async () => {
    await remember('releases.md', 'Releases', 'untrusted')
    await turn('how are releases deployed')

    const { text } = await call('memory_why', {})

    expect(text).toContain('others wrote it')
    expect(text).not.toContain('main branch')
  })

  test('tells why a turn went without memory', async () => {
    parts.state.muted.add(session)
    await turn('how are releases deployed')
    parts.state.muted.clear()
    await memory.worker().drained()

    expect((await call('memory_why', {})).text).toContain('went on without memory: memory is switched off')
  })

  test('keeps the questions of one conversation from another one, but for the owner', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    const other = { sessionKey: `agent:${agent}:other` }
    await turn('hello there', other)
    const unsaid = { ...other, senderIsOwner: undefined }

    const page = await call('memory_why', { turn: 't1' }, unsaid)
    const own = await call('memory_why', { turn: 't2' }, unsaid)
    const owner = await call('memory_why', { turn: '1' }, other)

    expect(page.text).toBe('Nothing was changed. t1 is no turn of this conversation; leave it out for the last one.')
    expect(own.text).toContain('hello there')
    expect(owner.text).toContain('how are releases deployed')
  })

  test.each([
    ['a group', { sessionKey: 'agent:x:telegram:group:-7', messageChannel: 'telegram', requesterSenderId: '42' }],
    ['somebody else’s turn of the same conversation', { messageChannel: 'telegram', requesterSenderId: '77', senderIsOwner: false }],
    ['a subagent that nobody knows who made', { sessionKey: 'agent:x:subagent:9' }],
  ])('tells nothing in %s', async (_, asking) => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    for (const name of ['memory_why', 'memory_feedback']) {
      const { details, text } = await call(name, { turn: 't1', verdict: 'used' }, asking)
      expect(text).toMatch(/^Memory is for private conversations with the owner of this agent/)
      expect(JSON.stringify([text, details])).not.toMatch(/releases|t1|f1/)
    }
    expect(await feedbacks()).toEqual([])
  })

  test('says so when nothing was recalled yet', async () => {
    expect((await call('memory_why', {})).text).toContain('Nothing was recalled in this conversation yet.')
  })
})
