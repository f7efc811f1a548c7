/** Gathers the evidence of the indexes for a question at one position: scored documents, and the cues that it resembles. */

import type { Day } from '@crabtrail/text/days/calendar'
import { type AskedDay, dayOfTerm, daysAsked } from '@crabtrail/text/days/days'
import { isElliptical, type KnownSubject } from '@crabtrail/text/evidence/message-reading'
import { spansOf } from '@crabtrail/text/words/phrases'
import { type CorpusStatistics, idf } from '@crabtrail/text/words/scoring'
import { languageMarks, likenessTerms, type QuestionTerms, questionTerms } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import { isOutlived } from '../../domain/context/outdated.ts'
import { type GraphView, isRecallable } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { MatchedCue } from '../../domain/projections/turns/turn-record.ts'
import { kernelFor } from '../../domain/recall/confidence.ts'
import type { Evidence } from '../../domain/recall/recall.ts'
import { roundHalfAway } from '../../domain/strength.ts'
import { windowsFor } from '../../domain/walk/best-window.ts'
import { type Boosts, type EarlierWords, frequency, type IsCounted, textEvidence } from '../../domain/walk/text-evidence.ts'
import type { WalkCue } from '../../domain/walk/walk-record.ts'
import { aliasPostings } from '../aliases/aliased-words.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { withBestWindows } from '../passages/windows.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { SearchIndex } from '../ports/search-index.ts'
import { StoreUnavailable } from '../ports/store-errors.ts'
import { answersFor } from '../text-index/index-changes.ts'
import { type LookUp, languagesIn, pairPostings, weighing } from '../text-index/weighed-words.ts'
import { cueIdOf, matchCues } from './cues.ts'
import {
  type AskedWord,
  type Earlier,
  earlierMost,
  earlierWords,
  judgedBy,
  lookUpWords,
  type NamedInQuestion,
  namedInQuestion,
  questionTermsRead,
  termsAhead,
} from './question-words.ts'

/** Error for a brain without a usable text index. A search in it would find nothing, and look as if there were nothing to find. */
const noIndex = ({ key: place }: OpenBrain) => {
  const detail =
    'its text index is missing or old, and it can only be read here: run a command that writes, such as learn, which builds it anew'
  return new StoreUnavailable({ reason: 'corrupt', place, detail, retryable: false })
}

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
  /** Which of the days that a word stands for a memory has, or the words for them where it has only those. Undefined: the word is no day. */
  readonly daysOf: (word: number, node: NodeNumber) => ReadonlyArray<string> | undefined
}

interface AskedThen {
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
  const asking = today === undefined ? [] : daysAsked(question, today)
  const at = asOf ?? (yield* readAhead(brain, graph, { question, before }, asking))
  const daysIn = yield* daysThatCount(brain, asking, today, at)
  const lookedIn: LookUp = graph.aliases > 0 && profile.seeding.aliases > 0 ? 'aliases' : 'texts'
  const languages = yield* languagesIn(brain, at, lookedIn)
  const asked = questionTerms(question, languages, daysIn(question))
  const looked = yield* lookUpWords(brain, asked, questionTermsRead, at, lookedIn)
  const words = looked.map(({ word }) => word)
  const wordPostings = looked.map(({ postings }) => postings)
  const bigrams = asked.bigrams.slice(0, questionTermsRead)
  const bigramPostings = yield* pairPostings(brain, 'document', bigrams, at)
  const { isCounted, statistics } = yield* weighing(brain, graph, at)
  const named = yield* namedInQuestion(brain, graph, question, at)
  const aliases = yield* aliasPostings(brain, graph, profile, { looked, bigrams, lookedIn }, at)
  const held = looked.map((one) => frequency(one.postings, isCounted, one.aliases))
  const rarity = new Map(words.map((word, i) => [word, idf(held[i] ?? 0, statistics)]))
  const unknown = new Set([...words.keys()].filter((place) => held[place] === 0))
  const continues = before.length > 0 && isElliptical(question, knownSubject(named, rarity, statistics))
  const found = continues ? yield* earlierWords(brain, before, { languages, known: new Set(words) }, at) : []
  const earlier = earlierOf(profile, found, { words, unknown, rarity, isCounted, statistics })
  const { favour, title } = boostsOf(profile, named, rarity)
  const whole = textEvidence(
    { words, wordPostings, bigramPostings, statistics, isCounted, earlier: postingsOf(earlier), aliases },
    graph.nodes,
    profile.seeding.pool,
    (node) => isRecallable(graph, node) && !isOutlived(graph, node),
    { favour, title },
  )
  const ways = [...[...looked, ...found].map((one) => one.ways), ...bigrams.map((pair) => [pair])]
  const text = yield* withBestWindows(brain, graph, whole, { settings: windowsFor(profile.seeding, statistics), ways, isCounted })
  const { placesTelling, telling } = tellingOf(question, asked, words)
  const { cues, kin } = yield* matchCues(
    brain,
    graph,
    profile,
    { words, ways: looked.map((one) => one.ways), sayings: words.map(asked.sayings), telling, rarity, statistics, isCounted, question },
    at,
    recorded,
  )
  return {
    text,
    isCounted,
    unknown,
    asked: judgedBy({ question, looked, earlier, statistics, isCounted, daysIn, dayOf: graph.dayOf }, profile),
    continues,
    daysOf: daysOfWords(looked, asked),
    labels: named.labels,
    favour,
    cues,
    kernel: kernelFor(question, profile),
    kin,
    today,
    telling: placesTelling,
    isEmpty: statistics.documents === 0,
  } satisfies GatheredEvidence
})

