/** Restores what was learned at an earlier position, kinds of question among it: one request with its effect in one commit. */
import * as Result from 'effect/Result'
import type { Decision, SessionKind, Speaker } from '../decision.ts'
import { bornUtility, type Move, strengthsRestored } from '../edge-rules.ts'
import type { EventType, NewEvent } from '../events/brain-event.ts'
import { type GraphView, isLive, kindTraits, type Origin, type Supersession, usedKinds } from '../graph.ts'
import type { EdgeNumber, NodeNumber, Position } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { mayComeBack, nodesOut, type OwnersWords, standingRequests } from '../projections/standing.ts'
import { type Derived, mayHoldAgain, restatement, supersededAnew, trustAnew } from './restatement.ts'

export interface RollbackTarget {
  readonly to: Position
  /** The newest fact whose effects are at or before that position. */
  readonly through: Position
  readonly graph: GraphView
}

export interface Rollback extends RollbackTarget {
  /** True: only shows what a rollback would do. It writes nothing, so facts that are pending do not prevent it. */
  readonly rehearsal: boolean
  /**
   * The state that follows at the target's learning, where other unlearnings stood there than stand now. `undefined`: the same stand, and
   * the graph of the target is enough.
   */
  readonly derived?: DerivedThere | undefined
}

/** Returns the refusal of a speaker who may not undo learning, or while facts wait for the learner; undefined where nothing prevents it. */
export const undoRefusal = (
  { origin, rehearsal, session }: Pick<Speaker, 'origin' | 'session'> & Pick<Rollback, 'rehearsal'>,
  { progress }: BrainState,
  profile: Profile,
): Decision<never> | undefined => {
  if (!mayRollBack(profile, origin, session)) return Result.fail({ _tag: 'SpeakerIsMute' })
  return progress.pending.length > 0 && !rehearsal ? Result.fail({ _tag: 'LearnerBehind' }) : undefined
}

/** Decides a rollback. It is refused for speakers and sessions that may not undo learning, and while the learner is behind. */
export const decideRollback = (
  { derived, first, origin, rehearsal, session, ...target }: Rollback & Speaker,
  state: BrainState,
  profile: Profile,
): Decision<void> => {
  const refused = undoRefusal({ origin, rehearsal, session }, state, profile)
  if (refused !== undefined) return refused
  const restored = restoration(state, target, first, origin)
  const events = derived === undefined ? restored : [...restored.filter(isStructure), ...restatement(derived.now, derived.wanted, first)]
  return Result.succeed({ events, answer: undefined })
}

/** The state right after the request and its structure, as known and as derived. */
export interface DerivedThere {
  readonly now: BrainState
  readonly wanted: Derived
}

/** True for the events of a rollback that say what it asks, and which cues, memories and edges go or are back. All others restore values. */
export const isStructure = ({ type }: NewEvent): boolean => structural.has(type)

const structural: ReadonlySet<EventType> = new Set<EventType>([
  'RollbackRequested',
  'NodeRestored',
  'NodeRetired',
  'EdgeRestored',
  'EdgePruned',
])

/** The present as far as an undoing looks at it. The words of erased contents raise no doubt again. */
export type OwnedState = Pick<BrainState, 'graph' | 'erased' | 'owner' | 'said' | 'sources' | 'unlearnings'>

/**
 * Returns the events of a rollback. `request` is the position that the request will have. Learned edges born after the target get their
 * first strength, younger nodes the utility of their birth. Cues get the state that they had at the target, and memories that an unlearning
 * retired are out while a request that stood there names them; memories that died of disuse since are back. Learned edges of that time are linked as they were, except those that their
 * documents laid or withdrew since. Contents, all other nodes and consumed feedback stay.
 */
