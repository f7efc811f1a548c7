/** Gathers the evidence of the indexes for a question at one position: scored documents, and the cues that it resembles. */

import * as Effect from 'effect/Effect'
import { type GraphView, isLive, isRecallable, type LabelNumber } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, Position } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { MatchedCue } from '../../domain/projections/turns/turn-record.ts'
import { countedRarity, kernelFor, messageSentences, namesSubject } from '../../domain/recall/confidence.ts'
import { trustedStatistics, untrustedNodes } from '../../domain/recall/ranking.ts'
import type { Evidence } from '../../domain/recall/recall.ts'
import { frequency, type IsCounted, textEvidence } from '../../domain/recall/text-evidence.ts'
import type { WalkCue } from '../../domain/recall/walk-record.ts'
import { nano, roundHalfAway } from '../../domain/strength.ts'
import { type Language, languageOf } from '../../domain/text/language.ts'
import { type NameSpan, spansOf } from '../../domain/text/phrases.ts'
import { type CorpusStatistics, idf, similarity, type TermPostings } from '../../domain/text/scoring.ts'
import { type HalfWord, languageMarks, likenessTerms, type QuestionTerms, questionTerms, terms } from '../../domain/text/tokenise.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'
import { ContentStore } from '../ports/content-store.ts'
import { type Postings, SearchIndex } from '../ports/search-index.ts'
import { StoreUnavailable } from '../ports/store-errors.ts'
import { answersFor, joinedPostings, phraseRoles } from '../text-index/index-changes.ts'
import { likenessOfErrors } from './error-cues.ts'

/* Finds the cues whose questions resemble a question. The words of cues are cached while the brain is open. */

/** The words of a question, each once, with their rarity among the documents. */
export interface AskedWords {
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
const matchCues = Effect.fnUntraced(function* (
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
    return recorded.map(({ alike, cue }): WalkCue => ({ cue, alike, words: placesIn(asAsked(ownWords(cue))) }))
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
  if (compared.length === 0) return []
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
  return own === undefined ? counting : [...counting, own].slice(0, budget.cues)
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

/** True if a cue moves any ranking. A cue that moves none takes no place from one that does; it is recorded only as the question's own. */
const carries = (graph: GraphView, cue: NodeNumber): boolean => graph.out(cue).some((edge) => graph.strengthOf(edge) !== 0)

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

/** Most terms of a question that are read. More terms of a very long question only add time. */
const questionTermsRead = 256
/** Error for a brain without a usable text index. A search in it would find nothing, and look as if there were nothing to find. */
const noIndex = ({ key }: OpenBrain) =>
  new StoreUnavailable({
    reason: 'corrupt',
    place: key,
    detail:
      'its text index is missing or old, and it can only be read here: run a command that writes, such as learn, which builds it anew',
    retryable: false,
  })

/** `recorded` are the cues of a turn that is looked up again: they are taken as they are, and no others are matched. */
export const gatherEvidence = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  profile: Profile,
  question: string,
  at: Position | undefined,
  recorded?: ReadonlyArray<MatchedCue>,
) {
  if (!brain.indexed) yield* noIndex(brain)
  const index = yield* SearchIndex
  const asked = questionTerms(question, yield* languagesIn(brain))
  const looked = yield* lookUpWords(brain, asked, questionTermsRead, at)
  const words = looked.map(({ word }) => word)
  const postings = looked.map((one) => one.postings)
  const bigrams = asked.bigrams.slice(0, questionTermsRead)
  const bigramPostings = yield* index.postings(brain.key, 'document', bigrams, at)
  const { isCounted, statistics } = yield* weighing(brain, graph, at)
  const named = yield* namedInQuestion(brain, graph, question, at)
  const frequencies = postings.map((one) => frequency(one, isCounted))
  const held = (word: number) => frequencies[word] ?? 0
  const rarity = new Map(words.map((word, i) => [word, idf(held(i), statistics)]))
  const favour = (node: NodeNumber) => (named.spoken.has(node) ? profile.seeding.speaker : 1)
  const title = (node: NodeNumber) =>
    roundHalfAway(profile.seeding.title * (named.titles.get(node) ?? []).reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0))
  const text = textEvidence(
    { words, wordPostings: postings, bigramPostings, statistics, isCounted },
    graph.nodes,
    profile.seeding.pool,
    (node) => isRecallable(graph, node),
    { favour, title },
  )
  const cues = yield* matchCues(
    brain,
    graph,
    profile,
    { words, ways: looked.map((one) => one.ways), telling: tellingWords(question, asked, words), rarity, statistics, isCounted, question },
    at,
    recorded,
  )
  const unknown = new Set(words.flatMap((_, place) => (held(place) === 0 ? [place] : [])))
  const told = {
    sentences: placesOf(messageSentences(question), looked),
    rarity: frequencies.map((count) => countedRarity(count, statistics, profile.context.few)),
    rarest: idf(0, statistics),
    rarestCounted: countedRarity(0, statistics, profile.context.few),
  }
  return {
    text,
    isCounted,
    unknown,
    asked: told,
    labels: named.labels,
    favour,
    cues,
    kernel: kernelFor(question, profile),
  } satisfies Evidence
})

