import { expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ref } from '../testing/given.ts'
import { foldSettings, noSettings, type SettingsRecords } from './settings.ts'

const settingsOf = (...events: ReadonlyArray<NewEvent>): SettingsRecords => {
  const settings = noSettings()
  for (const [i, event] of events.entries()) foldSettings(settings, placed(event, i + 1, { at: 0, actor: 1 }))
  return settings
}

test('the newest settings are in force, with the position since when', () => {
  const digest = '0'.repeat(16)
  const { inForce } = settingsOf(
    { type: 'BrainCreated', data: { profile: 'balanced', settings: { a: 1 }, digest } },
    { type: 'ProfileChanged', data: { profile: 'crabpath', settings: { a: 2 }, digest } },
  )

  expect(inForce).toEqual({ profile: 'crabpath', settings: { a: 2 }, digest, since: 2 })
})

test('a tag names a position', () => {
  expect(settingsOf({ type: 'TagCreated', data: { tag: ref('6'), at: 2 } }).tags).toEqual(new Map([[ref('6'), 2]]))
})
