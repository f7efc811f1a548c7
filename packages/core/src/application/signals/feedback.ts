/** Records a verdict on a recall, and answers after the learner has processed it. */

import { terms } from '@crabtrail/text/words/tokenise'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { type SharedVerdict, sharedVerdicts } from '../../domain/events/learning-events.ts'
import { isItem } from '../../domain/graph.ts'
import { type NodeNumber, type Position, printedTurn, type SessionNumber, type TurnNumber } from '../../domain/identity.ts'
import { closenessOf } from '../../domain/learning/credit-policy.ts'
import { judgedTurn, type SaidMeanwhile } from '../../domain/learning/feedback.ts'
import { type CandidateTurn, candidateTurns } from '../../domain/learning/outcome.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import { type Naming, namesOtherwise } from '../../domain/superseding/superseded-event.ts'
import type { FeedbackAnswer, UngainedNode } from '../answers.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { commitAt } from '../brain/commit-row.ts'
import { type ContentDrafts, cleanText, keptBody } from '../brain/contents.ts'
import { stateAt } from '../commands/as-of.ts'
import { feedbackAnswer, lastPosition, workBacklog } from '../commands/learner.ts'
import { beginSignal, begunSession, runCommand } from '../commands/run-command.ts'
import { nodeNames, readNumber, resolveNode } from '../naming/names.ts'
import { passagesOf } from '../passages/passages.ts'
import { sayingOf } from '../recall/cues.ts'
import { namedInTurn } from '../recall/named-in-turn.ts'
import { gatherCue, nothingRecalled, nothingToJudge, readTurn } from '../recall/recorded-turn.ts'
import type { FeedbackRequest } from '../requests.ts'
import { knownPassage } from '../superseding/read-passages.ts'
import { namedInChanges, supersessionsChanged, toldChanges } from '../superseding/supersessions-changed.ts'

/* Records a verdict that names no turn as a fact; the learner shares it among the session's last turns. */

type OutcomeRequest = FeedbackRequest & { readonly verdict: SharedVerdict }

/** True for a verdict that can be shared among turns and names neither a turn nor a memory. */
const isShared = (request: FeedbackRequest): request is OutcomeRequest =>
  request.turn === undefined &&
  request.context === undefined &&
  request.nodes.length === 0 &&
  (request.instead ?? []).length === 0 &&
  sharedVerdicts.some((verdict) => verdict === request.verdict)

/** Records a shared verdict. `request` was checked as a feedback. */
const shareOutcome = Effect.fnUntraced(function* (brain: OpenBrain, request: OutcomeRequest) {
  const signal = yield* beginSignal(brain, request, 'feedback')
  const { drafts } = signal
  const said = request.text === undefined ? undefined : (yield* cleanText(request.text)).text
  const text = said === undefined ? undefined : drafts.add(said)
  const done = yield* runCommand(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* ({ access, profile, speaker, state }) {
      const session = begunSession(speaker)
      if (!asksIn(state, session)) return yield* nothingToJudge(nothingRecalled)
      const turns = candidateTurns(state, session, yield* Clock.currentTimeMillis, profile)
      const candidates = yield* gatherCandidates(brain, drafts, access, { said, turns })
      const { outcome, tier = 'conscious', verdict } = request
      return { _tag: 'GiveOutcome' as const, verdict, candidates, outcome, tier, text }
    }),
  })
  yield* workBacklog(brain)
  return yield* feedbackAnswer(brain, lastPosition(done))
})

const asksIn = (state: BrainState, session: SessionNumber | undefined): boolean => {
  for (const turn of state.recentTurns()) if (turn.session === session) return true
  return false
}

interface Told {
  readonly said: string | undefined
  readonly turns: ReadonlyArray<TurnRecord>
}

