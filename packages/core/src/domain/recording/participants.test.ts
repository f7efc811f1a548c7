import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { balanced, crabpath } from '../profiles/profiles.ts'
import { given, owner, ref } from '../testing/given.ts'
import { introduce, type Participants } from './turn.ts'

const name = ref('a')
const key = ref('b')
const begun: ReadonlyArray<NewEvent> = [
  { type: 'ActorNamed', data: { actor: 3, name, kind: 'owner' } },
  { type: 'SessionStarted', data: { session: 1, key, kind: 'interactive' } },
]
const newAgent: Participants = {
  actor: { known: undefined, name, kind: 'agent' },
  session: { known: undefined, key, kind: 'interactive', workspace: name },
  origin: 'agent',
}
const known: Participants = { actor: { known: 3, name, kind: 'owner' }, session: { known: 1, key, kind: 'cli' }, origin: 'owner' }
const introductions: ReadonlyArray<NewEvent> = [
  { type: 'ActorNamed', data: { actor: 4, name, kind: 'agent' } },
  { type: 'SessionStarted', data: { session: 2, key, kind: 'interactive', workspace: name } },
]

describe('an introduction', () => {
  test('gives the next number to an actor and a session that are heard of for the first time', () => {
    const { events, speaker } = introduce(given(...begun).state, newAgent)

    expect(events).toEqual(introductions)
    expect(speaker).toEqual({ origin: 'agent', actor: 4, session: 'interactive', sessionNumber: 2, isNewSession: true, first: 5 })
  })

  test('is not needed by those who are known by number; their session is of the kind that it was started as', () => {
    const { events, speaker } = introduce(given(...begun).state, known)

    expect(events).toEqual([])
    expect(speaker).toMatchObject({ actor: 3, session: 'interactive', sessionNumber: 1, isNewSession: false, first: 3 })
  })

  test('is not needed by the memory itself, nor outside a session', () => {
    expect(introduce(given(...begun).state, 'memory')).toMatchObject({ events: [], speaker: { actor: 0, sessionNumber: undefined } })
    expect(introduce(given(...begun).state, { ...known, session: undefined }).speaker.sessionNumber).toBeUndefined()
  })
})

describe('a session', () => {
  test('starts with the introduction of its actor and itself', () => {
    given(...begun)
      .when({ _tag: 'StartSession' }, { by: newAgent })
      .gives(introductions)
      .answers(2)
  })

  test('that is open already is left as it is', () => {
    given(...begun)
      .when({ _tag: 'StartSession' }, { by: known })
      .gives([])
      .answers(1)
  })

  test('ends once', () => {
    given(...begun)
      .when({ _tag: 'EndSession', reason: 'idle' }, { by: known })
      .gives([{ type: 'SessionEnded', data: { session: 1, reason: 'idle' } }])
      .answers(1)
  })

  test('that is not open ends without an event, and none is begun for it', () => {
    given(...begun)
      .when({ _tag: 'EndSession', reason: 'idle' }, { by: newAgent })
      .gives([])
      .answers(undefined)
  })

  test('of a heartbeat holds what it saw', () => {
    const observed: NewEvent = { type: 'HeartbeatObserved', data: { session: 2, tags: [name] } }

    given(...begun)
      .when({ _tag: 'ObserveHeartbeat', tags: [name] }, { by: newAgent })
      .gives([...introductions, observed])
      .answers(2)
  })
})

test('nobody is introduced by a command that has no events', () => {
  const mark = { _tag: 'Protect', node: 1, mark: 'off' } as const
  const node: NewEvent = { type: 'NodeAdded', data: { node: 1, id: key, text: key, nodeType: 'fact', state: 'normal' } }

  given(node)
    .when(mark, { by: { ...newAgent, origin: owner.origin } })
    .gives([])
})

const digest = 'a'.repeat(64)
const created: NewEvent = { type: 'BrainCreated', data: { profile: 'balanced', settings: { ...balanced }, digest } }

test('a log begins with the settings of its brain, and then names who made it', () => {
  const newcomer = { ...owner, actor: { ...owner.actor, known: undefined } }

  const events = given().when({ _tag: 'CreateBrain', digest }, { by: newcomer }).events()

  expect(events.map(({ type }) => type)).toEqual(['BrainCreated', 'ActorNamed'])
})

test('a profile that is in force already is not recorded again', () => {
  given(created).when({ _tag: 'ChangeProfile', profile: balanced, digest }).gives([]).answers([])
})

test('another profile is recorded whole, and its caller is told which settings differ', () => {
  const other = { _tag: 'ChangeProfile', profile: crabpath, digest: 'b'.repeat(64) } as const

  const decided = given(created).when(other)

  expect(decided.events()).toMatchObject([{ type: 'ProfileChanged', origin: 'owner', data: { profile: 'crabpath', settings: crabpath } }])
  expect(decided.answer().map(({ setting }) => setting)).toContain('learning.drift')
})

test('an embedder comes into force unless another one did meanwhile', () => {
  const change = { _tag: 'ChangeEmbedder', embedder: ref('1'), dimension: 3 } as const
  const changed: NewEvent = { type: 'EmbedderChanged', data: { embedder: ref('1'), dimension: 3, bands: [] } }

  given(created)
    .when({ ...change, since: undefined })
    .gives([changed])
  given(created, changed)
    .when({ ...change, since: 2 })
    .gives([changed])
  given(created, changed)
    .when({ ...change, since: undefined })
    .gives([])
})
