import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readProfile } from '../../packages/core/src/domain/profiles/profile.ts'
import { count, decimal, list } from '../../packages/core/src/domain/profiles/setting.ts'
import { runs } from '../properties/runs.ts'
import { profile } from './profile.ts'
import { valuesOf } from './schema-values.ts'

test('the arbitrary profiles are accepted by the schema of a profile', () => {
  fc.assert(
    fc.property(profile, (settings) => {
      expect(readProfile(settings)).toEqual(Result.succeed(settings))
    }),
    runs,
  )
})

describe('values of a schema', () => {
  const share = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
  const Settings = Schema.Struct({ share, inner: Schema.Struct({ count: Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 4 })) }) })

  test('reach both bounds and stay within them, and are whole where the schema says so', () => {
    const samples = fc.sample(valuesOf(Settings, {}), 200)

    expect([...new Set(samples.map(({ inner }) => inner.count))].sort()).toEqual([2, 3, 4])
    expect(samples.map((one) => one.share)).toEqual(expect.arrayContaining([0, 1]))
    expect(samples.every((one) => one.share >= 0 && one.share <= 1)).toBe(true)
  })

  test('are narrowed by name, and a name that the schema has not is refused', () => {
    expect(fc.sample(valuesOf(Settings, { inner: { count: fc.constant(3) } }), 20).every(({ inner }) => inner.count === 3)).toBe(true)
    expect(() => valuesOf(Settings, { inner: { other: fc.constant(3) } } as never)).toThrow('.inner has no other')
  })

  test('of a described setting are small, or go up to twice its default; lists have any of their words', () => {
    const Described = Schema.Struct({
      turns: count(0, 1_000, 50, 'turns').says('A number of turns.'),
      age: decimal(0, 100, 4, 'weight').says('A weight.'),
      kinds: list(['cron', 'cli'], [], 'kinds').says('Some kinds.'),
    })
    const samples = fc.sample(valuesOf(Described, {}), 500)

    expect(samples.every(({ age, turns }) => turns <= 100 && age <= 8)).toBe(true)
    expect(samples.filter(({ turns }) => turns <= 6).length).toBeGreaterThan(150)
    expect(samples.map(({ age }) => age)).toEqual(expect.arrayContaining([0, 4, 8]))
    expect([...new Set(samples.map(({ kinds }) => kinds.join()))].sort()).toEqual(['', 'cli', 'cron', 'cron,cli'])
  })

  test('need bounds', () => {
    expect(() => valuesOf(Schema.Struct({ open: Schema.Finite }), {})).toThrow('.open has no bounds')
  })
})
