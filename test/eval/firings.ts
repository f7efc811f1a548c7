/** Runs the rule of superseding over public texts that nobody wrote for it: each passage against the earlier ones that share rare words with it. */
import * as Result from 'effect/Result'
import { contrastsWith, type KnownPassage, knownPassage, supersededBy } from '../../packages/core/src/domain/superseding/supersede.ts'
import { wordsOf } from '../../packages/core/src/domain/text/phrases.ts'
import { readSet } from '../../packages/eval/src/sets/files.ts'
import { filesOf } from './question-sets.ts'

/** A word of more passages than this share of all tells nothing. */
const rareMost = 0.05
/** As many as one search gives. */
const comparedMost = 20

interface Read extends KnownPassage {
  readonly words: ReadonlySet<string>
  readonly scope: string
}

export interface Firings {
  readonly passages: number
  /** The pairs of which one superseded the other. */
  readonly fired: ReadonlyArray<string>
}

export const firingsIn = (name: string, most: number): Firings => {
  const { rows } = Result.getOrThrow(readSet(filesOf(name), 'crabtrail'))
  const passages = rows.slice(0, most).map(({ scope = '', text, title = '' }, place): Read => {
    const said = text.replace(/^[\p{L} ]{1,20}: /u, '')
    return { ...knownPassage(place + 1, { title, text: said }), words: new Set(wordsOf(said)), scope }
  })
  const rare = rareWords(passages)
  const earlier = new Map<string, Array<Read>>()
  const fired: Array<string> = []
  for (const passage of passages) {
    const likely = likeliest(passage, earlier, rare)
    for (const { node, rule } of supersededBy(contrastsWith({ title: passage.title, text: passage.text }, likely), likely))
      fired.push(`${rule}: ${passages[node - 1]?.text.slice(0, 200)} ← ${passage.text.slice(0, 200)}`)
    for (const word of passage.words) if (rare.has(word)) earlier.set(word, [...(earlier.get(word) ?? []), passage])
  }
  return { passages: passages.length, fired }
}

/** Returns the rare words of some passages with their weights. */
const rareWords = (passages: ReadonlyArray<Read>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { words } of passages) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const few = [...counts].filter(([, count]) => count <= rareMost * passages.length)
  return new Map(few.map(([word, count]) => [word, Math.log(passages.length / count)]))
}

const likeliest = (
  { scope, words }: Read,
  earlier: ReadonlyMap<string, ReadonlyArray<Read>>,
  rare: ReadonlyMap<string, number>,
): ReadonlyArray<Read> => {
  const scores = new Map<Read, number>()
  for (const word of words)
    for (const other of earlier.get(word) ?? [])
      if (other.scope === scope) scores.set(other, (scores.get(other) ?? 0) + (rare.get(word) ?? 0))
  return [...scores]
    .sort(([, a], [, b]) => b - a)
    .slice(0, comparedMost)
    .map(([passage]) => passage)
}
