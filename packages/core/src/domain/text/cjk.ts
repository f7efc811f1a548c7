/** Which characters belong to scripts that write words without spaces: Han, Hiragana, Katakana, Hangul. */

/** A character class for patterns with the `v` flag: letters and number signs of these scripts, their marks of length and repetition too. */
export const cjkClass = String.raw`[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]]`

/** The same, with the scripts of South-East Asia that part no words either: a run of their letters holds many words. */
export const runOnClass = String.raw`[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]`

const oneCjk = new RegExp(`^${cjkClass}$`, 'v')

/** The first of them is a Hangul consonant. */
const firstCjk = 0x1100

export const isCjk = (codePoint: number): boolean => codePoint >= firstCjk && oneCjk.test(String.fromCodePoint(codePoint))
