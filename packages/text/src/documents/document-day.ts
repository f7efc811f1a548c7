/** Reads the day of a document from the settings at its top: front matter of Markdown, `#+date:` of Org. */
import type { Day } from '../days/calendar.ts'
import { dayOfStamp } from '../days/days.ts'

/** The names of settings, without `-` and `_`, each by its first line. A later one counts where no earlier one tells a day. */
const dayKeys = [
  /^(?:date|day)$/,
  /^(?:date)?creat(?:ed|ion)(?:at|on|date|time)?$/,
  /^(?:lastmod|(?:date|last)?(?:updated|modified)(?:at|on|date|time)?)$/,
] as const

export interface DocumentSetting {
  readonly key: string
  /** Returns the value in one line, without quotation marks and remarks; undefined for none. */
  readonly value: () => string | undefined
}

/** Returns the day that settings tell, in days since 1970-01-01: that of the document, else its creation, else its last change. */
export const dayInSettings = (settings: ReadonlyArray<DocumentSetting>): Day | undefined => {
  for (const name of dayKeys) {
    const found = settings.find(({ key }) => name.test(key.replace(/[-_]/g, '').toLowerCase()))
    const day = dayOfStamp(found?.value() ?? '')
    if (day !== undefined) return day
  }
  return undefined
}
