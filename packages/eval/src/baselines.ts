/**
 * The two baselines that a memory is compared with: BM25 over stems, and the cosine of hashed vectors.
 *
 * They read words with a tokeniser of their own, so that a change of the memory's tokeniser moves only the numbers of the memory.
 */
import { byScope, isVisible, type Question, type QuestionSet, type Row } from './sets/question-set.ts'

/** Scores of a question for each text, in the order of the texts; 0 for a text that shares nothing with the question. */
export type Baseline = (question: string) => Float64Array

/**
 * Returns a ranking for each question: at most `limit` places with a score above 0, best first, ties by place.
 *
 * Each scope is a corpus. In a timed set the statistics are those of all rows; rows that are invisible at the time are left out.
 */
export const baselineRankings = (
  set: QuestionSet,
  limit: number,
  build: (texts: ReadonlyArray<string>) => Baseline,
): ReadonlyArray<ReadonlyArray<number>> => {
  const scopes = new Map(
    [...byScope(set)].map(([scope, places]) => [scope, { places, ask: build(places.map((place) => textOf(set.rows[place]))) }]),
  )
  return set.questions.map((question) => {
    const scope = scopes.get(question.scope)
    return scope === undefined ? [] : ranked(set, question, scope.places, scope.ask(question.text)).slice(0, limit)
  })
}

const ranked = ({ rows }: QuestionSet, { time }: Question, places: ReadonlyArray<number>, scores: Float64Array): ReadonlyArray<number> =>
  places
    .flatMap((place, at) => {
      const row = rows[place]
      const score = scores[at] ?? 0
      return score > 0 && row !== undefined && isVisible(row, time) ? [{ place, score }] : []
    })
    .sort((one, other) => other.score - one.score || one.place - other.place)
    .map(({ place }) => place)

/** Returns the title, then the text. */
export const textOf = (row: Pick<Row, 'title' | 'text'> | undefined): string =>
  row === undefined ? '' : row.title === undefined || row.title === '' ? row.text : `${row.title} ${row.text}`

const k1 = 1.2
const b = 0.75

interface Posting {
  readonly text: number
  readonly count: number
}

export const bm25Baseline = (texts: ReadonlyArray<string>): Baseline => {
  const postings = new Map<string, Array<Posting>>()
  const lengths = texts.map((text, at) => {
    const words = baselineWords(text)
    for (const [word, count] of counted(words)) {
      const known = postings.get(word)
      if (known === undefined) postings.set(word, [{ text: at, count }])
      else known.push({ text: at, count })
    }
    return words.length
  })
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length)
  return (question) => {
    const scores = new Float64Array(texts.length)
    for (const word of new Set(baselineWords(question))) {
      const found = postings.get(word) ?? []
      const rarity = Math.log(1 + (texts.length - found.length + 0.5) / (found.length + 0.5))
      for (const { count, text } of found) {
        const norm = k1 * (1 - b + (b * (lengths[text] ?? 0)) / meanLength)
        scores[text] = (scores[text] ?? 0) + (rarity * count * (k1 + 1)) / (count + norm)
      }
    }
    return scores
  }
}

/** Counts the occurrences of each word or feature, in the order of the first. */
const counted = (words: Iterable<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const dimensions = 1024
/** Weights of words, pairs of neighbouring words, and groups of four letters; the key is the first letter of a feature. */
const weights = { w: 1, b: 0.5, c: 0.35 } as const

/** Search by similarity without a model. Each feature of a text adds its weight, with a sign, to one of 1024 numbers chosen by its hash. */
export const cosineBaseline = (texts: ReadonlyArray<string>): Baseline => {
  // One column a dimension: a question is not 0 in few dimensions, and only their columns are read.
  const columns = new Float32Array(dimensions * texts.length)
  for (const [at, text] of texts.entries()) {
    for (const [dimension, value] of vectorOf(text).entries()) columns[dimension * texts.length + at] = value
  }
  return (question) => {
    const scores = new Float64Array(texts.length)
    for (const [dimension, value] of vectorOf(question).entries()) {
      const first = dimension * texts.length
      if (value !== 0) for (let at = 0; at < texts.length; at++) scores[at] = (scores[at] ?? 0) + (columns[first + at] ?? 0) * value
    }
    return scores
  }
}

/** Returns a vector of length 1; all 0 for a text without words. */
const vectorOf = (text: string): Float32Array => {
  const vector = new Float32Array(dimensions)
  for (const [feature, count] of counted(featuresOf(text))) {
    const weight = weights[feature.charAt(0) as keyof typeof weights]
    const hash = hashOf(feature)
    const sign = hash >= 0x8000_0000 ? -1 : 1
    const dimension = hash % dimensions
    vector[dimension] = (vector[dimension] ?? 0) + sign * weight * (1 + Math.log(count))
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return length === 0 ? vector : vector.map((value) => value / length)
}

/** Yields each feature as often as it occurs. Words of up to three letters have no groups of letters. */
function* featuresOf(text: string): Generator<string> {
  let before: string | undefined
  for (const word of baselineWords(text)) {
    yield `w${word}`
    if (before !== undefined) yield `b${before} ${word}`
    before = word
    if (word.length <= 3) continue
    const framed = `^${word}$`
    for (let at = 0; at + 4 <= framed.length; at++) yield `c${framed.slice(at, at + 4)}`
  }
}

/** Returns FNV-1a over code units with one more round of mixing, from 0 to 2³² − 1. */
const hashOf = (text: string): number => {
  let hash = 0x811c_9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}

/** Returns the stems of the English words of a text, in order: camel case split, diacritics removed, lower case, without stop words. */
export const baselineWords = (text: string): ReadonlyArray<string> => {
  const split = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
  const folded = split
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return Array.from(folded.matchAll(/[\p{L}\p{N}]+/gu), ([word]) => word).flatMap((word) => (stopWords.has(word) ? [] : [stemmed(word)]))
}

const stopWords = new Set(
  [
    'a about an and are as at be been by can could did do does for from had has have he her his how i if in into is it its',
    'me my no not of on or our s she should so t than that the their then there these they this those to was we were',
    'what when where which who whom whose why will with would you your',
  ].flatMap((line) => line.split(' ')),
)

/** Removes endings in this order. Words of up to four letters keep theirs. */
const stemmed = (word: string): string => (word.length > 4 ? withoutLy(withoutE(withoutTense(singular(word)))) : word)

const singular = (word: string): string => {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.endsWith('sses')) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us') ? word.slice(0, -1) : word
}

const withoutTense = (word: string): string => {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3)
  return word.length > 4 && word.endsWith('ed') ? word.slice(0, -2) : word
}

const withoutE = (word: string): string => (word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word)

const withoutLy = (word: string): string => (word.length > 4 && word.endsWith('ly') ? word.slice(0, -2) : word)