/** Returns the documents that words are weighed by. If all documents may be given, or none, these are all documents. */
const weighing = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, at: Position | undefined) {
  const index = yield* SearchIndex
  const whole = yield* index.statistics(brain.key, 'document', at)
  if (graph.untrusted === 0) return { statistics: whole, isCounted: undefined }
  const untrusted = yield* index.statisticsOf(brain.key, 'document', untrustedNodes(graph), at)
  const statistics = trustedStatistics(whole, untrusted)
  return { statistics, isCounted: statistics === whole ? undefined : (node: NodeNumber) => graph.isTrusted(node) }
})

/** Returns the words that count for likeness. A half of a word that no text has as a whole counts as well. */
const tellingWords = (question: string, asked: QuestionTerms, words: ReadonlyArray<string>): ReadonlySet<string> => {
  const telling = new Set(likenessTerms(question))
  const whole = new Set(asked.words)
  return new Set(words.filter((word) => telling.has(word) || !whole.has(word)))
}

/**
 * Returns, for each sentence, the places of the looked-up words that it has; halves of a word stand in place of the word. A sentence that
 * names no subject has no list: no memory answers it.
 */
const placesOf = (sentences: ReadonlyArray<string>, looked: ReadonlyArray<AskedWord>): ReadonlyArray<ReadonlyArray<number>> => {
  const all = [...looked.keys()]
  const ofEach =
    sentences.length < 2
      ? [all]
      : sentences.map((sentence) => {
          const { ways, words } = questionTerms(sentence)
          const own = new Set(words.flatMap((word) => ways(word)))
          return all.filter((place) => looked[place]?.ways.some((way) => own.has(way)))
        })
  return ofEach.filter((places) => namesSubject(places.map((place) => looked[place]?.word ?? '')))
}

/**
 * A looked-up word of a question. Words are searched in every language and within longer words; a word that no text has is searched by its
 * halves.
 */

export interface AskedWord {
  readonly word: string
  /**
   * The terms that texts of any language can have for it. A half of a word also has the terms of the whole, which other questions may have.
   */
  readonly ways: ReadonlyArray<string>
  readonly postings: TermPostings
}

/**
 * Most unknown words of one question that are split, from the first on: each costs a search of its own, and a pasted text may have
 * hundreds.
 */
const splitMost = 32

/** Looks up at most `most` words. A word that no text has is replaced by its halves if texts have those, for the first 32 such words. */
const lookUpWords = Effect.fnUntraced(function* (brain: OpenBrain, asked: QuestionTerms, most: number, at: Position | undefined) {
  const sought = asked.words.slice(0, most).map((word) => ({ word, ways: asked.ways(word), within: asked.within(word) }))
  const found = yield* lookUp(brain, sought, at)
  const words: Array<AskedWord> = []
  let left = splitMost
  for (const one of found) {
    const splits = one.postings.nodes.length > 0 || left === 0 ? [] : asked.splits(one.word)
    if (splits.length > 0) left--
    const halves = yield* halvesOf(brain, splits, at)
    words.push(...(halves.length === 0 ? [one] : halves.map((half) => ({ ...half, ways: [...half.ways, ...one.ways] }))))
  }
  return distinct(words).slice(0, most)
})

/** Finds the languages besides English that texts or cues of a brain have or ever had. Words are looked up in no other language. */
const languagesIn = Effect.fnUntraced(function* (brain: OpenBrain) {
  const index = yield* SearchIndex
  const beginnings = languageMarks.map(([, beginning]) => beginning)
  const [ofTexts, ofCues] = [yield* index.begins(brain.key, 'document', beginnings), yield* index.begins(brain.key, 'cue', beginnings)]
  return languageMarks.flatMap(([language], i) => (ofTexts[i] === true || ofCues[i] === true ? [language] : []))
})

