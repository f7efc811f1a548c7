/**
 * Does the walk of a recorded turn again: from the seeds, cues, gate and kernel that the log has, on another graph and under other settings.
 * Pure.
 *
 * The ranking, the context and what was said of them stay as recorded: they are what somebody saw. A verdict on a memory that the new walk
 * did not bring teaches as it always does for a memory without a walked edge: it moves the edge of the cue alone.
 */
import type { BrainEvent, BrainEventOf, EventData, EventType } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { type GraphView, isRecallable, type Kernel } from '../graph.ts'
import type { EdgeNumber, NodeNumber, TurnNumber } from '../identity.ts'
import type { SkippedEdges } from '../learning/credit.ts'
import { linksBeside } from '../learning/credit-path.ts'
import { kindOf, speakerTeaches } from '../learning/teaching.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { hasPaid, wasCredited } from '../projections/turns/turn-ledger.ts'
import type { MatchedCue, TurnRecord } from '../projections/turns/turn-record.ts'
import { type Evidence, walkFrom } from '../recall/recall.ts'
import { walkEvents } from '../recording/turn.ts'
import { recordedChoice, routedBy } from '../routing/routing-prompt.ts'
import { type Nano, one, units } from '../strength.ts'

export interface RecordedSeeds {
  readonly started: BrainEventOf<'TurnStarted'>
  readonly turn: TurnNumber
  readonly seeds: ReadonlyMap<NodeNumber, Nano>
  readonly cues: ReadonlyArray<MatchedCue>
  readonly gate: Nano
  readonly kernel: Kernel
  /** The choice of a routing model in the turn; undefined where none was taken. */
  readonly routed: EventData<'RouteChosen'> | undefined
}

/** Returns the seeds of the turn that a commit records; undefined where it records no walk. */
export const seedsIn = (events: ReadonlyArray<BrainEvent>): RecordedSeeds | undefined => {
  const started = events.find((event) => event.type === 'TurnStarted')
  const selected = events.find((event) => event.type === 'SeedsSelected')
  const routed = events.find((event) => event.type === 'RouteChosen')?.data
  if (started?.turn === undefined || selected === undefined) return undefined
  const { alike, cues, gate, nodes, scores } = selected.data
  const [SEQ = one, SIM = one, CAUSE = one] = routed?.kernel ?? started.data.kernel ?? []
  return {
    started,
    routed,
    turn: started.turn,
    seeds: new Map(nodes.map((node, i) => [node, scores[i] ?? 0])),
    cues: (cues ?? []).map((cue, i) => ({ cue, alike: alike?.[i] ?? 0 })),
    gate: gate ?? 0,
    kernel: { SEQ: units(SEQ), SIM: units(SIM), CAUSE: units(CAUSE) },
  }
}

export interface Rewalk {
  readonly recorded: RecordedSeeds
  /** What the indexes give for the question at the turn, with the recorded cues. */
  readonly evidence: Evidence
  readonly graph: GraphView
  /** Settings to walk by, and those in force when the turn was recorded. */
  readonly profile: Profile
  readonly inForce: Profile
}

export interface Rewalked {
  /** The events of the commit, with the new walk in place of the recorded one. All events of the walk have one position. */
  readonly events: ReadonlyArray<BrainEvent>
  readonly skipped: SkippedEdges
  readonly isSame: boolean
}

const ofWalks: ReadonlySet<EventType> = new Set(['NodeFired', 'NodeInhibited', 'EdgeFollowed', 'EdgeSkipped'])

