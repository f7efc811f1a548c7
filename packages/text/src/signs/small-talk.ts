/** Tells small talk, about which no memory says anything, from messages that ask or state something. */

import { isFunctionWordAnywhere } from '../languages/languages.ts'
import { onFirstUse } from '../on-first-use.ts'
import { casedWords } from '../words/names.ts'
import { endsInQuestionMark } from '../words/question-mark.ts'
import { likenessTerms } from '../words/tokenise.ts'
import { smallTalkWeights } from './learned-weights.ts'
import { lengthOf, readMost, type Sign, weighing, wordingOf } from './wording.ts'

/** The signs of a message: its wording, and from 0 to 1 its length, a question mark, numbers, names, content words, function words, and an exclamation mark. */
export const smallTalkSigns = (message: string): readonly [wording: ReadonlyArray<Sign>, plain: ReadonlyArray<number>] => {
  const read = message.slice(0, readMost)
  const words = casedWords(read)
  const content = likenessTerms(read).length
  const length = lengthOf(read)
  const functionWords = words.filter(({ word }) => isFunctionWordAnywhere(word)).length
  const plain = [
    Math.min(1, length / 10),
    Number(length <= 1),
    Number(length === 2),
    Number(endsInQuestionMark(read)),
    Number(/\p{Nd}/u.test(read)),
    Math.min(1, words.filter(({ begins, capital }) => capital && !begins).length / 2),
    Math.min(1, content / 5),
    Number(content <= 1),
    words.length === 0 ? 0 : functionWords / words.length,
    Number(/[!\uff01]/u.test(read)),
  ]
  return [wordingOf(read), plain]
}

const weighed = onFirstUse(() => weighing(smallTalkWeights))

const oddsOf = (message: string): number => weighed().odds(...smallTalkSigns(message))

/** The odds, as natural logarithms, from which a message is likely small talk, and surely. */
const [likely, sure] = [0.4, 0.8]

/** True for a message that is likely small talk. */
export const isLikelySmallTalk = (message: string): boolean => oddsOf(message) > likely

/** True for a message that is surely small talk. */
export const isSmallTalk = (message: string): boolean => oddsOf(message) > sure
