/**
 * Characters that a terminal, a chat or an editor obeys instead of showing them: controls, separators of lines and paragraphs, and marks
 * that change the writing direction. Anybody may have written the texts of a memory, so no answer may print them.
 */

/** C0 without tab and line feed, DEL and C1. */
const controls = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f`
/** Marks of direction, and U+2028 and U+2029. */
const turning = String.raw`\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`
const obeyed = new RegExp(`[${controls}${turning}]`, 'g')

/** The text with each such character replaced; tab and line feed stay. */
export const withoutObeyed = (text: string, replace: (character: string) => string): string => text.replace(obeyed, replace)

/**
 * JSON with each such character escaped. Read back, the value is the same: in JSON such a character can stand only in a string, where
 * controls below U+0020 are escaped already.
 */
export const escapedJson = (json: string): string =>
  withoutObeyed(json, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
