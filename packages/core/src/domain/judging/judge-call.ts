/**
 * The task of judging messages: what a model is asked, and what follows from its answer.
 *
 * What a message says otherwise takes the place of the words that it is about, from the next question on. The memory that holds these words is
 * given on: the rest of it is as true as before. A judgement changes no strength, and nothing follows from a message twice.
 */
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { JudgedEnd, JudgeGate } from '../events/model-events.ts'
import type { GraphView, Supersession } from '../graph.ts'
import { isLive, isRecallable } from '../graph.ts'
import type { CallNumber, ContentRef, NodeNumber, TurnNumber } from '../identity.ts'
import { type FollowedAnswer, nanoUsd } from '../model/model-call.ts'
import type { ModelTask } from '../model/model-task.ts'
import type { JudgingSettings } from '../profiles/judging-settings.ts'
import type { ModelSettings } from '../profiles/model-settings.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { JudgingRecords } from '../projections/judging.ts'
import type { Spent } from '../projections/model-calls.ts'
import { nano } from '../strength.ts'
import { supersededEvent } from '../superseding/superseded-event.ts'
import { type JudgedMessage, type Judgement, type JudgementsRead, type JudgeOffer, judgePrompt, readJudgements } from './judge-prompt.ts'
import { overlaps, type Stretch, sameWords } from './quoted-words.ts'

export const judgeTask: ModelTask<JudgeOffer, JudgementsRead> = {
  name: 'judge',
  limits: ({ judging }) => judging,
  prompt: judgePrompt,
  subject: ({ messages, turns }) => {
    const offered = [...new Set(messages.flatMap(({ candidates }) => candidates.map(({ node }) => node)))]
    return { offered, ...(turns.length === 0 ? {} : { turns }) }
  },
  read: readJudgements,
}

/** True where a memory may be offered: it is recalled by its text, and is the owner's or the agent's. */
export const mayJudge = (graph: GraphView, node: NodeNumber): boolean =>
  isRecallable(graph, node) && graph.isTrusted(node) && judgedTypes.has(graph.typeOf(node) ?? 'cue')

const judgedTypes: ReadonlySet<string> = new Set(['fact', 'correction', 'guardrail', 'diagnostic'])

export interface AwaitedMessages {
  /** The turns of which the messages are the questions. */
  readonly turns: ReadonlyArray<TurnNumber>
  /** True where they wait no longer. */
  readonly isOver?: boolean
}

/** Records that the questions of turns wait to be judged, or that they wait no longer. */
export const decideWaiting = ({ isOver = false, turns }: AwaitedMessages, { judging }: Pick<BrainState, 'judging'>): Decision<void> => {
  const changed = turns.filter((turn) => judging.waiting.has(turn) === isOver && (isOver || !judging.known.has(turn)))
  const data = isOver ? { over: true as const } : {}
  return Result.succeed({ events: changed.map((turn): NewEvent => ({ type: 'MessageWaits', turn, data })), answer: undefined })
}

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

