/** Takes a verdict as a fact, together with the structure its credit can need: the question's cue and learned edges at 0. The learner moves them. */
import * as Result from 'effect/Result'
import type { NewEvent } from '../events/brain-event.ts'
import type { Tier, Verdict } from '../events/feedback-events.ts'
import type { ContentRef, EdgeNumber, FeedbackNumber, NodeNumber, TurnNumber } from '../identity.ts'
import { isItem, isLive, type Origin } from '../node.ts'
import { appliedVerdict, usualOutcome } from '../policies/verdict-policy.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { TurnRecord } from '../projections/turn-record.ts'
import type { Rejection } from '../rejection.ts'
import { nano } from '../strength.ts'
import { learnedEdge, movedEdge, pathTo } from './credit-path.ts'
import type { SessionKind } from './participants.ts'

export interface FeedbackSignal {
  readonly verdict: Verdict
  readonly turn: TurnNumber
  /** Empty for a verdict on the whole turn: then what went into its context. */
  readonly nodes: ReadonlyArray<NodeNumber>
  readonly instead: ReadonlyArray<NodeNumber>
  /** In [-1, 1] units. */
  readonly outcome: number | undefined
  readonly tier: Exclude<Tier, 'manual'>
  readonly origin: Origin
  /** Kind of the session in which it is said. */
  readonly session: SessionKind
  readonly text: ContentRef | undefined
  /** The cue of exactly this question, if there is one by now. */
  readonly knownCue: NodeNumber | undefined
  /** Contents of a new cue, should one be needed; absent: none is made for this verdict. */
  readonly newCue: { readonly id: ContentRef; readonly text: ContentRef } | undefined
}

export interface DecidedFeedback {
  readonly feedback: FeedbackNumber
  readonly applied: Verdict
  readonly events: ReadonlyArray<NewEvent>
  /** Whether `newCue` is used and its contents must be stored. */
  readonly cueAdded: NodeNumber | undefined
}

export const decideFeedback = (signal: FeedbackSignal, state: BrainState, profile: Profile): Result.Result<DecidedFeedback, Rejection> => {
  const turn = state.turn(signal.turn)
  if (turn === undefined) return Result.fail({ _tag: 'UnknownTurn', turn: signal.turn })
  const nodes = distinct(signal.nodes.length > 0 ? signal.nodes : turn.included)
  const instead = distinct(signal.instead)
  const refused = unfit(signal, state, turn, nodes, instead)
  if (refused !== undefined) return Result.fail(refused)

  const applied = appliedVerdict(signal.verdict, profile)
  const structure = structureFor(signal, state, profile, turn, applied === 'not-useful' ? [] : nodes, instead)
  const feedback = state.registers.feedbacks + 1
  const outcome = signal.outcome ?? usualOutcome(signal.verdict)
  const given: NewEvent = {
    type: 'FeedbackGiven',
    turn: signal.turn,
    origin: signal.origin,
    data: {
      feedback,
      verdict: signal.verdict,
      applied,
      outcome: nano(outcome),
      tier: signal.tier,
      nodes,
      ...(instead.length === 0 ? {} : { instead }),
      ...(structure.cue === undefined ? {} : { cue: structure.cue }),
      ...(signal.text === undefined ? {} : { text: signal.text }),
      ...(signal.nodes.length === 0 && nodes.length > 0 ? { about: 'turn' as const } : {}),
    },
  }
  return Result.succeed({ feedback, applied, events: [...structure.events, given], cueAdded: structure.added })
}

const distinct = (nodes: ReadonlyArray<NodeNumber>): ReadonlyArray<NodeNumber> => [...new Set(nodes)]

