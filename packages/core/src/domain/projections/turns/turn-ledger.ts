/**
 * Folds the recent turns: the memories that they showed and the paths to them, to which feedback is credited. The number of turns is bounded.
 * Older turns are read from the log and no longer teach.
 */

import { type BrainEvent, type BrainEventOf, ignore } from '../../events/brain-event.ts'
import type { Tier } from '../../events/learning-events.ts'
import type { EdgeNumber, NodeNumber, Position, SessionNumber, TurnNumber } from '../../identity.ts'
import {
  type AbsentTurn,
  type CreditedVerdict,
  type FollowedEdge,
  type SaidVerdict,
  type TurnDraft,
  type TurnRecord,
  TurnShelf,
} from './turn-record.ts'

/** Maximum turns that are kept. The attribution window of every profile is smaller. */
export const turnsKept = 1024

export interface TurnLedger {
  /** Highest turn number given out. */
  last: TurnNumber
  readonly turns: TurnShelf
  /** Turns that went on without memory, oldest first, at most {@link turnsKept}. A turn whose recall came too late is in both collections. */
  readonly absent: Map<TurnNumber, AbsentTurn>
}

export const emptyLedger = (): TurnLedger => ({ last: 0, turns: new TurnShelf(), absent: new Map() })

/** True if the same was said of the same memory by the same speaker in the same tier, and taught. */
export const wasCredited = ({ verdicts }: Pick<TurnRecord, 'verdicts'>, said: SaidVerdict): boolean =>
  verdicts.some((known) => isSameVerdict(known, said))

/** True if two verdicts say the same of the same memory, by the same speaker in the same tier. */
export const isSameVerdict = (one: SaidVerdict, other: SaidVerdict): boolean =>
  one.node === other.node && one.word === other.word && one.actor === other.actor && one.tier === other.tier

/** Returns the nodes that the turn used by a verdict of the agent tier that was credited or still waits for an answer. */
export const usedByAgent = ({ unanswered, verdicts }: TurnRecord): ReadonlySet<NodeNumber> =>
  new Set(
    [...verdicts, ...[...unanswered.values()].flat()].flatMap(({ node, tier, word }) =>
      word === 'used' && tier === 'agent' && node !== undefined ? [node] : [],
    ),
  )

const sharedOutcome = (tier: Tier): SaidVerdict => ({ node: undefined, word: 'outcome', tier, actor: undefined })

/** True if the turn already has a share in a shared outcome of the tier. It gets one share for each tier. */
export const hasPaid = (turn: TurnRecord, tier: Tier): boolean => wasCredited(turn, sharedOutcome(tier))

/** Returns the number of feedbacks of a tier that were credited to the turn. */
export const creditsOf = ({ verdicts }: TurnRecord, tier: Tier): number =>
  new Set(verdicts.flatMap((verdict) => (verdict.tier === tier ? [verdict.feedback] : []))).size

/** Folds one event into `ledger`, which the caller owns. An event of a turn that is not kept changes nothing. */
export const foldTurns = (ledger: TurnLedger, event: BrainEvent): void => {
  const { turn } = event
  switch (event.type) {
    case 'TurnStarted':
      return turn === undefined ? undefined : open(ledger, turn, event)
    case 'ModelAsked':
      ledger.last = Math.max(ledger.last, turn ?? 0)
      return
    case 'RecallSkipped':
      return turn === undefined ? undefined : miss(ledger, turn, event.commit.session)
    case 'TurnCompleted':
      return turn === undefined ? undefined : end(ledger, turn, event.data)
    case 'StrengthAdjusted':
      return event.data.tier === 'agent' ? foldMoved(ledger, turn, event.cause, event.data) : undefined
    case 'OutcomeGiven':
      return turn === undefined ? share(ledger, event) : undefined
    case 'FeedbackAttributed':
      return turn === undefined ? answerShared(ledger, event) : foldTurn(ledger, turn, event)
    case 'NodeAdded':
      return turn === undefined ? undefined : noteSaid(ledger, turn, event.data)
    case 'SeedsSelected':
    case 'NodeFired':
    case 'NodeInhibited':
    case 'EdgeFollowed':
    case 'ContextBundled':
    case 'FeedbackGiven':
    case 'TurnRestated':
      return turn === undefined ? undefined : foldTurn(ledger, turn, event)
    default:
      ignore<'turns'>(event.type)
  }
}

/** Records an outcome that names no turn in each turn that shares it. */
const share = ({ turns }: TurnLedger, event: BrainEventOf<'OutcomeGiven'>): void => {
  const { cues, feedback, outcome, turns: shared } = event.data
  for (const [i, turn] of shared.entries()) {
    const record = turns.get(turn)
    if (record === undefined) continue
    record.cue = cues[i] || record.cue
    if (outcome !== 0) record.unanswered.set(feedback, verdictsOf(event))
  }
}

