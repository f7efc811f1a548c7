/**
 * Records what got over an error: a tool failed in a turn, and a later turn of the session ended well with a call of it that succeeded. The
 * memories that this turn used, and the notes that were said in it, become what the kind of error leads to.
 *
 * The kind of error is a cue, so a question that repeats the error is led to them as to what a verdict taught. Edges begin at 0; the learner
 * moves them by the fact that is recorded here.
 */
import type { EventData, NewEvent } from '../events/brain-event.ts'
import { type GraphView, isLive, isRecallable } from '../graph.ts'
import type { ContentRef, NodeNumber, TurnNumber } from '../identity.ts'
import { cueOf, linkAtZero, type QuestionCue } from '../learning/credit-path.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { saidOn } from '../projections/growth.ts'
import { standsAgainst } from '../projections/standing.ts'
import type { ToolError, TurnRecord } from '../projections/turns/turn-record.ts'
import { type Nano, nano } from '../strength.ts'

/**
 * The outcome of what the memory saw and nobody said: a tool that works again, a turn that ended well. It counts by the rate of a person's
 * verdict, for it is seen and not guessed, and for less than such a verdict: once, it leads to the memory; one word of a person takes it back.
 */
const seenOutcome: Nano = nano(0.75)

/** Turns of a session within which a tool that failed may succeed. */
const fixTurns = 6

/**
 * Returns the errors of earlier turns of the session that no turn got over since, the newest first. Reaches {@link fixTurns} turns back. A turn
 * that is no longer kept has none.
 */
export const openErrors = (
  state: Pick<BrainState, 'recentTurns'>,
  { session, turn }: Pick<TurnRecord, 'session' | 'turn'>,
): ReadonlyArray<ToolError> => {
  const open: Array<ToolError> = []
  const fixed = new Set<NodeNumber>()
  let turns = 0
  for (const before of session === undefined ? [] : state.recentTurns()) {
    if (before.session !== session || before.turn >= turn) continue
    if (++turns > fixTurns) break
    open.push(...before.errors.filter(({ error }) => !fixed.has(error)).toReversed())
    for (const error of before.fixed) fixed.add(error)
  }
  return open
}

/**
 * Returns the fact that a turn got over an error with these memories, used or noted, behind the edges that its credit needs. `before`: the
 * feedbacks that the commit gives before.
 */
export const fixOf = (
  { graph, owner, participants }: Pick<BrainState, 'graph' | 'owner' | 'participants'>,
  { turn }: Pick<TurnRecord, 'turn'>,
  error: NodeNumber,
  used: ReadonlyArray<NodeNumber>,
  before: number,
): ReadonlyArray<NewEvent> => {
  const isFit = (node: NodeNumber) => isRecallable(graph, node) && graph.isTrusted(node) && !standsAgainst(owner, error, node, 1)
  const instead = used.filter(isFit)
  if (instead.length === 0) return []
  const back: ReadonlyArray<NewEvent> = isLive(graph.stateOf(error))
    ? []
    : [{ type: 'NodeRestored', turn, data: { node: error, state: 'normal' } }]
  const given = seenFact(turn, { feedback: participants.feedbacks + before + 1, cue: error, instead, about: 'error' })
  return [...back, ...links(graph, turn, error, instead), given]
}

/** Returns the learned edges at 0 from a cue to memories that it does not lead to yet. */
const links = (graph: GraphView, turn: number, source: NodeNumber, targets: ReadonlyArray<NodeNumber>): ReadonlyArray<NewEvent> => {
  let edge = graph.edges
  return targets.flatMap((target): ReadonlyArray<NewEvent> => {
    const link = linkAtZero(graph, { source, target }, 'outcome', () => ++edge)
    return link === undefined ? [] : [{ ...link, turn }]
  })
}

const seenFact = (turn: TurnNumber, seen: Pick<EventData<'FeedbackGiven'>, 'about' | 'cue' | 'feedback' | 'instead'>): NewEvent => ({
  type: 'FeedbackGiven',
  turn,
  origin: 'agent',
  data: { ...seen, verdict: 'used', applied: 'used', outcome: seenOutcome, tier: 'agent', nodes: [], given: 'inferred' },
})

