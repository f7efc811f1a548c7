import { type HeardPrompt, recallSignal as signalOf } from '@crabtrail/agent-host/conversation/conversation'
import { limits } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { type HookContext, heardOf } from './heard.ts'
import { usualNaming } from './openclaw.ts'

const recallSignal = (prompt: HeardPrompt, context: HookContext, asking: Parameters<typeof signalOf>[2]) =>
  signalOf(prompt, heardOf(context), asking)

const turn: HookContext = {
  agentId: 'main',
  sessionKey: 'agent:main:main',
  sessionId: '0b4f',
  runId: 'r1',
  trigger: 'user',
  workspaceDir: '/home/a/workspace',
}

const access = { memory: 'owner', chatKind: 'main' } as const
const naming = usualNaming

describe('the signal of a prompt', () => {
  test('is a question to the brain of the agent, in its session, once a run', () => {
    const signal = recallSignal({ prompt: '[Fri 2026-11-20 14:31 UTC] How do I deploy?' }, turn, { access, naming, tokens: 500 })

    const talk = {
      brain: 'local/main/default',
      session: 'agent:main:main',
      sessionKind: 'interactive',
      actor: 'openclaw',
      actorKind: 'host',
      agent: 'main',
      workspace: '/home/a/workspace',
    }
    expect(signal).toEqual({
      heard: 'question',
      interactive: true,
      talk,
      request: {
        ...talk,
        question: 'How do I deploy?',
        today: '2026-11-20',
        asker: { chatKind: 'main' },
        budget: 500,
        key: expect.stringMatching(/^recall:[0-9a-f]{64}$/),
        ensure: true,
      },
    })
  })

  test('is one for each question of a run of a session, also where a client gives several runs one id, or a long one', () => {
    const keyOf = (more: HookContext, prompt = 'How do I deploy?') => {
      const signal = recallSignal({ prompt }, { ...turn, ...more }, { access, naming })
      return signal.heard === 'unknown-agent' ? undefined : signal.request.key
    }
    const long = 'r'.repeat(10_000)

    expect(keyOf({})).toBe(keyOf({}))
    expect(new Set([{}, { runId: 'r2' }, { runId: long }, { sessionKey: 'agent:main:other' }].map((more) => keyOf(more))).size).toBe(4)
    expect(keyOf({}, 'And how do I roll back?')).not.toBe(keyOf({}))
    expect(Buffer.byteLength(keyOf({ runId: long }) ?? '')).toBeLessThan(limits.idBytes)
  })

  test('prefers the message of this turn to a prompt that may hold history', () => {
    const signal = recallSignal({ prompt: 'earlier\n\nHow do I deploy?', currentUserMessage: 'How do I deploy?' }, turn, { access, naming })

    expect(signal).toMatchObject({ request: { question: 'How do I deploy?' } })
  })

  test('is nothing when nothing was said, whatever the history says', () => {
    const signal = recallSignal({ prompt: 'earlier', currentUserMessage: '' }, turn, { access, naming })

    expect(signal).toMatchObject({ heard: 'nothing', interactive: true, request: { question: '', brain: 'local/main/default' } })
  })

  test.each([
    ['is missing', undefined],
    ['cannot be part of a key', 'a b'],
    ['would reach into another key', 'other/agent'],
    ['is empty', ''],
  ])('reaches no brain when the agent %s', (_, agentId) => {
    const { agentId: _agentId, ...rest } = turn

    expect(recallSignal({ prompt: 'a' }, agentId === undefined ? rest : { ...rest, agentId }, { access, naming })).toMatchObject({
      heard: 'unknown-agent',
    })
  })

  test('falls back to the session id when the session has no key', () => {
    const { sessionKey: _sessionKey, ...rest } = turn

    expect(recallSignal({ prompt: 'a' }, rest, { access, naming })).toMatchObject({ request: { session: '0b4f' } })
  })

  test.each([
    ['heartbeat', { trigger: 'heartbeat' }],
    ['cron', { trigger: 'cron' }],
    ['cron', { sessionKey: 'agent:main:cron:job:run:1' }],
    ['subagent', { sessionKey: 'agent:main:subagent:7' }],
    ['subagent', { sessionKey: 'Subagent:7' }],
    ['interactive', { trigger: 'memory' }],
    ['interactive', { trigger: 'manual' }],
    ['interactive', { trigger: 'manual', inputProvenance: { kind: 'external_user' } }],
    ['interactive', { inputProvenance: { kind: 'inter_session' } }],
    ['interactive', { inputProvenance: { kind: 'internal_system' } }],
  ] as const)('only reads in a %s session when nobody asked: %o', (sessionKind, context) => {
    const signal = recallSignal({ prompt: 'a' }, { ...turn, ...context }, { access, naming })

    expect(signal).toMatchObject({ interactive: false, request: { sessionKind } })
    expect(signal).not.toHaveProperty('request.key')
  })

  test.each([
    ['agent:main:main:heartbeat', { trigger: 'heartbeat' }],
    ['agent:main:main:heartbeat', { trigger: 'heartbeat', sessionKey: 'agent:main:main:heartbeat' }],
    ['agent:main:main:cron', { trigger: 'cron' }],
    ['agent:main:cron:job', { trigger: 'cron', sessionKey: 'agent:main:cron:job' }],
    ['agent:main:subagent:7', { sessionKey: 'agent:main:subagent:7' }],
    ['agent:main:main', { inputProvenance: { kind: 'inter_session' } }],
  ])('belongs to the session %s with %o: what a heartbeat does in a person’s is none of theirs', (session, context) => {
    expect(recallSignal({ prompt: 'a' }, { ...turn, ...context }, { access, naming })).toMatchObject({ request: { session } })
  })

  test.each([{ trigger: 'user' }, { inputProvenance: { kind: 'external_user' } }])('is a person’s with %o', (context) => {
    expect(recallSignal({ prompt: 'a' }, { ...turn, ...context }, { access, naming })).toMatchObject({ interactive: true })
  })
})
