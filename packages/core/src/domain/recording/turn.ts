/**
 * Records what a session consists of: who takes part, its heartbeats and its turns. A turn is a recall, with its seeds, the edges of its walk, the
 * ranking and the context; or it had no recall.
 */

import * as Result from 'effect/Result'
import type { ContextBundle } from '../context/context-bundle.ts'
import { type Decision, defined, filled, type SessionKind, type Speaker } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import type { AbsenceReason, RoutingReason, UnaskedReason } from '../events/turn-events.ts'
import type { Kernel, Origin } from '../graph.ts'
import { type Grown, growth, type NewQuestion } from '../growth/birth.ts'
import { type ActorNumber, type ContentRef, type Position, type SessionNumber, systemActor, type TurnNumber } from '../identity.ts'
import { answeredEvent, type CallEnd } from '../model/model-call.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { chosenEvent, type RoutingChoice } from '../routing/routing-prompt.ts'
import { type Nano, nano, one } from '../strength.ts'
import type { RankedNode } from '../walk/ranking.ts'
import type { ScoredNode, SeedSource } from '../walk/text-evidence.ts'
import type { Walk, WalkCue, WalkStep } from '../walk/walk-record.ts'

/** Actor and session of a command: found by fingerprint, or given as contents that are stored if the number is new. */
export interface Participants {
  readonly actor: { readonly known: ActorNumber | undefined; readonly name: ContentRef; readonly kind: EventData<'ActorNamed'>['kind'] }
  readonly session:
    | {
        readonly known: SessionNumber | undefined
        readonly key: ContentRef
        readonly kind: SessionKind
        readonly agent?: ContentRef
        readonly workspace?: ContentRef
        readonly channel?: ContentRef
      }
    | undefined
  readonly origin: Origin
}

/**
 * Introduces actor and session: new ones get the next number. `memory` stands for the memory itself, which needs no introduction and is in
 * no session.
 */
export const introduce = (
  state: BrainState,
  by: Participants | 'memory',
): { readonly events: ReadonlyArray<NewEvent>; readonly speaker: Speaker } => {
  if (by === 'memory') {
    const speaker = { origin: 'system', actor: systemActor, session: 'cli', sessionNumber: undefined, isNewSession: false } as const
    return { events: [], speaker: { ...speaker, first: state.position + 1 } }
  }
  const { actor, origin, session } = by
  const { participants } = state
  const events: Array<NewEvent> = []
  const actorNumber = actor.known ?? participants.actors + 1
  if (actor.known === undefined) events.push({ type: 'ActorNamed', data: { actor: actorNumber, name: actor.name, kind: actor.kind } })
  const sessionNumber = session && (session.known ?? participants.sessions.size + 1)
  const isNewSession = session !== undefined && session.known === undefined
  if (session !== undefined && sessionNumber !== undefined && isNewSession) {
    const { known, ...about } = session
    events.push({ type: 'SessionStarted', data: { session: sessionNumber, ...about } })
  }
  const first = state.position + events.length + 1
  return { events, speaker: { origin, actor: actorNumber, session: sessionKind(state, by), sessionNumber, isNewSession, first } }
}

/** Returns the kind with which the session of a command was started. A command without a session comes from the command line. */
const sessionKind = ({ participants }: BrainState, { session }: Participants): SessionKind =>
  (session?.known === undefined ? session?.kind : participants.sessions.get(session.known)?.kind) ?? 'cli'

/** Decides the start of a session. A new session starts with its introduction; an open one is unchanged. */
export const decideSessionStart = ({ isNewSession, sessionNumber }: Speaker): Decision<SessionNumber | undefined> =>
  Result.succeed({ events: [], answer: sessionNumber, ...(isNewSession ? { introduces: true } : {}) })

export interface SessionEnd {
  readonly reason: EventData<'SessionEnded'>['reason']
}

/** Decides the end of a session and answers with its number; without an event and a number where no session of this key is open. */
export const decideSessionEnd = ({ isNewSession, reason, sessionNumber }: SessionEnd & Speaker): Decision<SessionNumber | undefined> =>
  Result.succeed(
    isNewSession || sessionNumber === undefined
      ? { events: [], answer: undefined }
      : { events: [{ type: 'SessionEnded', data: { session: sessionNumber, reason } }], answer: sessionNumber },
  )

export interface Heartbeat {
  readonly tags: ReadonlyArray<ContentRef>
}

