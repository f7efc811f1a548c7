/**
 * Chooses the part of a text that shows why a question found it: the window that holds most words of the question.
 *
 * It is computed for people who read a list of answers. What a model is given is chosen elsewhere.
 */
import { languageOf } from '../languages/languages.ts'
import { separatedValues } from './separated-values.ts'
import { questionTerms, terms, token } from './tokenise.ts'

/** Characters of a text that are searched for words. */
const searchedMost = 20_000
/** Words of a question that are looked for. */
const wordsMost = 64

/**
 * Returns a part of the text of about `most` characters that holds as many different words of the question as possible, the earliest of several.
 * Returns the beginning if that holds as many, or if the text holds none. `…` marks each side where something was left out. The part begins at the
 * beginning of a line, a sentence or a word.
 */
export const excerpt = (text: string, question: string, most: number): string => {
  if (text.length <= most) return text
  const found = foundIn(text.slice(0, searchedMost), question)
  const best = bestWindow(found, most)
  const [first] = best
  if (first === undefined || first.from === 0 || variety(best) <= variety(within(found, 0, most))) return ended(text, 0, most)
  const last = best.at(-1) ?? first
  // The words stand in the middle of what is left, with more before them than behind.
  const spare = Math.max(0, most - (last.to - first.from))
  return ended(text, beginningBefore(text, first.from, Math.floor(spare / 2)), most)
}

/** A word of the text that the question has, too. */
export interface Found {
  readonly from: number
  readonly to: number
  /** The number of the word in the question. */
  readonly word: number
}

/** Finds the words of the question in a text, in the order of the text. */
export const foundIn = (text: string, question: string): ReadonlyArray<Found> => {
  const asked = questionTerms(question)
  const numbers = new Map<string, number>()
  for (const [number, word] of asked.words.slice(0, wordsMost).entries()) {
    for (const way of [...asked.ways(word), ...asked.spelled(word)]) if (!numbers.has(way)) numbers.set(way, number)
  }
  const language = languageOf(text)
  const known = new Map<string, number | undefined>()
  const numberOf = (word: string): number | undefined => {
    if (!known.has(word))
      known.set(
        word,
        terms(word, language)
          .map((term) => numbers.get(term))
          .find((number) => number !== undefined),
      )
    return known.get(word)
  }
  const words = [...text.matchAll(token)].map(({ 0: spelled, index }) => ({
    from: index,
    to: index + spelled.length,
    word: numberOf(spelled),
  }))
  const values = separatedValues(text, language).map(({ also, beginnings, forms, from, to }) => ({
    from,
    to,
    word: [...forms, ...beginnings, ...also].map((form) => numbers.get(form)).find((number) => number !== undefined),
  }))
  return [...words, ...values]
    .flatMap(({ from, to, word }) => (word === undefined ? [] : [{ from, to, word }]))
    .sort((a, b) => a.from - b.from)
}

const within = (found: ReadonlyArray<Found>, from: number, to: number): ReadonlyArray<Found> =>
  found.filter((one) => one.from >= from && one.to <= to)

const variety = (found: ReadonlyArray<Found>): number => new Set(found.map(({ word }) => word)).size

/** Returns the found words of the window with most different words, in one pass over two ends; the first of several. */
const bestWindow = (found: ReadonlyArray<Found>, most: number): ReadonlyArray<Found> => {
  const counts = new Map<number, number>()
  let [start, best]: [number, readonly [from: number, to: number, words: number]] = [0, [0, 0, 0]]
  for (const [end, { to, word }] of found.entries()) {
    counts.set(word, (counts.get(word) ?? 0) + 1)
    for (let first = found[start]; first !== undefined && start < end && to - first.from > most; first = found[++start]) {
      const left = (counts.get(first.word) ?? 1) - 1
      if (left === 0) counts.delete(first.word)
      else counts.set(first.word, left)
    }
    if (counts.size > best[2]) best = [start, end + 1, counts.size]
  }
  return found.slice(best[0], best[1])
}

/** Returns a good place to begin at most `back` characters before `at`: the first line, else sentence, else word in there. */
const beginningBefore = (text: string, at: number, back: number): number => {
  const low = Math.max(0, at - back)
  if (low === 0) return 0
  const before = text.slice(low, at)
  const behind = (border: RegExp): number | undefined => {
    const hit = border.exec(before)
    return hit === null ? undefined : hit.index + hit[0].length
  }
  const start = behind(/\n\s*/) ?? behind(/[.!?。！？]\s+/) ?? behind(/\s+/)
  return start === undefined ? at : low + start
}

const ended = (text: string, from: number, most: number): string => {
  const to = from + most
  const cut = text
    .slice(from, to)
    .toWellFormed()
    .replace(/\ufffd$/, '')
  const isWhole = to >= text.length || /\s/.test(text.charAt(to))
  // A word that was cut in two is left out, unless it is most of what is shown.
  const shown = isWhole ? cut : cut.replace(/\s+\S*$/, (rest) => (rest.length > most / 4 ? rest : ''))
  return `${from === 0 ? '' : '… '}${shown.trimEnd()}${to >= text.length ? '' : ' …'}`
}
