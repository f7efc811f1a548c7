/** Reads a turn back from the log. A repeated recall is answered from it, with the memory as it was then, without a new walk. */

import { countTokens } from '@crabtrail/text/words/context-fence'
import * as Effect from 'effect/Effect'
import { renderContext } from '../../domain/context/context-bundle.ts'
import { partsFor } from '../../domain/context/given-part.ts'
import { withGuardrails } from '../../domain/context/guardrails.ts'
import { gaveWayTo, saidInsteadOf } from '../../domain/context/outdated.ts'
import { rankCorrected } from '../../domain/context/replacements.ts'
import { type BrainEvent, type BrainEventOf, type EventData, ignore } from '../../domain/events/brain-event.ts'
import type { DropReason } from '../../domain/events/turn-events.ts'
import { isRecallable, type Kernel } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, Position, TurnNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { vouchingOf } from '../../domain/projections/standing.ts'
import type { MatchedCue } from '../../domain/projections/turns/turn-record.ts'
import { ownIn } from '../../domain/recall/recall.ts'
import type { AssessedNovelty, RecordedRouting } from '../../domain/recording/turn.ts'
import { type Nano, one, units } from '../../domain/strength.ts'
import { coveringOf, type RankedNode } from '../../domain/walk/ranking.ts'
import type { Walk } from '../../domain/walk/walk-record.ts'
import type { WhyAnswer } from '../answers.ts'
import { type Access, catchUp, type OpenBrain } from '../brain/brain.ts'
import { commitAt } from '../brain/commit-row.ts'
import { type ContentDrafts, cleanText, keptBody, keyDigest } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { asOf } from '../commands/as-of.ts'
import { isoTime, type NodeNames, namesOf, printedEdge, resolveTurn } from '../naming/names.ts'
import { turnStart } from '../naming/positions.ts'
import { correctionsOf, itemWith, outdatedAmong, passagesOf } from '../passages/passages.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { EventStore, type RecordedCommand } from '../ports/event-store.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import type { RecallRequest } from '../requests.ts'
import { answerRecall, hintsTold, routingIn, saidWords } from './answer.ts'
import { cueOfQuestion } from './cues.ts'
import { gatherEvidence } from './evidence.ts'
import { recordedGuardrails } from './guardrails.ts'
import { continuedQuestions } from './hints.ts'

export interface RecordedTurn {
  readonly turn: TurnNumber
  /** Position of its first event. */
  readonly position: Position
  readonly at: number
  readonly question: ContentRef | undefined
  /** The digest of its situation; undefined where nothing was out of the ordinary. */
  readonly situation: ContentRef | undefined
  /** The day on which it was asked; undefined where none was recorded. */
  readonly day: number | undefined
  /** The turns whose questions it goes on with, newest first. */
  readonly continues: ReadonlyArray<TurnNumber>
  readonly engine: EventData<'TurnStarted'>['engine'] | 'none'
  /** Weights of the families of edges for the question, in units; all 1 if none were recorded. */
  readonly kernel: Kernel
  readonly seeds: ReadonlyMap<NodeNumber, { readonly score: number; readonly from: string }>
  readonly cues: ReadonlyArray<MatchedCue>
  readonly gate: Nano
  readonly walk: Walk
  readonly ranking: ReadonlyArray<RankedNode>
  readonly included: ReadonlyArray<NodeNumber>
  readonly dropped: ReadonlyArray<{ readonly node: NodeNumber; readonly reason: DropReason }>
  /** The memories that its guardrails are about. */
  readonly guardrails: ReadonlyArray<NodeNumber>
  readonly absent: BrainEvent | undefined
  readonly novelty: AssessedNovelty | undefined
  readonly routing: RecordedRouting
}

export const readTurn = Effect.fnUntraced(function* (brain: OpenBrain, turn: TurnNumber) {
  return yield* readTurnAt(brain, yield* turnStart(brain, turn))
})

/** Reads the turn whose events are in the commit at `position`. */
export const readTurnAt = Effect.fnUntraced(function* (brain: OpenBrain, position: Position) {
  const events = yield* commitAt(brain, position)
  const started = events.find(({ type }) => type === 'TurnStarted' || type === 'RecallSkipped')
  if (started?.turn === undefined)
    return yield* new NotFound({ what: 'turn', name: `at position ${position}`, hint: 'no turn was recorded there' })
  return collect(started, started.turn, events)
})

