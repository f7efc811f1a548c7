/** Gathers what the indexes know of a question at one position: scored documents and the cues it resembles. */
import * as Effect from 'effect/Effect'
import type { Kernel } from '../../domain/edge-kinds.ts'
import { type GraphView, isRecallable } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, Position } from '../../domain/identity.ts'
import { isLive } from '../../domain/node.ts'
import { kernelFor } from '../../domain/policies/question-kind.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { nano, roundHalfAway } from '../../domain/strength.ts'
import { idf } from '../../domain/text/bm25.ts'
import { similarity } from '../../domain/text/similarity.ts'
import { questionTerms, terms } from '../../domain/text/tokenise.ts'
import { type TextEvidence, textEvidence } from '../../domain/traversal/text-evidence.ts'
import type { WalkCue } from '../../domain/traversal/walk-input.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/kept-bodies.ts'
import { type Postings, SearchIndex } from '../ports/search-index.ts'
import { StoreUnavailable } from '../ports/store-errors.ts'
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
/** So many cues that share words with the question are compared in full. */
const cuesCompared = 64
const idleCuesCompared = 8

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
  const cues = yield* matchCues(brain, graph, profile, words, at)
  const unknown = new Set(words.flatMap((_, place) => (postings[place]?.nodes.length === 0 ? [place] : [])))
  return { text, unknown, named, favour, cues, kernel: kernelFor(question, profile) } satisfies Evidence
})

/** Cues are compared with the rarity that words have among the documents: a new cue changes no other likeness. */
const matchCues = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  { budget, seeding }: Profile,
  words: ReadonlyArray<string>,
  at: Position | undefined,
) {
  const index = yield* SearchIndex
  const found = shareWords(yield* index.postings(brain.key, 'cue', words, at)).filter((cue) => isLive(graph.stateOf(cue)))
  const carrying = found.filter((cue) => carries(graph, cue))
  const idle = found.filter((cue) => !carries(graph, cue))
  const compared = [...carrying.slice(0, cuesCompared), ...idle.slice(0, idleCuesCompared)]
  if (compared.length === 0) return []
  const refs = compared.flatMap((cue): ReadonlyArray<readonly [NodeNumber, ContentRef]> => {
    const text = graph.node(cue)?.text
    return text === undefined ? [] : [[cue, text]]
  })
  const bodies = yield* keptBodies(
    brain,
    refs.map(([, ref]) => ref),
  )
  const cueWords = refs.map(([cue, ref]) => ({ cue, words: [...new Set(terms(bodies.get(ref) ?? ''))] }))
  const vocabulary = [...new Set([...words, ...cueWords.flatMap((one) => one.words)])]
  const statistics = yield* index.statistics(brain.key, 'document', at)
  const frequencies = yield* index.postings(brain.key, 'document', vocabulary, at)
  const idfs = new Map(vocabulary.map((word, i) => [word, idf(frequencies[i]?.nodes.length ?? 0, statistics)]))
  const alike = cueWords
    .map(({ cue, words: known }): WalkCue => ({ cue, alike: similarity(words, known, (word) => idfs.get(word) ?? 0, seeding.cueWords) }))
    .filter(({ alike }) => alike >= nano(seeding.cueMatch))
    .sort((a, b) => b.alike - a.alike || a.cue - b.cue)
  const counting = alike.filter(({ cue }) => carries(graph, cue)).slice(0, budget.cues)
  const own = alike.find(({ alike: likeness, cue }) => likeness >= nano(seeding.sameCue) && !carries(graph, cue))
  return own === undefined ? counting : [...counting, own].slice(0, budget.cues)
})

/** Whether a cue moves any ranking. One that does not takes no place from one that does; it is noted only as the question's own. */
const carries = (graph: GraphView, cue: NodeNumber): boolean => graph.out(cue).some((edge) => graph.strengthOf(edge) !== 0)

/** Cues by how many of the question's words they hold, most first. */
const shareWords = (postings: ReadonlyArray<Postings>): ReadonlyArray<NodeNumber> => {
  const shared = new Map<NodeNumber, number>()
  for (const { nodes } of postings) for (const node of nodes) shared.set(node, (shared.get(node) ?? 0) + 1)
  return [...shared].sort(([a, m], [b, n]) => n - m || a - b).map(([node]) => node)
}
