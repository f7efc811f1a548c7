/** The id of the cue that a question makes, and the words that it stands for. */
import { normalise } from '@crabtrail/text/languages/unicode'
import type { Cryptography } from '../ports/cryptography.ts'

/** A question without any word has nothing to normalise, so its characters make the id. */
export const sayingOf = (question: string): string => normalise(question) || question

/**
 * Returns the id of a question's cue: `auto:` and twelve digits of the sha1 of its normalised text (S0.50). `place`: a number that follows it
 * from the second question on that has the same digits (S0.52).
 */
export const cueIdOf = (crypto: Cryptography['Service'], question: string, place = 1): string => {
  const digits = crypto.sha1(sayingOf(question)).slice(0, 12)
  return place === 1 ? `auto:${digits}` : `auto:${digits}-${place}`
}
