/** Tells whether a message is said with force, by how it is written: capitals, exclamation marks, and words that are repeated. */
import { fold, lower } from '../languages/unicode.ts'
import { readMost } from './wording.ts'

const insisting = /[!\uff01]\s*[!\uff01]/u
/** "No no no", "nein, nein, nein"; in scripts without spaces one to three characters. */
const repeating =
  /^[^\p{L}]*(?:(\p{L}{2,6})(?:[\s,.!]+\1(?!\p{L})){2}|([\p{Script=Han}\p{Script=Hiragana}]{1,3})(?:[\s,\uff0c\u3001]*\2){2})/u
/** Six capitals in a row, whatever stands between them; fewer are an abbreviation. */
const shouted = /(?:\p{Lu}\P{L}*){6}/u

/** True for a message that is said with force. */
export const isForceful = (message: string): boolean => {
  const read = message.slice(0, readMost)
  return insisting.test(read) || repeating.test(lower(fold(read))) || isShouted(read)
}

/** Letters without case shout nothing. */
const isShouted = (text: string): boolean => shouted.test(text) && !/[\p{Ll}\p{Lo}]/u.test(text)
