/** Reads the effects of facts back from the log and puts them into words, so that a repeated command has the same answer. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { type EdgeNumber, type NodeNumber, type Position, printedFeedback, printedTurn } from '../../domain/identity.ts'
import { units } from '../../domain/strength.ts'
import type { EdgeChange, FeedbackAnswer, UtilityChange } from '../answers.ts'
import { forEachEvent } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { Done } from '../brain/run-command.ts'
import { nodeNames, printedEdge } from '../naming/names.ts'
import { NotFound } from '../request-errors.ts'

/** Position of a command's last event, appended now or recorded before; 0 where it has none. */
export const lastPosition = ({ events, recorded }: Omit<Done<unknown>, 'answer'>): Position =>
  recorded === undefined ? (events.at(-1)?.position ?? 0) : recorded.first + recorded.count - 1

/** The fact at a position with its effects; `position` is where the last of them stands. */
export const factEffects = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  let fact: BrainEvent | undefined
  const effects: Array<BrainEvent> = []
  yield* forEachEvent(brain, at, brain.state.position, (event) => {
    if (event.position === at) fact = event
    if (event.cause === at) effects.push(event)
  })
  return { fact, effects, position: effects.at(-1)?.position ?? at }
})

type Change = readonly [number: number, from: number, to: number]

/** Edge changes that effects tell of, in their order. */
export const edgeChanges = (brain: OpenBrain, effects: ReadonlyArray<BrainEvent>) =>
  describeEdges(
    brain,
    effects.flatMap((event): ReadonlyArray<Change> => {
      if (event.type === 'StrengthAdjusted') return [[event.data.edge, event.data.from, event.data.to]]
      if (event.type !== 'StrengthsRestored') return []
      const { edges, from, to } = event.data
      return edges.map((edge, i) => [edge, from[i] ?? 0, to[i] ?? 0])
    }),
  )

export const utilityChanges = (brain: OpenBrain, effects: ReadonlyArray<BrainEvent>) =>
  describeUtilities(
    brain,
    effects.flatMap((event): ReadonlyArray<Change> => {
      if (event.type === 'UtilityAdjusted') return [[event.data.node, event.data.from, event.data.to]]
      if (event.type !== 'StrengthsRestored') return []
      const { nodes, utilityFrom, utilityTo } = event.data
      return nodes.map((node, i) => [node, utilityFrom[i] ?? 0, utilityTo[i] ?? 0])
    }),
  )

const describeEdges = Effect.fnUntraced(function* (brain: OpenBrain, changes: ReadonlyArray<readonly [EdgeNumber, number, number]>) {
  const { graph } = brain.state
  const names = yield* nodeNames(
    brain,
    graph,
    changes.flatMap(([edge]) => [graph.sourceOf(edge), graph.targetOf(edge)]),
    'names',
  )
  return changes.map(
    ([edge, from, to]): EdgeChange => ({
      edge: printedEdge(edge),
      source: names.id(graph.sourceOf(edge)),
      target: names.id(graph.targetOf(edge)),
      kind: graph.kindOf(edge) ?? 'learned',
      from: units(from),
      to: units(to),
    }),
  )
})

const describeUtilities = Effect.fnUntraced(function* (brain: OpenBrain, changes: ReadonlyArray<readonly [NodeNumber, number, number]>) {
  const names = yield* nodeNames(
    brain,
    brain.state.graph,
    changes.map(([node]) => node),
    'names',
  )
  return changes.map(([node, from, to]): UtilityChange => ({ node: names.id(node), from: units(from), to: units(to) }))
})

/** `at` is the position of a verdict on one turn or on several: a repeated command is answered whichever of the two it was recorded as. */
export const feedbackAnswer = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  const { effects, fact, position } = yield* factEffects(brain, at)
  if (fact?.type !== 'FeedbackGiven' && fact?.type !== 'OutcomeGiven') {
    return yield* new NotFound({ what: 'feedback', name: `at position ${at}`, hint: 'the log holds none there' })
  }
  const [attributed] = effects.flatMap((event) => (event.type === 'FeedbackAttributed' ? [event.data] : []))
  const { reason, shares = [], turns = [] } = attributed ?? {}
  const shared = turns.flatMap((turn, i) => (shares[i] ? [{ turn: printedTurn(turn), share: units(shares[i]) }] : []))
  const answer: FeedbackAnswer = {
    brain: brain.key,
    feedback: printedFeedback(fact.data.feedback),
    turn: fact.turn === undefined ? null : printedTurn(fact.turn),
    ...(fact.type === 'OutcomeGiven' ? { shares: shared } : {}),
    verdict: fact.data.verdict,
    applied: fact.type === 'FeedbackGiven' ? fact.data.applied : fact.data.verdict,
    adjustments: yield* edgeChanges(brain, effects),
    utility: yield* utilityChanges(brain, effects),
    ...(reason === undefined ? {} : { refused: reason }),
    position,
  }
  return answer
})
