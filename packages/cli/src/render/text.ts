/** Makes text safe to print: as a line of a terminal, as JSON, and as a command to paste. */
import { escapedJson, withoutObeyed } from '@crabtrail/core'

/**
 * The text with U+FFFD for each character that a terminal obeys, because anybody may have written it.
 *
 * Guarantee: no C0, DEL or C1 character but line feed and tab is left, no character that changes the writing direction, and no line or
 * paragraph separator.
 */
export const plain = (text: string): string => withoutObeyed(text.replaceAll('\r\n', '\n'), () => '\ufffd')

/** The same on one line, for names that hold line breaks. */
export const plainLine = (text: string): string => plain(text).replace(/\s*\n\s*/g, ' ')

/** An answer with every text in it made safe; numbers, keys and shape stay. */
export const plainly = <A>(answer: A): A =>
  JSON.parse(JSON.stringify(answer), (_, value) => (typeof value === 'string' ? plain(value) : value))

/**
 * JSON as it is printed.
 *
 * Guarantee: control characters, characters that change the writing direction, and line and paragraph separators are escaped; parsed, the
 * value is the same.
 */
export const documentOf = (value: unknown): string => escaped(JSON.stringify(value))

/** For JSON that is written already: what is escaped can only stand in its strings. */
export const escaped = escapedJson

const bare = /^[\w./@%+:,-][\w./@%+:,=#~-]*$/

/** A word as a POSIX shell reads it back. */
const quoted = (word: string): string => (bare.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** The program with the options that choose a store and a brain, as they were given: a command that follows means the same memory. */
export const calledAs = ({
  brain,
  host,
  store,
}: {
  readonly brain?: string | undefined
  readonly host?: string | undefined
  readonly store?: string | undefined
}): ReadonlyArray<string> => [
  'crabtrail',
  ...(store === undefined ? [] : ['--store', store]),
  ...(host === undefined ? [] : ['--host', host]),
  ...(brain === undefined ? [] : ['--brain', brain]),
]

/** Words as a POSIX shell reads them back, safe to print. */
export const pasteable = (words: ReadonlyArray<string>): string => plain(words.map(quoted).join(' '))
