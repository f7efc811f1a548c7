/**
 * The task of judging messages: what a model is asked, and what follows from its answer.
 *
 * What a message says otherwise takes the place of the words that it is about, from the next question on. The memory that holds these words is
 * given on: the rest of it is as true as before. A judgement changes no strength, and nothing follows from a message twice.
 */

import { overlaps, type Stretch, sameWords } from '@crabtrail/text/statements/quoted-words'
import * as Result from 'effect/Result'
import { type Decision, defined, filled } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { JudgedEnd, JudgeGate } from '../events/model-events.ts'
import { type GraphView, isLive, isRecallable, isUnapproved, type Supersession } from '../graph.ts'
import type { CallNumber, ContentRef, NodeNumber, TurnNumber } from '../identity.ts'
import { type FollowedAnswer, nanoUsd } from '../model/model-call.ts'
import type { ModelTask } from '../model/model-task.ts'
import type { JudgingSettings, ModelSettings } from '../profiles/model-settings.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { JudgingRecords, Spent } from '../projections/model-calls.ts'
import { nano } from '../strength.ts'
import { mayTake, supersededEvent } from '../superseding/superseded-event.ts'
import { bandsOf } from './bands.ts'
import {
  type JudgedMessage,
  type Judgement,
  type JudgementsRead,
  type JudgeOffer,
  judgePrompt,
  type OfferedMemory,
  readJudgements,
} from './judge-prompt.ts'
import { copiesOf, doubtsLifted, heldWith, keptAgainst, lifted, over, saying } from './judged-words.ts'

export const judgeTask: ModelTask<JudgeOffer, JudgementsRead> = {
  name: 'judge',
  limits: ({ judging }) => judging,
  prompt: judgePrompt,
  subject: ({ messages, notes, turns }) => {
    const offered = [...new Set(messages.flatMap(({ candidates }) => candidates.map(({ node }) => node)))]
    return { offered, ...defined({ turns: filled(turns), notes: filled(notes) }) }
  },
  read: readJudgements,
}

/** True where a memory may be offered: it is recalled by its text, and is the owner's or the agent's. */
export const mayJudge = (graph: GraphView, node: NodeNumber): boolean =>
  isRecallable(graph, node) && graph.isTrusted(node) && judgedTypes.has(graph.typeOf(node) ?? 'cue')

const judgedTypes: ReadonlySet<string> = new Set(['fact', 'correction', 'guardrail', 'diagnostic'])

export interface AwaitedMessages {
  readonly turns: ReadonlyArray<TurnNumber>
  readonly notes?: ReadonlyArray<NodeNumber>
  /** True where they wait no longer. */
  readonly isOver?: boolean
}

/** Records that the questions of turns wait to be judged, or that they, and notes, wait no longer. */
export const decideWaiting = (
  { isOver = false, notes = [], turns }: AwaitedMessages,
  { judging }: Pick<BrainState, 'judging'>,
): Decision<void> => {
  const changed = turns.filter((turn) => judging.waiting.has(turn) === isOver && (isOver || !judging.known.has(turn)))
  const data = isOver ? { over: true as const } : {}
  const events = changed.map((turn): NewEvent => ({ type: 'MessageWaits', turn, data }))
  const over = isOver ? notes.filter((node) => judging.notes.has(node)) : []
  return Result.succeed({ events: [...events, ...notesWait(over, data)], answer: undefined })
}

/** Returns the event that notes wait to be judged, or with `over` that they do no longer; none for no notes. */
export const notesWait = (nodes: ReadonlyArray<NodeNumber>, data: { readonly over?: true } = {}): ReadonlyArray<NewEvent> =>
  nodes.length === 0 ? [] : [{ type: 'NotesWait', data: { nodes: [...nodes].sort((a, b) => a - b), ...data } }]

/** Returns the share of what judging may take of a day that it took. */
export const spentShare = (spent: Spent, { dayTokens, dayUsd, judgeShare }: ModelSettings): number => {
  const [tokens, cost] = [dayTokens * judgeShare, dayUsd * judgeShare * nanoUsd]
  return Math.max(tokens === 0 ? 1 : spent.tokens / tokens, cost === 0 ? 1 : spent.nanoUsd / cost)
}

/** True while too many of the newest judgements said that something changed: then a model says so of everything. */
export const isHeldBack = ({ recent }: JudgingRecords, { changedMost, recent: most, recentLeast }: JudgingSettings): boolean => {
  const newest = recent.slice(-most)
  return newest.length >= recentLeast && newest.filter(Boolean).length > changedMost * newest.length
}

