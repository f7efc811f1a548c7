/** The words of a question as they stand in it, found again by the terms that the index knows them by. */
import { languageOf } from './language.ts'
import { terms, token, wordBoundary } from './tokenise.ts'

/** Of several spellings of one term the first; a term that is no word of the question by itself (a pair of characters) reads as it is. */
export const spelledAs = (question: string): ((term: string) => string) => {
  const language = languageOf(question)
  const spellings = new Map<string, string>()
  const spell = (word: string, spelling: string) => {
    const [term, ...more] = terms(word, language)
    if (term !== undefined && more.length === 0 && !spellings.has(term)) spellings.set(term, spelling)
  }
  for (const found of question.match(token) ?? []) {
    const parts = found.split(wordBoundary).filter((part) => part !== '')
    if (parts.length > 1) spell(parts.join('').toLowerCase(), found)
    for (const part of parts) spell(part, part)
  }
  return (term) => spellings.get(term) ?? term
}