/** What was looked up to keep a message: it is a memory like a note of its owner. */
export interface KeptMessage {
  /** The words of the message, for a mark. */
  readonly said: ContentRef
  /** The id in letters: the same words have the same. */
  readonly name: string
  readonly id: ContentRef
  readonly text: ContentRef
  /** The memory of these words, live or not. */
  readonly known: NodeNumber | undefined
  /** The turn of which the message is the question. */
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
  (state: BrainState, { judging: settings }: Profile): FollowedAnswer => {
    const events: Array<NewEvent> = []
    let { feedbacks } = state.participants
    let { nodes } = state.graph
    let refused = 0
    const isHeld = isHeldBack(state.judging, settings)
    const all = judgements.map((judgement) => ({ judgement, found: followed({ state, settings, isHeld, keepsFacts, erased }, judgement) }))
    const added = new Map<string, NodeNumber>()
    for (const [place, one] of all.entries()) {
      const { judgement } = one
      const isOvertaken = one.found.became !== 'nothing' && all.slice(place + 1).some((later) => overtakes(later, judgement))
      const found = isOvertaken ? nothing('overtaken') : one.found
      const { became, gate, what } = found
      if (gate !== undefined) refused++
      const message = kept(judgement.message, what)
      const keeps = became === 'superseded' || became === 'noted' || (became === 'reasserted' && found.against.length > 0)
      const isAdded = message.known === undefined && !added.has(message.name)
      const node = keeps ? (message.known ?? added.get(message.name) ?? ++nodes) : undefined
      const isKept = node !== undefined && (isAdded || (message.known !== undefined && !isLive(state.graph.stateOf(message.known))))
      if (node !== undefined) added.set(message.name, node)
      const feedback = became === 'nothing' ? undefined : ++feedbacks
      events.push({
        type: 'MessageJudged',
        ...turnOf(message),
        data: {
          call,
          verdict: judgement.verdict,
          ...(judgement.about === undefined ? {} : { candidate: judgement.about.node }),
          ...(judgement.old === undefined ? {} : { old: judgement.old }),
          ...(judgement.new === undefined ? {} : { new: judgement.new }),
          confidence: nano(judgement.confidence),
          became,
          ...(gate === undefined ? {} : { refused: gate }),
          ...(feedback === undefined ? {} : { feedback, text: message.said }),
          ...(isKept ? { kept: node } : {}),
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

const turnOf = ({ turn }: KeptMessage) => (turn === undefined ? {} : { turn })

const keptEvents = ({ day, id, known, text, turn }: KeptMessage, node: NodeNumber, became: JudgedEnd): ReadonlyArray<NewEvent> => {
  const at = turn === undefined ? {} : { turn }
  const state = became === 'noted' ? 'probation' : 'normal'
  if (known !== undefined) return [{ type: 'NodeRestored', ...at, data: { node, state } }]
  const born = became === 'noted' ? ({ nodeType: 'fact', how: 'captured' } as const) : ({ nodeType: 'correction' } as const)
  return [{ type: 'NodeAdded', ...at, origin: 'owner', data: { node, id, text, day, state, ...born } }]
}

/* What follows from one judgement. */

interface Numbers {
  readonly feedback: number
  /** The memory that keeps the message. */
  readonly node: NodeNumber
  readonly said: KeptMessage
}

interface Followed {
  readonly became: JudgedEnd
  readonly gate: JudgeGate | undefined
  readonly what: KeptWords
  /** The kept messages that hold no longer. */
  readonly against: ReturnType<typeof keptAgainst>
  readonly events: (numbers: Numbers) => ReadonlyArray<NewEvent>
}

const nothing = (gate: JudgeGate | undefined): Followed => ({ became: 'nothing', gate, what: 'message', against: [], events: () => [] })

interface Over {
  readonly state: BrainState
  readonly settings: JudgingSettings
  readonly isHeld: boolean
  readonly keepsFacts: boolean
  readonly erased: number
}

const followed = ({ erased, isHeld, keepsFacts, settings, state }: Over, judgement: Judgement): Followed => {
  const { about, confidence, message, refused, verdict } = judgement
  if (verdict === 'about-reply' || verdict === 'unrelated') return nothing(undefined)
  if (verdict === 'adds' && !keepsFacts) return nothing(undefined)
  const { graph } = state
  if (refused !== undefined) return nothing(refused)
  if (message.question === undefined ? state.erased.size > erased : state.erased.has(message.question)) return nothing('gone')
  if (about !== undefined && (graph.node(about.node)?.text !== about.ref || !mayJudge(graph, about.node))) return nothing('gone')
  if (confidence < settings.shown) return nothing('unsure')
  const isSure = confidence >= settings.applied
  if (verdict === 'adds') return isSure ? noted(judgement) : nothing('unsure')
  if (verdict === 'same') return isSure ? reasserted(graph, judgement) : nothing('unsure')
  if (isHeld) return nothing('held')
  return isSure && judgement.new !== undefined ? superseded(graph, judgement) : markedOnly(judgement)
}

const noted = ({ new: words }: Judgement): Followed => ({
  became: 'noted',
  gate: undefined,
  what: words ?? 'message',
  against: [],
  events: () => [],
})

/** The memory is given with the words of the message beside it. */
const markedOnly = ({ about, message: { saidAt }, old }: Judgement): Followed => ({
  ...nothing(undefined),
  became: 'marked',
  events: ({ feedback, said: { said, turn } }) =>
    about === undefined
      ? []
      : [
          {
            type: 'NodeDoubted',
            ...(turn === undefined ? {} : { turn }),
            origin: 'owner',
            data: {
              node: about.node,
              feedback,
              said,
              saidAt,
              ...(old === undefined ? {} : { part: old }),
            },
          },
        ],
})

/**
 * The message takes the place of the words that it is about. A kept message by which these words were changed before holds no longer; a memory
 * that said before what the message says now holds again.
 */
const superseded = (graph: GraphView, { about, candidate, message, new: words, old }: Judgement): Followed => {
  if (about === undefined || candidate === undefined || words === undefined) return nothing('not-offered')
  const { node: older } = about
  // A kept message is superseded as a whole, so that no search finds it any more.
  const part = graph.typeOf(older) === 'correction' ? undefined : old
  const against = keptAgainst(graph, older, old)
  const now = message.text.slice(...words)
  const { node } = candidate
  const stretch = stretchOf({ about, candidate, old })
  // What the candidate said before its words were changed is said again.
  const isBack = node !== older && stretch !== undefined && sameWords(candidate.text.slice(...stretch), now)
  return {
    became: 'superseded',
    gate: undefined,
    what: words,
    against,
    events: ({ feedback, node: by }) => {
      const holds = { by, reason: 'said', feedback } as const
      const known = [{ node: older, ...(part === undefined ? {} : { part }) }, ...against, ...heldWith(graph, older)]
      const events = known.filter((one) => one.node !== by).map((one) => supersededEvent({ ...one, rule: 'judged' }, holds))
      if (!isBack) return [...events, ...doubtsLifted(graph, node, stretch, feedback)]
      const others = events.filter(({ data, type }) => type !== 'NodeSuperseded' || data.node !== node)
      return [...others, ...lifted(graph, node, stretch, feedback)]
    },
  }
}

/** Returns the end of whatever took the place of a stretch of a memory by a message, and of the doubts of it. */
const lifted = (graph: GraphView, node: NodeNumber, stretch: Stretch | undefined, feedback: number): ReadonlyArray<NewEvent> => [
  ...graph
    .supersededBy(node)
    .filter(({ part, rule }) => rule === 'judged' && overlaps(part, stretch))
    .map(({ by }): NewEvent => ({ type: 'SupersessionLifted', data: { node, by, reason: 'reasserted', feedback } })),
  ...doubtsLifted(graph, node, stretch, feedback),
]

const doubtsLifted = (graph: GraphView, node: NodeNumber, stretch: Stretch | undefined, by: number): ReadonlyArray<NewEvent> =>
  graph
    .doubtsOf(node)
    .filter(({ part }) => overlaps(part, stretch))
    .map(({ feedback }): NewEvent => ({ type: 'DoubtLifted', data: { node, feedback, reason: 'reasserted', by } }))

/** What the message says holds again: whatever took the place of these words ends, and the kept messages that said otherwise hold no longer. */
const reasserted = (graph: GraphView, { about, old }: Judgement): Followed => {
  if (about === undefined) return nothing('not-offered')
  const { node } = about
  if (lifted(graph, node, old, 0).length === 0) return nothing('known')
  const against = keptAgainst(graph, node, old)
  return {
    became: 'reasserted',
    gate: undefined,
    what: 'message',
    against,
    events: ({ feedback, node: by }) => [
      ...lifted(graph, node, old, feedback),
      ...against
        .filter((one) => one.node !== by)
        .map((one) => supersededEvent({ ...one, rule: 'judged' }, { by, reason: 'said', feedback })),
    ],
  }
}

/** Returns the words of older memories in whose place a kept message stands. */
const heldWith = (graph: GraphView, kept: NodeNumber) =>
  graph.superseded().flatMap((node) =>
    graph
      .supersededBy(node)
      .filter(({ by, gone, rule }) => by === kept && gone === undefined && rule === 'judged')
      .map(({ part }) => ({ node, ...(part === undefined ? {} : { part }) })),
  )

/** Returns the kept messages that took the place of a stretch of a memory and hold: those that were changed since are over already. */
const keptAgainst = (graph: GraphView, node: NodeNumber, stretch: Stretch | undefined) => {
  const isMeant = ({ by, gone, part, rule }: Supersession) =>
    rule === 'judged' &&
    gone === undefined &&
    overlaps(part, stretch) &&
    graph.typeOf(by) === 'correction' &&
    graph.supersededBy(by).length === 0
  return graph
    .supersededBy(node)
    .filter(isMeant)
    .map(({ by }) => ({ node: by }))
}
