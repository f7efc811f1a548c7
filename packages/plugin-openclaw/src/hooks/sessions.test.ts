import { conversationOf, type RenewalStep, sharedState } from '@crabtrail/agent-host/state/shared-state'
import { holdEnd } from '@crabtrail/agent-host/turn/completion'
import { endSession, renew } from '@crabtrail/agent-host/turn/session'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const talk = {
  brain: 'local/main/default',
  session: 'agent:main:s',
  sessionKind: 'interactive',
  actor: 'openclaw',
  actorKind: 'host',
} as const

let states = 0
const stage = () => {
  const told: string[] = []
  const signal = (_method: string, request: { readonly event?: string; readonly reason?: string }) =>
    void told.push([request.event, request.reason].join(' ').trim())
  const config = { judging: 'off', model: 'off' }
  const parts = { config, memory: { worker: () => ({ signal }) }, state: sharedState(`renewal-${++states}`) } as never as Parameters<
    typeof renew
  >[0]
  return { told, parts }
}
const steps: ReadonlyArray<RenewalStep> = ['reset', 'end', 'start']

describe('a reset', () => {
  test.each([
    ['asked for by a program', ['reset', 'end', 'start']],
    ['asked for in a chat', ['end', 'start', 'reset']],
    ['told only as such', ['reset']],
    ['told as an end and a start', ['end', 'start']],
  ] as const)('ends a session and begins one: %s', (_, order) => {
    const { parts, told } = stage()

    for (const step of order) renew(parts, talk, step, 'reset')

    expect(told).toEqual(['ended reset', 'started'])
  })

  test('counts once, however often a session is reset and in whatever order the host tells of it', () => {
    const orders = fc.array(fc.shuffledSubarray([...steps], { minLength: 3 }), { maxLength: 6 })

    fc.assert(
      fc.property(orders, (resets) => {
        const { parts, told } = stage()

        for (const step of resets.flat()) renew(parts, talk, step, 'reset')

        expect(told).toEqual(resets.flatMap(() => ['ended reset', 'started']))
      }),
    )
  })

  test('of one session is none of another', () => {
    const { parts, told } = stage()

    renew(parts, talk, 'end', 'reset')
    renew(parts, { ...talk, brain: 'local/work/default' }, 'start', 'reset')

    expect(told).toEqual(['ended reset', 'started', 'ended reset', 'started'])
  })
})

test('an end takes what belonged to the session with it: its hints, and turns that could have been tried again', () => {
  const { parts, told } = stage()
  parts.state.hits.set(conversationOf(talk), [{ source: 'a.md', text: 'a' }])
  holdEnd(parts.state, 'r1', conversationOf(talk), () => told.push('turn ended'))

  endSession(parts, talk, 'closed')

  expect(told).toEqual(['turn ended', 'ended closed'])
  expect(parts.state.hits.size).toBe(0)
})
