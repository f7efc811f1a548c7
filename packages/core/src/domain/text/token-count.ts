/** Estimates how many tokens a model sees in a text. Every budget uses this one function, so all of them agree. */
import { isCjk } from './cjk.ts'

const bytesAToken = 4

/** What a text counts as. Of two texts that are joined where no surrogate pair is split it is the sum, field by field. */
export interface TextMeasure {
  /** CJK characters. */
  readonly characters: number
  /** UTF-8 bytes of everything else. */
  readonly bytes: number
}

/** UTF-8 bytes / 4 rounded up; a CJK character is one token whatever its bytes. */
export const countTokens = (text: string): number => tokensOf(measure(text))

export const tokensOf = ({ bytes, characters }: TextMeasure): number => characters + Math.ceil(bytes / bytesAToken)

/** Half a surrogate pair counts three bytes, as the replacement character that it is written as. */
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
