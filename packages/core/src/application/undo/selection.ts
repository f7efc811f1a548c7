/** Finds the signals that an unlearning selects: by session, turn, feedback, origin, actor or a part of the log. */
import * as Effect from 'effect/Effect'
import { type BrainEvent, type EventData, type EventType, eventTypes } from '../../domain/events/brain-event.ts'
import type { ModelTaskName } from '../../domain/events/model-events.ts'
import { isLive } from '../../domain/graph.ts'
import { type CallNumber, type FeedbackNumber, type NodeNumber, type Position, printedFeedback } from '../../domain/identity.ts'
import { nodesOut, standingRequests } from '../../domain/projections/standing.ts'
import { isRestored, isSignal } from '../../domain/undo/restatement.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { forEachEvent } from '../brain/commit-row.ts'
import { keptBodies } from '../brain/contents.ts'
import { walkTypes } from '../history/log.ts'
import { readNumber, resolveActor, resolveSessions, resolveTurn } from '../naming/names.ts'
import { resolvePosition } from '../naming/positions.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import type { UnlearnRequest } from '../requests.ts'

/** The selection of a request, with its names looked up. */
export interface Selection {
  readonly asked: Omit<EventData<'UnlearnRequested'>, 'signals' | 'nodes'>
  /** True for an event that the selection means. */
  readonly means: (event: BrainEvent) => boolean
  readonly from: Position
  readonly to: Position
}

/** The fields of a request that select by a name, and what each selects by. */
export const selectorNames = {
  ofSession: 'session',
  ofTurn: 'turn',
  ofFeedback: 'feedback',
  ofOrigin: 'origin',
  ofActor: 'actor',
  ofJudge: 'judge',
} as const
type Name = keyof typeof selectorNames
export const selectors = Object.keys(selectorNames) as ReadonlyArray<Name>

/** True if the request selects anything. */
export const selects = (request: UnlearnRequest): boolean =>
  selectors.some((name) => request[name] !== undefined) ||
  [request.since, request.until, request.withNodes].some((one) => one !== undefined)

/**
 * Reads the selection of a request: one name, a part of the log, or one name within a part of the log. A part is that of the log as it is now; what
 * has the name is looked up whenever the answer is run, for others may write meanwhile.
 */
export const readSelection = Effect.fnUntraced(function* (brain: OpenBrain, request: UnlearnRequest) {
  const given = selectors.filter((name) => request[name] !== undefined)
  const [name, other] = given
  if (other !== undefined)
    return yield* new InvalidRequest({
      field: selectorNames[other],
      problem: 'only one of session, turn, feedback, origin, actor and judge can be selected',
    })
  if (name === undefined && request.since === undefined)
    return yield* new InvalidRequest({
      field: 'session',
      problem: 'nothing is selected: name a session, a turn, a feedback, an origin, an actor, a judge, or since',
    })
  const since = request.since === undefined ? undefined : (yield* resolvePosition(brain, request.since)) + 1
  const until = request.until === undefined ? undefined : yield* resolvePosition(brain, request.until)
  if (until === undefined && (since ?? 1) > brain.state.position)
    return yield* new InvalidRequest({ field: 'since', problem: `the log ends at ${brain.state.position}: nothing was said after it` })
  if ((since ?? 1) > (until ?? brain.state.position))
    return yield* new InvalidRequest({ field: 'until', problem: 'it is before the beginning of the selection; exchange the two' })
  const part = { ...(since === undefined ? {} : { since }), ...(until === undefined || until === 0 ? {} : { until }) }
  const range = { from: since ?? 1, to: until ?? Number.MAX_SAFE_INTEGER }
  return Effect.map(
    Effect.suspend(() => readName(brain, request, name)),
    ({ asked, means }): Selection => ({ ...range, means, asked: { ...asked, ...part } }),
  )
})

type Means = Selection['means']
const selected = (selector: EventData<'UnlearnRequested'>['selector'], numbers: Iterable<number>, means: Means) => ({
  asked: { selector, selected: [...numbers] },
  means,
})

const readName = Effect.fnUntraced(function* (brain: OpenBrain, request: UnlearnRequest, name: Name | undefined) {
  const text = (name === undefined ? undefined : request[name]) ?? ''
  switch (name) {
    case 'ofSession': {
      const sessions = yield* resolveSessions(brain, text)
      return selected(selectorNames[name], sessions, ({ commit }) => commit.session !== undefined && sessions.has(commit.session))
    }
    case 'ofTurn': {
      const turn = yield* resolveTurn(brain.state, text)
      const isOf = (event: BrainEvent) =>
        event.turn === turn || (event.type === 'OutcomeGiven' && event.data.turns.length === 1 && event.data.turns[0] === turn)
      return selected(selectorNames[name], [turn], isOf)
    }
    case 'ofFeedback': {
      const feedback = yield* readNumber('feedback', text)
      if (feedback > brain.state.participants.feedbacks) return yield* unknownFeedback(brain, feedback)
      return selected(selectorNames[name], [feedback], (event) => feedbackOf(event) === feedback)
    }
    case 'ofActor': {
      const actor = yield* resolveActor(brain, text)
      return selected(selectorNames[name], [actor], ({ commit }) => commit.actor === actor)
    }
    case 'ofJudge': {
      const calls = yield* callsOfJudge(brain, text)
      return selected(selectorNames[name], calls, (event) => calls.has(callOf(event) ?? 0))
    }
    case 'ofOrigin': {
      const { ofOrigin: origin = 'owner' } = request
      const means: Means = (event) => event.origin === origin
      return { asked: { selector: selectorNames[name], selected: [], selectedOrigin: origin }, means }
    }
    default:
      return selected('range', [], () => true)
  }
})