const answerShared = ({ turns }: TurnLedger, event: BrainEventOf<'FeedbackAttributed'>): void => {
  for (const [i, turn] of event.data.turns.entries()) {
    const record = turns.get(turn)
    if (record !== undefined) answer(record, event, event.data.shares[i] === 0)
  }
}

const miss = (ledger: TurnLedger, turn: TurnNumber, session: SessionNumber | undefined): void => {
  ledger.last = Math.max(ledger.last, turn)
  if (ledger.absent.has(turn)) return
  ledger.absent.set(turn, { session, outcome: undefined })
  dropOldest(ledger.absent)
}

const notesKept = 8

/** A captured memory was said before, and is no note. */
const noteSaid = ({ turns }: TurnLedger, turn: TurnNumber, { how, node, nodeType, source }: BrainEventOf<'NodeAdded'>['data']): void => {
  const record = turns.get(turn)
  if (record === undefined || nodeType !== 'fact' || source !== undefined || how !== undefined) return
  record.noted = [...record.noted, node].slice(-notesKept)
}

const end = ({ absent, turns }: TurnLedger, turn: TurnNumber, data: BrainEventOf<'TurnCompleted'>['data']): void => {
  const { drew, erring = [], errors = [], outcome, shares } = data
  const [record, missed] = [turns.get(turn), absent.get(turn)]
  if (record !== undefined) {
    record.outcome = outcome
    record.errors = errors.map((error, i) => ({ error, tool: erring[i] ?? 0 }))
    if (drew !== undefined) record.drew = drew.map((node, i) => ({ node, share: shares?.[i] ?? 0 }))
  } else if (missed !== undefined) absent.set(turn, { ...missed, outcome })
}

const dropOldest = (turns: TurnShelf | Map<TurnNumber, AbsentTurn>): void => {
  const [oldest] = turns.keys()
  if (turns.size > turnsKept && oldest !== undefined) turns.delete(oldest)
}

const open = (ledger: TurnLedger, turn: TurnNumber, { commit, data, position }: BrainEventOf<'TurnStarted'>): void => {
  if (ledger.turns.has(turn)) return
  ledger.last = Math.max(ledger.last, turn)
  ledger.turns.set(turn, {
    turn,
    position,
    at: commit.at,
    session: commit.session,
    question: data.question,
    seeds: [],
    cues: [],
    fired: new Map(),
    followed: [],
    inhibited: new Map(),
    shown: [],
    included: [],
    verdicts: [],
    unanswered: new Map(),
    cue: undefined,
    outcome: undefined,
    drew: undefined,
    uses: [],
    errors: [],
    fixed: [],
    noted: [],
  })
  dropOldest(ledger.turns)
}

const recordOf = ({ turns }: TurnLedger, turn: TurnNumber | undefined): TurnDraft | undefined =>
  turn === undefined ? undefined : turns.get(turn)

/** Does the same as folding a `NodeFired`. */
export const foldFired = (ledger: TurnLedger, turn: TurnNumber | undefined, node: NodeNumber, edge: EdgeNumber | undefined): void => {
  const record = recordOf(ledger, turn)
  if (record !== undefined) fire(record, node, edge)
}

/** Does the same to the ledger as folding an `EdgeFollowed`. */
export const foldFollowed = (ledger: TurnLedger, turn: TurnNumber | undefined, followed: FollowedEdge): void => {
  const record = recordOf(ledger, turn)
  if (record !== undefined) follow(record, followed)
}

/** Does the same to the ledger as folding a `StrengthAdjusted` of the agent tier. */
export const foldMoved = (
  ledger: TurnLedger,
  turn: TurnNumber | undefined,
  cause: Position | undefined,
  { edge, from, to }: Pick<BrainEventOf<'StrengthAdjusted'>['data'], 'edge' | 'from' | 'to'>,
): void => {
  const uses = recordOf(ledger, turn)?.uses
  const at = uses?.findIndex((use) => use.cause === cause) ?? -1
  const use = uses?.[at]
  if (uses !== undefined && use !== undefined) uses[at] = { ...use, moves: [...use.moves, [edge, to - from]] }
}

const usesKept = 16

const fire = ({ fired }: TurnDraft, node: NodeNumber, edge: EdgeNumber = 0): void => {
  if (!fired.has(node)) fired.set(node, edge)
}

const follow = (record: TurnDraft, { attention, depth, edge, energy }: FollowedEdge): void => {
  record.followed.push(attention === undefined ? { edge, depth, energy } : { edge, depth, energy, attention })
}