export const decideHeartbeat = ({ sessionNumber = 0, tags }: Heartbeat & Speaker): Decision<SessionNumber> =>
  Result.succeed({ events: [observedHeartbeat({ sessionNumber }, tags)], answer: sessionNumber })

const observedHeartbeat = ({ sessionNumber = 0 }: Pick<Speaker, 'sessionNumber'>, tags: ReadonlyArray<ContentRef>): NewEvent => ({
  type: 'HeartbeatObserved',
  data: { session: sessionNumber, tags },
})

/* Turns. */

export interface Seed extends ScoredNode {
  readonly source: SeedSource
}

export interface RecalledTurn {
  readonly question: ContentRef
  readonly day?: number | undefined
  readonly engine: EventData<'TurnStarted'>['engine']
  readonly kernel: Kernel
  readonly budget: Profile['budget']
  readonly seeds: ReadonlyArray<Seed>
  readonly gate: Nano
  readonly hints: ReadonlyArray<ContentRef>
  /** The tags of a heartbeat that came with the question; undefined where none came. */
  readonly heartbeat?: ReadonlyArray<ContentRef> | undefined
  /** The digest of the situation; undefined where nothing was out of the ordinary. */
  readonly situation: ContentRef | undefined
  /** The turns whose questions the question goes on with, newest first. */
  readonly continues: ReadonlyArray<TurnNumber>
  readonly cues: ReadonlyArray<WalkCue>
  readonly walk: Walk
  readonly ranking: ReadonlyArray<RankedNode>
  readonly bundle: ContextBundle
  readonly context: ContentRef | undefined
  /** The place and the asker of the question, as far as they are known. */
  readonly asker: TurnAsker
  /** The question as its novelty is assessed; undefined where the settings assess nothing. */
  readonly novelty: NewQuestion | undefined
  /** The verdict on a call of a routing model; `unasked` says why none was made although it was worth it. */
  readonly routing: RoutingReason
  readonly unasked: UnaskedReason | undefined
  /** The call that was made, whose request reserved the number of the turn, with the choice that counts; undefined where none was made. */
  readonly called: { readonly end: CallEnd; readonly counts: { readonly read: RoutingChoice } | undefined } | undefined
}

export type AssessedNovelty = EventData<'NoveltyAssessed'>

export interface RecordedTurn {
  readonly turn: TurnNumber
  readonly novelty: AssessedNovelty | undefined
  readonly routing: RecordedRouting
}

/** The verdict on a call of a routing model, the reason why none was made, its end, and the choice; undefined where there is none. */
export interface RecordedRouting extends Pick<EventData<'TurnStarted'>, 'routing' | 'unasked'> {
  readonly answered: EventData<'ModelAnswered'> | undefined
  readonly chosen: EventData<'RouteChosen'> | undefined
}

export type TurnAsker = Pick<EventData<'TurnStarted'>, 'chatKind' | 'channel' | 'chat' | 'sender'>

export const nextTurn = (state: BrainState): TurnNumber => state.lastTurn + 1

/** Records a recall, with the cue that its question makes, and answers with the number of the turn and the novelty of the question. */
export const decideTurn = (recalled: RecalledTurn & Speaker, state: BrainState, profile: Profile): Decision<RecordedTurn> => {
  const { called, novelty: question, routing, seeds, unasked } = recalled
  const turn = called?.end.turn ?? nextTurn(state)
  const answered = called === undefined ? undefined : answeredEvent(called.end, state, profile)
  const chosen = called?.counts === undefined ? undefined : chosenEvent(turn, called.counts.read)
  const grown = question === undefined ? nothingGrown : growth(question, { turn, seeds }, recalled, state, profile)
  const assessed = grown.events.find((event) => event.type === 'NoveltyAssessed')
  const told = { routing, ...defined({ unasked }), answered: answered?.data, chosen: chosen?.data }
  const routed = [answered, chosen].filter((event) => event !== undefined)
  const events = [...turnEvents(turn, recalled, grown, routed), ...grown.events]
  return Result.succeed({ events, answer: { turn, novelty: assessed?.data, routing: told } })
}

const nothingGrown: Grown = { cue: undefined, birth: [], events: [] }

/**
 * A cue that the turn makes is a seed of the turn, as alike as can be (S0.54). Its edges are dormant, so the walk, which was made without it,
 * is the same with it.
 */