const unfit = (
  signal: FeedbackSignal,
  state: BrainState,
  turn: TurnRecord,
  nodes: ReadonlyArray<NodeNumber>,
  instead: ReadonlyArray<NodeNumber>,
): Rejection | undefined => {
  if (nodes.length === 0 && instead.length === 0) return { _tag: 'NothingNamed' }
  const stranger = nodes.find((node) => !turn.shown.includes(node) && !turn.fired.has(node))
  if (stranger !== undefined) return { _tag: 'NodeNotShown', turn: signal.turn, node: stranger }
  const both = instead.find((node) => nodes.includes(node))
  if (both !== undefined) return { _tag: 'JudgedAndInstead', node: both, about: signal.nodes.length === 0 ? 'turn' : 'nodes' }
  const gone = instead.find((node) => !isLive(state.graph.stateOf(node)) || !isItem(state.graph.typeOf(node)))
  return gone === undefined ? undefined : { _tag: 'NodeNotLive', node: gone }
}

interface Structure {
  readonly events: ReadonlyArray<NewEvent>
  readonly cue: NodeNumber | undefined
  readonly added: NodeNumber | undefined
}

/** Whether this speaker's words teach at all: a refused verdict builds nothing. */
export const speakerTeaches = (
  state: BrainState,
  turn: TurnRecord | undefined,
  { origin, session: saidIn }: { readonly origin: Origin; readonly session: SessionKind | undefined },
  { learning }: Profile,
): boolean => {
  const session = turn?.session === undefined ? undefined : state.registers.sessions.get(turn.session)
  const isMute = (kind: SessionKind | undefined) => kind !== undefined && learning.muteSessions.includes(kind)
  return !learning.muteOrigins.includes(origin) && !isMute(session?.kind) && !isMute(saidIn)
}

const structureFor = (
  signal: FeedbackSignal,
  state: BrainState,
  profile: Profile,
  turn: TurnRecord,
  judged: ReadonlyArray<NodeNumber>,
  instead: ReadonlyArray<NodeNumber>,
): Structure => {
  const named = distinct([...judged, ...instead])
  if (named.length === 0 || !speakerTeaches(state, turn, signal, profile)) return { events: [], cue: undefined, added: undefined }
  const { graph } = state
  const events: Array<NewEvent> = []
  const known = cueOf(state, turn, signal.knownCue, profile)
  const { newCue } = signal
  const cue = known ?? (newCue === undefined ? undefined : graph.nodes + 1)
  if (known === undefined && cue !== undefined && newCue !== undefined) {
    events.push({
      type: 'NodeAdded',
      turn: signal.turn,
      origin: signal.origin,
      data: { node: cue, ...newCue, nodeType: 'cue', state: 'normal' },
    })
  }
  let edge: EdgeNumber = graph.edges
  const linked = new Set<string>()
  const link = (source: NodeNumber, target: NodeNumber, reason: 'verdict' | 'beside') => {
    const ends = `${source} ${target}`
    if (linked.has(ends) || learnedEdge(graph, source, target) !== undefined) return
    linked.add(ends)
    events.push({ type: 'EdgeLinked', turn: signal.turn, data: { edge: ++edge, source, target, kind: 'learned', strength: 0, reason } })
  }
  if (cue !== undefined) for (const node of named) link(cue, node, 'verdict')
  for (const node of judged) {
    for (const pair of pathTo(graph, turn, node)) {
      if (movedEdge(graph, pair) === undefined) link(pair.source, pair.target, 'beside')
    }
  }
  return { events, cue, added: known === undefined ? cue : undefined }
}

/** The cue a verdict on this turn moves: the one chosen before, else one alike enough, else that of exactly this question. */
const cueOf = (state: BrainState, turn: TurnRecord, exact: NodeNumber | undefined, { seeding }: Profile): NodeNumber | undefined => {
  const alike = [...turn.cues].sort((a, b) => b.alike - a.alike || a.cue - b.cue).find((cue) => cue.alike >= nano(seeding.sameCue))
  return [turn.cue, alike?.cue, exact].find((cue) => cue !== undefined && isLive(state.graph.stateOf(cue)))
}
