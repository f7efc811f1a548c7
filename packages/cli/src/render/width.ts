/** How many columns of a terminal a text takes: none for marks and colours, two for wide characters. */
import { stripVTControlCharacters } from 'node:util'

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu

export const widthOf = (text: string): number => {
  const seen = stripVTControlCharacters(text).replace(/\p{Mn}|\p{Me}|[\u200b-\u200d]|\ufe0f/gu, '')
  return [...seen].length + (seen.match(wide)?.length ?? 0)
}

/** The beginning of a text that fits, with `…` where something was left out. */
export const clipped = (text: string, columns: number): string => {
  if (widthOf(text) <= columns) return text
  let kept = ''
  for (const character of text) {
    if (widthOf(kept + character) > columns - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

/** Words on as many lines as they need, at most `lines`; a word longer than a line is cut. */
export const wrapped = (text: string, columns: number, lines: number): ReadonlyArray<string> => {
  const written: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (word === '') continue
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= columns) line = longer
    else {
      if (line !== '') written.push(line)
      line = widthOf(word) > columns && written.length < lines - 1 ? clipped(word, columns) : word
    }
    if (written.length === lines) break
  }
  if (line !== '' && written.length < lines) written.push(clipped(line, columns))
  else if (line !== '') written.push(clipped(`${written.pop() ?? ''} ${line}`, columns))
  return written
}
