import * as Result from 'effect/Result'
import { beforeEach, expect, test } from 'vitest'
import type { Access } from '../host/conversation.ts'
import { type HeardContext, talkOf } from '../host/conversation.ts'
import type { PluginParts } from '../host/handler.ts'
import { sharedState } from '../host/shared-state.ts'
import { beginRun } from '../turn/runs.ts'
import { checkAsker, hostsWord } from './asker.ts'

const context: HeardContext = { agentId: 'main', sessionKey: 'agent:main:main', channel: 'telegram', senderId: '42', runId: 'r1' }
const owner: Access = { memory: 'owner', chatKind: 'main' }
const disputed: Access = { memory: 'none', chatKind: 'main', reason: 'disputed' }

let tests = 0
let warnings: string[]
let parts: PluginParts
beforeEach(() => {
  warnings = []
  // Where nothing is withdrawn the memory is not asked.
  parts = { state: sharedState(`checked ${++tests}`), warn: (text: string) => warnings.push(text) } as never
})

const check = (access: Access, senderIsOwner: boolean | undefined) => {
  const talk = Result.getOrThrow(talkOf(context))
  const run = beginRun(parts.state, context, { talk, access, interactive: true, request: {} as never })
  run.senderIsOwner = senderIsOwner
  return checkAsker(parts, run, context)
}

test.each([
  [true, true],
  [false, false],
  [undefined, undefined],
])('the host’s word on who asks, %s, holds for the next question of that sender', (senderIsOwner, word) => {
  check({ memory: 'none', chatKind: 'main', reason: 'unknown-asker' }, senderIsOwner)

  expect(hostsWord(parts.state, context)).toBe(word)
})

test('a dispute about who the owner is lasts until the owner is known, and is told once with the channel', () => {
  check({ memory: 'none', chatKind: 'group', reason: 'group' }, true)
  const without = parts.state.health.problems.size
  for (const senderIsOwner of [true, true]) check(disputed, senderIsOwner)
  const lasting = [...parts.state.health.problems.keys()]

  expect(without).toBe(0)
  expect(check(owner, true)).toBeUndefined()
  expect(lasting).toEqual(['owner-disputed'])
  expect([...parts.state.health.problems.keys()]).toEqual([])
  expect(warnings).toEqual([expect.stringContaining('telegram:ID')])
})
