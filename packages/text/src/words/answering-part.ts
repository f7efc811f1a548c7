/**
 * Chooses the sentences of a long text that answer a question: what a model is given of it.
 *
 * Sentences are as they stand in the text. The rows of a table, the steps of a numbered list, quoted lines and code stay together, with the line
 * before them that ends in a colon.
 */
import { languageOf } from '../languages/languages.ts'
import { countTokens } from './context-fence.ts'
import { noteSentences } from './sentences.ts'
import { terms } from './tokenise.ts'

export interface SoughtWord {
  /** The terms that texts have for it. */
  readonly ways: ReadonlyArray<string>
  /** What a sentence is worth that has it. */
  readonly weight: number
}

/** A part of a text, by its places in UTF-16 units. */
export interface Part {
  readonly start: number
  readonly end: number
}

/**
 * Returns the sentences in a row, of about `most` tokens together, whose different words are worth most; of equal ones the shortest, of equally long ones the
 * first. They are widened by their neighbours as far as `most` allows. One sentence, or a table, may be longer than that. Returns undefined for a text of at
 * most `most` tokens, and for one that has no word of the question: nothing tells then what of it answers.
 */
export const answeringPart = (text: string, title: string, sought: ReadonlyArray<SoughtWord>, most: number): Part | undefined => {
  if (countTokens(text) <= most) return undefined
  const units = unitsOf(text)
  const language = languageOf(`${title}\n${text}`)
  const places = new Map<string, Array<number>>()
  for (const [place, { ways }] of sought.entries()) for (const way of new Set(ways)) places.set(way, [...(places.get(way) ?? []), place])
  const held = units.map(({ end, start }) => new Set(terms(text.slice(start, end), language).flatMap((term) => places.get(term) ?? [])))
  const tokens = units.map(({ end, start }) => countTokens(text.slice(start, end)))
  const best = bestRun(held, tokens, sought, most)
  if (best === undefined) return undefined
  const { first, last } = widened(best, tokens, most)
  return first === 0 && last === units.length - 1 ? undefined : { start: units[first]?.start ?? 0, end: units[last]?.end ?? text.length }
}

interface Run {
  readonly first: number
  readonly last: number
  readonly tokens: number
}

const bestRun = (
  held: ReadonlyArray<ReadonlySet<number>>,
  tokens: ReadonlyArray<number>,
  sought: ReadonlyArray<SoughtWord>,
  most: number,
): Run | undefined => {
  let [best, worth]: [Run | undefined, number] = [undefined, 0]
  for (let first = 0; first < held.length; first++) {
    const words = new Set<number>()
    let [value, size] = [0, 0]
    for (let last = first; last < held.length; last++) {
      size += tokens[last] ?? 0
      if (last > first && size > most) break
      for (const word of held[last] ?? []) if (!words.has(word)) value += sought[word]?.weight ?? 0
      for (const word of held[last] ?? []) words.add(word)
      if (value > worth || (value === worth && best !== undefined && size < best.tokens)) {
        best = { first, last, tokens: size }
        worth = value
      }
    }
  }
  return best
}

/** Adds the sentence behind a run, then the one before, and so on, while both fit. What follows a sentence explains it more often. */
const widened = ({ first, last, tokens: size }: Run, tokens: ReadonlyArray<number>, most: number): Omit<Run, 'tokens'> => {
  let [from, to, left] = [first, last, most - size]
  for (;;) {
    const before = [from, to]
    if ((tokens[to + 1] ?? Number.POSITIVE_INFINITY) <= left) left -= tokens[++to] ?? 0
    if ((tokens[from - 1] ?? Number.POSITIVE_INFINITY) <= left) left -= tokens[--from] ?? 0
    if (before[0] === from && before[1] === to) return { first: from, last: to }
  }
}

const ofBlock = /^\s*(?:[|>]|\d+[.)]|`{3}|~{3})/u
const opens = /[:：]\s*$/u

const unitsOf = (text: string): ReadonlyArray<Part> => {
  const units: Array<{ start: number; end: number }> = []
  let [at, paragraph, isBlock, isOpen] = [0, 0, false, false]
  for (const sentence of noteSentences(text)) {
    const start = text.indexOf(sentence.text, at)
    const end = start + sentence.text.length
    const last = units.at(-1)
    const begins = ofBlock.test(sentence.text)
    const goesOn = isBlock && sentence.paragraph === paragraph
    if (last !== undefined && (goesOn || (begins && isOpen))) last.end = end
    else units.push({ start, end })
    ;[at, paragraph, isBlock, isOpen] = [end, sentence.paragraph, begins || goesOn, opens.test(sentence.text)]
  }
  return units
}
