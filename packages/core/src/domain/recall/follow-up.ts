/** Recognises messages without a subject of their own: follow-ups, remarks and bare counts. */
import { fold, lower } from '../text/fold.ts'
import { likenessTerms } from '../text/tokenise.ts'

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words that join a question to what was said before, in the languages of the index. */
const joining = wordSet('and but und aber et mais y e pero en maar ed ma mas')

/** Interrogatives that ask for a particular: a time, a place, a person, a reason, a number or one of several. Folded. */
const particular = wordSet(
  [
    'when where why who whom whose which',
    'wann wo woher wohin wer wem wen wessen warum wieso weshalb welche welcher welches',
    'quand ou pourquoi qui combien lequel laquelle',
    'cuando donde quien quienes por cuanto cuantos cual',
    'wanneer waar wie waarom hoeveel welke',
    'quando dove dov chi perche quanto quanti quale',
    'onde quem quantos qual',
  ].join(' '),
)

/** Pronouns of the second person, and forms of "to be" that stand for one. Folded. */
const addressing = wordSet(
  'you your yours du dir dich dein deine euch euer toi tu te vous votre usted ustedes eres estas ti jij je jou jouw jullie sei stai voi voce voces',
)
const formal = /(?<=\p{L}\s)(?:Sie|Ihnen)(?!\p{L})|[\u4f60\u60a8\u59b3]|\u3042\u306a\u305f/u

/**
 * A question of no content word that "and" joins to what was before or that asks for a particular, or of one content word that no memory has and
 * that "and" joins. A question that addresses the hearer is about the hearer. What is not asked (no question mark at its end) is none.
 */
export const isFollowUp = (question: string, isKnown: (word: string) => boolean): boolean => {
  const asked = question.trim()
  if (!isAsked(asked)) return false
  const content = likenessTerms(asked)
  const words = lower(fold(asked)).match(/\p{L}+/gu) ?? []
  if (formal.test(asked) || words.some((word) => addressing.has(word))) return false
  const [opening = ''] = words
  const [only] = content
  if (only === undefined) return joining.has(opening) || words.some((word) => particular.has(word)) || !/\p{Script=Latin}/u.test(asked)
  return content.length === 1 && !isKnown(only) && joining.has(opening)
}

/** True for a message that neither asks nor names a subject: at most one content word, as in thanks and confirmations. */
export const isRemark = (message: string): boolean => !isAsked(message.trim()) && likenessTerms(message).length <= 1

/** False for words that are all counts (numbers of at most three digits): a choice or an amount alone names no subject. */
export const namesSubject = (words: Iterable<string>): boolean => {
  for (const word of words) if (!count.test(word)) return true
  return false
}

const count = /^\p{Nd}{1,3}$/u

const isAsked = (message: string): boolean => /[?\uff1f]$/u.test(message)
