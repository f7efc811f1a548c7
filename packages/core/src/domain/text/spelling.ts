/** Maps the index terms of a question back to its words as they are spelled in it. */
import { languageOf } from './language.ts'
import { terms, token, wordBoundary } from './tokenise.ts'

/** Returns the first of several spellings of a term. A term that is not a word of the question by itself (a pair of characters) is unchanged. */
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
