/** Misspells questions, as fingers do, always in the same way for the same seed. */
import { seededNumbers } from '../../packages/core/src/domain/seeded-numbers.ts'

/** A slip at a place inside a word: a letter is dropped, doubled, or exchanged with the next one. */
const slips: ReadonlyArray<(word: string, at: number) => string> = [
  (word, at) => word.slice(0, at) + word.slice(at + 1),
  (word, at) => word.slice(0, at + 1) + word.slice(at),
  (word, at) => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
]

/** Words of fewer letters stay as they are. */
const lettersLeast = 5

/** Returns the text with a slip in `share` of its words of five letters or more. The first letter of a word stays. */
export const misspelt = (text: string, share: number, seed: number): string => {
  const next = seededNumbers(seed)
  return text.replace(new RegExp(`\\p{L}{${lettersLeast},}`, 'gu'), (word) => {
    const [chosen, place, kind] = [next(), next(), next()]
    if (chosen >= share) return word
    const slip = slips[Math.floor(kind * slips.length)]
    return slip?.(word, 1 + Math.floor(place * (word.length - 2))) ?? word
  })
}