const collect = (started: BrainEvent, turn: TurnNumber, events: ReadonlyArray<BrainEvent>): RecordedTurn => {
  const walk = {
    fired: [] as Array<Walk['fired'][number]>,
    steps: [] as Array<Walk['steps'][number]>,
    inhibitions: [] as Array<Walk['inhibitions'][number]>,
  }
  const seeds = new Map<NodeNumber, { readonly score: number; readonly from: string }>()
  let cues: ReadonlyArray<MatchedCue> = []
  let gate: Nano = 0
  let novelty: AssessedNovelty | undefined
  let bundle: Extract<BrainEvent, { type: 'ContextBundled' }>['data'] | undefined
  for (const event of events) {
    switch (event.type) {
      case 'SeedsSelected':
        event.data.nodes.forEach((node, i) => {
          seeds.set(node, { score: event.data.scores[i] ?? 0, from: event.data.sources[i] ?? 'lexical' })
        })
        gate = event.data.gate ?? 0
        cues = (event.data.cues ?? []).map((cue, i) => ({ cue, alike: event.data.alike?.[i] ?? 0 }))
        break
      case 'NodeFired':
        walk.fired.push({ ...event.data, edge: event.data.edge ?? 0 })
        break
      case 'NodeInhibited':
        walk.inhibitions.push(event.data)
        break
      case 'EdgeFollowed':
      case 'EdgeSkipped':
        walk.steps.push(stepOf(event))
        break
      case 'ContextBundled':
        bundle = event.data
        break
      case 'NoveltyAssessed':
        novelty = event.data
        break
      case 'TurnStarted':
      case 'ModelAnswered':
      case 'RouteChosen':
      case 'RecallSkipped':
        break
      default:
        ignore<'recorded turn'>(event.type)
    }
  }
  const routing = routingOf(started, events)
  const about = { turn, position: started.position, at: started.commit.at, seeds, cues, gate, walk }
  return {
    ...about,
    ...askedIn(started),
    kernel: kernelOf(started, routing.chosen),
    routing,
    ranking: (bundle?.nodes ?? []).map((node, i) => rankedAgain(about, node, bundle?.scores[i] ?? 0)),
    included: bundle?.included ?? [],
    dropped: (bundle?.dropped ?? []).map((node, i) => ({ node, reason: bundle?.reasons?.[i] ?? 'limit' })),
    guardrails: bundle?.guardrails ?? [],
    absent: started.type === 'RecallSkipped' ? started : undefined,
    novelty,
  }
}

const askedIn = (started: BrainEvent): Pick<RecordedTurn, 'question' | 'situation' | 'day' | 'continues' | 'engine'> => {
  if (started.type !== 'TurnStarted') return { question: undefined, situation: undefined, day: undefined, continues: [], engine: 'none' }
  const { continues = [], day, engine, question, situation } = started.data
  return { question, situation, day, continues, engine }
}

const stepOf = (event: BrainEventOf<'EdgeFollowed' | 'EdgeSkipped'>): Walk['steps'][number] => {
  if (event.type === 'EdgeSkipped') {
    const { reason, ...step } = event.data
    return { ...step, outcome: { _tag: 'Skipped', reason } }
  }
  const { channel, depth, edge, strength, ...carried } = event.data
  return { depth, edge, strength, outcome: { _tag: 'Followed', channel, ...carried } }
}

/** Returns a ranked node with its recorded score; utility is the factor between the parts of the recorded walk and that score. */
const rankedAgain = ({ seeds, walk }: Pick<RecordedTurn, 'seeds' | 'walk'>, node: NodeNumber, score: number): RankedNode => {
  const energy = walk.fired.find((fired) => fired.node === node)?.energy ?? seeds.get(node)?.score ?? score
  const seed = seeds.get(node)?.score ?? 0
  const inhibition = walk.inhibitions.filter((one) => one.node === node).reduce((sum, { energy: taken }) => sum + taken, 0)
  const utility = energy - inhibition > 0 ? Math.round((score / (energy - inhibition)) * one) : one
  return { node, score, seed, path: energy - seed, inhibition, utility }
}