/** Returns the call by which a model said something that can be taken back. */
const callOf = (event: BrainEvent): CallNumber | undefined =>
  event.type === 'MessageJudged' || event.type === 'AliasesNamed' ? event.data.call : undefined

/** Returns the calls in which a model judged messages or named aliases, by its name alone or with that of the prompt. */
const takenBack: ReadonlySet<ModelTaskName> = new Set(['judge', 'aliases'])

const callsOfJudge = Effect.fnUntraced(function* (brain: OpenBrain, judge: string) {
  const asked: Array<EventData<'ModelAsked'>> = []
  yield* forEachEvent(
    brain,
    1,
    brain.state.position,
    (event) => {
      if (event.type === 'ModelAsked' && takenBack.has(event.data.task)) asked.push(event.data)
    },
    new Set(['ModelAsked']),
  )
  const bodies = yield* keptBodies(brain, [...new Set(asked.map(({ model }) => model))])
  const isMeant = ({ model, template }: EventData<'ModelAsked'>) => [bodies.get(model), `${bodies.get(model)}@${template}`].includes(judge)
  const calls = new Set(asked.filter(isMeant).map(({ call }) => call))
  if (calls.size > 0) return calls
  const known = [...new Set(asked.map(({ model, template }) => `${bodies.get(model) ?? 'erased'}@${template}`))]
  const hint =
    known.length === 0
      ? 'no model judged a message or named aliases yet'
      : `these judged messages or named aliases: ${known.slice(-8).join(', ')}`
  return yield* new NotFound({ what: 'judge', name: judge.slice(0, 200), hint })
})

/** Returns the number by which a verdict, or a judgement from which something followed, is taken back. */
export const feedbackOf = (event: BrainEvent): FeedbackNumber | undefined =>
  event.type === 'FeedbackGiven' || event.type === 'OutcomeGiven' || event.type === 'MessageJudged' ? event.data.feedback : undefined

const unknownFeedback = ({ state }: OpenBrain, feedback: FeedbackNumber) => {
  const { feedbacks } = state.participants
  const hint = feedbacks === 0 ? 'no verdict was given yet' : `the newest is ${printedFeedback(feedbacks)}`
  return new NotFound({ what: 'feedback', name: printedFeedback(feedback), hint })
}

/** Error for a selection without signals. */
export const nothingSelected = ({ asked }: Selection) =>
  new NotFound({
    what: 'signal',
    name: `of that ${asked.selector}`,
    hint: 'no verdict, strength set by hand or trust was said there; log lists what was said',
  })

/** The types that a recall records, which are most of a log. They are no signals, and no effects of the end of a turn. */
const ofRecalls: ReadonlySet<EventType> = new Set([...walkTypes, 'TurnStarted', 'ContextBundled', 'NoveltyAssessed'])
const taught: ReadonlySet<EventType> = new Set(eventTypes.filter((type) => !ofRecalls.has(type)))

/** Finds the signals of a selection. Turns whose end moved strengths are signals, too. */
export const findSignals = Effect.fnUntraced(function* (brain: OpenBrain, { from, means, to }: Selection) {
  const signals = new Set<Position>()
  const ends = new Set<Position>()
  const added = new Set<NodeNumber>()
  const kept = new Set<NodeNumber>()
  const messages = new Set<NodeNumber>()
  yield* forEachEvent(
    brain,
    from,
    brain.state.position,
    (event) => {
      if (event.cause !== undefined && ends.has(event.cause)) signals.add(event.cause)
      if (event.type === 'MessageJudged' && event.data.kept !== undefined) {
        if (event.position <= to && means(event)) messages.add(event.data.kept)
      }
      if (event.position > to || !means(event)) {
        for (const node of judgedNodes(event)) kept.add(node)
        return
      }
      if (isSignal(event) && !isRestored(event)) signals.add(event.position)
      if (event.type === 'TurnCompleted') ends.add(event.position)
      else if (event.type === 'NodeAdded') added.add(event.data.node)
    },
    taught,
  )
  const { graph, said, unlearnings } = brain.state
  const retired = nodesOut(unlearnings, standingRequests(unlearnings))
  const isOut = (node: NodeNumber) => retired.has(node) && unlearnings.held.has(node)
  const isMessage = (node: NodeNumber) => graph.typeOf(node) === 'correction' || said.captured.has(node)
  const isAlone = (node: NodeNumber) => !kept.has(node) && (isLive(graph.stateOf(node)) || isOut(node))
  return {
    /** Positions of signals, rising. */
    signals: [...signals].sort((a, b) => a - b),
    /** The memories that come from the selection alone: cues of its verdicts, and notes that were added in it. Live, or unlearned already. */
    nodes: [...added].filter(isAlone),
    /** The memories that its judgements added to keep messages. */
    kept: [...messages].filter((node) => isMessage(node) && (isLive(graph.stateOf(node)) || isOut(node))),
  }
})

/** Returns the memories that a verdict judges, names or moves. */
const judgedNodes = (event: BrainEvent): ReadonlyArray<NodeNumber> => {
  if (event.type === 'OutcomeGiven') return event.data.cues
  if (event.type !== 'FeedbackGiven') return []
  const { cue = 0, instead = [], nodes } = event.data
  return [cue, ...nodes, ...instead]
}