/** The contents and the id by which a message is kept as a memory. For a note that is judged, those of the note, which is a memory already. */
export interface KeptMessage {
  /** The words of the message, for a mark. */
  readonly said: ContentRef
  /** The id in letters: the same words have the same. */
  readonly name: string
  readonly id: ContentRef
  readonly text: ContentRef
  /** The memory of these words, live or not. */
  readonly known: NodeNumber | undefined
  readonly turn: TurnNumber | undefined
  /** The day on which it was said, in days since 1970-01-01. */
  readonly day: number
}

/** Where messages are kept, and whether what no memory says is kept, too. */
export interface Keeping {
  readonly kept: (message: JudgedMessage, what: KeptWords) => KeptMessage
  readonly keepsFacts: boolean
  /** How many contents were erased when the model was asked. */
  readonly erased: number
}

/** Returns what follows from an answer, over the state of now: while the model was asked, a memory can have changed. */
export const followedJudgements =
  (call: CallNumber, { judgements }: JudgementsRead, { erased, kept, keepsFacts }: Keeping) =>
  (state: BrainState, { judging, review }: Profile): FollowedAnswer => {
    const settings = { ...judging, ...bandsOf(state, judging) }
    const events: Array<NewEvent> = []
    let { feedbacks } = state.participants
    let { nodes } = state.graph
    let refused = 0
    const isHeld = isHeldBack(state.judging, settings)
    const all = judgements.map((judgement) => ({
      judgement,
      found: followed({ state, settings, isHeld, keepsFacts, erased, review }, judgement),
    }))
    const added = new Map<string, NodeNumber>()
    for (const [place, one] of all.entries()) {
      const { judgement } = one
      const isOvertaken = one.found.became !== 'nothing' && all.slice(place + 1).some((later) => overtakes(later, judgement))
      const message = kept(judgement.message, one.found.what)
      const found = isOvertaken ? nothing('overtaken') : review === 'on' ? waitingFor(one.found, message, state.graph) : one.found
      const { became, gate } = found
      if (gate !== undefined) refused++
      const isAdded = message.known === undefined && !added.has(message.name)
      const node = found.keeps ? (message.known ?? added.get(message.name) ?? ++nodes) : undefined
      const isKept = node !== undefined && (isAdded || (message.known !== undefined && !isLive(state.graph.stateOf(message.known))))
      if (node !== undefined) added.set(message.name, node)
      const feedback = became === 'nothing' ? undefined : ++feedbacks
      events.push({
        type: 'MessageJudged',
        ...defined({ turn: message.turn }),
        data: {
          call,
          verdict: judgement.verdict,
          ...defined({ candidate: judgement.about?.node, old: judgement.old, new: judgement.new }),
          confidence: nano(judgement.confidence),
          became,
          ...defined({ refused: gate, note: judgement.message.note?.node, feedback }),
          ...defined({ text: feedback === undefined ? undefined : message.said, kept: isKept ? node : undefined }),
        },
      })
      if (feedback === undefined) continue
      if (isKept) events.push(...keptEvents(message, node, became))
      events.push(...found.events({ feedback, node: node ?? 0, said: message }))
    }
    return { events, refused }
  }

interface Decided {
  readonly judgement: Judgement
  readonly found: Followed
}

/** True where something follows from a later message about the same words. */
const overtakes = ({ found, judgement: later }: Decided, one: Judgement): boolean =>
  found.became !== 'nothing' &&
  one.candidate !== undefined &&
  one.candidate.node === later.candidate?.node &&
  overlaps(stretchOf(one), stretchOf(later))

/** Returns the stretch of the candidate that is meant, also where words of a kept message are. */
const stretchOf = ({ about, candidate, old }: Pick<Judgement, 'about' | 'candidate' | 'old'>): Stretch | undefined =>
  about === undefined || about.node === candidate?.node ? old : candidate?.said.find(({ node }) => node === about.node)?.part

/** The words of a message that are kept: all of them, or the sentence around those that state a fact. */
export type KeptWords = 'message' | Stretch