const routingOf = (started: BrainEvent, events: ReadonlyArray<BrainEvent>): RecordedRouting => {
  const { routing, unasked } = started.type === 'TurnStarted' ? started.data : {}
  return {
    ...(routing === undefined ? {} : { routing }),
    ...(unasked === undefined ? {} : { unasked }),
    answered: events.find((event) => event.type === 'ModelAnswered')?.data,
    chosen: events.find((event) => event.type === 'RouteChosen')?.data,
  }
}

const kernelOf = (started: BrainEvent, chosen: EventData<'RouteChosen'> | undefined): Kernel => {
  const recorded = chosen?.kernel ?? (started.type === 'TurnStarted' ? started.data.kernel : undefined)
  const [SEQ = one, SIM = one, CAUSE = one] = recorded ?? []
  return { SEQ: units(SEQ), SIM: units(SIM), CAUSE: units(CAUSE) }
}

/**
 * Renders the context of a recorded turn again, word for word as it was put before the model. `state` is that of the end of its commit, at `end`.
 * Contents that were erased since are missing from it.
 */
export const recordedContext = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  recorded: RecordedTurn,
  question: string,
  end: Position,
) {
  const { graph } = state
  const { continues, day, dropped, included, ranking, turn } = recorded
  const considered = ranking.map(({ node }) => node)
  const ranked = [...considered, ...gaveWayTo(graph, considered)]
  const passages = yield* passagesOf(brain, graph, [...included, ...ranked, ...saidInsteadOf(graph, [...included, ...ranked])])
  const corrections = yield* correctionsOf(brain, graph, included)
  const outdatedOf = outdatedAmong(graph, passages, ranked)
  const items = included.flatMap((node) => {
    const item = passages.get(node)?.item
    return item === undefined ? [] : (itemWith({ ...item, injectable: true }, corrections(node), outdatedOf) ?? [])
  })
  const profile = yield* profileOf(state, brain.key)
  const before = yield* continuedQuestions(brain, state, continues)
  const evidence = yield* gatherEvidence(brain, graph, profile, question, end, { today: day, before })
  const text = renderContext(items, turn, partsFor(evidence.text, evidence.asked.ways, profile.context.part))
  const guardrails = yield* recordedGuardrails(brain, state, recorded, question)
  const bundle = withGuardrails({ included, dropped, guardrails: [], text, tokens: countTokens(text) }, guardrails, turn)
  return { bundle, evidence, profile }
})

/** Answers a repeated recall from its record. Contents that were erased since are missing from the context. */
export const recordedRecall = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { count, first }: RecordedCommand,
  request: RecallRequest,
  question: string,
) {
  const end = first + count - 1
  const state = end === brain.state.position ? brain.state : (yield* asOf(brain, end)).state
  const { graph } = state
  const recorded = yield* readTurnAt(brain, first)
  const { engine, gate, novelty, ranking, routing, seeds, turn, walk } = recorded
  const { bundle, evidence, profile } = yield* recordedContext(brain, state, recorded, question, end)
  // The recorded score of a seed includes the share of vectors and hints.
  const own = (node: NodeNumber) => seeds.get(node)?.score ?? evidence.text.score(node)
  const found = new Set([...seeds.keys(), ...evidence.text.pool.map(({ node }) => node)])
  const pool = [...found].filter((node) => isRecallable(graph, node)).map((node) => ({ node, score: own(node) }))
  const covering = coveringOf(profile, gate, evidence.text)
  const anchors = [...seeds].map(([node, { score }]) => ({ node, score }))
  const textOwn = ownIn(engine, anchors, walk, own)
  const again = rankCorrected({ graph, profile, cues: evidence.cues, walk, pool, own: textOwn, covering, ...vouchingOf(state.owner) })
  const whole = completed(ranking, again.ranking)
  return yield* answerRecall(
    brain,
    state,
    request,
    { bundle, novelty, routing, ranking: whole, walk, told: (node) => hintsTold(seeds.get(node)?.from, false) },
    turn,
    saidWords(evidence, question),
  )
})

