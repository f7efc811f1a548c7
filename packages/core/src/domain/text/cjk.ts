/** Which characters belong to scripts that write words without spaces: Han, Hiragana, Katakana, Hangul. */

/** A character class for patterns with the `v` flag: letters and number signs of these scripts, their marks of length and repetition too. */
export const cjkClass = String.raw`[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]]`

const cjkRun = new RegExp(`${cjkClass}+`, 'gv')

export interface CjkShare {
  readonly characters: number
  /** In UTF-8. */
  readonly bytes: number
}

export const countCjk = (text: string): CjkShare => {
  let characters = 0
  let bytes = 0
  for (const [run] of text.matchAll(cjkRun)) {
    for (const character of run) {
      characters += 1
      bytes += character.length === 1 ? 3 : 4
    }
  }
  return { characters, bytes }
}
