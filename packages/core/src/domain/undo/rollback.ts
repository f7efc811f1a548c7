/** Restores what was learned at an earlier position: one request with its effect in one commit. */
import * as Result from 'effect/Result'
import type { Decision, SessionKind, Speaker } from '../decision.ts'
import { bornUtility } from '../edge-rules.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import { type GraphView, isLive, kindTraits, type NodeState, type Origin } from '../graph.ts'
import type { ContentRef, EdgeNumber, NodeNumber, Position } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { Nano } from '../strength.ts'
import { type Derived, restatement } from './restatement.ts'

export interface RollbackTarget {
  /** The position to go back to, a commit end. */
  readonly to: Position
  /** The newest fact whose effects are at or before that position. */
  readonly through: Position
  /** The graph at `to`. */
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

/** Decides a rollback. It is refused for speakers and sessions that may not undo learning, and while the learner is behind. */
export const decideRollback = (
  { derived, first, origin, rehearsal, session, ...target }: Rollback & Speaker,
  state: BrainState,
  profile: Profile,
): Decision<void> => {
  if (!mayRollBack(profile, origin, session)) return Result.fail({ _tag: 'SpeakerIsMute' })
  // A verdict that arrived meanwhile is learned from first, in its order.
  if (state.progress.pending.length > 0 && !rehearsal) return Result.fail({ _tag: 'LearnerBehind' })
  const restored = restoration(state, target, first, origin)
  const events = derived === undefined ? restored : [...restored.filter(isStructure), ...restatement(derived.now, derived.wanted, first)]
  return Result.succeed({ events, answer: undefined })
}

/** The state right after the request and the edges that it links again, as known and as derived. */
export interface DerivedThere {
  readonly now: BrainState
  readonly wanted: Derived
}

/** True for the events of a rollback that say what it asks, and which cues and edges are back. All others restore values. */
export const isStructure = ({ type }: NewEvent): boolean =>
  type === 'RollbackRequested' || type === 'NodeRestored' || type === 'EdgeRestored'

/** The graph that is restored, and the contents erased by now: their words raise no doubt again. */
export interface RestoredGraph {
  readonly graph: GraphView
  readonly erased: ReadonlySet<ContentRef>
}

/**
 * Returns the events of a rollback. `request` is the position that the request will have. Learned edges born after the target get their
 * first strength, younger nodes the utility of their birth. Cues that died since are alive again, and learned edges that were linked at the
 * target and pruned since are restored, except those that their documents withdrew. Contents, all other nodes, merged cues and consumed
 * feedback stay.
 */
export const restoration = (
  { erased, graph: now }: RestoredGraph,
  target: RollbackTarget,
  request: Position,
  origin: Origin,
): ReadonlyArray<NewEvent> => {
  const edges: Array<readonly [EdgeNumber, Nano, Nano]> = []
  const restored: Array<NewEvent> = []
  for (let number = 1; number <= now.edges; number++) {
    const edge = now.edge(number)
    if (edge === undefined || !kindTraits[edge.kind].learns) continue
    const then = target.graph.edge(number)
    const to = then?.strength ?? edge.first
    if (to !== edge.strength) edges.push([number, edge.strength, to])
    if (then?.linked === true && !edge.linked && !edge.withdrawn) {
      restored.push({ type: 'EdgeRestored', cause: request, data: { edge: number, reason: 'rollback' } })
    }
  }
  const utilities: Array<readonly [NodeNumber, Nano, Nano]> = []
  for (let number = 1; number <= now.nodes; number++) {
    if (now.stateOf(number) === undefined) continue
    const to = target.graph.stateOf(number) === undefined ? bornUtility : target.graph.utilityOf(number)
    if (to !== now.utilityOf(number)) utilities.push([number, now.utilityOf(number), to])
  }
  return [
    { type: 'RollbackRequested', origin, data: { to: target.to, through: target.through } },
    ...cuesOfThen({ erased, graph: now }, target.graph, request),
    ...restored,
    ...doubtsOfThen({ erased, graph: now }, target.graph, request),
    ...trustOfThen(now, target.graph, request),
    {
      type: 'StrengthsRestored',
      cause: request,
      data: {
        edges: edges.map(([edge]) => edge),
        from: edges.map(([, from]) => from),
        to: edges.map(([, , to]) => to),
        nodes: utilities.map(([node]) => node),
        utilityFrom: utilities.map(([, from]) => from),
        utilityTo: utilities.map(([, , to]) => to),
      },
    },
  ]
}

/** Brings back the cues that maintenance retired since the position, unless their question was erased. */
const cuesOfThen = ({ erased, graph: now }: RestoredGraph, then: GraphView, request: Position): ReadonlyArray<NewEvent> => {
  const back: Array<NewEvent> = []
  for (let node = 1; node <= then.nodes; node++) {
    const state = then.stateOf(node)
    const known = now.node(node)
    if (known?.state !== 'retired' || known.type !== 'cue' || !isRestorable(state)) continue
    if (!erased.has(known.text)) back.push({ type: 'NodeRestored', cause: request, data: { node, state } })
  }
  return back
}

const isRestorable = (state: NodeState | undefined): state is EventData<'NodeRestored'>['state'] => isLive(state)

/** Lifts doubts newer than the position. Restores doubts of that position, unless the text of the memory has changed since. */
const doubtsOfThen = ({ erased, graph: now }: RestoredGraph, then: GraphView, request: Position): ReadonlyArray<NewEvent> => {
  const changes: Array<NewEvent> = []
  for (const node of [...new Set([...now.doubted(), ...then.doubted()])].sort((a, b) => a - b)) {
    const [known, before] = [now.doubtsOf(node), then.doubtsOf(node)]
    for (const { feedback } of known) {
      if (!before.some((doubt) => doubt.feedback === feedback))
        changes.push({ type: 'DoubtLifted', cause: request, data: { node, feedback, reason: 'rollback' } })
    }
    if (now.node(node)?.text !== then.node(node)?.text) continue
    for (const { at: saidAt, feedback, said } of before) {
      if (!erased.has(said) && !known.some((doubt) => doubt.feedback === feedback))
        changes.push({ type: 'NodeDoubted', cause: request, data: { node, feedback, said, saidAt } })
    }
  }
  return changes
}

/** Restores what the owner trusted, and trusts nothing whose text has changed since. */
const trustOfThen = (now: GraphView, then: GraphView, request: Position): ReadonlyArray<NewEvent> => {
  const changes: Array<NewEvent> = []
  for (let number = 1; number <= now.nodes; number++) {
    const [known, before] = [now.node(number), then.node(number)]
    const trusted = before?.trusted === true && before.text === known?.text
    if (known === undefined || known.trusted === trusted || (known.trusted && before?.trusted === true)) continue
    changes.push({ type: 'NodeTrusted', cause: request, data: { node: number, trust: trusted ? 'on' : 'off' } })
  }
  return changes
}

/** True where this speaker may undo learning. */
export const mayRollBack = ({ learning }: Profile, origin: Origin, session: SessionKind): boolean =>
  !learning.muteOrigins.includes(origin) && !learning.muteSessions.includes(session)
