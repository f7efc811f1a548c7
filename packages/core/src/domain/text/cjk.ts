/** Character classes of the Chinese, Japanese and Korean scripts: Han, Hiragana, Katakana, Hangul. */

/** Character class for patterns with the `v` flag: letters and numbers of these scripts, and their length and repetition marks. */
export const cjkClass = String.raw`[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]]`

/** {@link cjkClass} with Thai, Lao, Khmer and Myanmar, which do not separate words: a run of their letters holds many words. */
export const runOnClass = String.raw`[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]`

const oneCjk = new RegExp(`^${cjkClass}$`, 'v')

/** Lowest code point of these scripts, a Hangul consonant. The comparison with it avoids most pattern tests. */
const firstCjk = 0x1100

export const isCjk = (codePoint: number): boolean => codePoint >= firstCjk && oneCjk.test(String.fromCodePoint(codePoint))
