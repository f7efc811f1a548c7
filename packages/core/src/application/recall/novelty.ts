/**
 * Gathers what the novelty of a question is assessed by, and measures its bands on the brain's own text, by words or by vectors. A calibration is
 * bounded: 400 texts are read, 100 pieces of them compared eight times, and sixty foreign texts once.
 */

import { counted } from '@crabtrail/text/counted'
import type { Day } from '@crabtrail/text/days/calendar'
import { failedGates, isStatement } from '@crabtrail/text/evidence/message-reading'
import * as Effect from 'effect/Effect'
import { type NoveltyMeasure, noveltyMeasures } from '../../domain/events/turn-events.ts'
import { isRecallable } from '../../domain/graph.ts'
import type { NewQuestion, Statement } from '../../domain/growth/birth.ts'
import {
  bandsFrom,
  type Distributions,
  type MeasuredBands,
  type Piece,
  type Probe,
  piecesLeast,
  piecesOf,
  probesOf,
  shareBetween,
  spread,
  textsLeast,
} from '../../domain/growth/calibration.ts'
import { type NoveltyScale, neighboursMost, vectorSimilarities, wordSimilarities } from '../../domain/growth/novelty.ts'
import { type RecordedNovelty, replayNovelty } from '../../domain/growth/replayed-novelty.ts'
import { typeSubject } from '../../domain/history/segments.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import type { QuestionCue } from '../../domain/learning/credit-path.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { mayChangeProfile } from '../../domain/recording/settings.ts'
import { type Nano, nano, one, units } from '../../domain/strength.ts'
import type { NearNode } from '../../domain/vectors/vector-table.ts'
import type { CalibrateAnswer } from '../answers.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import type { ContentDrafts } from '../brain/contents.ts'
import type { KeptVectors } from '../brain/kept-vectors.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { namesOf } from '../naming/names.ts'
import { placesOf, visitNewestFirst } from '../naming/segments.ts'
import { passagesOf } from '../passages/passages.ts'
import type { Cryptography, Redactor } from '../ports/cryptography.ts'
import type { StorePorts } from '../ports/store-ports.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { CalibrateRequest, RecallRequest } from '../requests.ts'
import { isInForce } from '../vectors/embed.ts'
import { loadVectors, withoutVector } from '../vectors/follow-vectors.ts'
import { nearestToTexts } from '../vectors/near-question.ts'
import { cueOfQuestion } from './cues.ts'
import { type GatheredEvidence, gatherEvidence } from './evidence.ts'
import { memoryOf } from './said-memory.ts'

const textsRead = 400
/** The most recorded questions that are assessed again. */
const recordedMost = 10_000
/** Texts that are embedded in one call, and the milliseconds that it may take. */
const embeddedAtOnce = 64
const embeddingMs = 60_000
const steps = 20

/** Milliseconds for which one calibration makes vectors that the brain lacks. */
const missingMs = 30_000

type Ports = StorePorts | Cryptography | Redactor

/** `embed` makes vectors that the brain lacks, for so many milliseconds. */
export const calibrate = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: CalibrateRequest,
  embed: (ms: number) => Effect.Effect<unknown, never, Ports>,
) {
  const { dryRun = false, off = false, origin = 'owner' } = request
  if (!mayChangeProfile(origin))
    return yield* new InvalidRequest({ field: 'origin', problem: `${origin} may not change the settings: the owner can` })
  const wanted = request.by ?? (yield* profileOf(brain.state, brain.key)).growth.compare
  if (!off && !dryRun && wanted === 'vectors' && brain.vectors !== undefined) yield* embed(missingMs)
  const settings = yield* profileOf(brain.state, brain.key)
  const { by, vectors, words } = off ? { by: measureToGiveUp(brain, settings, request.by) } : yield* measureOf(brain, settings, request.by)
  const givenUp = off ? brain.state.settings.calibrated.get(by) : undefined
  const inForce = yield* calibratedBands(brain, by)
  const ofSettings = settingsBands(settings, scaleOf(brain, by))
  const before = inForce?.source === 'calibrated' ? toldBands(inForce.bands) : ofSettings
  const measured = off ? undefined : yield* measure(brain, settings, vectors)
  if (!dryRun) {
    const signal = yield* beginSignal(brain, request)
    const { bands } = measured ?? {}
    const embedder = vectors && { name: signal.drafts.add(vectors.embedder.id), dimension: vectors.embedder.dimension }
    yield* runCommand(signal, {
      durability: 'power',
      gather: () =>
        Effect.succeed({
          _tag: 'CalibrateBands' as const,
          measure: by,
          bands: bands === undefined ? [] : [bands.noise, bands.novel, bands.known],
          pieces: measured?.pieces ?? 0,
          embedder,
        }),
    })
  }
  const compared = vectors === undefined ? givenUp : vectors.embedder
  const name = vectors === undefined ? inForce?.embedder : vectors.embedder.id
  return {
    brain: brain.key,
    by,
    ...(name === undefined || compared?.dimension === undefined ? {} : { embedder: name, dimension: compared.dimension }),
    compares: settings.growth.compare,
    ...(words === undefined ? {} : { words }),
    before,
    source: inForce?.source ?? 'settings',
    bands: measured === undefined ? ofSettings : toldBands([measured.bands.noise, measured.bands.novel, measured.bands.known]),
    pieces: measured?.pieces ?? 0,
    ...(measured === undefined
      ? {}
      : { ...toldSets(measured.sets, measured.bands), ...(yield* replayed(brain, by, before, measured.bands)) }),
    written: !dryRun && (!off || givenUp !== undefined),
    position: brain.state.position,
  } satisfies CalibrateAnswer
})

