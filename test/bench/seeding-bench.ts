/** The best texts for a question of many words: our postings, scored whole, beside FTS5's OR of the same words over the same documents. */
import { indexTerms } from '@crabtrail/text/words/tokenise'
import Database from 'better-sqlite3'
import { textEvidence } from '../../packages/core/src/domain/walk/text-evidence.ts'
import { questionTerms } from '../../packages/text/src/words/tokenise.ts'
import { percentile } from './measure.ts'
import { heading, number, say, table } from './print.ts'
import { type Random, random } from './random.ts'

const documents = 100_000
const vocabulary = 20_000
const asked = 60
const words = 14
const pool = 100
const shown = 20

interface Postings {
  readonly nodes: Array<number>
  readonly counts: Array<number>
  readonly lengths: Array<number>
}

export const seedingBench = (): void => {
  const draw = random(71)
  const texts = Array.from({ length: documents }, () => sentence(draw, draw.between(10, 30)))
  const questions = Array.from({ length: asked }, () => sentence(draw, words))
  const ours = postingsOf(texts)
  const theirs = tableOf(texts)
  const taken = { ours: [] as number[], theirs: [] as number[] }
  for (const question of questions) {
    for (const way of draw.shuffled(['ours', 'theirs'] as const)) {
      const began = performance.now()
      if (way === 'ours') ours(question)
      else theirs(question)
      taken[way].push(performance.now() - began)
    }
  }
  heading(`the best of ${number(documents)} texts of 10 to 30 words, ${asked} questions of ${words} words (ms)`)
  const row = (way: keyof typeof taken) => [0.5, 0.95].map((share) => number(percentile(taken[way], share)))
  table([
    ['', 'p50', 'p95'],
    ['our postings, as an open brain keeps them', ...row('ours')],
    ['FTS5, OR of all words, order by rank', ...row('theirs')],
    ['ratio', ...[0.5, 0.95].map((share) => number(percentile(taken.ours, share) / percentile(taken.theirs, share)))],
  ])
  say('words as often as they are in languages (Zipf); ours also scores pairs of words and every text that holds one of them')
}

/** The more common a word, the lower its number. */
const sentence = (draw: Random, length: number): string =>
  Array.from({ length }, () => wordOf(Math.min(vocabulary - 1, Math.floor(vocabulary ** draw.next()) - 1))).join(' ')

/** Letters alone, so that neither tokeniser parts it. */
const wordOf = (rank: number): string => {
  let left = rank + 1
  let text = 'k'
  for (; left > 0; left = Math.floor(left / 20)) text += 'bcdfghjklmnpqrtvwxzy'[left % 20] ?? ''
  return `${text}a`
}

const postingsOf = (texts: ReadonlyArray<string>) => {
  const held = new Map<string, Postings>()
  let [totalLength, totalWords] = [0, 0]
  for (const [i, text] of texts.entries()) {
    const { counts, length, words } = indexTerms({ text })
    totalLength += length
    totalWords += words
    for (const [term, count] of counts) {
      const known = held.get(term) ?? { nodes: [], counts: [], lengths: [] }
      held.set(term, known)
      known.nodes.push(i + 1)
      known.counts.push(count)
      known.lengths.push(length)
    }
  }
  const none = new Int32Array(0)
  const packed = new Map(
    [...held].map(([term, { counts, lengths, nodes }]) => [
      term,
      { nodes: Int32Array.from(nodes), counts: Int32Array.from(counts), lengths: Int32Array.from(lengths) },
    ]),
  )
  const of = (term: string) => packed.get(term) ?? { nodes: none, counts: none, lengths: none }
  const statistics = { documents: texts.length, totalLength, totalWords }
  return (question: string) => {
    const { bigrams, words } = questionTerms(question)
    const evidence = { words, wordPostings: words.map(of), bigramPostings: bigrams.map(of), statistics }
    return textEvidence(evidence, texts.length, pool, () => true).pool
  }
}

const tableOf = (texts: ReadonlyArray<string>) => {
  const database = new Database(':memory:')
  database.exec('create virtual table texts using fts5(body)')
  const insert = database.prepare('insert into texts(rowid, body) values (?, ?)')
  database.transaction(() => {
    for (const [i, text] of texts.entries()) insert.run(i + 1, text)
  })()
  const search = database.prepare(`select rowid from texts where texts match ? order by rank limit ${shown}`)
  return (question: string) => search.all(question.split(' ').join(' OR '))
}