const lookUp = Effect.fnUntraced(function* (brain: OpenBrain, sought: ReadonlyArray<HalfWord>, at: Position | undefined) {
  const index = yield* SearchIndex
  const found: ReadonlyArray<Postings> = yield* index.postings(
    brain.key,
    'document',
    sought.flatMap(({ ways, within }) => [...ways, ...within]),
    at,
  )
  const lists = answersFor(
    sought.flatMap(({ ways, within }) => [ways, within]),
    found,
  )
  return sought.map(
    ({ ways, word }, i): AskedWord => ({ word, ways, postings: joinedPostings(lists[2 * i] ?? [], lists[2 * i + 1] ?? []) }),
  )
})

/** Finds the most even split whose halves both occur in texts; without one, the split with the longest half that occurs in texts. */
const halvesOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  splits: ReadonlyArray<readonly [front: HalfWord, back: HalfWord]>,
  at: Position | undefined,
) {
  if (splits.length === 0) return []
  const found = yield* lookUp(brain, splits.flat(), at)
  const pairs = splits.map((_, i) => found.slice(2 * i, 2 * i + 2))
  const lengthsHeld = (pair: ReadonlyArray<AskedWord>) => pair.map(({ postings, word }) => (postings.nodes.length > 0 ? word.length : 0))
  const evenness = (pair: ReadonlyArray<AskedWord>) => Math.min(...lengthsHeld(pair))
  const longest = (pair: ReadonlyArray<AskedWord>) => Math.max(...lengthsHeld(pair))
  const [best] = pairs.toSorted((a, b) => evenness(b) - evenness(a) || longest(b) - longest(a))
  return best !== undefined && (evenness(best) > 0 || longest(best) >= shortestAlone) ? best : []
})

/** Least length, in letters, of a half that counts although the other half occurs in no text. */
const shortestAlone = 5

const distinct = (words: ReadonlyArray<AskedWord>): ReadonlyArray<AskedWord> => [...new Map(words.map((one) => [one.word, one])).values()]

/**
 * The meaning of the names in a question: documents whose title it contains, documents of a speaker that it names, and names through which
 * mention edges lead to nothing new.
 */

export interface NamedInQuestion {
  /** Documents whose title occurs in the question, with the title's words. */
  readonly titles: ReadonlyMap<NodeNumber, ReadonlyArray<string>>
  /** Documents said by a speaker whom the question names. */
  readonly spoken: ReadonlySet<NodeNumber>
  readonly labels: ReadonlySet<LabelNumber>
}

const namedInQuestion = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, question: string, at: Position | undefined) {
  const index = yield* SearchIndex
  const contents = yield* ContentStore
  const spans = spansOf(question)
  const names = [...new Set(spans.map(({ name }) => name))]
  const postings = yield* index.postings(brain.key, 'phrase', names, at)
  const carriers = new Map(names.map((name, i) => [name, postings[i] ?? nobody]))
  const spoken = new Set<NodeNumber>()
  const labels = new Set<LabelNumber>()
  for (const [name, known] of carriers) {
    if (known.nodes.length === 0) continue
    for (const node of inRole(known, phraseRoles.speaks)) spoken.add(node)
    for (const { ref } of yield* contents.find(brain.key, 'edge-label', brain.fingerprint('edge-label', name))) {
      labels.add(graph.labelNumber(ref))
    }
  }
  labels.delete(0)
  return { titles: titlesIn(spans, carriers, languageOf(question)), spoken, labels } satisfies NamedInQuestion
})

const nobody = { nodes: [], counts: [] }

type Known = Pick<Postings, 'nodes' | 'counts'> | typeof nobody

const inRole = ({ counts, nodes }: Known, role: number): ReadonlyArray<NodeNumber> =>
  Array.from(nodes).filter((_, at) => ((counts[at] ?? 0) & role) !== 0)

/** Finds the titles in a question. A title that is part of a longer title found there is left out. */
const titlesIn = (spans: ReadonlyArray<NameSpan>, carriers: ReadonlyMap<string, Known>, language: Language): NamedInQuestion['titles'] => {
  const titles = new Map<NodeNumber, ReadonlyArray<string>>()
  const taken: Array<NameSpan> = []
  for (const span of spans.toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)) {
    if (taken.some(({ from, to }) => from <= span.from && span.to <= to)) continue
    const nodes = inRole(carriers.get(span.name) ?? nobody, phraseRoles.isTitle)
    if (nodes.length === 0) continue
    taken.push(span)
    const words = [...new Set(terms(span.name, language))]
    for (const node of nodes) if (!titles.has(node)) titles.set(node, words)
  }
  return titles
}
