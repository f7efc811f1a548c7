import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { changedSettings, type OwnSettings, withOwnSettings, writtenSettings } from './own-settings.ts'
import { balanced, crabpath } from './profiles.ts'

describe('settings of one’s own', () => {
  test('take the place of the profile’s, and all others stay', () => {
    const own = { 'walk.coverage': 0, 'budget.hops': 0, 'learning.use.perTurn': 1, wrong: 'not-useful', 'learning.muteSessions': ['cron'] }

    const whole = Result.getOrThrow(withOwnSettings(balanced, own))

    expect(whole).toEqual({
      ...balanced,
      wrong: 'not-useful',
      walk: { ...balanced.walk, coverage: 0 },
      budget: { ...balanced.budget, hops: 0 },
      learning: { ...balanced.learning, muteSessions: ['cron'], use: { ...balanced.learning.use, perTurn: 1 } },
    })
    expect(balanced.walk.coverage).toBe(0.8)
  })

  test('that are none leave the profile as it is', () => {
    expect(withOwnSettings(balanced, {})).toEqual(Result.succeed(balanced))
  })

  test.each<[string, string, OwnSettings]>([
    ['one that there is not', 'walk.speed', { 'walk.coverage': 0, 'walk.speed': 1 }],
    ['a group there is not', 'walks.coverage', { 'walks.coverage': 1 }],
    ['a whole group', 'walk', { walk: 1 }],
    ['a place within a number', 'walk.coverage.most', { 'walk.coverage.most': 1 }],
    ['what every object has', 'walk.constructor', { 'walk.constructor': 1 }],
    ['no name', '', { '': 1 }],
    ['the name of the profile', 'name', { name: 'mine' }],
    ['a number out of range', 'walk.coverage', { 'walk.coverage': 2.5 }],
    ['a count in fractions', 'budget.hops', { 'budget.hops': 1.5 }],
    ['bounds the wrong way round', 'strength.min', { 'strength.min': 0.05, 'strength.max': 0 }],
    ['tiers the wrong way round', 'tiers.habitual', { 'tiers.reflex': 0.2 }],
    ['a word for a number', 'budget.hops', { 'budget.hops': '3' }],
    ['a number for a word', 'wrong', { wrong: 1 }],
  ])('are refused by name: %s', (_, setting, own) => {
    expect(withOwnSettings(balanced, own)).toMatchObject({ failure: { setting, problem: expect.not.stringContaining('\n') } })
  })
})

describe('a refused setting is told with its bounds, unit and meaning', () => {
  test.each<[string, string | number | string[], string]>([
    ['walk.fade', 2, '2 is not a number from 0 to 1 (share). Each hop after the first carries this share of the hop before it.'],
    ['budget.hops', 1.5, '1.5 is not a whole number from 0 to 8 (hops). A walk follows paths of at most this many edges.'],
    ['wrong', 'bad', '"bad" is not one of not-relevant, not-useful (verdict). The verdict `wrong` is taken as this verdict.'],
    [
      'learning.muteSessions',
      ['tea'],
      expect.stringMatching(/^\["tea"\] is not a list of interactive, cli, heartbeat, cron, subagent \(kinds\)\./),
    ],
  ])('%s', (setting, value, problem) => {
    expect(withOwnSettings(balanced, { [setting]: value })).toMatchObject({ failure: { setting, problem } })
  })
})

test('what a change of settings changes is told setting by setting', () => {
  expect(changedSettings(balanced, balanced)).toEqual([])
  expect(
    changedSettings(crabpath, { ...crabpath, name: 'mine', learning: { ...crabpath.learning, muteSessions: ['cron'], drift: 0 } }),
  ).toEqual([
    { setting: 'learning.drift', from: 0.02, to: 0 },
    { setting: 'learning.muteSessions', from: ['heartbeat', 'cron', 'subagent'], to: ['cron'] },
  ])
})

describe('settings as they are written', () => {
  test('are read as what a setting of that name is', () => {
    expect(
      writtenSettings([
        'walk.fade=0.4',
        ' budget.hops = 2 ',
        'strength.min=-1e-1',
        'wrong=not-useful',
        'learning.muteSessions=cron, heartbeat',
      ]),
    ).toEqual(
      Result.succeed({
        'walk.fade': 0.4,
        'budget.hops': 2,
        'strength.min': -0.1,
        wrong: 'not-useful',
        'learning.muteSessions': ['cron', 'heartbeat'],
      }),
    )
  })

  test('may be nothing where they are a list', () => {
    expect(writtenSettings(['learning.muteOrigins='])).toEqual(Result.succeed({ 'learning.muteOrigins': [] }))
  })

  test('count last when they are written twice, and are left as they are where there is no such setting', () => {
    expect(writtenSettings(['walk.fade=0.4', 'walk.fade=0.5', 'walk.speed=1'])).toEqual(
      Result.succeed({ 'walk.fade': 0.5, 'walk.speed': '1' }),
    )
  })

  test('are refused by a name that every object has', () => {
    const refused = Result.flatMap(writtenSettings(['__proto__=1']), (own) => withOwnSettings(balanced, own))

    expect(refused).toMatchObject({ failure: { setting: '__proto__', problem: expect.stringContaining('there is no such setting') } })
  })

  test('have no zero below zero', () => {
    expect(Object.is(Result.getOrThrow(writtenSettings(['strength.min=-0']))['strength.min'], 0)).toBe(true)
  })

  test.each(['walk.fade', '=1', 'walk.fade=', 'walk.fade=much', 'walk.fade=0x1', 'walk.fade=1_000', 'walk.fade=NaN'])(
    'are refused: %s',
    (written) => {
      expect(writtenSettings([written])).toMatchObject({ failure: { problem: expect.stringMatching(/./) } })
    },
  )
})
