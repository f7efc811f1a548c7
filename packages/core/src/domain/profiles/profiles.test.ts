/** Every number of a document, under the profile that owns it. */
import { describe, expect, test } from 'vitest'
import { documentNumbers } from '../testing/document-numbers.ts'
import { settingsOf } from './own-settings.ts'
import type { Profile } from './profile.ts'
import { balanced, crabpath, explainedProfiles, linkstrength, neurogated, silent } from './profiles.ts'

const byName = { crabpath, linkstrength, neurogated }
const at = (profile: Profile, setting: string): unknown => new Map(settingsOf(profile)).get(setting)

describe('every number of a document, written from its rows', () => {
  test.each(documentNumbers.map(({ profile, rows, setting, value }) => [profile, setting, value, rows] as const))(
    '%s has %s = %s: %s',
    (profile, setting, value) => {
      expect(at(byName[profile], setting)).toEqual(value)
    },
  )

  test.each(['crabpath', 'linkstrength', 'neurogated'] as const)('is all that %s states, each once', (profile) => {
    const stated = explainedProfiles()
      .find(({ name }) => name === profile)
      ?.settings.filter(({ from }) => from !== silent)
    const written = documentNumbers.filter((one) => one.profile === profile).map(({ setting }) => setting)

    expect(stated?.map(({ setting }) => setting).filter((setting) => !written.includes(setting))).toEqual([])
    expect(new Set(written).size).toBe(written.length)
  })

  test('has the rows that the profile gives as its source, unless the profile leaves it to balanced', () => {
    const rowsIn = (text: string): ReadonlyArray<string> => text.match(/\b[SC]\d+(?:\.\d+)?\b/g) ?? []
    const sources = new Map(
      explainedProfiles().flatMap(({ name, settings }) => settings.map((one) => [`${name} ${one.setting}`, one.from])),
    )
    const apart = documentNumbers.filter(({ profile, rows, setting }) => {
      const [here, source = silent] = [rowsIn(rows), sources.get(`${profile} ${setting}`)]
      return here.length > 0 && source !== silent && !rowsIn(source).some((row) => here.includes(row))
    })

    expect(apart).toEqual([])
  })

  test('S0.68: a document that asks for a number and has none gets balanced’s', () => {
    expect(crabpath.growth.perHour).toBe(60)
  })

  test('S2.8 C6: the tiers of linkstrength are a thousandfold apart, as the numbers say and the sentence does not', () => {
    expect(linkstrength.learning.conscious.path / linkstrength.learning.agent.path).toBeCloseTo(1000, 6)
  })
})

describe('the documents’ tiers are one table in each profile', () => {
  test('C10: reflex from 0.80, and habitual from 0.30 where a document has tiers', () => {
    for (const { tiers } of [balanced, crabpath, linkstrength]) expect(tiers).toEqual({ habitual: 0.3, reflex: 0.8 })
    expect(neurogated.tiers.reflex).toBe(0.8)
  })

  test('C17 S4.66: no profile lets what was skipped gain from a failure, and S4.62: crabpath alone drifts', () => {
    for (const { learning, name } of [balanced, crabpath, linkstrength, neurogated]) {
      expect(learning.rule.skipped).toBe(0)
      expect(learning.drift > 0).toBe(name === 'crabpath')
    }
  })
})

describe('where numbers come from', () => {
  test('what differs from balanced’s has a source, and what has none is balanced’s', () => {
    const [usual, ...others] = explainedProfiles()
    const values = new Map(usual?.settings.map(({ setting, value }) => [setting, value]))
    for (const { name, settings } of others) {
      const unfounded = settings.filter(
        ({ from, setting, value }) => from === silent && JSON.stringify(value) !== JSON.stringify(values.get(setting)),
      )
      expect([name, unfounded]).toEqual([name, []])
    }
  })

  test('is said of settings that there are', () => {
    for (const { settings } of explainedProfiles()) {
      expect(settings.length).toBeGreaterThan(90)
      for (const { from, says, unit } of settings) for (const text of [from, says, unit]) expect(text).not.toBe('')
    }
  })

  test('with what each may be', () => {
    const settings = new Map(explainedProfiles()[0]?.settings.map((one) => [one.setting, one.limits]))

    expect(settings.get('walk.fade')).toBe('0 to 1')
    expect(settings.get('engine')).toBe('route, spread')
    expect(settings.get('budget.hops')).toBe('0 to 8')
  })
})
