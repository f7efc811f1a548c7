/** A profile with some settings of one's own in place of its: by the names in `docs/reference/settings.md`, as `walk.coverage`. */
import * as Result from 'effect/Result'
import { canonicalJson } from '../canonical-json.ts'
import { type Profile, readProfile } from './profile.ts'

export type SettingValue = number | string | ReadonlyArray<string>
export type OwnSettings = Readonly<Record<string, SettingValue>>

/** What is wrong with which of them. */
export interface RefusedSetting {
  readonly setting: string
  readonly problem: string
}

/** The whole profile, its name kept. Every value is held against the schema, one after the other, so that the one that is wrong is named. */
export const withOwnSettings = (profile: Profile, own: OwnSettings): Result.Result<Profile, RefusedSetting> => {
  let whole = profile
  for (const [setting, value] of Object.entries(own)) {
    const changed = setting === 'name' ? undefined : replaced(whole, setting.split('.'), value)
    if (changed === undefined) return Result.fail({ setting, problem: 'there is no such setting; docs/reference/settings.md has them all' })
    const read = readProfile(changed)
    if (Result.isFailure(read)) return Result.fail({ setting, problem: read.failure.replace(/\s*\n\s*/g, ' ') })
    whole = read.success
  }
  const contradiction = contradictionIn(whole)
  return contradiction === undefined ? Result.succeed(whole) : Result.fail(contradiction)
}

/** Bounds the wrong way round: each is a number that there may be, and together they mean nothing. */
const contradictionIn = ({ strength, tiers, utility }: Profile): RefusedSetting | undefined => {
  const beyond = (setting: string, least: number, most: number): ReadonlyArray<RefusedSetting> =>
    least > most ? [{ setting, problem: `it is above what belongs above it: ${least} to ${most}` }] : []
  return [
    ...beyond('strength.min', strength.min, strength.max),
    ...beyond('utility.min', utility.min, utility.max),
    ...beyond('tiers.habitual', tiers.habitual, tiers.reflex),
  ][0]
}

/** Every setting by its name, in the order of the profile; its own name is none. */
export const settingsOf = (settings: object, within = ''): ReadonlyArray<readonly [setting: string, value: SettingValue]> =>
  Object.entries(settings).flatMap(([name, value]): ReadonlyArray<readonly [string, SettingValue]> => {
    const setting = `${within}${name}`
    if (setting === 'name') return []
    return isGroup(value) ? settingsOf(value, `${setting}.`) : [[setting, value]]
  })

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

/** The settings with another value at a place that they have; undefined where that is no place of theirs, or a whole group of them. */
const replaced = (settings: unknown, [name = '', ...rest]: ReadonlyArray<string>, value: SettingValue): unknown => {
  if (!isGroup(settings) || !Object.hasOwn(settings, name)) return undefined
  const inner = settings[name]
  const changed = rest.length > 0 ? replaced(inner, rest, value) : isGroup(inner) ? undefined : value
  return changed === undefined ? undefined : { ...settings, [name]: changed }
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