export const restoration = (state: OwnedState, target: RollbackTarget, request: Position, origin: Origin): ReadonlyArray<NewEvent> => {
  const { graph: now } = state
  const edges: Array<Move<EdgeNumber>> = []
  const links: Array<NewEvent> = []
  for (let number = 1; number <= now.edges; number++) {
    const edge = now.edge(number)
    if (edge === undefined || !kindTraits[edge.kind].learns) continue
    const then = target.graph.edge(number)
    const to = then?.strength ?? edge.first
    if (to !== edge.strength) edges.push({ number, from: edge.strength, to })
    if (then === undefined || then.linked === edge.linked) continue
    if (then.linked) {
      if (!edge.withdrawn) links.push({ type: 'EdgeRestored', cause: request, data: { edge: number, reason: 'rollback' } })
    } else if (usedKinds.has(edge.kind)) {
      links.push({ type: 'EdgePruned', cause: request, data: { edge: number, reason: 'rollback' } })
    }
  }
  const utilities: Array<Move<NodeNumber>> = []
  for (let number = 1; number <= now.nodes; number++) {
    if (now.stateOf(number) === undefined) continue
    const to = target.graph.stateOf(number) === undefined ? bornUtility : target.graph.utilityOf(number)
    if (to !== now.utilityOf(number)) utilities.push({ number, from: now.utilityOf(number), to })
  }
  return [
    { type: 'RollbackRequested', origin, data: { to: target.to, through: target.through } },
    ...heardOfThen(state, target, request),
    ...memoriesOfThen(state, target, request),
    ...diedSince(state, target, request),
    ...links,
    ...doubtsOfThen(state, target.graph, request),
    ...supersessionsOfThen(state, target.graph, request),
    ...trustOfThen(now, target.graph, request),
    strengthsRestored(request, edges, utilities),
  ]
}

/**
 * Gives each cue of that time, and each memory that keeps what was said, its state of then: one that died or was merged since is live again,
 * unless its text was erased, one that was dead, or said later, is retired, and one that was on probation is so again. What the owner protects
 * by now, or did then, is left as it is while it lives.
 */
const heardOfThen = (
  { erased, graph: now, owner, unlearnings }: OwnedState,
  { graph: then, to }: RollbackTarget,
  request: Position,
): ReadonlyArray<NewEvent> => {
  const changes: Array<NewEvent> = []
  const unlearned = nodesOut(unlearnings, standingRequests(unlearnings, to))
  for (let number = 1; number <= now.nodes; number++) {
    const node = isHeard(now, number) && (number <= then.nodes || now.typeOf(number) !== 'cue') ? now.node(number) : undefined
    const [was, isNow] = [then.stateOf(number), node?.state]
    if (node === undefined || was === isNow || isNow === 'protected' || (was === 'protected' && isLive(isNow))) continue
    if (!isLive(was)) {
      const reason = unlearned.has(number) ? 'unlearned' : 'rollback'
      if (isLive(isNow)) changes.push({ type: 'NodeRetired', cause: request, data: { node: number, reason } })
    } else if (isLive(isNow) || !erased.has(node.text)) {
      const state = was === 'probation' ? 'probation' : restoredState(owner, number)
      changes.push({ type: 'NodeRestored', cause: request, data: { node: number, state } })
    }
  }
  return changes
}

/** True for what comes from what was said, and from no document. */
const isHeard = (graph: GraphView, node: NodeNumber): boolean => graph.typeOf(node) === 'cue' || graph.typeOf(node) === 'correction'

export const restoredState = ({ protections }: Pick<OwnersWords, 'protections'>, node: NodeNumber): 'normal' | 'protected' =>
  protections.has(node) ? 'protected' : 'normal'

/**
 * Brings back the memories of unlearnings that stand no longer. Retires those of unlearnings that stand again, if they were out at the target
 * and have the text of then, and the owner does not protect them by now.
 */
const memoriesOfThen = (state: OwnedState, { graph: then, to }: RollbackTarget, request: Position): ReadonlyArray<NewEvent> => {
  const { graph, owner, unlearnings } = state
  const isMemory = (node: NodeNumber) => !isHeard(graph, node)
  // The request is folded or not: only what stood before it counts.
  const standing = nodesOut(unlearnings, standingRequests(unlearnings, request - 1))
  const stood = nodesOut(unlearnings, standingRequests(unlearnings, to))
  const back = [...standing].filter((node) => !stood.has(node) && isMemory(node) && mayComeBack(state, node))
  const wasOut = (node: NodeNumber) => then.stateOf(node) === 'retired' && then.node(node)?.text === graph.node(node)?.text
  const isFree = (node: NodeNumber) => isLive(graph.stateOf(node)) && graph.stateOf(node) !== 'protected'
  const out = [...stood].filter((node) => !standing.has(node) && isMemory(node) && isFree(node) && wasOut(node))
  return [
    ...back.map((node): NewEvent => ({ type: 'NodeRestored', cause: request, data: { node, state: restoredState(owner, node) } })),
    ...out.map((node): NewEvent => ({ type: 'NodeRetired', cause: request, data: { node, reason: 'unlearned' } })),
  ]
}

