/**
 * Makes text from a memory safe for a terminal: it was written by anybody, and a terminal obeys control characters.
 *
 * Guarantee: no C0, DEL or C1 character but line feed and tab is left, nothing that turns the direction of writing, and no separator of
 * lines or paragraphs.
 */

/** What turns the direction of writing or separates lines, as a part of a character class. */
export const turning = '\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069'

const obeyed = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f${turning}]`, 'g')

export const plain = (text: string): string => text.replaceAll('\r\n', '\n').replace(obeyed, '\ufffd')

/** The same on one line, for names that hold line breaks. */
export const plainLine = (text: string): string => plain(text).replace(/\s*\n\s*/g, ' ')

/** An answer with every text in it made safe; numbers, keys and shape stay. */
export const plainly = <A>(answer: A): A =>
  JSON.parse(JSON.stringify(answer), (_, value) => (typeof value === 'string' ? plain(value) : value))
