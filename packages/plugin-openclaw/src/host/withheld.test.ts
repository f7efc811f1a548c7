import { settleOwnerLists, withhold } from '@crabtrail/agent-host/access/withheld'
import type { Withheld } from '@crabtrail/agent-host/conversation/conversation'
import { type HeardContext, talkOf } from '@crabtrail/agent-host/conversation/conversation'
import { newestRun } from '@crabtrail/agent-host/state/runs'
import { sharedState } from '@crabtrail/agent-host/state/shared-state'
import * as Result from 'effect/Result'
import { beforeEach, expect, test } from 'vitest'
import { openClawParts, type PluginParts, usualNaming } from './openclaw.ts'
import type { HostConfig } from './owners.ts'

const conversation = { agentId: 'main', sessionKey: 'agent:main:main' }
const advice = expect.stringContaining(`'["telegram:YOUR_ID"]'`)

let tests = 0
let skipped: string[]
let host: HostConfig
let parts: PluginParts
beforeEach(() => {
  ;[skipped, host] = [[], {}]
  const worker = { skip: (_: object, reason: string) => skipped.push(reason) }
  parts = {
    state: sharedState(`withheld ${++tests}`),
    ...openClawParts(() => host),
    warn: () => {},
    memory: { worker: () => worker },
  } as never
})

const turn = (reason: Withheld, channel: string | undefined, interactive = true) => {
  const context = { ...conversation, runId: 'r1', ...(channel === undefined ? {} : { channel }) } as HeardContext
  const access = { memory: 'none', chatKind: 'main', reason } as const
  return withhold(parts, {
    access,
    context,
    interactive,
    talk: Result.getOrThrow(talkOf(usualNaming, context)),
    request: {} as never,
    saidDigest: '',
  })
}
const owed = () => [...parts.state.health.owed.values()]

test('a turn without memory is recorded and counted with its reason, and its run has none to show', () => {
  for (const _ of [1, 2]) turn('group', 'telegram')
  const asked = newestRun(parts.state, conversation)
  turn('not-owner', 'telegram', false)

  expect(skipped).toEqual(['group', 'group', 'not-interactive'])
  expect(parts.state.health.absences).toEqual({ group: 2, 'not-interactive': 1 })
  expect(asked).toMatchObject({ access: { memory: 'none' }, interactive: false })
})

test('that the owner list names nobody of a channel is owed to the owner, and over once it names somebody', () => {
  turn('not-owner', 'telegram')
  settleOwnerLists(parts)
  const lasting = owed()
  host = { commands: { ownerAllowFrom: ['telegram:42'] } }
  settleOwnerLists(parts)

  expect(lasting).toEqual([advice])
  expect(parts.state.health.problems.size).toBe(0)
})

test.each([
  ['in a group', 'group', 'telegram', true, {}],
  ['in web chat', 'not-owner', 'webchat', true, {}],
  ['without a channel', 'not-owner', undefined, true, {}],
  ['where nobody asked', 'not-owner', 'telegram', false, {}],
  ['where the list names somebody', 'not-owner', 'telegram', true, { commands: { ownerAllowFrom: ['telegram:42'] } }],
] as const)('the owner list is no matter %s', (_, reason, channel, interactive, config) => {
  host = config
  turn(reason, channel, interactive)

  expect(owed()).toEqual([])
})
