import { describe, expect, test } from 'vitest'
import { openClawParts } from './openclaw.ts'
import { isSwitchedOn, type SwitchConfig, switchOf } from './switch.ts'

const entry = (of: object): SwitchConfig => ({ plugins: { entries: { crabtrail: of } } })

describe('the plugin is switched', () => {
  test.each<readonly [string, SwitchConfig]>([
    ['a configuration that says nothing of it', {}],
    ['an entry', entry({ enabled: true, config: {} })],
    ['a list of allowed plugins with it', { plugins: { allow: ['telegram', 'crabtrail'] } }],
    ['an empty list', { plugins: { allow: [], deny: [] } }],
    ['another plugin that is off', { plugins: { entries: { other: { enabled: false } }, deny: ['other'] } }],
  ])('on by %s', (_, config) => {
    expect(isSwitchedOn(config)).toBe(true)
  })

  test.each<readonly [string, SwitchConfig]>([
    ['its entry', entry({ enabled: false })],
    ['its own setting', entry({ enabled: true, config: { enabled: false } })],
    ['a list of allowed plugins without it', { plugins: { allow: ['telegram'] } }],
    ['a list of denied plugins with it', { plugins: { allow: ['crabtrail'], deny: ['crabtrail'] } }],
    ['all plugins', { plugins: { enabled: false } }],
  ])('off by %s', (_, config) => {
    expect(isSwitchedOn(config)).toBe(false)
  })

  test('as the last copy could read it, for one that cannot read it any more', () => {
    const serving = { isOff: false }
    const retired = openClawParts(() => {
      throw new Error('retired')
    }, serving).isOn
    let config = entry({ enabled: true })
    const current = switchOf(() => config, serving)

    const before = [current(), retired()]
    config = entry({ enabled: false })
    const between = [current(), retired()]
    config = entry({ enabled: true })
    const after = [retired(), current(), retired()]

    expect([before, between, after]).toEqual([
      [true, true],
      [false, false],
      [false, true, true],
    ])
  })
})
