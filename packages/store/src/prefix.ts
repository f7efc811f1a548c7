/**
 * Texts that begin with a prefix, in code-unit order, from a store that sorts by UTF-8 bytes, that is by code point.
 *
 * The two orders differ only where a character from U+E000 to U+FFFF meets one above U+FFFF: a page without the former is right as it
 * is; otherwise everything that begins so is read and sorted.
 */

/** Texts from `low` up to, not including, `high`, by their bytes, at most `most`. */
export type Fetch<Row> = (low: string, high: string | undefined, most: number) => ReadonlyArray<Row>

export const textsBeginning = <Row extends { readonly body: string }>(
  prefix: string,
  limit: number,
  fetch: Fetch<Row>,
): ReadonlyArray<Row> => {
  const low = prefix.toWellFormed()
  const high = after(low)
  const most = Math.max(0, limit)
  const page = fetch(low, high, most)
  const whole = page.length < most || !page.some(({ body }) => /[\uE000-\uFFFF]/.test(body))
  return (whole ? page : fetch(low, high, Number.MAX_SAFE_INTEGER)).toSorted(byBody).slice(0, most)
}

/** Keeps the order of arrival among equal texts. */
const byBody = (a: { readonly body: string }, b: { readonly body: string }): number => (a.body < b.body ? -1 : a.body > b.body ? 1 : 0)

const codePointMax = 0x10ffff

/** The first text, by code point, after every text that begins with this one; undefined where there is none. */
const after = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0)
  while (points.at(-1) === codePointMax) points.pop()
  const last = points.pop()
  if (last === undefined) return undefined
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1)
}
