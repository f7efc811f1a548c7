/** Whether a question has no subject of its own: it goes on with what was spoken of before. */
import { lower } from './fold.ts'
import { likenessTerms } from './tokenise.ts'

/** Words that join a question to what was said before, in the languages of the index. */
const joining: ReadonlySet<string> = new Set('and but und aber et mais y e pero en maar ed ma mas'.split(' '))

/**
 * A question of no content word, or of one that no memory has and that "and" or "but" joins to what was before. What is not asked (no question
 * mark at its end) is none: thanks and confirmations have no content words either.
 */
export const isFollowUp = (question: string, isKnown: (word: string) => boolean): boolean => {
  const asked = question.trim()
  if (!/[?？]$/u.test(asked)) return false
  const words = likenessTerms(asked)
  const [only] = words
  if (only === undefined) return true
  const [opening = ''] = lower(asked).match(/\p{L}+/u) ?? []
  return words.length === 1 && !isKnown(only) && joining.has(opening)
}
