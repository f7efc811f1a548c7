/** Finds the cues whose questions resemble a question. The words of cues are cached while the brain is open. */

import { type CorpusStatistics, idf, similarity, type TermPostings } from '@crabtrail/text/words/scoring'
import { likenessTerms } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import { type GraphView, isLive } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, Position } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { MatchedCue } from '../../domain/projections/turns/turn-record.ts'
import { nano } from '../../domain/strength.ts'
import { frequency, type IsCounted } from '../../domain/walk/text-evidence.ts'
import type { WalkCue } from '../../domain/walk/walk-record.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'
import { SearchIndex } from '../ports/search-index.ts'
import { answersFor, joinedPostings } from '../text-index/index-changes.ts'
import { likenessOfErrors } from './error-cues.ts'

/** The words of a question, each once, with their rarity among the documents. */
interface AskedWords {
  readonly words: ReadonlyArray<string>
  /** The terms that cues of any language can have for each word; side by side with `words`. */
  readonly ways: ReadonlyArray<ReadonlyArray<string>>
  /** Words that count for the likeness of two questions. */
  readonly telling: ReadonlySet<string>
  readonly rarity: ReadonlyMap<string, number>
  readonly statistics: CorpusStatistics
  /** See {@link QuestionPostings.isCounted}. */
  readonly isCounted: IsCounted | undefined
  /** The question as it was asked. */
  readonly question: string
}

/** Cues that are compared in full for each place of the budget, beginning with those that share most with the question. */
const comparedTimes = 2
const idleCompared = 8

/**
 * Finds the cues that resemble the question. Words have the rarity that they have among the documents, so a new cue changes no other
 * likeness.
 */
export const matchCues = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  { budget, seeding }: Profile,
  { isCounted, question, rarity, statistics, telling, ways, words }: AskedWords,
  at: Position | undefined,
  recorded: ReadonlyArray<MatchedCue> | undefined,
) {
  const index = yield* SearchIndex
  const sought = ways.map((terms, i) => (telling.has(words[i] ?? '') ? terms : []))
  const askedAs = Map.groupBy(
    words.flatMap((word, i) => (sought[i] ?? []).map((way) => ({ way, word }))),
    ({ way }) => way,
  )
  const asAsked = (known: ReadonlyArray<string>) => [...new Set(known.flatMap((own) => askedAs.get(own)?.map(({ word }) => word) ?? [own]))]
  const places = new Map(words.map((word, place) => [word, place]))
  const placesIn = (known: ReadonlyArray<string>) => known.flatMap((word) => places.get(word) ?? []).sort((a, b) => a - b)
  if (recorded !== undefined) {
    const ownWords = yield* cueWordsOf(
      brain,
      graph,
      recorded.map(({ cue }) => cue),
    )
    return { cues: recorded.map(({ alike, cue }): WalkCue => ({ cue, alike, words: placesIn(asAsked(ownWords(cue))) })), kin: [] }
  }
  const found = yield* index.postings(brain.key, 'cue', sought.flat(), at)
  const postings = answersFor(sought, found).map((lists) => joinedPostings(lists, []))
  const compared = chosen(
    graph,
    sharing(
      postings,
      words.map((word) => rarity.get(word) ?? 0),
    ),
    comparedTimes * budget.cues,
  )
  if (compared.length === 0) return { cues: [], kin: [] }
  const ownWords = yield* cueWordsOf(brain, graph, compared)
  const wordsOf = (cue: NodeNumber) => asAsked(ownWords(cue))
  const vocabulary = [...new Set(compared.flatMap((cue) => wordsOf(cue)))].filter((word) => !rarity.has(word))
  const frequencies = yield* index.postings(brain.key, 'document', vocabulary, at)
  const idfs = new Map(rarity)
  for (const [i, word] of vocabulary.entries()) idfs.set(word, idf(frequency(frequencies[i] ?? { nodes: [] }, isCounted), statistics))
  const asked = words.filter((word) => telling.has(word))
  const compareds = compared.map((cue) => {
    const known = wordsOf(cue)
    return { cue, known, likeness: similarity(asked, known, (word) => idfs.get(word) ?? 0, seeding.cueWords) }
  })
  const asErrors = yield* likenessOfErrors(brain, graph, { question, places, sameCue: nano(seeding.sameCue) }, compareds)
  const alike = compareds
    .map(({ cue, known, likeness }): WalkCue => ({ cue, alike: asErrors.get(cue) ?? likeness, words: placesIn(known) }))
    .filter((cue) => cue.alike > 0 && cue.alike >= nano(seeding.cueMatch))
    .sort((a, b) => b.alike - a.alike || a.cue - b.cue)
  const counting = alike.filter(({ cue }) => carries(graph, cue)).slice(0, budget.cues)
  const own = alike.find(({ alike: likeness, cue }) => likeness >= nano(seeding.sameCue) && !carries(graph, cue))
  return { cues: own === undefined ? counting : [...counting, own].slice(0, budget.cues), kin: alike }
})

/** Chooses the first cues that move a ranking, and a few that do not. */
const chosen = (graph: GraphView, cues: ReadonlyArray<NodeNumber>, most: number): ReadonlyArray<NodeNumber> => {
  const carrying: Array<NodeNumber> = []
  const idle: Array<NodeNumber> = []
  for (const cue of cues) {
    if (carrying.length >= most) break
    if (!isLive(graph.stateOf(cue))) continue
    if (carries(graph, cue)) carrying.push(cue)
    else if (idle.length < idleCompared) idle.push(cue)
  }
  return [...carrying, ...idle]
}

/** True if a cue moves any ranking: edges of growth alone move none. A cue that moves none takes no place from one that does; it is recorded only as the question's own. */
const carries = (graph: GraphView, cue: NodeNumber): boolean =>
  graph.out(cue).some((edge) => graph.strengthOf(edge) !== 0 && graph.kindOf(edge) !== 'grown')

/** Orders cues by what they share with the question, as the sum of squared rarities that likeness uses, the greatest first. */
const sharing = (postings: ReadonlyArray<TermPostings>, rarities: ReadonlyArray<number>): ReadonlyArray<NodeNumber> => {
  const shared = new Map<NodeNumber, number>()
  for (const [i, { nodes }] of postings.entries()) {
    // Whole numbers that are small enough to add up exactly.
    const weight = Math.round((rarities[i] ?? 0) / 10_000) ** 2
    for (const node of Array.from(nodes)) shared.set(node, (shared.get(node) ?? 0) + weight)
  }
  return [...shared].sort(([a, m], [b, n]) => n - m || a - b).map(([node]) => node)
}

/** Returns cue → its words, each once; no words if its text was erased. */
export const cueWordsOf = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, cues: ReadonlyArray<NodeNumber>) {
  const found = new Map<NodeNumber, ReadonlyArray<string>>()
  const unread = new Map<ContentRef, NodeNumber>()
  for (const cue of cues) {
    const ref = graph.node(cue)?.text
    if (ref === undefined) continue
    const known = brain.words.terms(ref)
    if (known === undefined) unread.set(ref, cue)
    else found.set(cue, known)
  }
  if (unread.size > 0) {
    for (const [ref, body] of yield* keptBodies(brain, [...unread.keys()])) {
      const words = likenessTerms(body)
      brain.words.keepTerms(ref, words)
      const cue = unread.get(ref)
      if (cue !== undefined) found.set(cue, words)
    }
  }
  return (cue: NodeNumber): ReadonlyArray<string> => found.get(cue) ?? []
})
