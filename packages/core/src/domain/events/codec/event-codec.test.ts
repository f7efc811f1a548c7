import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { ContentRef } from '../../identity.ts'
import type { NewEvent } from '../brain-event.ts'
import { packBody, type StoredEvent } from './commit-body.ts'
import { decodeAndValidate, decodeCommit, encodeCommit, toStored, validate } from './event-codec.ts'

const ref = ContentRef.make('a'.repeat(64))
const added: NewEvent = { type: 'NodeAdded', origin: 'owner', data: { node: 1, id: ref, text: ref, nodeType: 'fact', state: 'normal' } }
const retired: NewEvent = { type: 'NodeRetired', cause: 1, data: { node: 1, reason: 'asked' } }
const commit = { at: 1_000, actor: 2, session: 3 }

describe('a commit', () => {
  test('is read back as it was written, each event in its place', () => {
    const events = decodeCommit(encodeCommit([added, retired]), 5, 2, commit)

    expect(events).toEqual(
      Result.succeed([
        { ...added, position: 5, commit },
        { ...retired, position: 6, commit },
      ]),
    )
  })

  test('that holds an unknown type is not read, and the type is named', () => {
    const body = packBody([toStored(added), { type: 'MoonRisen', version: 1, data: {} }])

    expect(decodeCommit(body, 1, 2, commit)).toEqual(Result.fail({ _tag: 'UnknownEvent', type: 'MoonRisen', version: 1 }))
  })

  test('that holds a newer version is not read, and the version is named', () => {
    const body = packBody([{ ...toStored(added), version: 2 }])

    expect(decodeCommit(body, 1, 1, commit)).toEqual(Result.fail({ _tag: 'UnknownEvent', type: 'NodeAdded', version: 2, known: 1 }))
  })

  test('is not written when an event does not fit its schema', () => {
    expect(() => encodeCommit([added, { ...retired, data: { node: 0, reason: 'asked' } }])).toThrow('NodeRetired')
  })
})

describe('validation', () => {
  const changed = (change: Partial<StoredEvent>): StoredEvent => ({ ...toStored(added), ...change })

  test.each<readonly [string, Partial<StoredEvent>, string]>([
    ['a field of another type', { data: { ...added.data, node: 'one' } }, 'node'],
    ['a field that is missing', { data: { node: 1, id: ref, nodeType: 'fact', state: 'normal' } }, 'text'],
    ['a field too many', { data: { ...added.data, colour: 'red' } }, 'colour'],
    ['an unknown word', { data: { ...added.data, state: 'asleep' } }, 'state'],
    ['a number that is none', { data: { ...added.data, node: Number.NaN } }, 'node'],
    ['a fraction', { data: { ...added.data, node: 1.5 } }, 'node'],
    ['a text where a reference belongs', { data: { ...added.data, text: 'the secret' } }, 'text'],
    ['an origin there is not', { origin: 'stranger' }, 'origin'],
    ['turn 0', { turn: 0 }, 'turn'],
    ['a cause that is no position', { cause: -1 }, 'cause'],
  ])('names %s', (_, change, place) => {
    expect(validate(changed(change))).toMatchObject({
      failure: { _tag: 'InvalidEvent', type: 'NodeAdded', problem: expect.stringContaining(place) },
    })
  })

  test('never repeats the text that did not fit', () => {
    const told = JSON.stringify(validate(changed({ data: { ...added.data, text: 'the secret' } })))

    expect(told).not.toContain('the secret')
  })

  test('tells an unknown type from one that does not fit', () => {
    expect(decodeAndValidate({ type: 'MoonRisen', version: 1, data: {} })).toMatchObject({ failure: { _tag: 'UnknownEvent' } })
    expect(validate({ ...toStored(added), version: 2 })).toMatchObject({ failure: { _tag: 'UnknownEvent', version: 2 } })
  })
})
