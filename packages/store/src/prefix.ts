/**
 * Finds texts with a prefix in code-unit order, from a store that sorts by UTF-8 bytes, that is by code point.
 *
 * The two orders differ only between characters from U+E000 to U+FFFF and characters above U+FFFF. A page without the former is in the
 * right order; otherwise all texts with the prefix are read and sorted.
 */

/** Returns at most `most` texts from `low` up to, not including, `high`, in byte order. */
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

/** Compares by code unit; a stable sort keeps equal texts in their order. */
const byBody = (a: { readonly body: string }, b: { readonly body: string }): number => (a.body < b.body ? -1 : a.body > b.body ? 1 : 0)

const codePointMax = 0x10ffff

/** Returns the first text, by code point, after all texts with this prefix; undefined if there is none. */
const after = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0)
  while (points.at(-1) === codePointMax) points.pop()
  const last = points.pop()
  if (last === undefined) return undefined
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1)
}
