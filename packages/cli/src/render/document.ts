/**
 * JSON as it is printed: texts of a memory were written by anybody, and terminals, editors and readers of lines obey some characters in them.
 *
 * Guarantee: no control character stands in it as itself, nothing that turns the direction of writing, and no separator of lines or
 * paragraphs; read back, the value is the same.
 */
import { turning } from './plain.ts'

const obeyed = new RegExp(`[\\u007f-\\u009f${turning}]`, 'g')

export const documentOf = (value: unknown): string => escaped(JSON.stringify(value))

/** For JSON that is written already: what is escaped can only stand in its strings. */
export const escaped = (json: string): string =>
  json.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
