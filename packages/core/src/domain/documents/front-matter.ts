/** YAML front matter: where it ends, and the title it gives. Nothing else in it is read. */
import { clippedTitle } from './document.ts'
import type { Line } from './lines.ts'

export interface FrontMatter {
  /** The offset at which the body starts; a byte order mark is never part of it. */
  readonly end: number
  readonly title: string | undefined
}

const key = /^[A-Za-z_][A-Za-z0-9_-]*[ \t]*:(?:[ \t]|$)/

const quotedKey = /^(?:"[^"]{0,100}"|'[^']{0,100}')[ \t]*:/

/** What the lines of a mapping begin with: a key, a remark, an item, a closing bracket; all else in it is indented. */
const entry = /^(?:[ \t#}\]]|-(?:[ \t]|$))/

/** Only what opens on the first line, looks like a mapping and is closed counts: a rule at the top of a note hides nothing. */
export const frontMatterOf = (lines: ReadonlyArray<Line>): FrontMatter => {
  const [first, second] = lines
  const mark = first?.text.startsWith('\uFEFF') ? 1 : 0
  const none: FrontMatter = { end: mark, title: undefined }
  if (second === undefined || first?.text.slice(mark).trimEnd() !== '---') return none
  if (!isClosing(second.text) && !key.test(second.text) && !second.text.startsWith('#')) return none
  const closing = lines.findIndex((line, index) => index > 0 && isClosing(line.text))
  const last = lines[closing]
  if (last === undefined) return none
  const between = lines.slice(1, closing)
  if (!isMapping(between)) return none
  const title = between.find((line) => line.text.startsWith('title:'))
  return { end: last.next, title: title === undefined ? undefined : scalar(title.text.slice('title:'.length).trim()) }
}

/** With a key, or empty: remarks alone may as well be a heading between two rules. */
const isMapping = (lines: ReadonlyArray<Line>): boolean => {
  const written = lines.filter(({ blank }) => !blank)
  return written.every(({ text }) => hasKey(text) || entry.test(text)) && (written.length === 0 || written.some(({ text }) => hasKey(text)))
}

const hasKey = (text: string): boolean => key.test(text) || quotedKey.test(text)

const isClosing = (line: string): boolean => line.trimEnd() === '---' || line.trimEnd() === '...'

const scalar = (value: string): string | undefined => {
  const quote = value.charAt(0)
  const closing = value.lastIndexOf(quote)
  const quoted = (quote === '"' || quote === "'") && closing > 0
  const plain = quoted ? unquoted(value.slice(1, closing), quote) : withoutRemark(value)
  // Block scalars, collections and aliases would need a YAML reader.
  const isText = quoted || !/^[>|[{&*!#]/.test(plain)
  const title = isText ? clippedTitle(plain.replace(/\s/g, ' ')) : ''
  return title === '' ? undefined : title
}

const unquoted = (inner: string, quote: string): string =>
  quote === "'" ? inner.replaceAll("''", "'") : inner.replace(/\\(["\\/])/g, '$1')

const withoutRemark = (value: string): string => {
  const remark = value.indexOf(' #')
  return remark < 0 ? value : value.slice(0, remark)
}
