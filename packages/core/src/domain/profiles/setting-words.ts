/** What is said of one setting: in what unit it is, what it does, and where a profile has its number from. */

export interface SettingWords {
  readonly unit: string
  readonly says: string
  /** Where balanced has its number from. */
  readonly from: string
}

/** Setting → where a profile has its number from: a row of the requirements, or ours. */
export type SettingSources = Readonly<Record<string, string>>
