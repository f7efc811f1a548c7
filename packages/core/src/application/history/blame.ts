/** Tells where a strength comes from, event by event. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { blameReader, type StrengthStep } from '../../domain/history/blame.ts'
import { type EdgeNumber, type Position, printedFeedback, printedTurn } from '../../domain/identity.ts'
import { units } from '../../domain/strength.ts'
import { forEachEvent } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { BlameAnswer, BlameStep } from '../history-answers.ts'
import { nodeNames, printedEdge, resolveEdge } from '../naming/names.ts'
import { actorNames, isoTime } from '../naming/speakers.ts'
import type { BlameRequest } from '../requests.ts'

export const blame = Effect.fnUntraced(function* (brain: OpenBrain, request: BlameRequest) {
  const { graph, position, progress } = brain.state
  const edge = yield* resolveEdge(brain, graph, request.edge)
  const histories = yield* strengthHistories(brain, [edge.edge], position)
  const names = yield* nodeNames(brain, graph, [edge.source, edge.target], 'names')
  return {
    brain: brain.key,
    edge: printedEdge(edge.edge),
    source: names.id(edge.source),
    target: names.id(edge.target),
    kind: edge.kind,
    first: units(edge.first),
    strength: units(edge.strength),
    history: histories.get(edge.edge) ?? [],
    backlog: progress.pending.length,
    position,
  } satisfies BlameAnswer
})

/** The histories of edges up to a position: one pass over the log. */
export const strengthHistories = Effect.fnUntraced(function* (brain: OpenBrain, edges: ReadonlyArray<EdgeNumber>, upTo: Position) {
  const reader = blameReader(new Set(edges))
  if (edges.length > 0) yield* forEachEvent(brain, 1, upTo, reader.read)
  const steps = edges.map((edge) => [edge, reader.history(edge).steps] as const)
  const actors = yield* actorNames(
    brain,
    steps.flatMap(([, history]) => history.map(({ cause, event }) => (cause ?? event).commit.actor)),
  )
  return new Map(steps.map(([edge, history]) => [edge, history.map((step) => told(step, actors))]))
})

const told = ({ cause, event, from, to }: StrengthStep, actors: (actor: number) => string): BlameStep => ({
  ...said(cause),
  position: event.position,
  type: event.type,
  at: isoTime(event.commit.at),
  from: units(from),
  to: units(to),
  delta: units(to - from),
  cause: event.cause ?? null,
  actor: actors((cause ?? event).commit.actor),
  reason: 'reason' in event.data && typeof event.data.reason === 'string' ? event.data.reason : reasonOf(event.type),
})

/** What somebody said, when the fact behind a step is a feedback. */
const said = (cause: BrainEvent | undefined): Pick<BlameStep, 'verdict' | 'feedback' | 'turn'> =>
  cause?.type === 'FeedbackGiven'
    ? {
        verdict: cause.data.verdict,
        feedback: printedFeedback(cause.data.feedback),
        turn: cause.turn === undefined ? null : printedTurn(cause.turn),
      }
    : { verdict: null, feedback: null, turn: null }

const reasonOf = (type: string): string => (type === 'StrengthsDecayed' ? 'decay' : type === 'StrengthsRestored' ? 'rollback' : 'set')