/** Returns the measure whose bands are given up: as wished, as the settings compare, or the one with bands. No embedder is needed. */
const measureToGiveUp = ({ state }: OpenBrain, { growth }: Profile, wanted: NoveltyMeasure | undefined): NoveltyMeasure => {
  const { calibrated } = state.settings
  return (
    wanted ?? (calibrated.has(growth.compare) ? growth.compare : (noveltyMeasures.find((one) => calibrated.has(one)) ?? growth.compare))
  )
}

const measureOf = Effect.fnUntraced(function* (brain: OpenBrain, { growth }: Profile, wanted: NoveltyMeasure | undefined) {
  const { vectors } = brain
  const usable = vectors !== undefined && (yield* isInForce(brain, brain.state, vectors)) ? vectors : undefined
  const by = wanted ?? (growth.compare === 'vectors' && usable !== undefined ? 'vectors' : 'words')
  if (by === 'words') return { by, vectors: undefined, words: wanted === undefined ? yield* whyWords(brain, growth.compare) : undefined }
  if (usable !== undefined) return { by, vectors: usable, words: undefined }
  return yield* new InvalidRequest({ field: 'by', problem: vectors === undefined ? noEmbedder : yield* incomplete(brain, vectors) })
})

/** Says why words are compared where nobody asked for words and there is an embedder, or the settings compare vectors. */
const whyWords = Effect.fnUntraced(function* (brain: OpenBrain, compares: NoveltyMeasure) {
  const { vectors } = brain
  if (compares === 'vectors') return vectors === undefined ? noEmbedder : yield* incomplete(brain, vectors)
  return vectors === undefined ? undefined : `growth.compare is words: by vectors, those of ${vectors.embedder.id} are measured`
})

const noEmbedder = 'there is no embedder here to make vectors: name one, or calibrate by words'

/** Says what is missing, why, and which command helps. */
const incomplete = Effect.fnUntraced(function* (brain: OpenBrain, vectors: KeptVectors) {
  yield* loadVectors(brain, vectors)
  const { embedder, trouble } = vectors
  const missing = withoutVector(brain, vectors).filter((one) => !vectors.isRefused(one)).length
  const makes = `calibrate makes more of them, if it is no dry run, for ${missingMs / 1_000} seconds each time; or calibrate by words`
  if (trouble !== undefined) return `${embedder.id} failed (${trouble.detail}): mend that, then ${makes}`
  return missing === 0
    ? `no vector of ${embedder.id} is in force: ${makes}`
    : `${counted(missing, 'memory has', 'memories have')} no vector of ${embedder.id} yet: ${makes}`
})

