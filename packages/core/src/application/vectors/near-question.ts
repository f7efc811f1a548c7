/** Finds the memories nearest to a question by their vectors, if its words leave something open and the embedder answers in time. */

import { counted } from '@crabtrail/text/counted'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { NodeNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { Evidence } from '../../domain/recall/recall.ts'
import { leadOver, type NearNode } from '../../domain/vectors/vector-table.ts'
import { fusedGains } from '../../domain/walk/fused-search.ts'
import { type NearTexts, nothingNear, vectorShare } from '../../domain/walk/text-evidence.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { contentsOf, type KeptVectors } from '../brain/kept-vectors.ts'
import type { ContentStore } from '../ports/content-store.ts'
import type { EventStore } from '../ports/event-store.ts'
import type { StoreUnavailable } from '../ports/store-errors.ts'
import type { VectorStore } from '../ports/vector-store.ts'
import type { IntegrityBroken, NewerLog } from '../request-errors.ts'
import { type Embedded, EmbedderPace, embedEach, embedSoundly, isInForce, noVector } from './embed.ts'
import { loadVectors, withoutVector } from './follow-vectors.ts'

interface NearQuestion extends NearTexts {
  /** Reason why the result may differ from that of the time in question. */
  readonly approximate?: string
  /** The nearest memories where vectors were compared, also where they add nothing to the ranking. */
  readonly compared?: ReadonlyArray<NearNode>
}

/** The answer of the embedder to a question, which is asked for once: nobody waits for it again after a lost race, let alone with the lock held. */
export interface QuestionVector {
  embedded?: Embedded
}

interface Comparing {
  /** Vectors are compared also where the words leave nothing open; the ranking is the same then. */
  readonly always?: boolean
  readonly vector?: QuestionVector
}

/** Finds the nearest memories. A failing embedder is no error: without its answer nothing is near. */
export const nearQuestion = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  { budget, seeding }: Profile,
  question: string,
  { isCounted, text, unknown }: Pick<Evidence, 'isCounted' | 'text' | 'unknown'>,
  { always = false, vector: known = {} }: Comparing = {},
): Effect.fn.Return<NearQuestion, StoreUnavailable | IntegrityBroken | NewerLog, ContentStore | EventStore | VectorStore> {
  const { vectors } = brain
  // Vectors of spelling find what is written alike, which the words themselves find better.
  const isOfMeaning = vectors !== undefined && vectors.embedder.likeness !== 'spelling'
  const starts = isOfMeaning ? seeding.anchors : 'words'
  const isFused = isOfMeaning && starts === 'words' && seeding.meaning > 0
  const anchors = starts === 'vectors'
  const share = isFused ? 1 : starts === 'words' ? vectorShare(text, unknown, seeding) : 1
  if (share === 0 && !always) return nothingNear
  const isPast = state.position !== brain.state.position
  if (vectors === undefined || !(yield* isInForce(brain, state, vectors))) {
    const differs = isPast && state.settings.embedder !== undefined
    return { ...nothingNear, ...(differs ? { approximate: otherEmbedder } : {}) }
  }
  const { loadMs, questionMs } = yield* EmbedderPace
  const wasLoaded = vectors.loaded
  const began = yield* Clock.currentTimeMillis
  const isLoaded = yield* loadVectors(brain, vectors, loadMs)
  // Reading the vectors and embedding the question share the time that the turn can wait.
  const left = wasLoaded ? questionMs : Math.min(questionMs, began + loadMs - (yield* Clock.currentTimeMillis))
  if (!isLoaded || left <= 0) return { ...nothingNear, ...(isPast ? { approximate: unread } : {}) }
  known.embedded ??= yield* embedSoundly(vectors, [question], 'question', left)
  const { embedded } = known
  const [vector] = embedded._tag === 'Made' ? embedded.made : []
  if (vector === undefined) return { ...nothingNear, ...(isPast ? { approximate: silent } : {}) }
  const admit = isPast ? ofThen(state, vectors) : ofNow(state, vectors)
  const most = anchors ? Math.max(budget.seeds, seeding.vectorNear) : seeding.vectorNear
  const nearest = (isAmong: (node: NodeNumber) => boolean) =>
    vectors.table.nearest(vector, most, { admit: (node) => admit(node) && isAmong(node) })
  // Memories that do not count take no place from the others.
  const nearestCounted = nearest(isCounted ?? (() => true))
  const near = isCounted === undefined ? nearestCounted : [...nearestCounted, ...nearest((node) => !isCounted(node))]
  const { table } = vectors
  const similarityOf = (node: NodeNumber) => (admit(node) ? table.similarity(vector, node) : undefined)
  const leadOf = (node: NodeNumber) => {
    const similarity = similarityOf(node)
    return similarity === undefined ? undefined : leadOver(nearestCounted, similarity)
  }
  const meaning = isOfMeaning ? leadOf : undefined
  if (share === 0) return { ...nothingNear, meaning, compared: near }
  const gains = isFused ? fusedGains({ near, similarityOf, text }, seeding, isCounted) : undefined
  return { near, share, anchors, gains, meaning, compared: near, ...(isPast ? lacking(state, vectors) : {}) }
})

/**
 * Finds the memories nearest to each text as if it were a question, none for a text that has no vector; the reason where the embedder did not answer.
 * The vectors must be read in.
 */
export const nearestToTexts = Effect.fnUntraced(function* (
  { state }: Pick<OpenBrain, 'state'>,
  vectors: KeptVectors,
  texts: ReadonlyArray<string>,
  most: number,
  deadlineMs: number,
) {
  const embedded = yield* embedEach(vectors, texts, 'question', deadlineMs)
  if (embedded._tag !== 'Made') return embedded._tag === 'Failed' ? embedded.failed : ('failing' as const)
  return embedded.made.map((vector) => (vector === noVector ? [] : vectors.table.nearest(vector, most, { admit: ofNow(state, vectors) })))
})

/** Admits only vectors of texts that the memory had at that time: newer texts may be nearer than all of them. */
const ofThen =
  ({ graph }: BrainState, vectors: KeptVectors) =>
  (node: NodeNumber): boolean => {
    const madeOf = contentsOf(graph, node)
    return madeOf !== undefined && vectors.has(node, madeOf)
  }

/** Admits all vectors but those of memories that were revised or retired and are not embedded again yet. */
const ofNow = (state: BrainState, vectors: KeptVectors) => {
  const { gone, missing } = vectors.standing(state)
  return (node: NodeNumber): boolean => !missing.has(node) && !gone.has(node)
}

const otherEmbedder = 'vectors of another embedder were compared then: this is what the words alone find'
const unread = 'not all vectors are read in yet: this is what the words alone find'
const silent = 'the embedder did not answer: this is what the words alone find'

const lacking = (state: BrainState, vectors: KeptVectors): { readonly approximate?: string } => {
  const lost = withoutVector({ state }, vectors).length
  return lost === 0 ? {} : { approximate: `${counted(lost, 'memory of then has', 'memories of then have')} no vector any more` }
}
