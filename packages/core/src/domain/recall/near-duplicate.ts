/**
 * How much two texts share of their words: the Jaccard index of their distinct words, from 0 to 1.
 *
 * One pass over the code units, because it is done for everything that may be put before a model: a twentieth of what the tokeniser takes.
 * A word is a run of letters and digits, whatever the case of those of ASCII; scripts that part no words are compared by pairs of characters.
 */

/**
 * The distinct words of a text, four bytes each, rising. Two that get the same mark count as one, which befalls one text of a hundred words in
 * a million: enough to tell what is said twice.
 */
export type WordMarks = Uint32Array

export const wordMarks = (text: string): WordMarks => {
  const marks = new Set<number>()
  let word = empty
  for (let at = 0; at < text.length; at++) {
    const unit = lowered(text.charCodeAt(at))
    if (isRunOn(unit)) {
      const next = text.charCodeAt(at + 1)
      marks.add(mixed(mixed(empty, unit), isRunOn(next) ? next : 0) >>> 0)
    }
    if (isInWord(unit)) word = mixed(word, unit)
    else if (word !== empty) {
      marks.add(word >>> 0)
      word = empty
    }
  }
  if (word !== empty) marks.add(word >>> 0)
  return new Uint32Array([...marks]).sort()
}

/** Symmetric; 1 for the same words. Without words there is nothing to compare: 0. */
export const overlap = (one: WordMarks, other: WordMarks): number => {
  let shared = 0
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const [a = 0, b = 0] = [one[i], other[j]]
    if (a === b) shared++
    if (a <= b) i++
    if (b <= a) j++
  }
  const all = one.length + other.length - shared
  return all === 0 ? 0 : shared / all
}

const capitalA = 0x41
const capitalZ = 0x5a

const lowered = (unit: number): number => (unit >= capitalA && unit <= capitalZ ? unit + 0x20 : unit)

/** Of Thai to Burmese, Khmer, and Chinese, Japanese and what else comes behind them. */
const isRunOn = (unit: number): boolean => unit >= 0x2e80 || (unit >= 0xe00 && unit < 0x10a0) || (unit >= 0x1780 && unit < 0x1800)

/** Digits and letters: of the rest of Unicode all up to the general punctuation. */
const isInWord = (unit: number): boolean =>
  unit < 0x80 ? (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) : unit >= 0xaa && unit < 0x2000 && !isRunOn(unit)

/** FNV-1a over code units (Fowler, Noll and Vo). */
const empty = 0x811c9dc5 | 0
const mixed = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)

/** Finds a text in another one word for word. Spaces and line ends between words do not matter. */

const squeezed = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** For one text that many are looked for in. An empty text stands in none. */
export const standsIn = (whole: string): ((text: string) => boolean) => {
  const within = squeezed(whole)
  return (text) => {
    const wanted = squeezed(text)
    return wanted !== '' && within.includes(wanted)
  }
}
