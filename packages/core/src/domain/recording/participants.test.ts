import { describe, expect, test } from 'vitest'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { introduce } from './participants.ts'

const name = ContentRef.make('a'.repeat(64))
const key = ContentRef.make('b'.repeat(64))
const state = () => {
  const fold = emptyFold()
  foldEvent(fold, placed({ type: 'ActorNamed', data: { actor: 3, name, kind: 'owner' } }, 1, { at: 0, actor: 3 }))
  foldEvent(fold, placed({ type: 'SessionStarted', data: { session: 1, key, kind: 'cli' } }, 2, { at: 0, actor: 3 }))
  return brainState(fold)
}

describe('whoever speaks', () => {
  test('for the first time gets the next number, and so does a session', () => {
    const { actor, events, session } = introduce(state(), {
      actor: { known: undefined, name, kind: 'agent' },
      session: { known: undefined, key, kind: 'interactive', workspace: name },
      origin: 'agent',
    })

    expect([actor, session]).toEqual([4, 2])
    expect(events).toEqual([
      { type: 'ActorNamed', data: { actor: 4, name, kind: 'agent' } },
      { type: 'SessionStarted', data: { session: 2, key, kind: 'interactive', workspace: name } },
    ])
  })

  test('again is known by number', () => {
    expect(
      introduce(state(), { actor: { known: 3, name, kind: 'owner' }, session: { known: 1, key, kind: 'cli' }, origin: 'owner' }),
    ).toEqual({ events: [], actor: 3, session: 1 })
  })

  test('outside a session belongs to none', () => {
    expect(introduce(state(), { actor: { known: 3, name, kind: 'owner' }, session: undefined, origin: 'owner' }).session).toBeUndefined()
  })
})
