/** The page that human output is printed on: its width and colours, columns, wrapping, and the spelling of numbers. */

import { stripVTControlCharacters, styleText } from 'node:util'
import { escapedJson, withoutObeyed } from '@crabtrail/text/languages/unicode'
import { onFirstUse } from '@crabtrail/text/on-first-use'

export interface Page {
  readonly width: number
  readonly strong: (text: string) => string
  readonly faint: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  /** Returns a command for the same store and brain, as it is typed. */
  readonly command: (...words: ReadonlyArray<string>) => string
}

const asItIs = (text: string): string => text
const styled = (style: Parameters<typeof styleText>[0]) => (text: string) => styleText(style, text, { validateStream: false })

/** Lines much longer than this are hard to read however wide the terminal is. */
const widest = 110

/** `calledAs`: the program with the options that chose store and brain; see {@link calledAs}. */
export const pageOf = (columns: number | undefined, color: boolean, calledAs: ReadonlyArray<string> = ['crabtrail']): Page => ({
  width: Math.max(40, Math.min(columns ?? widest, widest)),
  strong: color ? styled('bold') : asItIs,
  faint: color ? styled('dim') : asItIs,
  good: color ? styled('green') : asItIs,
  bad: color ? styled('red') : asItIs,
  command: (...words) => pasteable([...calledAs, ...words]),
})

/** Prints an answer for people. */
export type Render<A> = (answer: A, page: Page) => ReadonlyArray<string>

export type Row = ReadonlyArray<string>

/** Returns rows in columns, two spaces apart; the columns numbered in `right` are aligned right. */
export const aligned = (rows: ReadonlyArray<Row>, right: ReadonlyArray<number> = []): ReadonlyArray<string> => {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))))
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const padding = ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)))
        return right.includes(column) ? padding + cell : cell + padding
      })
      .join('  ')
      .trimEnd(),
  )
}

export const indented = (lines: ReadonlyArray<string>, by = 2): ReadonlyArray<string> =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line))

export { counted } from '@crabtrail/text/counted'

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu

/** Made at first use: it reads the tables of ICU, which a text in Latin letters does not need. */
const graphemes = onFirstUse(() => new Intl.Segmenter())
/** ASCII, Latin letters, and the dashes, quotes and arrows of our own lines: one column each. */
const narrow = /^[ -~\u00a1-\u00a8\u00aa-\u00ac\u00af-\u024f\u2010-\u2027\u2190-\u2193]*$/
/** A grapheme with one of these is shown as one emoji of two columns. */
const emoji = /\p{Emoji_Presentation}|\ufe0f/u
const invisible = /\p{Mn}|\p{Me}|[\u00ad\u200b-\u200d]/gu

/** Columns of a terminal that a text takes: 0 for marks and colours, 2 for wide characters and emoji. */
export const widthOf = (text: string): number => {
  const seen = stripVTControlCharacters(text)
  if (narrow.test(seen)) return seen.length
  let columns = 0
  for (const { segment } of graphemes().segment(seen)) columns += widthOfGrapheme(segment)
  return columns
}

const widthOfGrapheme = (grapheme: string): number => {
  if (emoji.test(grapheme)) return 2
  const shown = grapheme.replace(invisible, '')
  return [...shown].length + (shown.match(wide)?.length ?? 0)
}

