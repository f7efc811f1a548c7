/** Takes a verdict on a recall, and lets the learner work it in before answering. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { tiers, verdicts } from '../../domain/events/feedback-events.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { decideFeedback } from '../../domain/learning/feedback.ts'
import { judgedTurn, type SaidMeanwhile } from '../../domain/learning/judged-turn.ts'
import { outcomeRange } from '../../domain/learning/verdict-policy.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import { introduce, sessionKind } from '../../domain/recording/participants.ts'
import { beginSignal } from '../brain/begin-signal.ts'
import { type OpenBrain, transact } from '../brain/brain.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { cleanInput } from '../brain/text-input.ts'
import { limits } from '../limits.ts'
import { readNumber, resolveNode } from '../naming/names.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { FeedbackRequest } from '../requests.ts'
import { nothingRecalled, nothingToJudge } from './asked-turn.ts'
import { lastPosition } from './fact-effects.ts'
import { feedbackAnswer } from './feedback-answer.ts'
import { workBacklog } from './learner.ts'
import { isShared, shareOutcome } from './outcome.ts'
import { gatherCue } from './question-cue.ts'
import { refuse, rejected } from './rejections.ts'

export const feedback = Effect.fnUntraced(function* (brain: OpenBrain, request: FeedbackRequest) {
  yield* checkRequest(request)
  if (isShared(request)) return yield* shareOutcome(brain, request)
  const signal = yield* beginSignal(brain, 'feedback', request)
  const { drafts } = signal
  const text = request.text === undefined ? undefined : drafts.add(yield* cleanInput('text', request.text, limits.feedbackTextBytes))
  const judged = request.turn === undefined ? undefined : brain.state.turn(yield* readNumber('turn', request.turn))
  const wasShown = (node: NodeNumber) => judged !== undefined && showed(judged, node)
  const nodes = yield* Effect.forEach(request.nodes, (node) => resolveNode(brain, brain.state.graph, node, wasShown))
  const instead = yield* Effect.forEach(request.instead ?? [], (node) => resolveNode(brain, brain.state.graph, node))
  const { answer, recorded } = yield* transact({
    ...signal,
    durability: 'power',
    decide: Effect.fnUntraced(function* (access) {
      const { state } = brain
      const participants = yield* gatherParticipants(brain, request, drafts, access)
      const introduced = introduce(state, participants)
      const turn = yield* chooseTurn(brain, request, participants.session?.known, nodes)
      const cue = yield* gatherCue(brain, drafts, access, turn)
      const signal = {
        verdict: request.verdict,
        turn,
        nodes,
        instead,
        outcome: request.outcome,
        tier: request.tier ?? 'conscious',
        origin: participants.origin,
        actor: introduced.actor,
        session: sessionKind(state, participants),
        text,
        given: 'explicit',
        ...cue,
      } as const
      const decided = decideFeedback(signal, state, yield* profileOf(state, brain.key))
      if (Result.isFailure(decided)) return yield* refuse(decided.failure)
      const events = [...introduced.events, ...decided.success.events]
      return { ...introduced, events, answer: state.position + events.length }
    }),
  }).pipe(Effect.catchTag('Refused', ({ rejection }) => rejected(brain, rejection)))
  yield* workBacklog(brain)
  return yield* feedbackAnswer(brain, lastPosition(answer, recorded))
})

const checkRequest = Effect.fnUntraced(function* (request: FeedbackRequest) {
  const malformed = (field: string, problem: string) => new InvalidRequest({ field, problem })
  yield* checkNames(request)
  const verdict = verdicts.find((one) => one === request.verdict)
  if (verdict === undefined)
    return yield* malformed('verdict', `there is no ${JSON.stringify(request.verdict)}; choose one of ${verdicts.join(', ')}`)
  const tier = request.tier ?? 'conscious'
  if (!tiers.includes(tier) || String(tier) === 'manual')
    return yield* malformed('tier', 'choose agent or conscious; strength sets an edge by hand')
  const named = request.nodes.length + (request.instead?.length ?? 0)
  if (named > limits.nodesNamed) return yield* malformed('nodes', `${named} are named; at most ${limits.nodesNamed}`)
  if (request.outcome === undefined) return
  const [min, max] = outcomeRange(verdict)
  if (!(request.outcome >= min && request.outcome <= max)) {
    return yield* malformed('outcome', `${request.outcome} is out of range: ${verdict} has one from ${min} to ${max}`)
  }
})

/** The turn that was named, or the newest of the session that showed one of the nodes. */
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
  const turn = turns.find((one) => nodes.length === 0 || nodes.some((node) => showed(one, node)))
  if (turn !== undefined) return turn.turn
  return yield* nothingToJudge(turns.length === 0 ? nothingRecalled : 'no recent one of this session showed that node; name it with --turn')
})

/** The same for an agent that answers a message. A turn that is named and shows none of the nodes is refused as such where no other does. */
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
