/** A question set for measuring learning: questions in a fixed order, and for each the most similar earlier one. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { terms } from '../../packages/text/src/words/tokenise.ts'
import type { CorpusRow } from './adapter.mjs'
import { filesOf } from './question-sets.ts'

export interface LearningQuestion {
  readonly id: string
  readonly question: string
  readonly goldIds: ReadonlyArray<string>
  readonly scope?: string
  readonly time?: number
  readonly split: 'train' | 'test'
}

export interface LearningSet {
  readonly name: string
  readonly corpus: ReadonlyArray<CorpusRow>
  /** Train questions, then test questions. Each part is ordered by time in a timed set, else by a hash of the id. */
  readonly questions: ReadonlyArray<LearningQuestion>
  readonly isTimed: boolean
  /** Question → the most similar question whose verdict had come by then, if its similarity is at least 0.5. */
  readonly earlier: ReadonlyMap<LearningQuestion, LearningQuestion>
}

/** Questions between a question and its verdict. */
export const delay = 5

export const hashed = (text: string): number => Number.parseInt(createHash('sha1').update(text).digest('hex').slice(0, 8), 16)

const lines = <A>(path: string): ReadonlyArray<A> =>
  gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as A]))

/** `scopes`: number of scopes that are taken, the first of the set. */
export const learningSet = (name: string, scopes = Number.POSITIVE_INFINITY): LearningSet => {
  const files = filesOf(name)
  const all = lines<CorpusRow>(files.corpus)
  const chosen = new Set([...new Set(all.map(({ scope }) => scope))].slice(0, scopes))
  const corpus = all.filter(({ scope }) => chosen.has(scope))
  const asked = lines<LearningQuestion>(files.queries).filter(({ scope }) => chosen.has(scope))
  const isTimed = corpus.some(({ time }) => time !== undefined)
  const place = (one: LearningQuestion) => (isTimed ? (one.time ?? 0) : hashed(`o${one.id}`))
  const ordered = asked.toSorted((one, other) => place(one) - place(other))
  const questions = [...ordered.filter(({ split }) => split === 'train'), ...ordered.filter(({ split }) => split === 'test')]
  return { name, corpus, questions, isTimed, earlier: earlierOf(corpus, questions) }
}

const earlierOf = (corpus: ReadonlyArray<CorpusRow>, questions: ReadonlyArray<LearningQuestion>) => {
  const rarity = rarityIn(corpus)
  const vectors = questions.map((one) => {
    const words = [...new Set(terms(one.question))]
    const size = Math.sqrt(words.reduce((sum, word) => sum + rarity(word) ** 2, 0))
    return { one, words, size }
  })
  const earlier = new Map<LearningQuestion, LearningQuestion>()
  const known = new Map<string, Array<number>>()
  for (const [at, { one, size, words }] of vectors.entries()) {
    const heard = vectors[at - delay - 1]
    if (heard !== undefined) for (const word of heard.words) known.set(word, [...(known.get(word) ?? []), at - delay - 1])
    const shared = new Map<number, number>()
    for (const word of words) for (const other of known.get(word) ?? []) shared.set(other, (shared.get(other) ?? 0) + rarity(word) ** 2)
    let [best, most] = [undefined as LearningQuestion | undefined, 0.5]
    for (const [other, common] of shared) {
      const vector = vectors[other]
      if (vector === undefined || vector.one.scope !== one.scope) continue
      const alike = common / (size * vector.size)
      if (alike >= most && (best === undefined || alike > most)) [best, most] = [vector.one, alike]
    }
    if (best !== undefined) earlier.set(one, best)
  }
  return earlier
}

const rarityIn = (corpus: ReadonlyArray<CorpusRow>) => {
  const frequency = new Map<string, number>()
  for (const { text, title } of corpus)
    for (const word of new Set(terms(`${title ?? ''} ${text}`))) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  return (word: string): number => {
    const having = frequency.get(word) ?? 0
    return Math.log(1 + (corpus.length - having + 0.5) / (having + 0.5))
  }
}
