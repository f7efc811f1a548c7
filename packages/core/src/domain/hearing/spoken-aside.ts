/**
 * Finds what a message states in passing, beside a request that is about something else: "By the way, the database listens on port 6044 now. Can
 * you draft a mail to Nadia about lunch?"
 *
 * A request that may ask about the statement, doubts it or wants its words in another form makes the whole message unsure: then nothing is stated.
 */
import { sentencesIn, tokensOf, weightOf, withoutOpening } from '../superseding/statement.ts'
import { fold, lower } from '../text/unicode.ts'
import { isPasted, mayState, requests, saysChange } from './spoken-statement.ts'

/** The longest message that is looked at, in code units. */
const longest = 1_500
/** The least words that a request must have of its own. */
const ownLeast = 2

/** Words that may stand for the statement before or behind them. */
const pointsTo =
  /\b(?:it|its|this|that|these|those|they|them|so|there|above|below|es|dies\w*|darin|davon|dazu|oben|stimmt|eso|esto|ello|lo|cela|ceci|ca|questo|quello|lo|cio|isso|isto|dat|dit|deze|het)\b|[这這那它此]/u
const pointsToInGerman = /\b[Dd]as\b(?! \p{Lu})/u
/** Words that ask for a text in another form. The statement may be that text. */
const reworks =
  /\b(?:re(?:write|phrase|word|format)\w*|translat\w+|summari[sz]\w+|proofread\w*|shorten\w*|correct\w*|check\w*|confirm\w*|verif\w+|ubersetz\w*|formulier\w*|umformulier\w*|korrigier\w*|pruf\w*|kurz\w* ab|fass\w* zusammen|tradu\w+|reformul\w+|resum\w+|corrig\w+|comprueba|verifi\w+|riscriv\w*|riassum\w*|controlla\w*|reescrev\w*|vertaal\w*|herschrijf\w*|controleer\w*)\b|翻[译譯]|改[写寫]|[总總][结結]|[检檢]查|[确確][认認]/u

/** Returns the sentences of a message that state something beside its requests; undefined where it has no request or is unsure. */
export const statedBeside = (message: string): string | undefined => {
  const text = message.trim()
  if (text.length > longest || isPasted(text)) return undefined
  const sentences = sentencesIn(text)
  const isStated = sentences.map(states)
  const stated = sentences.filter((_, at) => isStated[at])
  const first = isStated.indexOf(true)
  const asked = sentences.filter((_, at) => !isStated[at])
  if (stated.length === 0 || asked.length === 0) return undefined
  const known = new Set(stated.flatMap(tokensOf).map(({ key }) => key))
  if (!asked.every((sentence) => isAboutSomethingElse(sentence, known))) return undefined
  // A sentence behind a request may be the text that the request asks for, unless its words say that it is another matter.
  const isApart = first === 0 || stated.some((sentence) => withoutOpening(sentence) !== sentence || saysChange(sentence))
  const own = stated.join(' ')
  return isApart && states(own) ? own : undefined
}

const states = (text: string): boolean => [text, withoutOpening(text)].some((own) => mayState(own, text))

/** `known` are the keys of what is stated. */
const isAboutSomethingElse = (sentence: string, known: ReadonlySet<string>): boolean => {
  const words = lower(fold(sentence))
  if (!requests(sentence) || pointsTo.test(words) || pointsToInGerman.test(sentence) || reworks.test(words)) return false
  const content = tokensOf(sentence).filter(({ kind }) => kind !== 'function')
  return content.every(({ key }) => !known.has(key)) && weightOf(content) >= ownLeast
}
