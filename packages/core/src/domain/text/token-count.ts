/** Estimates how many tokens a model sees in a text. Every budget uses this one function, so all of them agree. */
import { isCjk } from './cjk.ts'

const bytesAToken = 4

/** Size of a text. The measure of two joined texts is the sum of theirs, field by field, unless a surrogate pair is split between them. */
export interface TextMeasure {
  /** CJK characters. */
  readonly characters: number
  /** UTF-8 bytes of everything else. */
  readonly bytes: number
}

/** Returns one token for each CJK character plus, for everything else, UTF-8 bytes / 4 rounded up. */
export const countTokens = (text: string): number => tokensOf(measure(text))

export const tokensOf = ({ bytes, characters }: TextMeasure): number => characters + Math.ceil(bytes / bytesAToken)

/** Half a surrogate pair counts three bytes, because it is written as the replacement character. */
export const measure = (text: string): TextMeasure => {
  let characters = 0
  let bytes = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0x800) {
      bytes += unit < 0x80 ? 1 : 2
      continue
    }
    const point = text.codePointAt(at) ?? unit
    if (point > 0xffff) at += 1
    if (isCjk(point)) characters += 1
    else bytes += point > 0xffff ? 4 : 3
  }
  return { characters, bytes }
}