const turnEvents = (
  turn: TurnNumber,
  recalled: RecalledTurn & Pick<Speaker, 'sessionNumber'>,
  { birth, cue: born }: Grown,
  routed: ReadonlyArray<NewEvent>,
): ReadonlyArray<NewEvent> => {
  const { asker, budget, bundle, cues, day, engine, gate, question, ranking, routing, seeds, situation, unasked, walk } = recalled
  const { CAUSE, SEQ, SIM } = recalled.kernel
  const kernel = SEQ === 1 && SIM === 1 && CAUSE === 1 ? undefined : [SEQ, SIM, CAUSE].map(nano)
  const told = { hints: filled(recalled.hints), situation, continues: filled(recalled.continues), day, kernel, ...asker, routing, unasked }
  const judged = new Set([...bundle.included, ...bundle.dropped.map(({ node }) => node)])
  // Memories after the first `budget.items` are recorded only where the context judged them: memories that may not be given took their
  // places.
  const shown = ranking.filter(({ node }, place) => place < budget.items || judged.has(node))
  const observed = recalled.heartbeat === undefined ? [] : [observedHeartbeat(recalled, recalled.heartbeat)]
  return [
    ...observed,
    { type: 'TurnStarted', turn, data: { question, engine, ...budget, ...defined(told) } },
    ...routed,
    ...birth,
    { type: 'SeedsSelected', turn, data: { ...seedsData(seeds, born === undefined ? cues : [...cues, { cue: born, alike: one }]), gate } },
    ...walkEvents(turn, walk),
    {
      type: 'ContextBundled',
      turn,
      data: {
        nodes: shown.map(({ node }) => node),
        scores: shown.map(({ score }) => score),
        included: bundle.included,
        tokens: bundle.tokens,
        ...defined({
          guardrails: filled(bundle.guardrails.map(({ node }) => node)),
          dropped: filled(bundle.dropped.map(({ node }) => node)),
          reasons: filled(bundle.dropped.map(({ reason }) => reason)),
          context: recalled.context,
        }),
      },
    },
  ]
}

/** Returns the record of a walk: the nodes that fired, what was taken from which, and every edge that was looked at. */
export const walkEvents = (turn: TurnNumber, { fired, inhibitions, steps }: Walk): ReadonlyArray<NewEvent> => [
  ...fired.map(({ depth, edge, energy, node }): NewEvent => {
    return { type: 'NodeFired', turn, data: { node, depth, energy, ...(edge === 0 ? {} : { edge }) } }
  }),
  ...inhibitions.map((data): NewEvent => ({ type: 'NodeInhibited', turn, data })),
  ...steps.map((step) => stepEvent(turn, step)),
]

const seedsData = (seeds: ReadonlyArray<Seed>, cues: ReadonlyArray<Pick<WalkCue, 'alike' | 'cue'>>): EventData<'SeedsSelected'> => ({
  nodes: seeds.map(({ node }) => node),
  scores: seeds.map(({ score }) => score),
  sources: seeds.map(({ source }) => source),
  ...defined({ cues: filled(cues.map(({ cue }) => cue)), alike: filled(cues.map(({ alike }) => alike)) }),
})

const stepEvent = (turn: TurnNumber, { outcome, ...step }: WalkStep): NewEvent => {
  if (outcome._tag === 'Skipped') return { type: 'EdgeSkipped', turn, data: { ...step, reason: outcome.reason } }
  const { _tag, ...followed } = outcome
  _tag satisfies 'Followed'
  return { type: 'EdgeFollowed', turn, data: { ...step, ...followed } }
}

export interface Absence {
  readonly reason: AbsenceReason
  readonly skippedAt: number
  readonly waitedMs: number
  /** Undefined where nothing was waited for. */
  readonly deadlineMs?: number | undefined
  /** The recall whose answer came too late to be used, and its first position. */
  readonly late: { readonly turn: TurnNumber; readonly position: Position } | undefined
}

/** Records a turn that went on without memory and answers with its number. There is no turn without a record. */
export const decideAbsence = ({ deadlineMs, late, reason, skippedAt, waitedMs }: Absence, state: BrainState): Decision<TurnNumber> => {
  const turn = late?.turn ?? nextTurn(state)
  const data = { reason, skippedAt, waitedMs, ...defined({ deadlineMs }) }
  return Result.succeed({ events: [{ type: 'RecallSkipped', turn, ...defined({ cause: late?.position }), data }], answer: turn })
}
