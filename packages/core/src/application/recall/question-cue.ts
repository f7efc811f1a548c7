/** Finds the cue of a question by its id, and gathers what the assessment of its novelty needs. */

import { failedGates } from '@crabtrail/text/evidence/message-reading'
import * as Effect from 'effect/Effect'
import type { NoveltyMeasure } from '../../domain/events/turn-events.ts'
import type { NewQuestion } from '../../domain/growth/birth.ts'
import { vectorSimilarities, wordSimilarities } from '../../domain/growth/novelty.ts'
import type { ContentRef, NodeNumber } from '../../domain/identity.ts'
import type { QuestionCue } from '../../domain/learning/credit-path.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { NearNode } from '../../domain/vectors/vector-table.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { type ContentDrafts, keptBodies } from '../brain/contents.ts'
import { namesOf } from '../naming/names.ts'
import { Cryptography } from '../ports/cryptography.ts'
import type { RecallRequest } from '../requests.ts'
import { cueIdOf, sayingOf } from './cue-id.ts'
import type { GatheredEvidence } from './evidence.ts'

/** Most ids that are tried for a question. Two questions with the same twelve digits are not to be expected. */
const idsTried = 8

export interface FoundCue extends QuestionCue {
  readonly id: string
}

/**
 * Returns the cue of exactly this question, and the contents of a new cue. Where another question has its id, a number follows it: the same
 * for whoever asks, whenever (S0.52). `question` is clean.
 */
export const cueOfQuestion = Effect.fnUntraced(function* (brain: OpenBrain, drafts: ContentDrafts, access: Access, question: string) {
  const crypto = yield* Cryptography
  const text = sayingOf(question)
  for (let place = 1; ; place++) {
    const id = cueIdOf(crypto, question, place)
    // A document may have the id of a cue.
    const known = (yield* access.find('node-id', id)).find(({ number }) => brain.state.graph.node(number)?.type === 'cue')
    const newCue = { id: drafts.add(id), text: drafts.add(question) }
    if (known === undefined || place === idsTried || (yield* says(brain, access, known.number, text)))
      return { id, knownCue: known?.number, newCue } satisfies FoundCue
  }
})

/** True where a cue has this question. A cue whose text was erased is no other question's. */
const says = Effect.fnUntraced(function* (brain: OpenBrain, access: Access, cue: NodeNumber, text: string) {
  const ref: ContentRef | undefined = brain.state.graph.node(cue)?.text
  const body = ref === undefined ? undefined : (yield* keptBodies(brain, [ref], access.bodies)).get(ref)
  return body === undefined || sayingOf(body) === text
})

type Asks = Pick<RecallRequest, 'autoKnownThreshold' | 'autoMaxPerSession' | 'autoNeurogenesis' | 'autoWindow'>

/** The knowledge of a question before the state that its turn is decided on. */
export interface AskedNovelty {
  readonly question: string
  readonly settings: Profile
  readonly evidence: GatheredEvidence
  /** The nearest memories by their vectors; absent where none were compared. */
  readonly compared: ReadonlyArray<NearNode> | undefined
  readonly hits: ReadonlySet<NodeNumber>
  readonly request: Asks
  /** Time in milliseconds UTC. */
  readonly now: number
}

/** Gathers what the novelty of a question is assessed by; undefined where the settings assess nothing. */
export const gatherNovelty = Effect.fnUntraced(function* (
  brain: OpenBrain,
  drafts: ContentDrafts,
  access: Access,
  { compared: near = [], evidence, hits, now, question, request, settings }: AskedNovelty,
) {
  const { growth } = settings
  if (growth.mode === 'off') return undefined
  const failed = failedGates(question, growth)
  const cue = failed.length > 0 ? noCue : yield* cueOfQuestion(brain, drafts, access, question)
  const compared = growth.compare === 'vectors' ? vectorSimilarities(near) : []
  const by = compared.length > 0 ? ('vectors' as const) : ('words' as const)
  const similarities = by === 'vectors' ? compared : wordSimilarities(evidence.text, evidence.telling)
  return {
    knownCue: cue.knownCue,
    newCue: cue.newCue,
    calibrated: yield* calibratedBands(brain, by),
    neighbours: { by, similarities, isEmpty: evidence.isEmpty, isTold: hits.size > 0 },
    failed,
    grows: request.autoNeurogenesis === true,
    limits: { perSession: request.autoMaxPerSession, cooldown: request.autoWindow, known: request.autoKnownThreshold },
    kin: evidence.kin,
    hits: [...hits].map((node) => ({ node, score: evidence.text.score(node) })),
    now,
  } satisfies NewQuestion
})

/** Returns the bands that were measured by `by`. Those of vectors hold for the embedder of this process alone. */
export const calibratedBands = Effect.fnUntraced(function* (brain: OpenBrain, by: NoveltyMeasure) {
  const found = brain.state.settings.calibrated.get(by)
  if (found === undefined) return undefined
  const { bands, dimension, embedder } = found
  if (embedder === undefined) return { source: 'calibrated' as const, bands }
  const name = (yield* namesOf(brain, [embedder]))(embedder)
  const here = brain.vectors?.embedder
  if (here === undefined || here.id !== name || here.dimension !== dimension) return { source: 'other-embedder' as const, embedder: name }
  return { source: 'calibrated' as const, bands, embedder: name }
})

const noCue: QuestionCue = { knownCue: undefined, newCue: undefined }
