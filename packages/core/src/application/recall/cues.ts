/** Finds the cues whose questions resemble a question, and the cue of exactly this question. The words of cues are cached while the brain is open. */

import { quoted } from '@crabtrail/text/evidence/error-class'
import { normalise } from '@crabtrail/text/languages/unicode'
import { askedShare, type CorpusStatistics, idf, similarity, type TermPostings } from '@crabtrail/text/words/scoring'
import { likenessTerms } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import { type GraphView, isLive } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, Position } from '../../domain/identity.ts'
import type { QuestionCue } from '../../domain/learning/credit-path.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { MatchedCue } from '../../domain/projections/turns/turn-record.ts'
import { type Nano, nano, one } from '../../domain/strength.ts'
import { frequency, type IsCounted } from '../../domain/walk/text-evidence.ts'
import type { WalkCue } from '../../domain/walk/walk-record.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { type ContentDrafts, keptBodies, keptBody, readThrough } from '../brain/contents.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { SearchIndex } from '../ports/search-index.ts'
import { answersFor, joinedPostings } from '../text-index/index-changes.ts'

/** The words of a question, each once, with their rarity among the documents. */
interface AskedWords {
  readonly words: ReadonlyArray<string>
  /** The terms that cues of any language can have for each word; side by side with `words`. */
  readonly ways: ReadonlyArray<ReadonlyArray<string>>
  /** The words that say a day, each by its terms; none for a word that is no day. Side by side with `words`. */
  readonly sayings: ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>>
  /** Words that count for the likeness of two questions. */
  readonly telling: ReadonlySet<string>
  readonly rarity: ReadonlyMap<string, number>
  readonly statistics: CorpusStatistics
  /** See {@link QuestionPostings.isCounted}. */
  readonly isCounted: IsCounted | undefined
  readonly question: string
}

/** Cues that are compared in full for each place of the budget, beginning with those that share most with the question. */
const comparedTimes = 2
const idleCompared = 8

/** Finds the cues that resemble the question. Words have their rarity among the documents, so a new cue changes no other likeness. */
export const matchCues = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  { budget, seeding }: Profile,
  asking: AskedWords,
  at: Position | undefined,
  recorded: ReadonlyArray<MatchedCue> | undefined,
) {
  const index = yield* SearchIndex
  const { isCounted, question, rarity, statistics, telling, words } = asking
  const { asAsked, sought } = spellings(asking)
  const places = new Map(words.map((word, place) => [word, place]))
  const asked = words.filter((word) => telling.has(word))
  const matched = (cue: NodeNumber, alike: Nano, known: ReadonlyArray<string>): WalkCue => ({
    cue,
    alike,
    words: known.flatMap((word) => places.get(word) ?? []).sort((a, b) => a - b),
    // The likeness of a kind of error is told by its code and its stretch: a report has many words beside them.
    asked: graph.originOf(cue) === 'system' ? one : askedShare(asked, known, (word) => rarity.get(word) ?? 0),
    isContained: known.every((word) => places.has(word)),
  })
  if (recorded !== undefined) {
    const recordedCues = recorded.map(({ cue }) => cue)
    const ownWords = yield* cueWordsOf(brain, graph, recordedCues)
    return { cues: recorded.map(({ alike, cue }) => matched(cue, alike, asAsked(ownWords(cue)))), kin: [] }
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
  const compareds = compared.map((cue) => {
    const known = wordsOf(cue)
    return { cue, known, likeness: similarity(asked, known, (word) => idfs.get(word) ?? 0, seeding.cueWords) }
  })
  const asErrors = yield* likenessOfErrors(brain, graph, { question, places, sameCue: nano(seeding.sameCue) }, compareds)
  const alike = compareds
    .map(({ cue, known, likeness }) => matched(cue, asErrors.get(cue) ?? likeness, known))
    .filter((cue) => cue.alike > 0 && cue.alike >= nano(seeding.cueMatch))
    .sort((a, b) => b.alike - a.alike || a.cue - b.cue)
  const counting = alike.filter(({ cue }) => carries(graph, cue)).slice(0, budget.cues)
  const own = alike.find(({ alike: likeness, cue }) => likeness >= nano(seeding.sameCue) && !carries(graph, cue))
  return { cues: own === undefined ? counting : [...counting, own].slice(0, budget.cues), kin: alike }
})

/**
 * Returns the terms to look cues up by, for each word of the question, and a function from the words of a cue to those that the question has
 * in their place. A cue has a day of the question only where it has all words that say the day: “2023” alone is not “8 December 2023”.
 */
