import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { balanced } from './balanced.ts'
import { crabpath } from './crabpath.ts'
import { changedSettings, type OwnSettings, withOwnSettings } from './own-settings.ts'

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

test('what a change of settings changes is told setting by setting', () => {
  expect(changedSettings(balanced, balanced)).toEqual([])
  expect(
    changedSettings(crabpath, { ...crabpath, name: 'mine', learning: { ...crabpath.learning, muteSessions: ['cron'], drift: 0 } }),
  ).toEqual([
    { setting: 'learning.drift', from: 0.02, to: 0 },
    { setting: 'learning.muteSessions', from: ['heartbeat', 'cron', 'subagent'], to: ['cron'] },
  ])
})
