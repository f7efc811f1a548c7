/** Tells where a strength comes from, event by event. */
import * as Effect from 'effect/Effect'
import { type BrainEvent, type EventType, ignore } from '../../domain/events/brain-event.ts'
import type { Step } from '../../domain/history/blame.ts'
import { type ContentRef, type EdgeNumber, type NodeNumber, type Position, printedFeedback, printedTurn } from '../../domain/identity.ts'
import { units } from '../../domain/strength.ts'
import type { BlameAnswer, BlameStep } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'
import { stateAt } from '../commands/as-of.ts'
import { nodeNames, printedEdge, resolveEdge } from '../naming/names.ts'
import { actorNames, isoTime, namedSession, sessionKeyRef } from '../naming/speakers.ts'
import { correctionsOf, doubtsIn } from '../recall/recall-answer.ts'
import type { BlameRequest } from '../requests.ts'
import { readHistories, type Traced } from './histories.ts'

export const blame = Effect.fnUntraced(function* (brain: OpenBrain, request: BlameRequest) {
  const { graph, position, progress } = yield* stateAt(brain, request.at)
  const edge = yield* resolveEdge(brain, graph, request.edge)
  const { strength } = yield* historiesOf(brain, { edges: new Set([edge.edge]), nodes: new Set() }, position)
  const names = yield* nodeNames(brain, graph, [edge.source, edge.target], 'names')
  const doubts = doubtsIn((yield* correctionsOf(brain, graph, [edge.target]))(edge.target))
  return {
    brain: brain.key,
    edge: printedEdge(edge.edge),
    source: names.id(edge.source),
    target: names.id(edge.target),
    kind: edge.kind,
    first: units(edge.first),
    strength: units(edge.strength),
    history: strength(edge.edge),
    ...(doubts.length === 0 ? {} : { doubts }),
    backlog: progress.pending.length,
    position,
  } satisfies BlameAnswer
})

/** Reads the histories of strengths and utilities up to a position. */
export const historiesOf = Effect.fnUntraced(function* (brain: OpenBrain, traced: Traced, upTo: Position) {
  const { edges, nodes } = traced
  const reader = yield* readHistories(brain, traced, upTo)
  const steps = [...edges].flatMap(reader.strength).concat([...nodes].flatMap((node) => reader.utility(node).steps))
  const actors = yield* actorNames(
    brain,
    steps.map((step) => saidIn(step).actor),
  )
  const sessions = new Set(steps.map((step) => saidIn(step).session))
  const texts = yield* keptBodies(brain, [...steps.flatMap(textOf), ...[...sessions].flatMap((session) => sessionKeyRef(brain, session))])
  const tell = (step: Step): BlameStep => {
    const { actor, session } = saidIn(step)
    const [text] = textOf(step).flatMap((ref) => texts.get(ref) ?? [])
    return printed(step, { actor: actors(actor), ...namedSession(brain, session, texts) }, text)
  }
  return {
    strength: (edge: EdgeNumber): ReadonlyArray<BlameStep> => reader.strength(edge).map(tell),
    utility: (node: NodeNumber): { readonly utility: number; readonly utilityHistory: ReadonlyArray<BlameStep> } => {
      const history = reader.utility(node)
      return { utility: units(history.utility), utilityHistory: history.steps.map(tell) }
    },
  }
})

/** The commit of the fact behind a step: of the event itself where it has none. */
const saidIn = ({ cause, event }: Step): BrainEvent['commit'] => (cause ?? event).commit

const textOf = ({ cause }: Step): ReadonlyArray<ContentRef> =>
  (cause?.type === 'FeedbackGiven' || cause?.type === 'OutcomeGiven') && cause.data.text !== undefined ? [cause.data.text] : []

type Speaker = Pick<BlameStep, 'actor' | 'session' | 'sessionKey'>

const printed = ({ cause, event, from, to }: Step, speaker: Speaker, text: string | undefined): BlameStep => ({
  ...said(event, cause),
  position: event.position,
  type: event.type,
  at: isoTime(event.commit.at),
  from: units(from),
  to: units(to),
  delta: units(to - from),
  cause: event.cause ?? null,
  ...speaker,
  reason: reasonOf(event, cause?.type),
  ...(text === undefined ? {} : { said: text }),
})

/** Returns the verdict and feedback of the fact behind a step, if it is one. The turn is given also if its end alone moved the edge. */
const said = (event: BrainEvent, cause: BrainEvent | undefined): Pick<BlameStep, 'verdict' | 'feedback' | 'turn'> => {
  const number = event.turn ?? cause?.turn
  const turn = number === undefined || event.type === 'EdgeLinked' ? null : printedTurn(number)
  return cause?.type === 'FeedbackGiven' || cause?.type === 'OutcomeGiven'
    ? { verdict: cause.data.verdict, feedback: printedFeedback(cause.data.feedback), turn }
    : { verdict: null, feedback: null, turn }
}

/** Requests other than a rollback that set strengths to absolute values. */
const restoredBy: Readonly<Partial<Record<EventType, string>>> = {
  MaintenanceRequested: 'protected',
  UnlearnRequested: 'unlearned',
  UnlearnWithdrawn: 'withdrawn',
  BrainPromoted: 'promoted',
}

/** Returns the reason that the event gives. Decays and restorations give none. */
const reasonOf = (event: BrainEvent, cause: EventType | undefined): string => {
  switch (event.type) {
    case 'EdgeLinked':
    case 'EdgePruned':
    case 'EdgeRestored':
    case 'StrengthAdjusted':
    case 'UtilityAdjusted':
      return event.data.reason
    case 'StrengthsDecayed':
      return 'decay'
    case 'StrengthsRestored':
      return restoredBy[cause ?? 'RollbackRequested'] ?? 'rollback'
    default:
      ignore<'changed edges' | 'utility moves'>(event.type)
      return 'set'
  }
}
