/** Settings as somebody writes them, `walk.fade=0.4`: each read as what a setting of that name is. */
import * as Result from 'effect/Result'
import { balanced } from './balanced.ts'
import { type OwnSettings, type RefusedSetting, type SettingValue, settingsOf } from './own-settings.ts'

/** Of a name that is written twice the last one counts. What there is no setting of is left to whoever knows them all. */
export const writtenSettings = (written: ReadonlyArray<string>): Result.Result<OwnSettings, RefusedSetting> => {
  const known = new Map(settingsOf(balanced))
  const own: Record<string, SettingValue> = {}
  for (const text of written) {
    const at = text.indexOf('=')
    if (at < 1)
      return Result.fail({ setting: text, problem: 'write the name of a setting, an equals sign and its value, as walk.fade=0.4' })
    const [setting, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
    const read = readAs(known.get(setting), value)
    if (read === undefined) return Result.fail({ setting, problem: `${JSON.stringify(value)} is not a number` })
    own[setting] = read
  }
  return Result.succeed(own)
}

const readAs = (like: SettingValue | undefined, text: string): SettingValue | undefined => {
  if (typeof like === 'number') return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) + 0 : undefined
  if (Array.isArray(like)) return text === '' ? [] : text.split(',').map((word) => word.trim())
  return text
}