const measure = Effect.fnUntraced(function* (brain: OpenBrain, settings: Profile, vectors: KeptVectors | undefined) {
  const pieces = yield* ownPieces(brain, settings)
  const texts = new Set(pieces.map(({ node }) => node)).size
  if (pieces.length < piecesLeast || texts < textsLeast) {
    const has = `${counted(pieces.length, 'sentence')} of ${counted(texts, 'memory', 'memories')} to measure by`
    const problem = `it has ${has}, and ${piecesLeast} of ${textsLeast} are the least: read more notes in, then calibrate`
    return yield* new InvalidRequest({ field: 'brain', problem })
  }
  const probes = probesOf(pieces)
  const sets = distributions(yield* vectors === undefined ? byWords(brain, settings, probes) : byVectors(brain, vectors, probes))
  // The bound of the settings holds for words of any brain; that of vectors belongs to one embedder.
  const bands = bandsFrom(sets, vectors === undefined ? nano(settings.growth.words.noise) : 0)
  if (bands !== undefined) return { pieces: pieces.length, sets, bands }
  const problem = 'its own text and foreign text are equally like it: no bands can be measured, and those in force stay'
  return yield* new InvalidRequest({ field: 'brain', problem })
})

/** Assesses the newest recorded questions of this measure again, by the bands that were in force and by those that were measured. */
const replayed = Effect.fnUntraced(function* (
  brain: OpenBrain,
  measure: NoveltyMeasure,
  { known, noise, novel }: CalibrateAnswer['bands'],
  bands: MeasuredBands,
) {
  const { graph, position } = brain.state
  const recorded: Array<RecordedNovelty> = []
  const places = yield* placesOf(brain, [[typeSubject('NoveltyAssessed')]], position)
  yield* visitNewestFirst(brain, places, 1, position, ({ data, type }) => {
    if (type === 'NoveltyAssessed' && data.by === measure) recorded.push(data)
    return recorded.length < recordedMost
  })
  if (recorded.length === 0) return {}
  const by = (some: MeasuredBands) => replayNovelty(recorded, some, (cue) => graph.stateOf(cue))
  const before = { known: nano(known), noise: nano(noise), novel: nano(novel) }
  return { recorded: { questions: recorded.length, before: by(before), bands: by(bands) } }
})

/** Reads the texts of memories that may be given, spread evenly over the brain. */
const ownPieces = Effect.fnUntraced(function* (brain: OpenBrain, { growth }: Profile) {
  const { graph } = brain.state
  const nodes: Array<NodeNumber> = []
  for (let node = 1; node <= graph.nodes; node++) if (isRecallable(graph, node) && graph.isTrusted(node)) nodes.push(node)
  const passages = yield* passagesOf(brain, graph, spread(nodes, textsRead))
  const texts = [...passages].map(([node, { text }]): Piece => ({ node, text }))
  return piecesOf(
    texts.sort((a, b) => a.node - b.node),
    growth,
  )
})

/** A probe with the greatest similarity to a memory, and to any memory but the one that it is of. */
interface Compared extends Probe {
  readonly top: Nano
  readonly other: Nano
}

const byWords = Effect.fnUntraced(function* (brain: OpenBrain, settings: Profile, probes: ReadonlyArray<Probe>) {
  const compared: Array<Compared> = []
  for (const probe of probes) {
    const { telling, text } = yield* gatherEvidence(brain, brain.state.graph, settings, probe.text, undefined)
    const [top = 0] = wordSimilarities(text, telling)
    const [other = 0] = wordSimilarities({ ...text, pool: text.pool.filter(({ node }) => node !== probe.node) }, telling)
    compared.push({ ...probe, top, other })
  }
  return compared
})

const byVectors = Effect.fnUntraced(function* (brain: OpenBrain, vectors: KeptVectors, probes: ReadonlyArray<Probe>) {
  yield* loadVectors(brain, vectors)
  const compared: Array<Compared> = []
  for (let at = 0; at < probes.length; at += embeddedAtOnce) {
    const some = probes.slice(at, at + embeddedAtOnce)
    const texts = some.map(({ text }) => text)
    const near = yield* nearestToTexts(brain, vectors, texts, neighboursMost + 1, embeddingMs)
    if (typeof near === 'string') {
      const problem = `${vectors.embedder.id} did not answer (${near}): try again later, or calibrate by words`
      return yield* new InvalidRequest({ field: 'by', problem })
    }
    for (const [i, probe] of some.entries()) {
      const found = near[i] ?? []
      const [top = 0] = vectorSimilarities(found)
      const [other = 0] = vectorSimilarities(found.filter(({ node }) => node !== probe.node))
      compared.push({ ...probe, top, other })
    }
  }
  return compared
})

