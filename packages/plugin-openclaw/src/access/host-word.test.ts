import { expect, test } from 'vitest'
import type { HeardContext } from '../host/conversation.ts'
import type { OfferedAsker } from '../host/shared-state.ts'
import { hostsWord, noteChecked, noteOffered } from './asker.ts'

const asking: HeardContext = { agentId: 'main', sessionKey: 'agent:main:main', channel: 'telegram', senderId: '42' }
const offered = { agentId: 'main', sessionKey: 'agent:main:main', messageChannel: 'telegram', requesterSenderId: '42', senderIsOwner: true }
const nothing = () => ({ askers: new Map<string, OfferedAsker>(), checked: new Map<string, boolean>() })
/** Everybody else of whom that word says nothing. */
const others: ReadonlyArray<readonly [string, HeardContext]> = [
  ['another sender of the conversation', { ...asking, senderId: '77' }],
  ['nobody', { ...asking, senderId: undefined } as never],
  ['the same id on another channel', { ...asking, channel: 'discord' }],
  ['another conversation', { ...asking, sessionKey: 'agent:main:other' }],
  ['another agent', { ...asking, agentId: 'work' }],
]

test('the word on the asker whom our tools were offered to holds for that asker alone', () => {
  const state = nothing()
  noteOffered(state, offered)

  expect(hostsWord(state, asking)).toBe(true)
  expect(others.map(([who, context]) => [who, hostsWord(state, context)])).toEqual(others.map(([who]) => [who, undefined]))
})

test('the word on a checked sender holds for that sender alone', () => {
  const state = nothing()
  noteChecked(state, asking, true)

  expect(hostsWord(state, asking)).toBe(true)
  expect(others.map(([who, context]) => [who, hostsWord(state, context)])).toEqual(others.map(([who]) => [who, undefined]))
})

test('the newest word counts, an offer before what was checked, and silence takes nothing back', () => {
  const state = nothing()
  noteOffered(state, offered)
  noteOffered(state, { ...offered, senderIsOwner: false })
  noteChecked(state, asking, true)
  const { senderIsOwner: _, ...silent } = offered
  noteOffered(state, silent)

  expect(hostsWord(state, asking)).toBe(false)
})

test('a conversation without a key goes by its id, and a channel that is named twice by its first name', () => {
  const state = nothing()
  const { sessionKey: _, ...keyless } = offered
  for (const sessionId of ['s1', 's2']) noteOffered(state, { ...keyless, sessionId, senderIsOwner: sessionId === 's1' })
  const byId = (sessionId: string): HeardContext => ({ ...asking, sessionKey: undefined, sessionId, messageProvider: 'discord' }) as never

  expect([hostsWord(state, byId('s1')), hostsWord(state, byId('s2'))]).toEqual([true, false])
  expect(hostsWord(state, { ...byId('s1'), channel: undefined, messageProvider: 'telegram' } as never)).toBe(true)
})