const keptEvents = ({ day, id, known, text, turn }: KeptMessage, node: NodeNumber, became: JudgedEnd): ReadonlyArray<NewEvent> => {
  const at = defined({ turn })
  const state = became === 'noted' ? 'probation' : 'normal'
  if (known !== undefined) return [{ type: 'NodeRestored', ...at, data: { node, state } }]
  const born = became === 'noted' ? ({ nodeType: 'fact', how: 'captured' } as const) : ({ nodeType: 'correction' } as const)
  return [{ type: 'NodeAdded', ...at, origin: 'owner', data: { node, id, text, day, state, ...born } }]
}

/* What follows from one judgement. */

interface Numbers {
  readonly feedback: number
  readonly node: NodeNumber
  readonly said: KeptMessage
}

interface Followed {
  readonly became: JudgedEnd
  readonly gate: JudgeGate | undefined
  readonly what: KeptWords
  /** True where the message is kept as a memory. */
  readonly keeps: boolean
  readonly events: (numbers: Numbers) => ReadonlyArray<NewEvent>
}

const nothing = (gate: JudgeGate | undefined): Followed => ({ became: 'nothing', gate, what: 'message', keeps: false, events: () => [] })

/**
 * Returns what follows where the owner is asked first. All of it waits as the message that is kept; where that is a memory already, and does not wait,
 * nothing could wait: not as one that counts, and not as one that gave way or died and would come back.
 */
const waitingFor = (found: Followed, { known }: KeptMessage, graph: GraphView): Followed =>
  found.became === 'nothing' || found.became === 'noted' || known === undefined || isUnapproved(graph.reviewOf(known))
    ? found
    : nothing('review')

interface Over {
  readonly state: BrainState
  readonly settings: JudgingSettings
  readonly isHeld: boolean
  readonly keepsFacts: boolean
  readonly erased: number
  readonly review: Profile['review']
}

const followed = ({ erased, isHeld, keepsFacts, review, settings, state }: Over, judgement: Judgement): Followed => {
  const { about, confidence, message, refused, verdict } = judgement
  if (verdict === 'about-reply' || verdict === 'unrelated') return nothing(undefined)
  if (verdict === 'adds' && !keepsFacts) return nothing(undefined)
  const { graph } = state
  if (refused !== undefined) return nothing(refused)
  if (message.question === undefined ? state.erased.size > erased : state.erased.has(message.question)) return nothing('gone')
  if ([about, message.note].some((one) => one !== undefined && !isAsOffered(graph, one))) return nothing('gone')
  if (about !== undefined && message.note !== undefined) {
    const { node } = message.note
    const meant = [about.node, ...keptAgainst(graph, about.node, judgement.old).map((one) => one.node)]
    if (!meant.every((older) => mayTake(graph, node, older))) return nothing('not-offered')
  }
  if (confidence < settings.shown) return nothing('unsure')
  const isSure = confidence >= settings.applied
  if (verdict === 'adds') return isSure ? noted(judgement) : nothing('unsure')
  const isAsked = review === 'on'
  if (verdict === 'same' && !isSure) return nothing('unsure')
  if (verdict === 'supersedes' && isHeld) return nothing('held')
  const isOver = isSure && judgement.new !== undefined
  // Two notes of which it is not sure that they disagree are both given as they are.
  if (message.note !== undefined && verdict === 'supersedes' && !isOver) return nothing('unsure')
  // A note of the owner counts since it was read in.
  if (message.note !== undefined && isAsked) return nothing('review')
  if (verdict === 'same') return isAsked ? reassertedLater(graph, judgement) : reasserted(graph, judgement)
  if (isOver) return superseded(graph, judgement, isAsked)
  return isAsked ? supersededLater(graph, judgement) : markedOnly(judgement)
}

/** True for a memory that has the text that it had when the model was asked, and may be given. */
export const isAsOffered = (graph: GraphView, { node, ref }: OfferedMemory): boolean =>
  graph.node(node)?.text === ref && mayJudge(graph, node)

const noted = ({ new: words }: Judgement): Followed => ({ ...nothing(undefined), became: 'noted', what: words ?? 'message', keeps: true })

/** The memory is given with the words of the message beside it. */
const markedOnly = ({ about, message: { saidAt }, old }: Judgement): Followed => ({
  ...nothing(undefined),
  became: 'marked',
  events: ({ feedback, said: { said, turn } }) => {
    if (about === undefined) return []
    const data = { node: about.node, feedback, said, saidAt, ...defined({ part: old }) }
    return [{ type: 'NodeDoubted', ...defined({ turn }), origin: 'owner', data }]
  },
})

