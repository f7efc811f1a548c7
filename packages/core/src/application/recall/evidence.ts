/** Gathers what the indexes know of a question at one position: scored documents and the cues it resembles. */
import * as Effect from 'effect/Effect'
import { type GraphView, isRecallable } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { countedRarity } from '../../domain/recall/confidence.ts'
import { namesSubject } from '../../domain/recall/follow-up.ts'
import { messageSentences } from '../../domain/recall/message-sentences.ts'
import { kernelFor } from '../../domain/recall/question-kind.ts'
import type { Evidence } from '../../domain/recall/recall.ts'
import { frequency, textEvidence } from '../../domain/recall/text-evidence.ts'
import { trustedStatistics, untrustedNodes } from '../../domain/recall/trusted-evidence.ts'
import { roundHalfAway } from '../../domain/strength.ts'
import { idf } from '../../domain/text/bm25.ts'
import { likenessTerms, type QuestionTerms, questionTerms } from '../../domain/text/tokenise.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { SearchIndex } from '../ports/search-index.ts'
import { StoreUnavailable } from '../ports/store-errors.ts'
import { type AskedWord, languagesIn, lookUpWords } from './asked-words.ts'
import { matchCues } from './match-cues.ts'
import { namedInQuestion } from './named-in-question.ts'

/** A question is made of so many terms at most: the rest of a very long one adds nothing but time. */
const questionTermsRead = 256
/** A search in an index that is not there would find nothing and say so. */
const noIndex = ({ key }: OpenBrain) =>
  new StoreUnavailable({
    reason: 'corrupt',
    place: key,
    detail:
      'its text index is missing or old, and it can only be read here: run a command that writes, such as learn, which builds it anew',
    retryable: false,
  })

export const gatherEvidence = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  profile: Profile,
  question: string,
  at: Position | undefined,
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
    { words, ways: looked.map((one) => one.ways), telling: tellingWords(question, asked, words), rarity, statistics, isCounted },
    at,
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

/** The documents that words are weighed by. Where all may be given, or none, these are all documents. */
const weighing = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, at: Position | undefined) {
  const index = yield* SearchIndex
  const whole = yield* index.statistics(brain.key, 'document', at)
  if (graph.untrusted === 0) return { statistics: whole, isCounted: undefined }
  const untrusted = yield* index.statisticsOf(brain.key, 'document', untrustedNodes(graph), at)
  const statistics = trustedStatistics(whole, untrusted)
  return { statistics, isCounted: statistics === whole ? undefined : (node: NodeNumber) => graph.isTrusted(node) }
})

/** Halves of words that no text has whole tell as much as these. */
const tellingWords = (question: string, asked: QuestionTerms, words: ReadonlyArray<string>): ReadonlySet<string> => {
  const telling = new Set(likenessTerms(question))
  const whole = new Set(asked.words)
  return new Set(words.filter((word) => telling.has(word) || !whole.has(word)))
}

/**
 * By their places, the words looked up that each sentence has; halves of a word stand where the word does. A sentence that names no subject has
 * no list: no memory answers it.
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
