/** Caches of what was found by name: participants and labels of edges. */
import * as Effect from 'effect/Effect'
import { describe, expect, test } from 'vitest'
import type { ContentRef } from '../../domain/identity.ts'
import { type BrainState, brainState, emptyFold } from '../../domain/projections/brain-fold.ts'
import { KnownLabels, KnownParticipants } from './caches.ts'

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
          sessions: new Map([
            [1, { kind: 'cli', key: 'b'.repeat(64) as ContentRef, ended: false, turns: 0, said: { agent: 0, conscious: 0 } }],
          ]),
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

  test('are forgotten as soon as something was erased, before anybody asks again', () => {
    const [known, state, { asked, find }] = [new KnownParticipants(), brainState(emptyFold()), store()]
    const ask = () => Effect.runSync(known.find(state, 'actor-name', 'cli', find('cli')))
    ask()
    known.heed(0)
    ask()
    expect(asked).toEqual(['cli'])

    known.heed(1)
    ask()

    expect(asked).toEqual(['cli', 'cli'])
  })
})

describe('labels found before', () => {
  const label = [{ ref: 'a'.repeat(64) as ContentRef, owner: 'edge' as const, number: 1 }]
  const asking = (known: KnownLabels, state: BrainState) => {
    const asked: Array<string> = []
    const find = (names: ReadonlyArray<string>) =>
      Effect.sync(() => {
        asked.push(...names)
        return names.map((name) => (name === 'harbour' ? label : []))
      })
    return { asked, ask: (...names: ReadonlyArray<string>) => Effect.runSync(known.find(state, names, find)) }
  }

  test('are looked up once, also those that no edge has', () => {
    const { ask, asked } = asking(new KnownLabels(), brainState(emptyFold()))

    expect(ask('harbour', 'pier')).toEqual([label, []])
    expect(ask('pier', 'harbour', 'crane')).toEqual([[], label, []])

    expect(asked).toEqual(['harbour', 'pier', 'crane'])
  })

  test('are forgotten as soon as something was erased, before anybody asks again', () => {
    const known = new KnownLabels()
    const { ask, asked } = asking(known, brainState(emptyFold()))
    ask('harbour')
    known.heed(0)
    ask('harbour')
    expect(asked).toEqual(['harbour'])

    known.heed(1)
    ask('harbour')

    expect(asked).toEqual(['harbour', 'harbour'])
  })
})