/** Gathers, for each turn, the cue of its question (the same for equal questions) and the closeness of the verdict's words to the turn. */
const gatherCandidates = Effect.fnUntraced(function* (brain: OpenBrain, drafts: ContentDrafts, access: Access, { said, turns }: Told) {
  const cues = new Map<string, CandidateTurn['newCue']>()
  const candidates: Array<CandidateTurn> = []
  const words = said === undefined ? [] : terms(said)
  for (const record of turns) {
    const { id, knownCue, newCue } = yield* gatherCue(brain, drafts, access, record.turn)
    if (id !== undefined && !cues.has(id)) cues.set(id, newCue)
    const closeness = words.length === 0 ? 0 : closenessOf(words, yield* wordsAbout(brain, record, access))
    candidates.push({ turn: record.turn, knownCue, newCue: id === undefined ? undefined : cues.get(id), closeness })
  }
  return candidates
})

const wordsAbout = Effect.fnUntraced(function* (brain: OpenBrain, { included, question }: TurnRecord, access: Access) {
  const names = yield* nodeNames(brain, brain.state.graph, included, 'texts')
  const asked = yield* keptBody(brain, question, access.bodies)
  const texts = [asked, ...included.flatMap((node) => [names.title(node), names.text(node)])]
  return texts.flatMap((text) => (text === undefined ? [] : terms(text)))
})

export const feedback = Effect.fnUntraced(function* (brain: OpenBrain, request: FeedbackRequest) {
  if (isShared(request)) return yield* shareOutcome(brain, request)
  const signal = yield* beginSignal(brain, request, 'feedback')
  const { drafts } = signal
  const text = request.text === undefined ? undefined : drafts.add((yield* cleanText(request.text)).text)
  const done = yield* runCommand(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* ({ access, speaker, state }) {
      const named = request.turn === undefined ? undefined : state.turn(yield* readNumber('turn', request.turn))
      const session = begunSession(speaker)
      const wasShown = (node: NodeNumber) => (named === undefined ? showedLately(state, session, node) : showed(named, node))
      const nodes = yield* Effect.forEach(request.nodes, (node) => namedInTurn(brain, state.graph, node, { wasShown, at: named?.position }))
      const instead = yield* Effect.forEach(request.instead ?? [], (node) => resolveNode(brain, state.graph, node))
      const turn = yield* chooseTurn(brain, request, session, nodes)
      const { knownCue, newCue } = yield* gatherCue(brain, drafts, access, turn)
      const { outcome, tier = 'conscious', verdict } = request
      const naming = namesOtherwise(request) ? yield* namingOf(brain, turn, nodes, instead) : undefined
      const judged = { verdict, turn, nodes, instead, outcome, tier, text, naming, knownCue, newCue }
      return { _tag: 'GiveFeedback' as const, given: 'explicit' as const, ...judged }
    }),
  })
  yield* workBacklog(brain)
  const at = lastPosition(done)
  const told = {
    ...(yield* supersededIn(brain, at)),
    ...(yield* earlierIn(brain, request, at)),
    ...(yield* ungainedBy(brain, at, done.recorded === undefined ? undefined : String(at))),
  }
  return { ...(yield* feedbackAnswer(brain, at)), ...told } satisfies FeedbackAnswer
})

const showedLately = (state: BrainState, session: SessionNumber | undefined, node: NodeNumber): boolean => {
  for (const turn of state.recentTurns()) if (turn.session === session && showed(turn, node)) return true
  return false
}

/** Says so where a verdict that names no turn is on another one than the newest that its session had then: which question that turn had. */
const earlierIn = Effect.fnUntraced(function* (brain: OpenBrain, { answering, context, turn }: FeedbackRequest, at: Position) {
  if (turn !== undefined || context !== undefined || answering !== undefined) return {}
  const fact = (yield* commitAt(brain, at)).find(({ type }) => type === 'FeedbackGiven')
  const meant = fact?.turn === undefined ? undefined : brain.state.turn(fact.turn)
  const newest = [...brain.state.recentTurns()].find(({ position, session }) => session === meant?.session && position < at)
  if (meant === undefined || newest === undefined || newest.turn === meant.turn) return {}
  return { earlier: { question: (yield* keptBody(brain, meant.question)) ?? null, newest: printedTurn(newest.turn) } }
})

/** Returns the memories that the commit of a verdict superseded or let hold again. */
const supersededIn = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  const { graph } = brain.state
  const changes = supersessionsChanged(graph, yield* commitAt(brain, at))
  if (changes.length === 0) return {}
  return { superseded: toldChanges(yield* nodeNames(brain, graph, namedInChanges(changes), 'names'), changes) }
})

