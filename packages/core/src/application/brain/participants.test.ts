import * as Effect from 'effect/Effect'
import { describe, expect, test } from 'vitest'
import type { ContentRef } from '../../domain/identity.ts'
import { type BrainState, brainState, emptyFold } from '../../domain/projections/brain-fold.ts'
import { KnownParticipants } from './caches.ts'

const cli = [{ ref: 'a'.repeat(64) as ContentRef, owner: 'actor' as const, number: 1 }]

/** Answers as a store does, and counts how often it was asked. */
const store = () => {
  const asked: Array<string> = []
  const find = (name: string) => () =>
    Effect.sync(() => {
      asked.push(name)
      return name === 'cli' ? cli : []
    })
  return { asked, find }
}

describe('participants found before', () => {
  test('are asked for once, also those that nobody has seen', () => {
    const [known, state, { asked, find }] = [new KnownParticipants(), brainState(emptyFold()), store()]
    for (const name of ['cli', 'anna', 'cli', 'anna']) {
      const found = Effect.runSync(known.find(state, 'actor-name', name, find(name)))

      expect(found).toEqual(name === 'cli' ? cli : [])
    }

    expect(asked).toEqual(['cli', 'anna'])
  })

  test.each<readonly [string, (state: BrainState) => Pick<BrainState, 'erased' | 'participants'>]>([
    ['an actor was named', ({ erased, participants }) => ({ erased, participants: { ...participants, actors: 1 } })],
    [
      'a session was begun',
      ({ erased, participants }) => ({
        erased,
        participants: {
          ...participants,
          sessions: new Map([[1, { kind: 'cli', key: 'b'.repeat(64) as ContentRef, ended: false, said: { agent: 0, conscious: 0 } }]]),
        },
      }),
    ],
    ['something was erased', ({ participants }) => ({ participants, erased: new Set(['c'.repeat(64) as ContentRef]) })],
  ])('are asked for again after %s', (_, change) => {
    const [known, state, { asked, find }] = [new KnownParticipants(), brainState(emptyFold()), store()]
    Effect.runSync(known.find(state, 'session-key', 'cli', find('cli')))
    Effect.runSync(known.find(change(state), 'session-key', 'cli', find('cli')))

    expect(asked).toEqual(['cli', 'cli'])
  })

  test('are not mixed up by kind, and texts are always asked for', () => {
    const [known, state, { asked, find }] = [new KnownParticipants(), brainState(emptyFold()), store()]
    for (const kind of ['actor-name', 'session-key', 'node-text', 'node-text'] as const) {
      Effect.runSync(known.find(state, kind, 'cli', find('cli')))
    }

    expect(asked).toHaveLength(4)
  })
})
