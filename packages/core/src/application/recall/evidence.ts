/** Gathers what the indexes know of a question at one position: scored documents and the cues it resembles. */
import * as Effect from 'effect/Effect'
import type { Kernel } from '../../domain/edge-kinds.ts'
import { type GraphView, isRecallable } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import { kernelFor } from '../../domain/policies/question-kind.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { roundHalfAway } from '../../domain/strength.ts'
import { idf } from '../../domain/text/bm25.ts'
import { questionTerms } from '../../domain/text/tokenise.ts'
import { type TextEvidence, textEvidence } from '../../domain/traversal/text-evidence.ts'
import type { WalkCue } from '../../domain/traversal/walk-input.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { SearchIndex } from '../ports/search-index.ts'
import { StoreUnavailable } from '../ports/store-errors.ts'
import { matchCues } from './match-cues.ts'
import { type NamedInQuestion, namedInQuestion } from './named-in-question.ts'

export interface Evidence {
  readonly text: TextEvidence
  /** Words of the question that no memory has, by their places among those of `text`. */
  readonly unknown: ReadonlySet<number>
  readonly named: NamedInQuestion
  /** 1, or more for what somebody says whom the question names. */
  readonly favour: (node: NodeNumber) => number
  /** Best first. */
  readonly cues: ReadonlyArray<WalkCue>
  readonly kernel: Kernel
}

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
  const asked = questionTerms(question)
  const words = asked.words.slice(0, questionTermsRead)
  const bigrams = asked.bigrams.slice(0, questionTermsRead)
  const statistics = yield* index.statistics(brain.key, 'document', at)
  const postings = yield* index.postings(brain.key, 'document', [...words, ...bigrams], at)
  const named = yield* namedInQuestion(brain, graph, question, at)
  const rarity = new Map(words.map((word, i) => [word, idf(postings[i]?.nodes.length ?? 0, statistics)]))
  const favour = (node: NodeNumber) => (named.spoken.has(node) ? profile.seeding.speaker : 1)
  const title = (node: NodeNumber) =>
    roundHalfAway(profile.seeding.title * (named.titles.get(node) ?? []).reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0))
  const text = textEvidence(
    { words, wordPostings: postings.slice(0, words.length), bigramPostings: postings.slice(words.length), statistics },
    graph.nodes,
    profile.seeding.pool,
    (node) => isRecallable(graph, node),
    { favour, title },
  )
  const cues = yield* matchCues(brain, graph, profile, { words, rarity, statistics }, at)
  const unknown = new Set(words.flatMap((_, place) => (postings[place]?.nodes.length === 0 ? [place] : [])))
  return { text, unknown, named, favour, cues, kernel: kernelFor(question, profile) } satisfies Evidence
})
