/** Profiles as people read them: what tells them apart, one of them whole, and what a change changed. */
import type { Answer, ExplainedProfile, ExplainedSetting, SettingValue } from '@crabtrail/core'
import { ending } from './learned.ts'
import { aligned, counted, indented, type Page } from './page.ts'

export interface Profiles {
  readonly profiles: ReadonlyArray<ExplainedProfile>
}

/** Each with what it has otherwise than the first. */
export const profileList = ({ profiles }: Profiles, page: Page): ReadonlyArray<string> => {
  const [first] = profiles
  const usual = new Map(first?.settings.map(({ setting, value }) => [setting, said(value)]))
  return profiles.flatMap((profile, i) => [
    ...(i === 0 ? [] : ['']),
    `${page.strong(profile.name)}  ${profile.summary}`,
    ...indented(
      profile === first
        ? [page.faint(`${counted(profile.settings.length, 'setting')}; crabtrail profiles ${profile.name} lists them`)]
        : rows(
            profile.settings.filter(({ setting, value }) => usual.get(setting) !== said(value)),
            page,
          ),
    ),
  ])
}

export const wholeProfile = ({ profiles }: Profiles, page: Page): ReadonlyArray<string> =>
  profiles.flatMap(({ name, settings, summary }) => [`${page.strong(name)}  ${summary}`, ...indented(rows(settings, page))])

const rows = (settings: ReadonlyArray<ExplainedSetting>, page: Page): ReadonlyArray<string> =>
  aligned(settings.map(({ from, setting, unit, value }) => [setting, said(value), unit, page.faint(from)]))

export const changed = (answer: Answer.ProfileAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(answer.brain)} learns by ${answer.profile} from here on${ending(answer, page)}`,
  ...indented(
    answer.changed.length === 0
      ? [page.faint('all its settings were in force already')]
      : aligned(answer.changed.map(({ from, setting, to }) => [setting, `${said(from)} → ${said(to)}`])),
  ),
]

const said = (value: SettingValue): string => (typeof value === 'object' ? value.join(', ') || 'none' : String(value))
