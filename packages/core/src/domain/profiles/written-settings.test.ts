import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { writtenSettings } from './written-settings.ts'

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
