/** Changes of single settings of a profile: read from text, checked against their descriptions, applied and compared. */
import * as Result from 'effect/Result'
import { canonicalJson } from '../canonical-json.ts'
import { type GrowthSettings, type Profile, settings } from './profile.ts'
import type { Setting, SettingValue } from './setting.ts'

export type { SettingValue } from './setting.ts'

/** Values by the path of a setting, as `walk.coverage`; docs/reference/settings.md lists the paths. */
export type OwnSettings = Readonly<Record<string, SettingValue>>

export interface RefusedSetting {
  readonly setting: string
  readonly problem: string
}

/** Reads settings such as `walk.fade=0.4`. The last of two values for one name counts. Values of unknown settings stay text. */
export const writtenSettings = (written: ReadonlyArray<string>): Result.Result<OwnSettings, RefusedSetting> => {
  const own = new Map<string, SettingValue>()
  for (const text of written) {
    const at = text.indexOf('=')
    if (at < 1)
      return Result.fail({ setting: text, problem: 'write the name of a setting, an equals sign and its value, as walk.fade=0.4' })
    const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
    const setting = settings.get(name)
    const read = valueIn(setting, value)
    if (read === undefined) return Result.fail({ setting: name, problem: refusal(setting, value) })
    own.set(name, read)
  }
  return Result.succeed(Object.fromEntries(own))
}

const valueIn = (setting: Setting | undefined, text: string): SettingValue | undefined => {
  if (typeof setting?.default === 'number') return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) + 0 : undefined
  if (typeof setting?.default === 'object') return text === '' ? [] : text.split(',').map((word) => word.trim())
  return text
}

/** The profile with `own` in place of its values; its name is kept. Fails with the first setting that is unknown, wrong or contradicts another. */
export const withOwnSettings = (profile: Profile, own: OwnSettings): Result.Result<Profile, RefusedSetting> => {
  let whole = profile
  for (const [name, value] of Object.entries(own)) {
    const setting = settings.get(name)
    if (setting === undefined || !setting.accepts(value)) return Result.fail({ setting: name, problem: refusal(setting, value) })
    whole = replaced(whole, name.split('.'), value)
  }
  const contradiction = contradictionIn(whole)
  return contradiction === undefined ? Result.succeed(whole) : Result.fail(contradiction)
}

const refusal = (setting: Setting | undefined, value: SettingValue): string =>
  setting === undefined
    ? 'there is no such setting; docs/reference/settings.md has them all'
    : `${JSON.stringify(value)} is not ${setting.wanted} (${setting.unit}). ${setting.says}`

/** The first pair of bounds whose lower bound is above the upper one. */
const contradictionIn = ({ growth, strength, tiers, utility }: Profile): RefusedSetting | undefined => {
  const beyond = (setting: string, least: number, most: number): ReadonlyArray<RefusedSetting> =>
    least > most ? [{ setting, problem: `the lower bound ${least} is above the upper bound ${most}` }] : []
  const bandsBeyond = (group: string, { known, noise, novel }: GrowthSettings['words']) => [
    ...beyond(`${group}.noise`, noise, novel),
    ...beyond(`${group}.novel`, novel, known),
  ]
  return [
    ...beyond('strength.min', strength.min, strength.max),
    ...beyond('utility.min', utility.min, utility.max),
    ...beyond('tiers.habitual', tiers.habitual, tiers.reflex),
    ...bandsBeyond('growth.words', growth.words),
    ...bandsBeyond('growth.vectors', growth.vectors),
    ...beyond('growth.out.least', growth.out.least, growth.out.most),
    ...beyond('growth.hits.least', growth.hits.least, growth.hits.most),
    ...beyond('growth.before.least', growth.before.least, growth.before.most),
  ][0]
}

export const valueAt = (profile: Profile, { name }: Setting): SettingValue =>
  name.split('.').reduce<unknown>((group, field) => Reflect.get(Object(group), field), profile) as SettingValue

/** Values by path, in the order of the profile. */
export const settingsOf = (profile: Profile): ReadonlyArray<readonly [setting: string, value: SettingValue]> =>
  [...settings.values()].map((setting) => [setting.name, valueAt(profile, setting)])

export interface ChangedSetting {
  readonly setting: string
  readonly from: SettingValue
  readonly to: SettingValue
}

export const changedSettings = (before: Profile, after: Profile): ReadonlyArray<ChangedSetting> => {
  const old = new Map(settingsOf(before))
  return settingsOf(after).flatMap(([setting, to]): ReadonlyArray<ChangedSetting> => {
    const from = old.get(setting)
    return from === undefined || canonicalJson(from) === canonicalJson(to) ? [] : [{ setting, from, to }]
  })
}

/** Returns the settings that differ from those of the profile of that name; none where no profile has the name. */
export const settingsBeside = (profile: Profile, profiles: ReadonlyMap<string, Profile>): ReadonlyArray<ChangedSetting> => {
  const named = profiles.get(profile.name)
  return named === undefined ? [] : changedSettings(named, profile)
}

/** The order of the fields stays, because logs record it. */
const replaced = <Whole extends object>(group: Whole, [field = '', ...rest]: ReadonlyArray<string>, value: SettingValue): Whole => ({
  ...group,
  [field]: rest.length === 0 ? value : replaced(Object(Reflect.get(group, field)), rest, value),
})
