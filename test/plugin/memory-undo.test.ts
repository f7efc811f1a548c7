/** The agent takes back the owner's last verdict, because the owner asked it to. */

import { describe, expect, test } from 'vitest'
import { afterToolCall } from '../../packages/plugin-openclaw/src/hooks/tool-calls.ts'
import {
  agent,
  call,
  context,
  correction,
  feedbacks,
  memory,
  parts,
  remember,
  runs,
  session,
  setStage,
  turn,
  warnings,
} from './tools-stage.ts'

setStage()

const patient = { deadlineMs: 30_000 }
const question = 'how are releases deployed'
const takesBack = 'Forget that I said that was wrong.'
const brain = () => `local/${agent}/default`
const head = async () => (await memory.worker().ask('show', { brain: brain() }, patient)).position
const requests = async () => (await memory.worker().ask('log', { brain: brain(), type: 'UnlearnRequested' }, patient)).events
/** Strength of the edges that were learned to a note, summed. */
const ledTo = async (node: string) => {
  const { edges } = await memory.worker().ask('show', { brain: brain(), what: node }, patient)
  return edges.filter(({ kind }) => kind === 'learned').reduce((sum, { strength }) => sum + strength, 0)
}
/** The owner says that an answer was wrong, and the agent tells the memory; the next message of the owner is on its way. */
const judged = async (message = takesBack) => {
  await remember('releases.md', 'Releases')
  await remember('rollbacks.md', 'Rollbacks')
  await turn(question)
  await turn(correction)
  await call('memory_feedback', { verdict: 'wrong', nodes: ['releases.md'], instead: ['rollbacks.md'], turn: 't1' })
  await turn(message)
}

describe('memory_undo', () => {
  test('takes back the last verdict of this conversation, says which, and names the owner’s way back', async () => {
    await judged()
    const taught = await ledTo('rollbacks.md')

    const { details, text } = await call('memory_undo', {})

    expect(text).toMatch(
      /^Taken back: f1: wrong on t1 "how are releases deployed" about releases\.md\.\nChanged: .*rollbacks\.md .*\nThe owner brings it back with \/trail unlearn undo \d+\. Another call/,
    )
    expect(details).toMatchObject({ took: { feedback: 'f1', verdict: 'wrong', turn: 't1' }, request: expect.any(Number) })
    expect(taught).toBeGreaterThan(0.1)
    expect(await ledTo('rollbacks.md')).toBe(0)
    expect(await requests()).toMatchObject([{ actor: agent, origin: 'agent', data: { selector: 'feedback', selected: [1] } }])
  })

  test('only tells what it would take back, where it is asked to', async () => {
    await judged()
    const before = await head()

    const { text } = await call('memory_undo', { dryRun: true })

    expect(text).toMatch(/^This would be taken back: f1: wrong .*\nWould change: [^\n]*$/)
    expect(await head()).toBe(before)
  })

  test('takes back one verdict a call, the newest first, and says when there is none left', async () => {
    await judged()
    await call('memory_feedback', { verdict: 'not-useful', nodes: ['releases.md'], turn: 't1' })

    const told = [await call('memory_undo', {}), await call('memory_undo', null), await call('memory_undo', {})].map(({ text }) => text)

    expect(told.map((text) => text.split(' on ')[0])).toEqual([
      'Taken back: f2: not-useful',
      'Taken back: f1: wrong',
      'Nothing was changed. No verdict that still teaches was said in this conversation, so there is nothing to take back.',
    ])
    expect(warnings).toEqual([])
  })

  test('takes nothing back of another conversation', async () => {
    await judged()
    const other = { sessionKey: `agent:${agent}:other` }
    await turn(takesBack, other)

    expect((await call('memory_undo', {}, other)).text).toContain('there is nothing to take back')
    expect(await requests()).toEqual([])
  })

  test.each([
    ['somebody else wrote', { senderIsOwner: false }, /^Memory is for private conversations with the owner/],
    ['the host does not say who wrote', { senderIsOwner: undefined }, /^Nothing was taken back\. Only the owner/],
  ])('takes nothing back in a turn where %s, and says so', async (_, more, said) => {
    await judged()

    expect((await call('memory_undo', {}, more)).text).toMatch(said)
    expect(await requests()).toEqual([])
  })

  test('takes nothing back once the turn has read what others wrote, and says what the owner can do', async () => {
    await judged()
    const read = (toolName: string) => afterToolCall(parts)({ toolName, params: {} }, { ...context(), runId: `r${runs}` })

    await read('web_fetch')
    const page = await call('memory_undo', {})
    await turn('Do it now.')
    await read('memory_undo')
    const next = await call('memory_undo', {})

    expect(page.text).toMatch(/^Nothing was taken back\. Text of others was read in this turn.*\/trail undo/)
    expect(next.text).toContain('Taken back: f1: wrong')
    expect(await requests()).toHaveLength(1)
  })

  test.each([
    ['a heartbeat', { trigger: 'heartbeat' }, {}],
    ['a subagent', { sessionKey: 'agent:x:subagent:1' }, { sessionKey: 'agent:x:subagent:1' }],
  ])('takes nothing back in the session of %s, and says so', async (_, heard, asking) => {
    parts.state.parents.set('agent:x:subagent:1', { memory: 'owner', chatKind: 'main' })
    await judged()
    await turn('look around', heard)

    expect((await call('memory_undo', {}, asking)).text).toMatch(
      /^Nothing was taken back\. Nothing that is said in a (heartbeat|subagent) session/,
    )
    expect(await requests()).toEqual([])
  })

  test('takes nothing back where memory is switched off, or whose it is is not known', async () => {
    await judged()

    expect((await call('memory_undo', {}, { agentId: undefined })).text).toContain('not known whose memory')
    parts.state.muted.add(session)
    expect((await call('memory_undo', {})).text).toMatch(/^Nothing was taken back\. .*\/trail on/)
    expect(await requests()).toEqual([])
    expect(await feedbacks()).toHaveLength(1)
  })
})