type OfTurn =
  | 'SeedsSelected'
  | 'NodeFired'
  | 'NodeInhibited'
  | 'EdgeFollowed'
  | 'ContextBundled'
  | 'FeedbackGiven'
  | 'FeedbackAttributed'
  | 'TurnRestated'

const foldTurn = ({ turns }: TurnLedger, turn: TurnNumber, event: BrainEventOf<OfTurn>): void => {
  const record = turns.get(turn)
  if (record === undefined) return
  switch (event.type) {
    case 'SeedsSelected':
      record.seeds = event.data.nodes
      record.cues = (event.data.cues ?? []).map((cue, i) => ({ cue, alike: event.data.alike?.[i] ?? 0 }))
      return
    case 'NodeFired':
      return fire(record, event.data.node, event.data.edge)
    case 'NodeInhibited':
      if (!record.inhibited.has(event.data.node)) record.inhibited.set(event.data.node, event.data.edge)
      return
    case 'EdgeFollowed':
      return follow(record, event.data)
    case 'ContextBundled':
      record.shown = event.data.nodes
      record.included = event.data.included
      return
    case 'FeedbackGiven':
      if (event.data.about === 'error') record.fixed = [...record.fixed, event.data.cue ?? 0]
      else if (event.data.about !== 'procedure') record.cue = event.data.cue ?? record.cue
      // A verdict with outcome 0 uses up nothing. A heard one does, because it withdraws the use that the agent found, once.
      if (event.data.outcome !== 0 || event.data.given === 'heard') record.unanswered.set(event.data.feedback, verdictsOf(event))
      if (event.data.applied === 'used' && event.data.tier === 'agent' && record.uses.length < usesKept)
        record.uses.push({ cause: event.position, nodes: event.data.nodes, moves: [] })
      return
    case 'FeedbackAttributed':
      return answer(record, event)
    case 'TurnRestated':
      return restate(record, event.data)
    default:
      event satisfies never
  }
}

const restate = (record: TurnDraft, data: BrainEventOf<'TurnRestated'>['data']): void => {
  record.cue = data.cue === 0 ? undefined : data.cue
  record.verdicts = [...restatedVerdicts(data)]
  record.uses = data.uses.map((cause, i) => ({
    cause,
    nodes: data.used[i] ?? [],
    moves: (data.moved[i] ?? []).map((edge, j) => [edge, data.by[i]?.[j] ?? 0] as const),
  }))
}

export const restatedVerdicts = (data: BrainEventOf<'TurnRestated'>['data']): ReadonlyArray<CreditedVerdict> =>
  data.feedbacks.map((feedback, i) => {
    const [node = 0, word = 'outcome', tier = 'conscious', actor] = [data.nodes[i], data.words[i], data.tiers[i], data.actors[i]]
    return { ...(node === 0 ? { node: undefined, actor: undefined } : { node, actor }), word, tier, feedback }
  })

export type VerdictEvent = BrainEventOf<'FeedbackGiven'> | BrainEventOf<'OutcomeGiven'>

export const isVerdict = (event: BrainEvent | undefined): event is VerdictEvent =>
  event?.type === 'FeedbackGiven' || event?.type === 'OutcomeGiven'

/** False for a correction that was heard and is about no turn and no memory. */
export const isAboutSomething = ({ data, type }: VerdictEvent): boolean => type === 'FeedbackGiven' || data.reason === undefined

/** Returns the turns that a verdict is about. */
export const turnsOf = (event: VerdictEvent): ReadonlyArray<TurnNumber> =>
  event.type === 'OutcomeGiven' ? event.data.turns : event.turn === undefined ? [] : [event.turn]

/** Returns what a signal says of each turn that it is about. */
export const verdictsOf = (event: VerdictEvent): ReadonlyArray<SaidVerdict> => {
  if (event.type === 'OutcomeGiven') return [sharedOutcome(event.data.tier)]
  const { commit, data } = event
  return [
    ...data.nodes.map((node) => ({ node, word: data.applied, tier: data.tier, actor: commit.actor })),
    ...(data.instead ?? []).map((node) => ({ node, word: 'instead' as const, tier: data.tier, actor: commit.actor })),
  ]
}

/** Only a credited feedback uses up its verdicts. After a refused one, a later verdict of the same speaker still counts. */
const answer = ({ unanswered, verdicts }: TurnDraft, { data }: BrainEventOf<'FeedbackAttributed'>, isSpared = false): void => {
  const said = unanswered.get(data.feedback) ?? []
  unanswered.delete(data.feedback)
  if (data.reason !== undefined || isSpared) return
  for (const one of said) if (!wasCredited({ verdicts }, one)) verdicts.push({ ...one, feedback: data.feedback })
}
