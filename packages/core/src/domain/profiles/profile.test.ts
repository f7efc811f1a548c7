import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { changedSettings } from './own-settings.ts'
import { readProfile } from './profile.ts'
import { profiles } from './profiles.ts'

describe('the profiles', () => {
  test.each([...profiles.values()])('$name is complete and within its bounds', (profile) => {
    expect(readProfile(JSON.parse(JSON.stringify(profile)))).toEqual(Result.succeed(profile))
  })

  test.each([...profiles.values()])('$name can carry an edge across its own tiers', ({ strength, tiers }) => {
    expect(tiers.habitual).toBeLessThanOrEqual(tiers.reflex)
    expect(tiers.reflex).toBeLessThanOrEqual(strength.max)
    expect(strength.min).toBeLessThan(strength.max)
  })

  test('go by the name they are found under', () => {
    for (const [name, profile] of profiles) expect(profile.name).toBe(name)
  })

  test('of a log that lacks a setting, or a whole group of them, have the described default there and nothing else changed', () => {
    const [, crabpath] = profiles.values()
    const older = structuredClone<Record<string, unknown>>({ ...crabpath })
    delete older['kernel']
    for (const [group, lacks] of [
      ['walk', 'fade'],
      ['learning', 'spoken'],
    ] as const)
      Reflect.deleteProperty(Object(older[group]), lacks)

    const read = Result.getOrThrow(readProfile(older))

    expect(changedSettings(Result.getOrThrow(readProfile(crabpath)), read)).toEqual([{ setting: 'learning.spoken', from: -1, to: -0.3 }])
  })

  test('of a log without a name, or with a value in place of a group, are refused', () => {
    const [balanced] = profiles.values()

    expect(readProfile({})).toMatchObject({ failure: expect.stringContaining('name') })
    expect(readProfile({ ...balanced, walk: 3 })).toMatchObject({ failure: expect.stringContaining('walk') })
    expect(readProfile(undefined)).toMatchObject({ _tag: 'Failure' })
  })

  test.each([
    ['a number out of range', { walk: { fade: 2 } }, 'fade'],
    ['a word there is not', { wrong: 'bad' }, 'wrong'],
    ['a count in fractions', { budget: { hops: 1.5 } }, 'hops'],
  ])('are refused with %s, and the place is named', (_, change, place) => {
    const [balanced] = profiles.values()
    const broken = structuredClone<Record<string, unknown>>({ ...balanced })
    for (const [key, value] of Object.entries(change))
      broken[key] = typeof value === 'object' ? { ...Object(broken[key]), ...value } : value

    expect(readProfile(broken)).toMatchObject({ failure: expect.stringContaining(place) })
  })
})
