import * as Result from 'effect/Result'
import { expect, test } from 'vitest'
import type { Access } from '../host/conversation.ts'
import { type HeardContext, talkOf } from '../host/conversation.ts'
import type { Run, SharedState } from '../host/shared-state.ts'
import { beginRun } from '../turn/runs.ts'
import { brainSeenBy, noteChild, provenAccess } from './asker.ts'

const conversation = { agentId: 'main', sessionKey: 'agent:main:main' }
const context: HeardContext = { ...conversation, runId: 'r1' }
const owner: Access = { memory: 'owner', chatKind: 'main' }
const apart: Access = { memory: 'apart', chatKind: 'group', name: 'group-1' }
const none: Access = { memory: 'none', chatKind: 'group', reason: 'group' }

const begun = (access: Access, about: Partial<Run> = {}) => {
  const state = { runs: new Map(), parents: new Map() } as never as SharedState
  const talk = Result.getOrThrow(talkOf(context))
  const run = beginRun(state, context, { talk, access, interactive: true, request: {} as never })
  return { state, run: Object.assign(run, { senderIsOwner: true }, about) }
}

test.each([
  ['the owner’s, as the host said', owner, {}, 'local/main/default'],
  ['one that nobody asked for', owner, { interactive: false, senderIsOwner: false }, 'local/main/default'],
  ['the owner’s, of whom the host said nothing yet', owner, { senderIsOwner: undefined }, undefined],
  ['one of which the host says that it is not the owner’s', owner, { senderIsOwner: false }, undefined],
  ['one of a memory apart', apart, { senderIsOwner: false }, 'local/main/group-1'],
  ['one that may see nothing', none, {}, undefined],
  ['one that has ended', owner, { ended: 'success' as const }, undefined],
])('the memory that a search in a run sees: %s', (_, access, about, brain) => {
  expect(brainSeenBy(begun(access, about).state, conversation)).toBe(brain)
})

test('a search in a conversation without a run, or of nobody known, sees none', () => {
  const { state } = begun(owner)

  expect(brainSeenBy(state, { ...conversation, sessionKey: 'agent:main:other' })).toBeUndefined()
  expect(brainSeenBy(state, { ...conversation, agentId: undefined })).toBeUndefined()
  expect(brainSeenBy(state, { ...conversation, sessionKey: undefined })).toBeUndefined()
})

test('the newest run of a conversation decides', () => {
  const { state } = begun(owner)
  beginRun(
    state,
    { ...context, runId: 'r2' },
    { talk: Result.getOrThrow(talkOf(context)), access: none, interactive: true, request: {} as never },
  )

  expect(brainSeenBy(state, conversation)).toBeUndefined()
})

const made = (key: unknown) => ({ toolName: 'sessions_spawn', result: { details: { childSessionKey: key } } })
const child = 'agent:main:subagent:7'

test('a subagent gets what is proven of the run that made it', () => {
  const { run, state } = begun(owner)
  noteChild(state, run, made(child))

  expect(state.parents.get(child)).toEqual(provenAccess(run))
})

test.each([
  ['another tool made', made(child), { toolName: 'exec' }, {}],
  ['another agent has', made('agent:work:subagent:7'), {}, {}],
  ['is no subagent', made('agent:main:main'), {}, {}],
  ['has no key', made(7), {}, {}],
  ['an unproven run made', made(child), {}, { senderIsOwner: undefined }],
])('a conversation that %s gets nothing', (_, call, other, about) => {
  const { run, state } = begun(owner, about)
  noteChild(state, run, { ...call, ...other })

  expect([...state.parents]).toEqual([])
})
