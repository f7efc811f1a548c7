/**
 * Decides what follows from signals that nobody said: the outcome of a turn's memories is the weighted sum of what was observed of them, and is
 * recorded with its parts as a verdict of the agent’s tier.
 */
import * as Result from 'effect/Result'
import type { Speaker } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { ImplicitSignal } from '../events/learning-events.ts'
import type { ContentRef, NodeNumber, TurnNumber } from '../identity.ts'
import type { QuestionCue } from '../learning/credit-path.ts'
import { decideFeedback, type ObservedParts } from '../learning/feedback.ts'
import { speakerTeaches } from '../learning/teaching.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { graphAhead } from '../projections/graph/graph-ahead.ts'
import { clamp, type Nano, nano, one, roundHalfAway, units } from '../strength.ts'

/** One signal on memories of one turn. */
export interface Observation {
  readonly turn: TurnNumber
  readonly signal: ImplicitSignal
  /** How much of it there was, in nano-units from 0 to 1. */
  readonly value: Nano
  /** The memories that it is about. */
  readonly nodes: ReadonlyArray<NodeNumber>
  /** The turn in which it was observed. */
  readonly seen: TurnNumber
  /** The tool and the program of the call that showed it; absent where no call did. */
  readonly by?: string
}

/** A turn that was observed, with the cue of its question. */
export interface ObservedTurn extends QuestionCue {
  readonly turn: TurnNumber
  /** What was seen, in words: tools and programs. Undefined where nothing but turns was. */
  readonly text: ContentRef | undefined
}

export interface Observed {
  readonly observations: ReadonlyArray<Observation>
  readonly turns: ReadonlyArray<ObservedTurn>
}

export const nothingObserved: Observed = { observations: [], turns: [] }

/** The setting that weighs each signal. */
const settingOf = {
  succeeded: 'succeeded',
  failed: 'failed',
  undone: 'undone',
  restored: 'restored',
  'asked-again': 'askedAgain',
  unopposed: 'unopposed',
  unused: 'unused',
  edited: 'edited',
  'used-later': 'usedLater',
} as const satisfies Readonly<Record<ImplicitSignal, keyof Profile['learning']['implicit']>>

/** Returns the weight of a signal in the outcome, in nano-units from −1 to 1. */
const weightOf = (signal: ImplicitSignal, { learning: { implicit } }: Pick<Profile, 'learning'>): Nano => nano(implicit[settingOf[signal]])

/** True where a signal has a weight under the profile. */
export const isWeighed = (signal: ImplicitSignal, profile: Pick<Profile, 'learning'>): boolean => weightOf(signal, profile) !== 0

/** Returns the outcome that the parts sum up to, in nano-units from −1 to 1. */
export const outcomeOf = ({ values, weights }: Pick<ObservedParts, 'values' | 'weights'>): Nano => {
  const sum = weights.reduce((all, weight, i) => all + roundHalfAway(weight * units(values[i] ?? 0)), 0)
  return clamp(sum, { min: -one, max: one })
}

/** A signal counts once for a memory of a turn, with the most that was seen of it. */
interface Part {
  readonly signal: ImplicitSignal
  readonly value: Nano
  readonly seen: TurnNumber
}

/** Memories of a turn of which the same was observed. */
interface Group {
  readonly turn: TurnNumber
  readonly nodes: ReadonlyArray<NodeNumber>
  readonly parts: ObservedParts
}

/**
 * Returns the facts of what was observed, behind the edges that their credit needs. An outcome of zero is no fact. `before`: the feedbacks and
 * the nodes that the commit gives before; `graph` has them already.
 */
export const decideObserved = (
  { observations, turns }: Observed,
  by: Pick<Speaker, 'actor' | 'session'>,
  state: BrainState,
  profile: Profile,
  before: ReadonlyArray<NewEvent>,
): ReadonlyArray<NewEvent> => {
  const events: Array<NewEvent> = []
  const { fold, graph } = graphAhead(state.graph, state.lastTurn)
  for (const { nodes, parts, turn } of groupsOf(observations, profile)) {
    const observed = turns.find((one) => one.turn === turn)
    const record = state.turn(turn)
    if (observed === undefined || record === undefined || state.isAbsent(turn)) continue
    if (!speakerTeaches(state, record, { origin: 'agent', session: by.session }, profile)) continue
    const outcome = outcomeOf(parts)
    const given = [...before, ...events].filter(({ type }) => type === 'FeedbackGiven').length
    const ahead = { ...state, graph, participants: { ...state.participants, feedbacks: state.participants.feedbacks + given } }
    const decided = decideFeedback(
      {
        ...by,
        origin: 'agent',
        turn,
        nodes,
        instead: [],
        verdict: outcome > 0 ? 'success' : 'correction',
        outcome: units(outcome),
        tier: 'agent',
        given: 'inferred',
        text: observed.text,
        observed: parts,
        ...cueAhead(observed, [...before, ...events]),
      },
      ahead,
      profile,
    )
    if (Result.isFailure(decided)) continue
    decided.success.events.forEach(fold)
    events.push(...decided.success.events)
  }
  return events
}

/** Returns the cue of the question, which this commit may have made. */
const cueAhead = ({ knownCue, newCue }: QuestionCue, events: ReadonlyArray<NewEvent>): QuestionCue => {
  const made = events.find((event) => event.type === 'NodeAdded' && newCue !== undefined && event.data.id === newCue.id)
  return { knownCue: made?.type === 'NodeAdded' ? made.data.node : knownCue, newCue }
}

const groupsOf = (observations: ReadonlyArray<Observation>, profile: Profile): ReadonlyArray<Group> => {
  const groups = new Map<string, Group>()
  for (const [turn, ofTurn] of Map.groupBy(observations, (one) => one.turn)) {
    for (const node of new Set(ofTurn.flatMap(({ nodes }) => nodes))) {
      const parts = partsOf(
        ofTurn.filter(({ nodes }) => nodes.includes(node)),
        profile,
      )
      if (outcomeOf(parts) === 0) continue
      const key = JSON.stringify([turn, parts])
      groups.set(key, { turn, parts, nodes: [...(groups.get(key)?.nodes ?? []), node] })
    }
  }
  return [...groups.values()]
}

const partsOf = (observations: ReadonlyArray<Observation>, profile: Profile): ObservedParts => {
  const best = new Map<ImplicitSignal, Part>()
  for (const { seen, signal, value } of observations)
    if (isWeighed(signal, profile) && value > (best.get(signal)?.value ?? 0)) best.set(signal, { signal, value, seen })
  const parts = [...best.values()]
  return {
    parts: parts.map(({ signal }) => signal),
    weights: parts.map(({ signal }) => weightOf(signal, profile)),
    values: parts.map(({ value }) => value),
    seen: parts.map(({ seen }) => seen),
  }
}
