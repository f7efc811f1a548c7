import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findRun } from '../../packages/agent-host/src/state/runs.ts'
import { afterToolCall } from '../../packages/plugin-openclaw/src/hooks/tool-calls.ts'
import {
  agent,
  call,
  context,
  correction,
  feedbacks,
  folder,
  parts,
  remember,
  runs,
  session,
  setStage,
  stage,
  turn,
  warnings,
} from './tools-stage.ts'

setStage()

describe('memory_feedback', () => {
  test('is the owner’s word where his own message of the turn says that something was wrong', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    await turn(correction)

    const { details, text } = await call('memory_feedback', { verdict: 'wrong', nodes: ['[releases.md]'], turn: 't1' })

    expect(text).toMatch(/^Noted as f1 on t1: wrong\. /)
    expect(details).toMatchObject({ feedback: 'f1', turn: 't1' })
    expect(await feedbacks()).toMatchObject([{ actor: 'owner', origin: 'owner', data: { verdict: 'wrong', tier: 'conscious' } }])
  })

  test.each([
    ['the owner’s message judges nothing', 'how are releases deployed', {}, () => {}],
    ['nobody said that the message that judges is the owner’s', correction, { senderIsOwner: 'unsaid' }, () => {}],
    ['the run is not known', correction, {}, () => parts.state.runs.clear()],
  ] as const)('is the agent’s own, and counts as less, when %s', async (_, message, from, forget) => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    await turn(message, {}, from)
    forget()

    await call('memory_feedback', { verdict: 'used', nodes: ['releases.md'], turn: 't1' })

    expect(await feedbacks()).toMatchObject([{ actor: agent, origin: 'agent', data: { verdict: 'used', tier: 'agent' } }])
  })

  test.each([
    ['somebody else wrote', { senderIsOwner: false }, /^Memory is for private conversations with the owner/],
    ['the host does not say who wrote', { senderIsOwner: undefined }, /^Nothing was recorded\. Only what the owner/],
  ])('records nothing in a turn where %s, whatever the message says, and says so', async (_, more, said) => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    await turn(correction)

    const { text } = await call('memory_feedback', { verdict: 'wrong', nodes: ['releases.md'], turn: 't1' }, more)

    expect(text).toMatch(said)
    expect(await feedbacks()).toEqual([])
  })

  test('is the agent’s own once the turn has read what others wrote, whoever asked for it', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    await turn(correction)
    const read = (toolName: string) => afterToolCall(parts)({ toolName, params: {} }, { ...context(), runId: `r${runs}` })

    await read('tool_search')
    await read('write')
    await call('memory_feedback', { verdict: 'not-useful', nodes: ['releases.md'], turn: 't1' })
    await read('web_fetch')
    await call('memory_feedback', { verdict: 'wrong', nodes: ['releases.md'], turn: 't1' })

    expect(await feedbacks()).toMatchObject([
      { actor: 'owner', data: { verdict: 'not-useful', tier: 'conscious' } },
      { actor: agent, origin: 'agent', data: { verdict: 'wrong', tier: 'agent' } },
    ])
  })

  test('is about a turn of another conversation only where the owner asks, and nothing that others wrote was read', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    const other = { sessionKey: `agent:${agent}:group` }
    await turn('hello there', other)
    const judged = { verdict: 'not-useful', nodes: ['releases.md'], turn: 't1' }

    const owner = await call('memory_feedback', judged, other)
    await afterToolCall(parts)({ toolName: 'web_fetch', params: {} }, { ...context(), ...other, runId: `r${runs}` })
    const page = await call('memory_feedback', judged, other)
    const there = await call('memory_feedback', { ...judged, turn: '1' })

    expect(owner.text).toContain('Noted as f1 on t1')
    expect(page.text).toBe('Nothing was changed. t1 is no turn of this conversation; leave it out for the last one.')
    expect(there.text).toContain('Noted as f2 on t1')
    expect(await feedbacks()).toHaveLength(2)
  })

  test('takes a note, and the memory that would have been right', async () => {
    await remember('releases.md', 'Releases')
    await remember('rollbacks.md', 'Rollbacks')
    await turn('how are releases deployed')

    const { text } = await call('memory_feedback', {
      verdict: 'not-relevant',
      nodes: ['releases.md'],
      instead: ['rollbacks.md'],
      note: 'they meant rollbacks',
    })

    expect(text).toContain('rollbacks.md')
    expect(await feedbacks()).toMatchObject([{ data: { instead: [2], text: expect.any(String) } }])
  })

  test('is about everything that was given where no memory is named', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    await call('memory_feedback', { verdict: 'not-useful' })

    expect(await feedbacks()).toMatchObject([{ data: { about: 'turn', nodes: [1] } }])
  })

  describe('where no turn is named', () => {
    const given = (included: ReadonlyArray<string>) =>
      expect(findRun(parts.state, { ...context(), runId: `r${runs}` })?.included).toEqual(included)
    const judged = async () => (await feedbacks()).map(({ data, turn: on }) => [on, data['verdict'], data['nodes']])

    test('is on the turn that a correcting message corrects, though its own recall gave the same note', async () => {
      await remember('releases.md', 'Releases')
      await turn('how are releases deployed')
      await turn('No, that is wrong. How are releases deployed?')
      given(['releases.md'])

      expect((await call('memory_feedback', { verdict: 'wrong', nodes: ['releases.md'] })).text).toContain('Noted as f1 on t1: wrong')
      expect((await call('memory_feedback', { verdict: 'not-useful' })).text).toContain('Noted as f2 on t1: not-useful')
    })

    test('is on a note of an earlier turn, where the recall of the correcting message gave others', async () => {
      await remember('releases.md', 'Releases')
      await remember('ferries.md', 'Ferries')
      await turn('how are releases deployed')
      await turn('No, that is wrong. And ferries?')
      given(['ferries.md'])

      await call('memory_feedback', { verdict: 'wrong', nodes: ['releases.md'], instead: ['ferries.md'] })
      await call('memory_feedback', { verdict: 'not-relevant', nodes: ['ferries.md'] })

      expect(await judged()).toEqual([
        ['t1', 'wrong', [1]],
        ['t2', 'not-relevant', [2]],
      ])
    })

    test('is on the turn under way where its message corrects nothing', async () => {
      await remember('releases.md', 'Releases')
      await turn('how are releases deployed')
      await turn('and how are Releases deployed')
      given(['releases.md'])

      expect((await call('memory_feedback', { verdict: 'not-relevant' })).text).toContain('on t2')
      expect((await call('memory_feedback', { verdict: 'used', nodes: ['releases.md'] })).text).toContain('on t2')
    })

    test('takes notes of several turns, each on its own', async () => {
      await remember('releases.md', 'Releases')
      await remember('ferries.md', 'Ferries', 'owner', 'leave at six')
      await turn('how are releases deployed')
      await turn('when do ferries leave')
      await turn('Thank you!')

      const { text } = await call('memory_feedback', { verdict: 'used', nodes: ['releases.md', 'ferries.md'] })

      expect(text).toMatch(/Noted as f1 on t1: used\.[\s\S]*Noted as f2 on t2: used\./)
    })

    test('blames nothing where the answer before was given no notes, and says what to name', async () => {
      await remember('releases.md', 'Releases')
      await turn('how are releases deployed')
      await turn('What a day!')
      given([])
      await turn('No, that is wrong.')

      const { text } = await call('memory_feedback', { verdict: 'wrong' })

      expect(text).toMatch(/^Nothing was changed\. /)
      expect(text).toContain('name the notes by the ids')
      expect(text).not.toContain('--')
      expect(await feedbacks()).toEqual([])
    })
  })

  test('takes a turn as the fence names it, and finds the notes elsewhere where that turn did not have them', async () => {
    await remember('releases.md', 'Releases')
    await remember('ferries.md', 'Ferries', 'owner', 'leave at six')
    await turn('how are releases deployed')
    await turn('when do ferries leave')

    await call('memory_feedback', { verdict: 'not-useful', nodes: ['ferries.md'], turn: 't2' })
    await call('memory_feedback', { verdict: 'not-useful', nodes: ['releases.md'], turn: 't2' })

    expect((await feedbacks()).map(({ data, turn: on }) => [on, data['nodes']])).toEqual([
      ['t2', [2]],
      ['t1', [1]],
    ])
  })

  test('finds the last turn in the log when the gateway was started anew', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    await turn('thanks')
    parts.state.runs.clear()

    expect((await call('memory_feedback', { verdict: 'used', nodes: ['releases.md'] })).text).toContain('on t1')
  })

  test.each([
    ['a heartbeat', { trigger: 'heartbeat' }, {}],
    ['a subagent', { sessionKey: 'agent:x:subagent:1' }, { sessionKey: 'agent:x:subagent:1' }],
  ])('records nothing in the session of %s, and says so', async (_, heard, asking) => {
    parts.state.parents.set('agent:x:subagent:1', { memory: 'owner', chatKind: 'main' })
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    await turn('look around', heard)

    const { text } = await call('memory_feedback', { verdict: 'used', nodes: ['releases.md'] }, asking)

    expect(text).toMatch(/Nothing was recorded\. Nothing that is said in a (heartbeat|subagent) session teaches/)
    expect(await feedbacks()).toEqual([])
  })

  test('records nothing where memory is switched off, and says how to switch it on', async () => {
    parts.state.muted.add(session)

    expect((await call('memory_feedback', { verdict: 'used' })).text).toContain('/trail on')
  })

  test.each([
    ['nothing was recalled yet', { verdict: 'used', nodes: ['releases.md'] }, 'No notes were recalled in this conversation yet'],
    ['the verdict is none', { verdict: 'bad' }, 'Give a verdict: used, not-relevant, not-useful, wrong.'],
    ['nothing is given', null, 'Give a verdict'],
    ['the turn is none', { verdict: 'used', turn: 't99' }, 'Nothing was changed.'],
  ])('says what to do when %s, and changes nothing', async (_, given, said) => {
    expect((await call('memory_feedback', given)).text).toContain(said)
    expect(warnings).toEqual([])
  })

  test('says what to do when the memory was not shown', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    expect((await call('memory_feedback', { verdict: 'used', nodes: ['elsewhere.md'] })).text).toMatch(
      /^Nothing was changed\. no note elsewhere\.md is known there; memory_why/,
    )
    expect(warnings).toEqual([])
  })

  test('lets the agent go on when the store cannot be reached, and counts that', async () => {
    mkdirSync(join(folder, 'folder.db'))
    const broken = stage(join(folder, 'folder.db'))
    broken.memory.start(() => {})

    const tool = broken.tools.get('memory_feedback')?.(context())
    const answer = await tool?.execute('call', { verdict: 'used', nodes: ['a'], turn: 't1' })
    await broken.memory.stop()

    expect(answer?.content[0]?.text).toMatch(/^The memory could not answer: .*Go on without it\.$/s)
    expect(broken.parts.state.health.hooks['memory_feedback']).toMatchObject({ failures: 1 })
    expect(broken.warnings).toHaveLength(1)
  })

  test('reaches nobody’s memory when the agent is not known', async () => {
    expect((await call('memory_feedback', { verdict: 'used' }, { agentId: undefined })).text).toContain('not known whose memory')
  })
})