export const rewalked = (events: ReadonlyArray<BrainEvent>, { evidence, graph, inForce, profile, recorded }: Rewalk): Rewalked => {
  const { gate, kernel, routed, seeds, started, turn } = recorded
  // An engine and numbers that its request asked for stay.
  const engine = started.data.engine === inForce.engine ? profile.engine : started.data.engine
  const asked = (of: 'hops' | 'seeds') => (started.data[of] === inForce.budget[of] ? profile.budget[of] : started.data[of])
  const budget = { ...profile.budget, hops: asked('hops'), seeds: asked('seeds') }
  const walk = walkFrom({
    graph,
    settings: { ...profile, budget },
    engine,
    evidence: { ...evidence, kernel },
    // A memory that the derivation left out is no seed.
    seeds: [...seeds].flatMap(([node, score]) => (isRecallable(graph, node) ? [{ node, score }] : [])),
    gate,
    own: (node) => seeds.get(node) ?? evidence.text.score(node),
    // The recorded choice holds for what the walk still looks at; the rule decides the rest. No model is asked.
    routed:
      routed === undefined
        ? undefined
        : routedBy(
            recordedChoice(routed, (edge) => graph.targetOf(edge)),
            profile.routing,
          ),
  })
  const again = walkEvents(turn, walk)
  const before = events.filter(({ type }) => ofWalks.has(type))
  const isSame =
    again.length === before.length &&
    again.every(({ data, type }, i) => type === before[i]?.type && JSON.stringify(data) === JSON.stringify(inOrder(before[i].data, data)))
  const { tokens } = started.data
  const walked = events.flatMap((event): ReadonlyArray<BrainEvent> => {
    if (ofWalks.has(event.type)) return []
    if (event.type === 'TurnStarted') return [{ ...event, data: { ...event.data, ...budget, tokens, engine } }]
    return event.type === 'SeedsSelected' ? [event, ...again.map((one) => placed(one, event.position, event.commit))] : [event]
  })
  return { events: isSame ? events : walked, skipped: again.flatMap((one) => (one.type === 'EdgeSkipped' ? [one.data] : [])), isSame }
}

/** Returns the fields of one object in the order of another that has the same fields. */
const inOrder = (data: object, like: object): unknown =>
  Object.keys(data).length === Object.keys(like).length
    ? Object.fromEntries(Object.keys(like).map((field) => [field, Reflect.get(data, field)]))
    : data

/* Links the edges that the credit of a walk needs which was done again. */

export interface WalkedAgain {
  readonly turns: ReadonlySet<TurnNumber>
  /** The highest number of an edge in the log. */
  readonly edges: EdgeNumber
}

/** Returns a function that gives the edges that a verdict needs before it is folded. Each pair of ends is linked once for a verdict. */
export const missingLinks = ({ edges, turns }: WalkedAgain) => {
  let last = edges
  return (fact: BrainEvent, state: BrainState, settings: () => Profile): ReadonlyArray<BrainEvent> => {
    if (turns.size === 0 || (fact.type !== 'FeedbackGiven' && fact.type !== 'OutcomeGiven')) return []
    const known = new Set<string>()
    return creditedIn(fact, state, settings())
      .filter(({ turn: { turn } }) => turns.has(turn))
      .flatMap(({ nodes, turn }) => linksBeside(state.graph, turn, nodes, known, () => ++last))
      .map((event) => placed(event, fact.position, fact.commit))
  }
}

interface Credited {
  readonly turn: TurnRecord
  readonly nodes: ReadonlyArray<NodeNumber>
}

/** Returns the turns that a verdict credits, with the memories whose walked edges it moves, as the deciders of verdicts choose them. */
const creditedIn = (fact: BrainEventOf<'FeedbackGiven' | 'OutcomeGiven'>, state: BrainState, profile: Profile): ReadonlyArray<Credited> => {
  const { commit, origin = 'untrusted' } = fact
  const speaker = { origin, session: kindOf(state, commit.session) }
  const teaching = (number: TurnNumber | undefined): ReadonlyArray<TurnRecord> => {
    const turn = number === undefined ? undefined : state.turn(number)
    return turn !== undefined && speakerTeaches(state, turn, speaker, profile) ? [turn] : []
  }
  if (fact.type === 'OutcomeGiven')
    return fact.data.turns.flatMap(teaching).flatMap((turn) => (hasPaid(turn, fact.data.tier) ? [] : [{ turn, nodes: turn.included }]))
  const { applied, given, nodes, tier } = fact.data
  // A correction that was heard moves the edges of the cue alone, and a verdict on the worth of a memory no edge.
  if (given === 'heard' || applied === 'not-useful') return []
  return teaching(fact.turn).map((turn) => ({
    turn,
    nodes: nodes.filter((node) => !wasCredited(turn, { node, word: applied, tier, actor: commit.actor })),
  }))
}
