/** Gathers the evidence of the indexes for a question at one position: scored documents, and the cues that it resembles. */

import * as Effect from 'effect/Effect'
import type { Day } from '../../domain/days/calendar.ts'
import { type AskedDay, dayOfTerm, daysAsked } from '../../domain/days/days.ts'
import { type GraphView, isRecallable } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { MatchedCue } from '../../domain/projections/turns/turn-record.ts'
import { isElliptical, kernelFor } from '../../domain/recall/confidence.ts'
import { trustedStatistics, untrustedNodes } from '../../domain/recall/ranking.ts'
import type { Evidence } from '../../domain/recall/recall.ts'
import { isOutlived } from '../../domain/recall/superseded.ts'
import { frequency, textEvidence } from '../../domain/recall/text-evidence.ts'
import type { WalkCue } from '../../domain/recall/walk-record.ts'
import { roundHalfAway } from '../../domain/strength.ts'
import type { Language } from '../../domain/text/language.ts'
import { spansOf } from '../../domain/text/phrases.ts'
import { idf } from '../../domain/text/scoring.ts'
import { type HalfWord, languageMarks, likenessTerms, type QuestionTerms, questionTerms } from '../../domain/text/tokenise.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type Postings, SearchIndex } from '../ports/search-index.ts'
import { StoreUnavailable } from '../ports/store-errors.ts'
import { answersFor, joinedPostings } from '../text-index/index-changes.ts'
import { type AskedWord, judgedBy } from './asked-sentences.ts'
import { cueIdOf } from './cue-id.ts'
import { namedInQuestion } from './question-names.ts'
import { matchCues } from './similar-cues.ts'

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

/** The evidence of a question, with what the assessment of its novelty needs beside. */
export interface GatheredEvidence extends Evidence {
  /** The cues that resemble the question, the most similar first, whether or not they move a ranking. */
  readonly kin: ReadonlyArray<WalkCue>
  /** The places of the words that count for the likeness of two questions. */
  readonly telling: ReadonlySet<number>
  /** True where there is no text that counts to compare with. */
  readonly isEmpty: boolean
  /** True where the question goes on with the questions before it. */
  readonly continues: boolean
  /**
   * Returns which of the days that a word of the question stands for a memory has, or the words for them where it has only those. Undefined for a word
   * that is no day.
   */
  readonly daysOf: (word: number, node: NodeNumber) => ReadonlyArray<string> | undefined
}

/** Facts about a question beside its text. */
export interface AskedThen {
  /** The cues of a turn that is looked up again: they are taken as they are, and no others are matched. */
  readonly recorded?: ReadonlyArray<MatchedCue> | undefined
  /** The day on which it is asked, in days since 1970-01-01. Absent: it asks for no day. */
  readonly today?: Day | undefined
  /** The questions that were asked before in the session, newest first, which an elliptical question goes on with. Absent: none. */
  readonly before?: ReadonlyArray<string> | undefined
}

export const gatherEvidence = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  profile: Profile,
  question: string,
  asOf: Position | undefined,
  { before = [], recorded, today }: AskedThen = {},
) {
  if (!brain.indexed) yield* noIndex(brain)
  const index = yield* SearchIndex
  const asking = today === undefined ? [] : daysAsked(question, today)
  const at = asOf ?? (yield* readAhead(brain, graph, question, asking))
  const daysIn = yield* daysThatCount(brain, asking, today, at)
  const languages = yield* languagesIn(brain, at)
  const asked = questionTerms(question, languages, daysIn(question))
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
  const continues = before.length > 0 && isElliptical(question, named.titles.size > 0)
  const earlier = continues ? yield* earlierWords(brain, before, { languages, known: new Set(words) }, at) : []
  const weight = profile.seeding.earlier
  const told = { words: earlier.map(({ word }) => word), wordPostings: earlier.map((one) => one.postings), weight }
  const text = textEvidence(
    { words, wordPostings: postings, bigramPostings, statistics, isCounted, earlier: told },
    graph.nodes,
    profile.seeding.pool,
    (node) => isRecallable(graph, node) && !isOutlived(graph, node),
    { favour, title },
  )
  const telling = tellingWords(question, asked, words)
  const { cues, kin } = yield* matchCues(
    brain,
    graph,
    profile,
    { words, ways: looked.map((one) => [...one.ways, ...asked.sayings(one.word)]), telling, rarity, statistics, isCounted, question },
    at,
    recorded,
  )
  const unknown = new Set(words.flatMap((_, place) => (held(place) === 0 ? [place] : [])))
  const judged = judgedBy({ question, looked, earlier, statistics, isCounted, unknown, daysIn, dayOf: graph.dayOf }, profile)
  return {
    text,
    isCounted,
    unknown,
    asked: judged,
    continues,
    daysOf: daysOfWords(looked, asked),
    labels: named.labels,
    favour,
    cues,
    kernel: kernelFor(question, profile),
    kin,
    today,
    telling: new Set([...words.keys()].filter((place) => telling.has(words[place] ?? ''))),
    isEmpty: statistics.documents === 0,
  } satisfies GatheredEvidence
})

/**
 * Reads ahead whatever the question may be looked up by, its cue included, in one request to a store that has a server. Returns the position that the reads
 * name then; undefined where they read the newest index.
 */
