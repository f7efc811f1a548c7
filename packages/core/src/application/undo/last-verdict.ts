/** Finds the last verdict of a session that still teaches, and takes it back with those that said the same again. */
import * as Effect from 'effect/Effect'
import type { BrainEvent, BrainEventOf, EventData } from '../../domain/events/brain-event.ts'
import {
  type FeedbackNumber,
  type Position,
  printedFeedback,
  printedTurn,
  type SessionNumber,
  type TurnNumber,
} from '../../domain/identity.ts'
import { signalsOut, standingRequests } from '../../domain/projections/unlearnings.ts'
import { units } from '../../domain/strength.ts'
import type { UndoAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { eachCommitBack, forEachEvent } from '../brain/read-row.ts'
import { nodeNames, printedEdge } from '../naming/names.ts'
import { resolveSessions } from '../naming/speakers.ts'
import { ContentStore } from '../ports/content-store.ts'
import { readTurn } from '../recall/recorded-turn.ts'
import { NotFound } from '../request-errors.ts'
import type { UndoRequest } from '../requests.ts'
import type { Selection } from './selection.ts'
import { takeOut } from './unlearn.ts'

/** The session of a request that names none. */
const ownSession = 'cli'

export const undo = Effect.fnUntraced(function* (brain: OpenBrain, request: UndoRequest) {
  const { session = ownSession } = request
  const answer = yield* takeOut(brain, request, 'undo', lastVerdict(brain, session))
  const [position = 0] = answer.signals
  return { ...answer, took: yield* describe(brain, position) } satisfies UndoAnswer
})

const lastVerdict = Effect.fnUntraced(function* (brain: OpenBrain, name: string) {
  const { unlearnings } = brain.state
  const sessions = yield* resolveSessions(brain, name).pipe(
    Effect.catchTag('NotFound', (error) => (name === ownSession ? Effect.succeed(new Set<SessionNumber>()) : Effect.fail(error))),
  )
  const out = signalsOut(unlearnings, standingRequests(unlearnings))
  const refused = new Map<FeedbackNumber, Attribution['reason']>()
  const consumed: Array<SaidFeedback> = []
  const found = yield* eachCommitBack(brain, (events) => {
    for (const event of events.toReversed()) {
      // The newest attribution counts: an unlearning may have given a share to a verdict that was refused.
      if (event.type === 'FeedbackAttributed' && !refused.has(event.data.feedback)) refused.set(event.data.feedback, event.data.reason)
      else if (isSaid(event, sessions) && !out.has(event.position)) {
        if (!isRefused(event, refused)) return event
        if (event.type === 'FeedbackGiven' && refused.get(event.data.feedback) === 'consumed') consumed.push(event)
      }
    }
    return undefined
  })
  if (found === undefined)
    return yield* new NotFound({
      what: 'signal',
      name: `to undo in session ${name.slice(0, 200)}`,
      hint: 'no verdict that still teaches was said there; log lists what was said, and unlearn takes back more than the last one',
    })
  const { position } = found
  // Without the first of them the next would teach the same, and nothing would change.
  const again = found.type === 'FeedbackGiven' ? consumed.filter((event) => repeats(found, event)) : []
  const positions = new Set([position, ...again.map((event) => event.position)])
  const asked =
    found.type === 'FeedbackGiven' || found.type === 'OutcomeGiven'
      ? ({ selector: 'feedback', selected: [found.data.feedback, ...again.map(({ data }) => data.feedback).toSorted(rising)] } as const)
      : ({ selector: 'range', selected: [], since: position, until: position } as const)
  return { asked, means: (event) => positions.has(event.position), from: position, to: Math.max(...positions) } satisfies Selection
})

type SaidFeedback = BrainEventOf<'FeedbackGiven'>
type Attribution = EventData<'FeedbackAttributed'>

const rising = (one: number, other: number): number => one - other

/** True for a verdict of the same person that says nothing of the turn that the earlier one had not said. */
const repeats = (earlier: SaidFeedback, later: SaidFeedback): boolean =>
  later.turn === earlier.turn &&
  later.commit.actor === earlier.commit.actor &&
  later.data.applied === earlier.data.applied &&
  later.data.tier === earlier.data.tier &&
  later.data.nodes.every((node) => earlier.data.nodes.includes(node))

/** True for a verdict or a strength that somebody of these sessions said. What is inferred from a reply was said by nobody. */
const isSaid = (event: BrainEvent, sessions: ReadonlySet<SessionNumber>): boolean =>
  event.commit.session !== undefined &&
  sessions.has(event.commit.session) &&
  (event.type === 'StrengthSet' || ((event.type === 'FeedbackGiven' || event.type === 'OutcomeGiven') && event.data.given !== 'inferred'))

const isRefused = (event: BrainEvent, refused: ReadonlyMap<FeedbackNumber, Attribution['reason']>): boolean =>
  (event.type === 'FeedbackGiven' || event.type === 'OutcomeGiven') && refused.get(event.data.feedback) !== undefined

/** Describes the signal at a position. */
const describe = Effect.fnUntraced(function* (brain: OpenBrain, position: Position) {
  const events: Array<BrainEvent> = []
  yield* forEachEvent(brain, position, position, (event) => events.push(event))
  const [event] = events
  const { graph } = brain.state
  const told = {
    position,
    at: new Date(event?.commit.at ?? 0).toISOString(),
    feedback: null,
    verdict: null,
    turn: null,
    edge: null,
    nodes: [],
  }
  if (event?.type === 'StrengthSet') {
    const { edge, strength } = event.data
    const names = yield* nodeNames(brain, graph, [graph.sourceOf(edge), graph.targetOf(edge)], 'names')
    const nodes = [names.id(graph.sourceOf(edge)), names.id(graph.targetOf(edge))]
    return { ...told, edge: printedEdge(edge), value: units(strength), nodes }
  }
  if (event?.type !== 'FeedbackGiven' && event?.type !== 'OutcomeGiven') return told
  const judged = event.type === 'FeedbackGiven' ? event.data.nodes : []
  const names = yield* nodeNames(brain, graph, judged, 'names')
  const question = event.turn === undefined ? undefined : yield* questionOf(brain, event.turn)
  return {
    ...told,
    ...(question === undefined ? {} : { question }),
    feedback: printedFeedback(event.data.feedback),
    verdict: event.type === 'FeedbackGiven' ? event.data.verdict : event.data.verdict,
    turn: event.turn === undefined ? null : printedTurn(event.turn),
    nodes: judged.map((node) => names.id(node)),
  }
})

/** Returns the question of a turn; undefined if it was erased, or if the turn had none. */
const questionOf = Effect.fnUntraced(function* (brain: OpenBrain, turn: TurnNumber) {
  const { question } = yield* readTurn(brain, turn)
  if (question === undefined) return undefined
  const contents = yield* ContentStore
  return (yield* contents.bodies(brain.key, [question])).get(question)
})
