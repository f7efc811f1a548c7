import { beginRun } from '@crabtrail/agent-host/state/runs'
import { sharedState } from '@crabtrail/agent-host/state/shared-state'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PluginParts } from '../host/openclaw.ts'
import { replyPayloadSending } from './after-turn.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const talk = { brain: 'local/main/default', session: 's', sessionKind: 'interactive', actor: 'openclaw', actorKind: 'host' } as const
const sessionKey = 'agent:main:s'

let states = 0
/** A run whose message is still being heard, and the reply that its host is about to send. */
const stage = () => {
  const state = sharedState(`heard-line-${++states}`)
  const run = beginRun(
    state,
    { agentId: 'main', sessionKey, runId: 'r' },
    { talk, access: { memory: 'owner', chatKind: 'named' }, interactive: true, request: { ...talk, question: '' } },
  )
  const heard = Promise.withResolvers<void>()
  run.hearing = heard.promise
  const hook = replyPayloadSending({ state, isOn: () => true, warn: () => {} } as Pick<
    PluginParts,
    'isOn' | 'state' | 'warn'
  > as PluginParts)
  const send = () => hook({ kind: 'final', payload: { text: 'Understood.' } }, { runId: 'r', sessionKey })
  return { heard, run, send }
}

test('a reply that is faster than the memory waits for what was heard', async () => {
  const { heard, run, send } = stage()

  const reply = send()
  run.calledWrong = ['memory/rates.md']
  heard.resolve()

  expect(await reply).toEqual({ payload: { text: 'Understood.\n\nnoted: «memory/rates.md» was called wrong · /trail undo' } })
  expect(await send()).toBeUndefined()
})

test('and waits half a second for a memory that does not answer', async () => {
  const reply = Promise.resolve(stage().send())
  const ended = vi.fn()
  void reply.then(ended)

  await vi.advanceTimersByTimeAsync(499)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledWith(undefined)
})
