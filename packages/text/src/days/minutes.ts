/** The time of day that the name of a file, a heading or the beginning of a text tells: it orders two notes of one day. */

/** The part of a name, heading or text that is read, in UTF-16 units. */
const readMost = 400
const clock = String.raw`(?<hour>[01]?\d|2[0-3])(?:[:h.](?<minute>[0-5]\d))?(?![\d:])[ ]?(?<half>[ap]\.?m\b)?`
const date = String.raw`\d{4}[-_.]?\d{2}[-_.]?\d{2}`
/** Behind the date of a file name, with or without a separator: `2026-11-17-1430`, `2026-11-17 18.30`, `20261117T0900`, `202611171430`. */
const inName = new RegExp(
  `(?<!\\d)${date}(?:[T _-]|, | at )*(?<hour>[01]\\d|2[0-3])[-_.:h]?(?<minute>[0-5]\\d)(?:[-_.:]?[0-5]\\d)?(?!\\d)`,
  'u',
)
/** At the beginning of a heading or a text, behind list marks and a date. */
const atBeginning = new RegExp(`^[\\s*_#>|[(•–\\-+\`"'“„«]*(?:${date}[T ,]*(?:at )?)?${clock}`, 'iu')

export interface MinuteSigns {
  readonly path: string
  /** From the outermost to the nearest. */
  readonly headings: ReadonlyArray<string>
  readonly text: string
}

/** Returns the minutes since midnight that a passage tells: its text, its nearest heading, or the name of its file. Undefined for none. */
export const minuteOfPassage = ({ headings, path, text }: MinuteSigns): number | undefined => {
  for (const line of [text, ...headings.toReversed()]) {
    const minute = minuteIn(atBeginning.exec(line.slice(0, readMost)))
    if (minute !== undefined) return minute
  }
  return minuteIn(inName.exec(path.slice(path.lastIndexOf('/') + 1).slice(-readMost)))
}

/** A number is a time only with its minutes or with "am" or "pm". */
const minuteIn = (found: RegExpExecArray | null): number | undefined => {
  const { half, hour, minute } = found?.groups ?? {}
  if (hour === undefined || (minute === undefined && half === undefined)) return undefined
  const isAfternoon = half?.toLowerCase().startsWith('p') === true
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isAfternoon ? 12 : 0)
  return hours * 60 + Number(minute ?? 0)
}