/*
 * Keeps what was done, and in which order, in a turn that ended well, so that the next question of the kind brings it: “read → edit → test”.
 *
 * A kind of question has one procedure: the last one. It is a memory that only the cue of the question leads to, and no word of it is searched
 * for. Edges begin at 0; the learner moves them by the fact that is recorded here, and verdicts of people move them further.
 */

export interface DoneInTurn {
  readonly id: ContentRef
  readonly text: ContentRef
  /** The procedure of this question, live or retired. Undefined where there is none. */
  readonly known: NodeNumber | undefined
  /** True where the known procedure has this text. */
  readonly isSame: boolean
}

/** Fewer steps, or one step again and again, are no procedure. More than the most are left out. */
const [stepsLeast, stepsMost] = [2, 8]
const stepCharacters = 40
/** Kinds of questions that get a procedure on one day of UTC. */
const newMostADay = 50

/** Returns the text of what was done; undefined for too little to be a procedure. A step that follows itself counts once. */
export const procedureText = (steps: ReadonlyArray<string>): string | undefined => {
  const named = steps.map(plainStep).filter((step) => step !== '')
  const merged = named.filter((step, i) => step !== named[i - 1])
  if (new Set(merged).size < stepsLeast) return undefined
  const shown = merged.length > stepsMost ? [...merged.slice(0, stepsMost), '…'] : merged
  return `Last time, for a question like this: ${shown.join(' → ')}`
}

/** Names of tools come from hosts, servers and models: two words of letters, digits and plain signs are kept of one, a tool and its program. */
const plainStep = (step: string): string =>
  (step.match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*/gu) ?? []).slice(0, 2).join(' ').slice(0, stepCharacters).trim()

/**
 * Returns the events that keep what was done. None where the owner's word stands against it, or for another way that was done before; and none
 * for a new kind of question on a day that had enough of them. `now`: milliseconds UTC. `before`: the feedbacks that the commit gives before.
 */
export const procedureOf = (
  state: BrainState,
  profile: Profile,
  record: TurnRecord,
  { done, knownCue, newCue, now }: QuestionCue & { readonly done: DoneInTurn; readonly now: number },
  before: number,
): ReadonlyArray<NewEvent> => {
  const { graph, owner } = state
  const { turn } = record
  const events: Array<NewEvent> = []
  let nodes = graph.nodes
  const live = cueOf(state, record, knownCue, profile)
  const word = done.known === undefined || live === undefined ? undefined : owner.standing.get(live)?.get(done.known)
  if (word !== undefined && (word.is === 'against' || !done.isSame)) return []
  const isNew = done.known === undefined || !isLive(graph.stateOf(done.known))
  // The time of a commit never falls, so a clock that went back frees nothing.
  if (isNew && saidOn(state.said, Math.max(state.at, now)).procedures >= newMostADay) return []
  const cue = live ?? knownCue ?? ++nodes
  if (live === undefined) {
    if (knownCue !== undefined) events.push({ type: 'NodeRestored', turn, data: { node: knownCue, state: 'normal' } })
    else if (newCue === undefined) return []
    else events.push({ type: 'NodeAdded', turn, origin: 'agent', data: { node: cue, ...newCue, nodeType: 'cue', state: 'normal' } })
  }
  const node = done.known ?? ++nodes
  const { id, text } = done
  if (done.known === undefined)
    events.push({ type: 'NodeAdded', turn, origin: 'agent', data: { node, id, text, nodeType: 'procedure', state: 'probation' } })
  else {
    if (isNew) events.push({ type: 'NodeRestored', turn, data: { node, state: 'probation' } })
    if (!done.isSame) events.push({ type: 'NodeRevised', turn, origin: 'agent', data: { node, text } })
  }
  const given = seenFact(turn, { feedback: state.participants.feedbacks + before + 1, cue, instead: [node], about: 'procedure' })
  return [...events, ...links(graph, turn, cue, [node]), given]
}