const spellings = ({ sayings, telling, ways, words }: Pick<AskedWords, 'sayings' | 'telling' | 'ways' | 'words'>) => {
  const sought = words.map((word, i) => (telling.has(word) ? [...(ways[i] ?? []), ...(sayings[i] ?? []).flat()] : []))
  const days = words.flatMap((word, i) => (telling.has(word) && sayings[i]?.length ? [{ word, said: sayings[i] }] : []))
  const dayWords = new Set(days.map(({ word }) => word))
  const askedAs = Map.groupBy(
    words.flatMap((word, i) => (dayWords.has(word) ? [] : (sought[i] ?? []).map((way) => ({ way, word })))),
    ({ way }) => way,
  )
  const asAsked = (known: ReadonlyArray<string>): ReadonlyArray<string> => {
    const own = new Set(known)
    const same = days.filter(({ said }) => said.every((terms) => terms.some((term) => own.has(term))))
    const spoken = new Set(same.flatMap(({ said }) => said.flat()))
    const asWords = known.flatMap((term) => askedAs.get(term)?.map(({ word }) => word) ?? (spoken.has(term) ? [] : [term]))
    return [...new Set([...asWords, ...same.map(({ word }) => word)])]
  }
  return { sought, asAsked }
}

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
  const { words } = brain
  const refs = cues.flatMap((cue) => graph.node(cue)?.text ?? [])
  const wordsIn = yield* readThrough(
    brain,
    refs,
    (ref) => words.terms(ref),
    (ref, body) => words.keepTerms(ref, likenessTerms(body)),
  )
  return (cue: NodeNumber): ReadonlyArray<string> => wordsIn(graph.node(cue)?.text) ?? []
})

/** The likeness that a stretch of the report, with all its words, counts for at least, and the one that its code does. */
const [stretchAlike, codeAlike] = [0.9, 0.7]
/** The least likeness to a kind of error that counts. */
const least = 0.6
/** The likeness from which on a kind of error is read to see whether its code is quoted. */
const readFrom = 0.3

/** A cue with its words, as the question has them, and the likeness of the two by words. */
interface ComparedCue {
  readonly cue: NodeNumber
  readonly known: ReadonlyArray<string>
  readonly likeness: Nano
}

interface Asked {
  readonly question: string
  readonly places: Pick<ReadonlyMap<string, unknown>, 'has'>
  readonly sameCue: Nano
}

/** Returns the likeness of each kind of error among the cues; 0 for one that is not met. */
const likenessOfErrors = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  { places, question, sameCue }: Asked,
  cues: ReadonlyArray<ComparedCue>,
) {
  // Only the memory itself makes a cue of an error.
  const errors = cues.filter(({ cue }) => graph.originOf(cue) === 'system')
  const hasAll = (known: ReadonlyArray<string>) => known.every((word) => places.has(word))
  const read = errors.filter(({ known, likeness }) => likeness >= nano(readFrom) || hasAll(known))
  const bodies =
    read.length === 0
      ? noBodies
      : yield* keptBodies(
          brain,
          read.flatMap(({ cue }) => graph.node(cue)?.text ?? []),
        )
  const quotedAlike = ({ cue, known }: ComparedCue): number => {
    const { code, stretch } = quoted(question, bodies.get(graph.node(cue)?.text ?? noText) ?? '')
    return stretch && hasAll(known) ? stretchAlike : code ? codeAlike : 0
  }
  return new Map(
    errors.map((one) => {
      // Below what counts as the same question: verdicts on this question are not about every question with that error.
      const alike = Math.max(one.likeness, Math.min(nano(quotedAlike(one)), sameCue - 1))
      return [one.cue, alike < nano(least) ? 0 : alike] as const
    }),
  )
})

const noBodies: ReadonlyMap<ContentRef, string> = new Map()
const noText = '' as ContentRef

/** A question without any word has nothing to normalise, so its characters make the id. */
export const sayingOf = (question: string): string => normalise(question) || question

/** Returns `auto:` and twelve digits of the sha1 of the normalised question (S0.50). `place`: number of a further question with them (S0.52). */
export const cueIdOf = (crypto: Cryptography['Service'], question: string, place = 1): string => {
  const digits = crypto.sha1(sayingOf(question)).slice(0, 12)
  return place === 1 ? `auto:${digits}` : `auto:${digits}-${place}`
}

/** Most ids that are tried for a question. Two questions with the same twelve digits are not to be expected. */
const idsTried = 8

/** Returns the cue of exactly this clean question, and the contents of a new one. Where another has its id, a number follows it (S0.52). */
export const cueOfQuestion = Effect.fnUntraced(function* (brain: OpenBrain, drafts: ContentDrafts, access: Access, question: string) {
  const crypto = yield* Cryptography
  const text = sayingOf(question)
  for (let place = 1; ; place++) {
    const id = cueIdOf(crypto, question, place)
    // A document may have the id of a cue.
    const known = (yield* access.find('node-id', id)).find(({ number }) => brain.state.graph.node(number)?.type === 'cue')
    const newCue = { id: drafts.add(id), text: drafts.add(question) }
    if (known === undefined || place === idsTried || (yield* says(brain, access, known.number, text)))
      return { id, knownCue: known?.number, newCue } satisfies QuestionCue & { readonly id: string }
  }
})

/** True where a cue has this question. A cue whose text was erased is no other question's. */
const says = Effect.fnUntraced(function* (brain: OpenBrain, access: Access, cue: NodeNumber, text: string) {
  const body = yield* keptBody(brain, brain.state.graph.node(cue)?.text, access.bodies)
  return body === undefined || sayingOf(body) === text
})