const readAhead = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, question: string, days: ReadonlyArray<AskedDay>) {
  const { readAhead: read } = yield* SearchIndex
  const crypto = yield* Cryptography
  const { position } = brain.state
  if (read === undefined || graph !== brain.state.graph) return undefined
  const beginnings = languageMarks.map(([, beginning]) => beginning)
  // Which of the days count is known later, so the question is read ahead with those that may be left out and without them.
  const sure = days.filter(({ isOptional }) => !isOptional)
  const readings = [days, ...(sure.length === days.length ? [] : [sure])].map((some) => termsAhead(question, some))
  const own = readings.flatMap((reading) => reading.words)
  const bigrams = readings.flatMap((reading) => reading.bigrams)
  const cue = cueIdOf(crypto, question)
  const coming = [
    { space: 'document', terms: [...own, ...bigrams], beginnings },
    { space: 'cue', terms: own, beginnings },
    { space: 'phrase', terms: [...new Set(spansOf(question).map(({ name }) => name))], beginnings: [] },
  ] as const
  const ahead = yield* read(brain.key, position, coming, { kind: 'node-id', fingerprint: brain.fingerprint('node-id', cue) })
  if (ahead?.found !== undefined) brain.ahead = { hash: brain.hash, kind: 'node-id', body: cue, found: ahead.found }
  return ahead === undefined ? undefined : position
})

/** Returns the terms that a question with these days may be looked up by. */
const termsAhead = (question: string, days: ReadonlyArray<AskedDay>) => {
  const { bigrams, splits, ways, within, words } = questionTerms(question, undefined, days)
  const sought = words.slice(0, questionTermsRead)
  const halves = sought.slice(0, splitMost).flatMap((word) => splits(word).flat())
  return {
    words: [...sought.flatMap((word) => [...ways(word), ...within(word)]), ...halves.flatMap((half) => [...half.ways, ...half.within])],
    bigrams: bigrams.slice(0, questionTermsRead),
  }
}

/**
 * Returns a function from a part of the question to its days. A day that may be no part of what is asked ("today", "this week") is left out where
 * no text is of it: its words are words then.
 */
const daysThatCount = Effect.fnUntraced(function* (
  brain: OpenBrain,
  asking: ReadonlyArray<AskedDay>,
  today: Day | undefined,
  at: Position | undefined,
) {
  const optional = asking.filter(({ isOptional }) => isOptional)
  const lists = optional.map(({ terms }) => terms)
  const found = optional.length === 0 ? [] : yield* (yield* SearchIndex).postings(brain.key, 'document', lists.flat(), at)
  const answers = answersFor(lists, found)
  const missing = new Set(optional.flatMap(({ word }, i) => (answers[i]?.some(({ nodes }) => nodes.length > 0) === true ? [] : [word])))
  return (text: string) => (today === undefined ? [] : daysAsked(text, today).filter(({ word }) => !missing.has(word)))
})

/** Returns the documents that words are weighed by. If all documents may be given, or none, these are all documents. */
export const weighing = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, at: Position | undefined) {
  const index = yield* SearchIndex
  const whole = yield* index.statistics(brain.key, 'document', at)
  if (graph.untrusted === 0) return { statistics: whole, isCounted: undefined }
  const untrusted = yield* index.statisticsOf(brain.key, 'document', untrustedNodes(graph), at)
  const statistics = trustedStatistics(whole, untrusted)
  return { statistics, isCounted: statistics === whole ? undefined : (node: NodeNumber) => graph.isTrusted(node) }
})

/** Returns the words that count for likeness. A day counts, and a half of a word that no text has as a whole counts as well. */
const tellingWords = (question: string, asked: QuestionTerms, words: ReadonlyArray<string>): ReadonlySet<string> => {
  const telling = new Set(likenessTerms(question))
  const whole = new Set(asked.words)
  return new Set(words.filter((word) => telling.has(word) || !whole.has(word) || dayOfTerm(word) !== undefined))
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

/** Most words of earlier questions that a question goes on with. */
const earlierMost = 16

/** Looks up the words of earlier questions that the question itself does not have. */
const earlierWords = Effect.fnUntraced(function* (
  brain: OpenBrain,
  before: ReadonlyArray<string>,
  { known, languages }: { readonly known: ReadonlySet<string>; readonly languages: ReadonlyArray<Language> },
  at: Position | undefined,
) {
  const found: Array<AskedWord> = []
  for (const question of before) found.push(...(yield* lookUpWords(brain, questionTerms(question, languages), earlierMost, at)))
  return distinct(found.filter(({ postings, word }) => postings.nodes.length > 0 && !known.has(word))).slice(0, earlierMost)
})

/** Finds the languages besides English that texts or cues of a brain have or ever had. Words are looked up in no other language. */
export const languagesIn = Effect.fnUntraced(function* (brain: OpenBrain, at?: Position) {
  const index = yield* SearchIndex
  const beginnings = languageMarks.map(([, beginning]) => beginning)
  const [ofTexts, ofCues] = [
    yield* index.begins(brain.key, 'document', beginnings, at),
    yield* index.begins(brain.key, 'cue', beginnings, at),
  ]
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
    ({ ways, word }, i): AskedWord => ({
      word,
      ways,
      postings: joinedPostings(lists[2 * i] ?? [], lists[2 * i + 1] ?? []),
      ...(dayOfTerm(word) === undefined ? {} : { daysOf: daysHeld(ways, lists[2 * i] ?? []) }),
    }),
  )
})

const daysOfWords =
  (looked: ReadonlyArray<AskedWord>, { spelled }: QuestionTerms): GatheredEvidence['daysOf'] =>
  (place, node) => {
    const { daysOf, word = '' } = looked[place] ?? {}
    const days = daysOf?.(node)
    return days?.length === 0 ? spelled(word) : days
  }

const daysHeld = (ways: ReadonlyArray<string>, found: ReadonlyArray<Postings>) => (node: NodeNumber) =>
  ways.flatMap((way, i) => {
    const day = dayOfTerm(way)
    return day !== undefined && found[i]?.nodes.includes(node) === true ? [day] : []
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
