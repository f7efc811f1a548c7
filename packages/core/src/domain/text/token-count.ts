/** Estimates how many tokens a model sees in a text. Every budget uses this one function, so all of them agree. */
import { countCjk } from './cjk.ts'

const bytesAToken = 4

/** UTF-8 bytes / 4 rounded up; a CJK character is one token whatever its bytes. */
export const countTokens = (text: string): number => {
  const bytes = utf8Bytes(text)
  if (bytes === text.length) return Math.ceil(bytes / bytesAToken)
  const { characters, bytes: cjkBytes } = countCjk(text)
  return characters + Math.ceil((bytes - cjkBytes) / bytesAToken)
}

/** Half a surrogate pair counts three, as the replacement character that it is written as. */
const utf8Bytes = (text: string): number => {
  let bytes = text.length
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit > 0x7f) bytes += unit > 0x7ff ? 2 : 1
    if (isPair(unit, text.charCodeAt(at + 1))) {
      // Four bytes for two units: the second was already counted as one, the first as three.
      at += 1
    }
  }
  return bytes
}

const isPair = (first: number, second: number): boolean => (first & 0xfc00) === 0xd800 && (second & 0xfc00) === 0xdc00