/** Brings back the memories that died of disuse since, with the text that they had. */
const diedSince = (
  { erased, graph, owner, said }: OwnedState,
  { graph: then }: RollbackTarget,
  request: Position,
): ReadonlyArray<NewEvent> =>
  [...said.died].flatMap((node): ReadonlyArray<NewEvent> => {
    const [was, view] = [then.stateOf(node), graph.node(node)]
    if (!isLive(was) || view === undefined || erased.has(view.text)) return []
    return [{ type: 'NodeRestored', cause: request, data: { node, state: was === 'probation' ? 'probation' : restoredState(owner, node) } }]
  })

/** Lifts doubts newer than the position. Restores doubts of that position, unless the text of the memory has changed since. */
const doubtsOfThen = ({ erased, graph: now }: OwnedState, then: GraphView, request: Position): ReadonlyArray<NewEvent> => {
  const changes: Array<NewEvent> = []
  for (const node of [...new Set([...now.doubted(), ...then.doubted()])].sort((a, b) => a - b)) {
    const [known, before] = [now.doubtsOf(node), then.doubtsOf(node)]
    for (const { feedback } of known) {
      if (!before.some((doubt) => doubt.feedback === feedback))
        changes.push({ type: 'DoubtLifted', cause: request, data: { node, feedback, reason: 'rollback' } })
    }
    if (now.node(node)?.text !== then.node(node)?.text) continue
    for (const { at: saidAt, ...doubt } of before) {
      if (!erased.has(doubt.said) && !known.some(({ feedback }) => feedback === doubt.feedback))
        changes.push({ type: 'NodeDoubted', cause: request, data: { node, ...doubt, saidAt } })
    }
  }
  return changes
}

/**
 * Lifts what persons said superseded since the position, and sets again what stood there, unless the text of the memory has changed since.
 * A supersession by a document stays: contents are not learned.
 */
const supersessionsOfThen = (state: OwnedState, then: GraphView, request: Position): ReadonlyArray<NewEvent> => {
  const { graph: now } = state
  return [...new Set([...now.superseded(), ...then.superseded()])]
    .sort((a, b) => a - b)
    .flatMap((node) => {
      const [known, before] = [now.supersessionsOf(node), then.supersessionsOf(node)]
      const stood = new Set(before.map(({ by }) => by))
      const isText = now.node(node)?.text === then.node(node)?.text
      // Contents stay: a text states today what it states, whatever it stated then.
      const asNow = (one: Supersession) => known.find(({ by, feedback }) => by === one.by && feedback === one.feedback) ?? one
      const again = isText ? before.filter(({ by }) => mayHoldAgain(state, by)).map(asNow) : known.filter(({ by }) => stood.has(by))
      const since = known.filter(({ by, feedback }) => feedback === undefined && !stood.has(by))
      return supersededAnew({ node, known, wanted: [...again, ...since], reason: 'rollback', cause: request })
    })
}

/** Restores what the owner trusted, and trusts nothing whose text or heading has changed since: a model reads both. */
const trustOfThen = (now: GraphView, then: GraphView, request: Position): ReadonlyArray<NewEvent> => {
  const changes: Array<NewEvent> = []
  for (let number = 1; number <= now.nodes; number++) {
    const [known, before] = [now.node(number), then.node(number)]
    const isText = before?.text === known?.text && before?.title === known?.title
    const trusted = before?.trusted === true && isText
    if (known === undefined || (known.review === undefined && known.trusted && before?.trusted === true)) continue
    // Contents stay: what came in since waits, as it did when it came in.
    const review = isText ? before?.review : known.review && 'waits'
    changes.push(...trustAnew(known, { node: number, trusted, review }, request))
  }
  return changes
}

/** True where this speaker may undo learning. */
const mayRollBack = ({ learning }: Profile, origin: Origin, session: SessionKind): boolean =>
  !learning.muteOrigins.includes(origin) && !learning.muteSessions.includes(session)
