/** Reads the moments that records give: ISO 8601, and seconds or milliseconds since 1970. */

/** From this number on they are milliseconds: as seconds it would be in the year 5138. */
const millisecondsFrom = 100_000_000_000
/** The last moment with a year of four digits, in milliseconds. */
const momentMost = 253_402_300_799_999

/** Returns the moment in ISO 8601, with the zone that it was given in; undefined for anything else. */
export const momentOf = (value: unknown): string | undefined => {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string') return undefined
  return /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?)?$/.exec(value.trim())?.[0]
}

const fromNumber = (value: number): string | undefined => {
  const ms = Math.floor(value < millisecondsFrom ? value * 1_000 : value)
  if (!(ms > 0 && ms <= momentMost)) return undefined
  return new Date(ms).toISOString()
}
