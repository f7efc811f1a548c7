/**
 * The form in which two writings of one question are the same question: the identity of a cue.
 *
 * Stop words stay, because "how to" and "how not to" are two questions.
 */
import { fold, lower } from './fold.ts'

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** Words in lower case joined by one space; empty if there is none. Normalising twice is normalising once. */
export const normalise = (text: string): string => (lower(fold(text)).match(word) ?? []).join(' ')
