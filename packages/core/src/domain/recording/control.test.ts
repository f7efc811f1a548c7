import { expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { balanced, crabpath } from '../profiles/profiles.ts'
import { given, owner, ref } from '../testing/given.ts'

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