/** Says so where a verdict praised memories that may not be given. `past`: the position of a verdict that was recorded before. */
const ungainedBy = Effect.fnUntraced(function* (brain: OpenBrain, at: Position, past: string | undefined) {
  const fact = (yield* commitAt(brain, at)).find(({ type }) => type === 'FeedbackGiven')
  if (fact?.type !== 'FeedbackGiven') return {}
  const { instead = [], nodes, outcome } = fact.data
  const { graph } = yield* stateAt(brain, past)
  const barred = [...(outcome > 0 ? nodes : []), ...instead].filter((node) => isItem(graph.typeOf(node)) && !graph.isTrusted(node))
  if (barred.length === 0) return {}
  const names = yield* nodeNames(brain, brain.state.graph, barred, 'names')
  const told = barred.map((node): UngainedNode => {
    const review = graph.reviewOf(node)
    return { node: names.id(node), ...(review === undefined ? {} : { review }) }
  })
  return { ungained: told }
})

const namingOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  turn: TurnNumber,
  wrong: ReadonlyArray<NodeNumber>,
  [right, ...others]: ReadonlyArray<NodeNumber>,
) {
  if (right === undefined || others.length > 0) return undefined
  const passages = yield* passagesOf(brain, brain.state.graph, [right, ...wrong])
  const passage = passages.get(right)
  if (passage === undefined) return undefined
  const known = wrong.flatMap((node) => {
    const one = passages.get(node)
    return one === undefined ? [] : [knownPassage(one)]
  })
  const question = yield* keptBody(brain, (yield* readTurn(brain, turn)).question)
  return { question, right: knownPassage(passage), wrong: known } satisfies Naming
})

/** Chooses the turn that was named, or the newest of the session that showed one of the nodes. */
const chooseTurn = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: FeedbackRequest,
  session: number | undefined,
  nodes: ReadonlyArray<NodeNumber>,
) {
  const named = request.turn === undefined ? undefined : yield* readNumber('turn', request.turn)
  if (request.answering !== undefined) return yield* chooseAnswered(brain, request, request.answering, { session, nodes, named })
  if (named !== undefined) return named
  const turns = [...brain.state.recentTurns()].filter((turn) => turn.session === session)
  if (request.context !== undefined) return yield* chooseAsked(brain, turns, request.context, nodes)
  const turn = turns.find((one) => nodes.length === 0 || nodes.some((node) => showed(one, node)))
  if (turn !== undefined) return turn.turn
  return yield* nothingToJudge(turns.length === 0 ? nothingRecalled : 'no recent one of this session showed that node; name it with --turn')
})

/** Chooses the newest of these turns that asked this question and showed one of the nodes. */
const chooseAsked = Effect.fnUntraced(function* (
  brain: OpenBrain,
  turns: ReadonlyArray<TurnRecord>,
  context: string,
  nodes: ReadonlyArray<NodeNumber>,
) {
  const asked = sayingOf((yield* cleanText(context)).text)
  for (const turn of turns) {
    if (nodes.length > 0 && !nodes.some((node) => showed(turn, node))) continue
    const question = yield* keptBody(brain, turn.question)
    if (question !== undefined && sayingOf(question) === asked) return turn.turn
  }
  return yield* nothingToJudge('no recent turn of this session asked that and showed that node; recall it first')
})

/** Chooses the turn for an agent that answers a message. A named one that shows none of the nodes is refused if no other shows one. */
const chooseAnswered = Effect.fnUntraced(function* (
  { state }: OpenBrain,
  { verdict }: FeedbackRequest,
  { message, turn }: NonNullable<FeedbackRequest['answering']>,
  about: Pick<SaidMeanwhile, 'session' | 'nodes' | 'named'>,
) {
  const own = turn === undefined ? undefined : yield* readNumber('turn', turn)
  const meant = judgedTurn(state, { ...about, own, message, verdict })?.turn ?? about.named
  return meant ?? (yield* nothingToJudge('no recent turn of this conversation gave that; name the notes, or their turn'))
})

const showed = ({ fired, shown }: TurnRecord, node: NodeNumber): boolean => shown.includes(node) || fired.has(node)