/** Returns the beginning of a text without colours that fits into the columns, with `…` if something was left out. */
export const clipped = (text: string, columns: number): string => {
  if (widthOf(text) <= columns) return text
  if (narrow.test(text)) return `${text.slice(0, Math.max(0, columns - 1)).trimEnd()}…`
  let [kept, width] = ['', 0]
  for (const { segment } of graphemes().segment(text)) {
    width += widthOf(segment)
    if (width > columns - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/** Wraps words into as many lines as they need, at most `lines`; a word longer than a line is cut. */
export const wrapped = (text: string, columns: number, lines: number): ReadonlyArray<string> => {
  const written: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (word === '') continue
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= columns) line = longer
    else {
      if (line !== '') written.push(line)
      line = widthOf(word) > columns && written.length < lines - 1 ? clipped(word, columns) : word
    }
    if (written.length === lines) break
  }
  if (line !== '' && written.length < lines) written.push(clipped(line, columns))
  else if (line !== '') written.push(clipped(`${written.pop() ?? ''} ${line}`, columns))
  return written
}

const fewest = 3
const most = 9

/** Spells a strength or utility: three places, or more if three would show 0 for another value. */
export const amount = (value: number): string => {
  const text = value.toFixed(placesThat((places) => value === 0 || Number(value.toFixed(places)) !== 0))
  return short(text)
}

export const score = (value: number): string => value.toFixed(fewest)

/** Spells US dollars: four significant digits, or cents from one dollar on. */
export const usd = (dollars: number): string =>
  dollars >= 1 ? `$${dollars.toFixed(2)}` : `$${short(Number(dollars.toPrecision(4)).toFixed(most + 1))}`

/** `0 → 0.6 ▲`: green where it rises, red where it falls. */
export const change = (from: number, to: number, page: Page): string => {
  const places = placesThat((count) => from === to || from.toFixed(count) !== to.toFixed(count))
  const text = `${short(from.toFixed(places))} → ${short(to.toFixed(places))}`
  if (from === to) return page.faint(`${text} =`)
  return to > from ? page.good(`${text} ▲`) : page.bad(`${text} ▼`)
}

export const step = (delta: number): string => `${delta > 0 ? '+' : ''}${amount(delta)}`

const placesThat = (tell: (places: number) => boolean): number => {
  for (let places = fewest; places < most; places++) if (tell(places)) return places
  return most
}

const short = (text: string): string => text.replace(/\.?0+$/, '').replace(/^-0$/, '0')

/* Makes text safe to print: as a line of a terminal, as JSON, and as a command to paste. */

/**
 * Replaces each character that a terminal obeys by U+FFFD, because anybody may have written the text.
 *
 * Guarantee: no C0, DEL or C1 character but line feed and tab is left, no character that changes the writing direction, and no line or
 * paragraph separator.
 */
export const plain = (text: string): string => withoutObeyed(text.replaceAll('\r\n', '\n'), () => '\ufffd')

/** Makes a text safe and puts it on one line, for names that hold line breaks. */
export const plainLine = (text: string): string => plain(text).replace(/\s*\n\s*/g, ' ')

/** Returns an answer with every text in it made safe; numbers, keys and shape stay. */
export const plainly = <A>(answer: A): A =>
  JSON.parse(JSON.stringify(answer), (_, value) => (typeof value === 'string' ? plain(value) : value))

/**
 * Returns a value as printed JSON.
 *
 * Guarantee: control characters, characters that change the writing direction, and line and paragraph separators are escaped; parsed, the
 * value is the same.
 */
export const documentOf = (value: unknown): string => escaped(JSON.stringify(value))

/** Escapes JSON that is already written: the escaped characters can only be in its strings. */
export const escaped = escapedJson

const bare = /^[\w./@%+:,-][\w./@%+:,=#~-]*$/

/** Quotes a word so that a POSIX shell reads it back. */
const quoted = (word: string): string => (bare.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** Returns the program with the options that choose a store and a brain, as they were given: the next command means the same memory. */
export const calledAs = (
  {
    brain,
    host,
    store,
  }: {
    readonly brain?: string | undefined
    readonly host?: string | undefined
    readonly store?: string | undefined
  },
  program: ReadonlyArray<string> = ['crabtrail'],
): ReadonlyArray<string> => [
  ...program,
  ...(store === undefined ? [] : ['--store', store]),
  ...(host === undefined ? [] : ['--host', host]),
  ...(brain === undefined ? [] : ['--brain', brain]),
]

/** Quotes words so that a POSIX shell reads them back, safe to print. */
export const pasteable = (words: ReadonlyArray<string>): string => plain(words.map(quoted).join(' '))
