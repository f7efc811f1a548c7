/** The profiles as somebody chooses among them: every setting with its value, its unit, what it may be, and where its number is from. */
import { crabpathSources } from './crabpath.ts'
import { forgettingWords } from './forgetting-words.ts'
import { learningWords } from './learning-words.ts'
import { linkstrengthSources } from './linkstrength.ts'
import { neurogatedSources } from './neurogated.ts'
import { type SettingValue, settingsOf } from './own-settings.ts'
import { Profile } from './profile.ts'
import { profiles } from './profiles.ts'
import { readingWords } from './reading-words.ts'
import { recallWords } from './recall-words.ts'
import type { SettingSources, SettingWords } from './setting-words.ts'
import { sharingWords } from './sharing-words.ts'

export const settingWords: Readonly<Record<string, SettingWords>> = {
  ...recallWords,
  ...learningWords,
  ...sharingWords,
  ...forgettingWords,
  ...readingWords,
}

export interface ExplainedSetting {
  readonly setting: string
  readonly value: SettingValue
  readonly unit: string
  /** What it may be; empty where its unit says it. */
  readonly limits: string
  readonly says: string
  readonly from: string
}

export interface ExplainedProfile {
  readonly name: string
  readonly summary: string
  readonly settings: ReadonlyArray<ExplainedSetting>
}

/** Of a setting that a document says nothing of. */
export const silent = 'balanced’s number: the document has none'

interface Told {
  readonly summary: string
  /** Absent: every number is from where its words say. */
  readonly sources?: SettingSources
}

const told: Readonly<Record<string, Told>> = {
  balanced: { summary: 'tuned on open question sets: a word that somebody said counts at once' },
  crabpath: {
    summary: 'CrabPath’s: strengths from -10 to 10, words measured by use and depth, and a drift by use alone',
    sources: crabpathSources,
  },
  linkstrength: {
    summary: 'link strengths by feedback: from 0.05 to 0.95 in small steps, and “wrong” blames the content',
    sources: linkstrengthSources,
  },
  neurogated: {
    summary: 'the neuro-gated memory’s: energy that spreads, strengths from 0 to 1, three items',
    sources: neurogatedSources,
  },
}

export const explainedProfiles = (): ReadonlyArray<ExplainedProfile> =>
  [...profiles.values()].map((profile) => {
    const { sources, summary } = told[profile.name] ?? { summary: '' }
    const settings = settingsOf(profile).map(([setting, value]): ExplainedSetting => {
      const { from, says, unit } = explained(setting)
      return { setting, value, unit, limits: limitsOf(setting), says, from: sources === undefined ? from : (sources[setting] ?? silent) }
    })
    return { name: profile.name, summary, settings }
  })

const explained = (setting: string) => {
  const words = settingWords[setting]
  if (words === undefined)
    throw new Error(`the setting ${setting} has no words: give it some in recall-words.ts, learning-words.ts or reading-words.ts`)
  return words
}

/** As much of a schema as is told. */
interface Shape {
  readonly fields?: Readonly<Record<string, Shape>>
  readonly literals?: ReadonlyArray<string>
  readonly ast: {
    readonly checks?: ReadonlyArray<{ readonly annotations?: { readonly expected?: string | undefined } | undefined }> | undefined
  }
}

const limitsOf = (setting: string): string => {
  let shape: Shape | undefined = Profile
  for (const name of setting.split('.')) shape = shape?.fields?.[name]
  if (shape?.literals !== undefined) return shape.literals.join(', ')
  const expected = shape?.ast.checks
    ?.map(({ annotations }) => annotations?.expected ?? '')
    .find((text) => text.startsWith('a value between'))
  return expected?.replace('a value between ', '').replace(' and ', ' to ') ?? ''
}
