/**
 * Replaces characters that a terminal, chat or editor interprets instead of displaying: controls, line and paragraph separators, and marks
 * that change the writing direction. Anybody may have written the texts of a memory, so no answer may print such characters.
 */

/** C0 controls except tab and line feed, DEL, and C1 controls. */
const controls = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f`
/** Direction marks, and the separators U+2028 and U+2029. */
const turning = String.raw`\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`
const obeyed = new RegExp(`[${controls}${turning}]`, 'g')

/** Replaces each such character. Tab and line feed stay. */
export const withoutObeyed = (text: string, replace: (character: string) => string): string => text.replace(obeyed, replace)

/**
 * Escapes each such character in JSON. The parsed value stays the same: in JSON such a character can occur only in a string, where
 * controls below U+0020 are escaped already.
 */
export const escapedJson = (json: string): string =>
  withoutObeyed(json, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