/**
 * The message takes the place of the words that it is about. A kept message by which these words were changed before holds no longer; a memory
 * that said before what the message says now holds again.
 */
const superseded = (graph: GraphView, { about, also, candidate, message, new: words, old }: Judgement, isAsked: boolean): Followed => {
  if (about === undefined || candidate === undefined || words === undefined) return nothing('not-offered')
  const { node: older } = about
  const against = keptAgainst(graph, older, old)
  const now = message.text.slice(...words)
  const { node } = candidate
  const stretch = stretchOf({ about, candidate, old })
  // What the candidate said before its words were changed is said again.
  const isBack = node !== older && stretch !== undefined && sameWords(candidate.text.slice(...stretch), now)
  return {
    ...nothing(undefined),
    became: 'superseded',
    what: words,
    keeps: true,
    events: ({ feedback, node: by }) => {
      const holds = { by, feedback, ...saying(message), ...(message.note === undefined ? {} : { says: words }) }
      const copies = also.filter((one) => isAsOffered(graph, one.about)).map((one) => over(graph, one.about.node, one.old))
      const known = [over(graph, older, old), ...copies, ...against, ...heldWith(graph, older, old)]
      const events = known.filter((one) => one.node !== by).map((one) => supersededEvent({ ...one, rule: 'judged' }, holds))
      // An end cannot wait, and a message can: it says that the words are over, or that it says them again.
      if (isAsked && !isBack) return events
      if (!isBack) return [...events, ...doubtsLifted(graph, node, stretch, feedback)]
      const others = events.filter(({ data, type }) => type !== 'NodeSuperseded' || data.node !== node)
      return isAsked ? others.map((one) => saidAgain(one, older)) : [...others, ...lifted(graph, node, stretch, feedback)]
    },
  }
}

/** What the message says holds again: whatever took the place of these words ends, and the kept messages that said otherwise hold no longer. */
const reasserted = (graph: GraphView, { about, message, old }: Judgement): Followed => {
  if (about === undefined) return nothing('not-offered')
  const { node } = about
  if (lifted(graph, node, old, 0).length === 0) return nothing('known')
  const against = keptAgainst(graph, node, old)
  return {
    ...nothing(undefined),
    became: 'reasserted',
    keeps: against.length > 0,
    events: ({ feedback, node: by }) => [
      ...lifted(graph, node, old, feedback),
      ...copiesOf(graph, node, old).flatMap((one) => lifted(graph, one.node, one.part, feedback)),
      ...against
        .filter((one) => one.node !== by)
        .map((one) => supersededEvent({ ...one, rule: 'judged' }, { by, feedback, ...saying(message) })),
    ],
  }
}

/* What waits for the owner's yes with the message that is kept: nothing ends and nothing is marked before. */

/** The model was not sure that these words are over: the owner is, once he says yes. */
const supersededLater = (graph: GraphView, { about, message, new: words, old }: Judgement): Followed => {
  if (about === undefined) return nothing('not-offered')
  const known = [over(graph, about.node, old), ...keptAgainst(graph, about.node, old), ...heldWith(graph, about.node, old)]
  return { ...nothing(undefined), became: 'marked', what: words ?? 'message', keeps: true, events: inPlaceOf(known, saying(message)) }
}

/** Words that are said again hold from the yes on. The memory that took their place is superseded from then on. */
const reassertedLater = (graph: GraphView, judgement: Judgement): Followed => {
  const found = reasserted(graph, judgement)
  const { about, old } = judgement
  if (about === undefined || found.became === 'nothing') return found
  const known = keptAgainst(graph, about.node, old)
  // The end of a doubt alone is no text that could wait.
  return known.length === 0 ? nothing('review') : { ...found, keeps: true, events: inPlaceOf(known, { reason: 'again' }) }
}

const inPlaceOf =
  (known: ReadonlyArray<ReturnType<typeof over>>, why: Pick<Supersession, 'reason'>): Followed['events'] =>
  ({ feedback, node: by }) =>
    known.filter((one) => one.node !== by).map((one) => supersededEvent({ ...one, rule: 'judged' }, { by, feedback, ...why }))

/** Returns the event that a memory is superseded by the message, as one by words that held before. */
const saidAgain = (event: NewEvent, node: NodeNumber): NewEvent =>
  event.type === 'NodeSuperseded' && event.data.node === node ? { ...event, data: { ...event.data, reason: 'again' } } : event