/** Returns the recorded beginning of a ranking, with the parts, and the rest, that the same walk gives again. */
const completed = (recorded: ReadonlyArray<RankedNode>, again: ReadonlyArray<RankedNode>): ReadonlyArray<RankedNode> => {
  const known = new Map(again.map((one) => [one.node, one]))
  const beginning = recorded.map((one) => {
    const same = known.get(one.node)
    return same?.score === one.score ? same : one
  })
  const begun = new Set(recorded.map(({ node }) => node))
  return [...beginning, ...again.filter(({ node }) => !begun.has(node))]
}

export const nodesOfCall = ({ chosen }: RecordedRouting, request: EventData<'ModelAsked'> | undefined): ReadonlyArray<NodeNumber> => [
  ...(request?.offered ?? []),
  ...(chosen?.dropped ?? []),
  ...(chosen?.attended ?? []),
]

/** Tells what was offered, followed, dropped and said. `names` knows the nodes of the call. */
export const routingWhy = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { graph }: BrainState,
  recorded: RecordedRouting,
  request: EventData<'ModelAsked'> | undefined,
  names: NodeNames,
) {
  const { answered, chosen = nothingChosen } = recorded
  if (recorded.routing === undefined) return undefined
  if (answered === undefined) return routingIn(recorded) satisfies WhyAnswer['routing']
  const { explanation, pausedUntil } = answered
  const { attended, attention, dropped, followed, kernel } = chosen
  const refs = [request?.model, explanation].flatMap((ref) => ref ?? [])
  const texts = yield* namesOf(brain, refs)
  const [SEQ = 0, SIM = 0, CAUSE = 0] = kernel ?? []
  return {
    ...routingIn(recorded),
    ...(request === undefined
      ? {}
      : {
          model: texts(request.model) ?? null,
          template: request.template,
          digest: request.digest,
          offered: request.offered.map((node, i) => {
            const pointer = request.pointers?.[i] ?? 0
            return { node: names.id(node), title: names.title(node), ...(pointer === 0 ? {} : { pointer: printedEdge(pointer) }) }
          }),
        }),
    followed: followed.map((edge) => ({ edge: printedEdge(edge), node: names.id(graph.targetOf(edge)) })),
    dropped: dropped.map(names.id),
    attention: attended.map((node, i) => ({ node: names.id(node), value: units(attention[i] ?? 0) })),
    ...(kernel === undefined ? {} : { kernel: { SEQ: units(SEQ), SIM: units(SIM), CAUSE: units(CAUSE) } }),
    ...(explanation === undefined ? {} : { explanation: texts(explanation) ?? null }),
    ...(pausedUntil === undefined ? {} : { pausedUntil: isoTime(pausedUntil) }),
  } satisfies WhyAnswer['routing']
})

const nothingChosen: EventData<'RouteChosen'> = { followed: [], dropped: [], attended: [], attention: [] }

export const askedTurn = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { recallKey, turn }: { readonly turn?: string; readonly recallKey?: string },
) {
  yield* catchUp(brain)
  if (turn !== undefined) return yield* resolveTurn(brain.state, turn)
  if (recallKey === undefined)
    return yield* new InvalidRequest({ field: 'turn', problem: 'neither a turn nor the key of its recall is named' })
  const crypto = yield* Cryptography
  const store = yield* EventStore
  const recorded = yield* store.recorded(brain.key, keyDigest(crypto, brain, recallKey))
  if (recorded !== undefined) return (yield* readTurnAt(brain, recorded.first)).turn
  return yield* new NotFound({ what: 'turn', name: 'of that key', hint: 'nothing was recalled with it' })
})

export const nothingRecalled =
  'nothing was recalled in this session yet; recall first, or name one with --turn and its session with --session'

/** Error for a verdict that names no turn when no turn can be meant. */
export const nothingToJudge = (hint: string): NotFound => new NotFound({ what: 'turn', name: 'to judge', hint })

/** Returns the cue of exactly the turn's question, and the contents of a new cue; neither for an erased question. */
export const gatherCue = Effect.fnUntraced(function* (brain: OpenBrain, drafts: ContentDrafts, access: Access, turn: TurnNumber) {
  const question = yield* keptBody(brain, brain.state.turn(turn)?.question, access.bodies)
  if (question === undefined) return { id: undefined, knownCue: undefined, newCue: undefined }
  return yield* cueOfQuestion(brain, drafts, access, (yield* cleanText(question)).text)
})