const boostsOf = ({ seeding }: Profile, { spoken, titles }: NamedInQuestion, rarity: ReadonlyMap<string, number>): Boosts => ({
  favour: (node) => (spoken.has(node) ? seeding.speaker : 1),
  title: (node) => roundHalfAway(seeding.title * (titles.get(node) ?? []).reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0)),
})

/** Returns what a memory knows of the words of a question. A word is rare that some memory has, with at least half the rarity of one that none has. */
const knownSubject = ({ titles }: NamedInQuestion, rarity: ReadonlyMap<string, number>, statistics: CorpusStatistics): KnownSubject => {
  const rarest = idf(0, statistics)
  const isRare = (word: string) => {
    const one = rarity.get(word) ?? rarest
    return one < rarest && 2 * one >= rarest
  }
  return { namesTitle: titles.size > 0, isRare }
}

const postingsOf = ({ found, weight }: Earlier): EarlierWords => ({
  words: found.map(({ word }) => word),
  wordPostings: found.map(({ postings }) => postings),
  weight,
})

/** Returns the words of earlier questions with the share of their rarity with which they count. */
const earlierOf = (
  profile: Profile,
  found: ReadonlyArray<AskedWord>,
  { isCounted, rarity, statistics, unknown, words }: OwnWords,
): Earlier => {
  const ownWeight = words.reduce((sum, word, place) => sum + (unknown.has(place) ? 0 : (rarity.get(word) ?? 0)), 0)
  const rarityOf = ({ postings }: AskedWord) => idf(frequency(postings, isCounted), statistics)
  return { found, weight: earlierWeight(profile, ownWeight, found.map(rarityOf)) }
}

interface OwnWords {
  readonly words: ReadonlyArray<string>
  readonly unknown: ReadonlySet<number>
  readonly rarity: ReadonlyMap<string, number>
  readonly isCounted: IsCounted | undefined
  readonly statistics: CorpusStatistics
}

/** Returns the share with which earlier words of these rarities count: together at most `own`, the weight of the question's own words. */
const earlierWeight = ({ seeding }: Profile, own: number, rarities: ReadonlyArray<number>): number => {
  const whole = rarities.reduce((sum, one) => sum + one, 0)
  return whole === 0 ? seeding.earlier : Math.min(seeding.earlier, own / whole)
}

/** Reads ahead whatever the question may be looked up by, in one request to a server. Returns the position of the reads; undefined: newest. */
const readAhead = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  { before, question }: { readonly question: string; readonly before: ReadonlyArray<string> },
  days: ReadonlyArray<AskedDay>,
) {
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
  const earlier = before.flatMap((one) => termsAhead(one, [], earlierMost).words)
  const cue = cueIdOf(crypto, question)
  const coming = [
    { space: 'document', terms: [...own, ...bigrams, ...earlier], beginnings },
    { space: 'cue', terms: own, beginnings },
    { space: 'phrase', terms: [...new Set(spansOf(question).map(({ name }) => name))], beginnings: [] },
    ...(graph.aliases === 0 ? [] : [{ space: 'alias', terms: [...own, ...bigrams], beginnings } as const]),
  ] as const
  const ahead = yield* read(brain.key, position, coming, { kind: 'node-id', fingerprint: brain.fingerprint('node-id', cue) })
  if (ahead?.found !== undefined) brain.ahead = { hash: brain.hash, kind: 'node-id', body: cue, found: ahead.found }
  return ahead === undefined ? undefined : position
})

/** Returns the days in a part of the question. An optional one (“today”, “this week”) is left out where no text is of it: it is words then. */
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

/** Returns the words that count for likeness, and their places. */
const tellingOf = (question: string, asked: QuestionTerms, words: ReadonlyArray<string>) => {
  const telling = tellingWords(question, asked, words)
  return { telling, placesTelling: new Set([...words.keys()].filter((place) => telling.has(words[place] ?? ''))) }
}

/** Returns the words that count for likeness. A day counts, and a half of a word that no text has as a whole counts as well. */
const tellingWords = (question: string, asked: QuestionTerms, words: ReadonlyArray<string>): ReadonlySet<string> => {
  const telling = new Set(likenessTerms(question))
  const whole = new Set(asked.words)
  return new Set(words.filter((word) => telling.has(word) || !whole.has(word) || dayOfTerm(word) !== undefined))
}

const daysOfWords =
  (looked: ReadonlyArray<AskedWord>, { spelled }: QuestionTerms): GatheredEvidence['daysOf'] =>
  (place, node) => {
    const { daysOf, word = '' } = looked[place] ?? {}
    const days = daysOf?.(node)
    return days?.length === 0 ? spelled(word) : days
  }
