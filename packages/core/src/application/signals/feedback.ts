/** Takes a verdict on a recall, and answers when the learner has worked it in. */
import * as Effect from 'effect/Effect'
import type { NodeNumber } from '../../domain/identity.ts'
import { judgedTurn, type SaidMeanwhile } from '../../domain/learning/judged-turn.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { beginSignal, begunSession, runCommand } from '../brain/run-command.ts'
import { cleanText } from '../brain/text-input.ts'
import { readNumber, resolveNode } from '../naming/names.ts'
import type { FeedbackRequest } from '../requests.ts'
import { feedbackAnswer, lastPosition } from './effects.ts'
import { workBacklog } from './learner.ts'
import { isShared, shareOutcome } from './outcome.ts'
import { gatherCue, nothingRecalled, nothingToJudge } from './turn-lookup.ts'

export const feedback = Effect.fnUntraced(function* (brain: OpenBrain, request: FeedbackRequest) {
  if (isShared(request)) return yield* shareOutcome(brain, request)
  const signal = yield* beginSignal(brain, request, 'feedback')
  const { drafts } = signal
  const text = request.text === undefined ? undefined : drafts.add((yield* cleanText(request.text)).text)
  const judged = request.turn === undefined ? undefined : brain.state.turn(yield* readNumber('turn', request.turn))
  const wasShown = (node: NodeNumber) => judged !== undefined && showed(judged, node)
  const nodes = yield* Effect.forEach(request.nodes, (node) => resolveNode(brain, brain.state.graph, node, wasShown))
  const instead = yield* Effect.forEach(request.instead ?? [], (node) => resolveNode(brain, brain.state.graph, node))
  const done = yield* runCommand(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* ({ access, speaker }) {
      const turn = yield* chooseTurn(brain, request, begunSession(speaker), nodes)
      const { knownCue, newCue } = yield* gatherCue(brain, drafts, access, turn)
      const { outcome, tier = 'conscious', verdict } = request
      return {
        _tag: 'GiveFeedback' as const,
        verdict,
        turn,
        nodes,
        instead,
        outcome,
        tier,
        text,
        given: 'explicit' as const,
        knownCue,
        newCue,
      }
    }),
  })
  yield* workBacklog(brain)
  return yield* feedbackAnswer(brain, lastPosition(done))
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

/** The same for an agent that answers a message. A named turn that shows none of the nodes is refused where no other turn shows one. */
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