const distributions = (compared: ReadonlyArray<Compared>): Distributions => {
  const rising = (numbers: ReadonlyArray<Nano>) => numbers.toSorted((a, b) => a - b)
  return {
    known: rising(compared.flatMap(({ as, top }) => (as === 'own' || as === 'paraphrase' ? [top] : []))),
    fresh: rising(compared.flatMap(({ as, other }) => (as === 'own' ? [other] : []))),
    asked: rising(compared.flatMap(({ as, other }) => (as === 'asked' ? [other] : []))),
    noise: rising(compared.flatMap(({ as, top }) => (as === 'noise' ? [top] : []))),
  }
}

const settingsBands = ({ growth }: Profile, scale: NoveltyScale): CalibrateAnswer['bands'] => {
  const { known, noise, novel } = growth[scale]
  return { noise, novel, known }
}

const toldBands = ([noise, novel, known]: readonly [Nano, Nano, Nano]): CalibrateAnswer['bands'] => ({
  noise: units(noise),
  novel: units(novel),
  known: units(known),
})

/** Four places are enough for shares of a few hundred texts. */
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000

const toldSets = (sets: Distributions, { known, noise, novel }: MeasuredBands) => {
  const told = (rising: ReadonlyArray<Nano>) => ({
    texts: rising.length,
    counts: Array.from({ length: steps }, (_, i) => {
      const [from, to] = [(i * one) / steps, i === steps - 1 ? one + 1 : ((i + 1) * one) / steps]
      return rising.filter((each) => each >= from && each < to).length
    }),
    noise: rounded(shareBetween(rising, 0, noise)),
    novel: rounded(shareBetween(rising, noise, novel + 1)),
    known: rounded(shareBetween(rising, known, nano(1) + 1)),
  })
  return { known: told(sets.known), fresh: told(sets.fresh), noise: told(sets.noise) }
}

type Asks = Pick<RecallRequest, 'autoKnownThreshold' | 'autoMaxPerSession' | 'autoNeurogenesis' | 'autoWindow' | 'origin' | 'actorKind'>

interface AskedNovelty {
  readonly question: string
  readonly settings: Profile
  readonly evidence: GatheredEvidence
  /** The nearest memories by their vectors; absent where none were compared. */
  readonly compared: ReadonlyArray<NearNode> | undefined
  readonly hits: ReadonlySet<NodeNumber>
  readonly request: Asks
  /** Time in milliseconds UTC. */
  readonly now: number
  /** The day on which it is said. */
  readonly today: Day
}

/** Gathers what the novelty of a question is assessed by; undefined where the settings assess nothing. */
export const gatherNovelty = Effect.fnUntraced(function* (
  brain: OpenBrain,
  drafts: ContentDrafts,
  access: Access,
  { compared: near = [], evidence, hits, now, question, request, settings, today }: AskedNovelty,
) {
  const { growth } = settings
  if (growth.mode === 'off') return undefined
  const failed = failedGates(question, growth)
  const cue = failed.length > 0 ? noCue : yield* cueOfQuestion(brain, drafts, access, question)
  const compared = growth.compare === 'vectors' ? vectorSimilarities(near) : []
  const by = compared.length > 0 ? ('vectors' as const) : ('words' as const)
  const similarities = by === 'vectors' ? compared : wordSimilarities(evidence.text, evidence.telling)
  const states = growth.statements === 'memory' && failed.length === 0 && isOwners(request) && isStatement(question)
  return {
    scale: scaleOf(brain, by),
    statement: states ? yield* statementOf(brain, drafts, access, question, today) : undefined,
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

/** Returns the bands of the settings that are meant for what is compared here. */
const scaleOf = ({ vectors }: OpenBrain, by: NoveltyMeasure): NoveltyScale =>
  by === 'vectors' && vectors?.embedder.likeness === 'spelling' ? 'spelling' : by

const isOwners = ({ actorKind = 'owner', origin = 'owner' }: Asks): boolean => origin === 'owner' && actorKind === 'owner'

const statementOf = Effect.fnUntraced(function* (brain: OpenBrain, drafts: ContentDrafts, access: Access, text: string, day: Day) {
  const { id, known } = yield* memoryOf(brain, access, text)
  return { id: drafts.add(id), text: drafts.add(text), day, known } satisfies Statement
})

/** Returns the bands that were measured by `by`. Those of vectors hold for the embedder of this process alone. */
const calibratedBands = Effect.fnUntraced(function* (brain: OpenBrain, by: NoveltyMeasure) {
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
