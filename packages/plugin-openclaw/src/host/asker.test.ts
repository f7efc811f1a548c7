import {
  accessNow,
  brainSeenBy,
  checkAsker,
  hostsWord,
  noteChecked,
  noteChild,
  provenAccess,
  sessionTalk,
} from '@crabtrail/agent-host/access/asker'
import { type Access, type HeardContext, talkOf } from '@crabtrail/agent-host/conversation/conversation'
import { beginRun } from '@crabtrail/agent-host/state/runs'
import { type OfferedAsker, type Run, type SharedState, sharedState } from '@crabtrail/agent-host/state/shared-state'
import * as Result from 'effect/Result'
import { beforeEach, expect, test } from 'vitest'
import { childOf } from '../hooks/tool-calls.ts'
import { noteOffered } from '../tools/tools.ts'
import { heardOf } from './heard.ts'
import { openClawParts, type PluginParts, usualNaming } from './openclaw.ts'

const context: HeardContext = { agentId: 'main', sessionKey: 'agent:main:main', channel: 'telegram', senderId: '42', runId: 'r1' }
const owner: Access = { memory: 'owner', chatKind: 'main' }
const disputed: Access = { memory: 'none', chatKind: 'main', reason: 'disputed' }

let tests = 0
let warnings: string[]
let parts: PluginParts
beforeEach(() => {
  warnings = []
  // Where nothing is withdrawn the memory is not asked.
  parts = { host, state: sharedState(`checked ${++tests}`), warn: (text: string) => warnings.push(text) } as never
})

const check = (access: Access, senderIsOwner: boolean | undefined) => {
  const talk = Result.getOrThrow(talkOf(usualNaming, context))
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

const config = { groups: 'none', senders: 'owner' } as never
const { host, owners } = openClawParts(() => ({}))

test('a subagent sees what was noted of its maker, and another one nothing', () => {
  const state = sharedState('run-access')
  const made: Access = { memory: 'owner', chatKind: 'main' }
  state.parents.set('agent:main:subagent:1', made)
  const seenBy = (sessionKey: string) => accessNow({ config, owners, state }, heardOf({ agentId: 'main', sessionKey }))

  expect(seenBy('agent:main:subagent:1')).toEqual(made)
  expect(seenBy('agent:main:subagent:2')).toMatchObject({ memory: 'none', reason: 'unknown-asker' })
})

test('the beginning of a conversation is told to the memory that it may see, and to none where it may see none', () => {
  const talk = (sessionKey: string) => sessionTalk({ config, owners, naming: usualNaming }, heardOf({ agentId: 'main', sessionKey }))

  expect(talk('agent:main:main')).toMatchObject({ brain: 'local/main/default' })
  expect(talk('agent:main:telegram:group:-7')).toBeUndefined()
  expect(talk('agent:main:telegram:direct:77')).toBeUndefined()
})

const asking: HeardContext = { agentId: 'main', sessionKey: 'agent:main:main', channel: 'telegram', senderId: '42' }
const offered = { agentId: 'main', sessionKey: 'agent:main:main', messageChannel: 'telegram', requesterSenderId: '42', senderIsOwner: true }
const nothing = (): Pick<SharedState, 'askers' | 'checked'> => ({
  askers: new Map<string, OfferedAsker>(),
  checked: new Map<string, boolean>(),
})
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

const conversation = { agentId: 'main', sessionKey: 'agent:main:main' }
const heardContext: HeardContext = { ...conversation, runId: 'r1' }
const ownersAccess: Access = { memory: 'owner', chatKind: 'main' }
const apart: Access = { memory: 'apart', chatKind: 'group', name: 'group-1' }
const none: Access = { memory: 'none', chatKind: 'group', reason: 'group' }

const seenIn = (state: SharedState, asked: Parameters<typeof brainSeenBy>[1]) => brainSeenBy({ state, naming: usualNaming }, asked)
const begun = (access: Access, about: Partial<Run> = {}) => {
  const state = { runs: new Map(), parents: new Map() } as never as SharedState
  const talk = Result.getOrThrow(talkOf(usualNaming, heardContext))
  const run = beginRun(state, heardContext, { talk, access, interactive: true, request: {} as never })
  return { state, run: Object.assign(run, { senderIsOwner: true }, about) }
}

test.each([
  ['the ownersAccess’s, as the host said', ownersAccess, {}, 'local/main/default'],
  ['one that nobody asked for', ownersAccess, { interactive: false, senderIsOwner: false }, 'local/main/default'],
  ['the ownersAccess’s, of whom the host said nothing yet', ownersAccess, { senderIsOwner: undefined }, undefined],
  ['one of which the host says that it is not the ownersAccess’s', ownersAccess, { senderIsOwner: false }, undefined],
  ['one of a memory apart', apart, { senderIsOwner: false }, 'local/main/group-1'],
  ['one that may see nothing', none, {}, undefined],
  ['one that has ended', ownersAccess, { ended: 'success' as const }, undefined],
])('the memory that a search in a run sees: %s', (_, access, about, brain) => {
  expect(seenIn(begun(access, about).state, conversation)).toBe(brain)
})

test('a search in a conversation without a run, or of nobody known, sees none', () => {
  const { state } = begun(ownersAccess)

  expect(seenIn(state, { ...conversation, sessionKey: 'agent:main:other' })).toBeUndefined()
  expect(seenIn(state, { ...conversation, agentId: undefined })).toBeUndefined()
  expect(seenIn(state, { ...conversation, sessionKey: undefined })).toBeUndefined()
})

test('the newest run of a conversation decides', () => {
  const { state } = begun(ownersAccess)
  beginRun(
    state,
    { ...context, runId: 'r2' },
    { talk: Result.getOrThrow(talkOf(usualNaming, heardContext)), access: none, interactive: true, request: {} as never },
  )

  expect(seenIn(state, conversation)).toBeUndefined()
})

const made = (key: unknown) => ({ toolName: 'sessions_spawn', params: {}, result: { details: { childSessionKey: key } } })
const child = 'agent:main:subagent:7'
const spawned = (state: SharedState, run: Run, call: Parameters<typeof childOf>[1]) => {
  const key = childOf(run, call)
  if (key !== undefined) noteChild(state, run, key)
}

test('a subagent gets what is proven of the run that made it', () => {
  const { run, state } = begun(ownersAccess)
  spawned(state, run, made(child))

  expect(state.parents.get(child)).toEqual(provenAccess(run))
})

test.each([
  ['another tool made', made(child), { toolName: 'exec' }, {}],
  ['another agent has', made('agent:work:subagent:7'), {}, {}],
  ['is no subagent', made('agent:main:main'), {}, {}],
  ['has no key', made(7), {}, {}],
  ['an unproven run made', made(child), {}, { senderIsOwner: undefined }],
])('a conversation that %s gets nothing', (_, call, other, about) => {
  const { run, state } = begun(ownersAccess, about)
  spawned(state, run, { ...call, ...other })

  expect([...state.parents]).toEqual([])
})
