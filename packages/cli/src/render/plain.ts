/**
 * Makes text from a memory safe for a terminal: it was written by anybody, and a terminal obeys control characters.
 *
 * Guarantee: no C0, DEL or C1 character but line feed and tab is left, and nothing that turns the direction of writing.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export const plain = (text: string): string => text.replaceAll('\r\n', '\n').replace(obeyed, '\ufffd')

/** An answer with every text in it made safe; numbers, keys and shape stay. */
export const plainly = <A>(answer: A): A =>
  JSON.parse(JSON.stringify(answer), (_, value) => (typeof value === 'string' ? plain(value) : value))
