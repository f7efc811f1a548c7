/**
 * Assertions on the events of a command before they are appended: they follow on the state that they were decided over. A log keeps its mistakes
 * for ever, so a fault of a decider ends the request and leaves the log as it is.
 *
 * They stay on in production: each takes a comparison or two an event. What is read from a log is not looked at here: others wrote it, and it
 * must open.
 */

import { type EventType, type NewEvent, numberFields, visitNumbers } from './events/brain-event.ts'
import type { EdgeNumber, NodeNumber, Position } from './identity.ts'
import type { BrainState } from './projections/brain-fold.ts'
import type { Nano } from './strength.ts'

/** Thrown for events that do not follow on the state. It names the event and what is wrong with it, in numbers alone. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement'
}

/** Things that have numbers without gaps, each with the events that give out the next one. */
const births = {
  node: ['NodeAdded'],
  edge: ['EdgeLinked'],
  turn: ['TurnStarted', 'RecallSkipped', 'ModelAsked'],
  feedback: ['FeedbackGiven', 'OutcomeGiven', 'MessageJudged'],
  call: ['ModelAsked'],
  actor: ['ActorNamed'],
} as const satisfies Readonly<Record<string, ReadonlyArray<EventType>>>

type Numbered = keyof typeof births

const numberedFields = numberFields(Object.keys(births) as ReadonlyArray<Numbered>)

const lastOf = ({ graph, lastTurn, model, participants }: BrainState): Record<Numbered, number> => ({
  node: graph.nodes,
  edge: graph.edges,
  turn: lastTurn,
  feedback: participants.feedbacks,
  call: model.last,
  actor: participants.actors,
})

type Agreeing = Pick<NewEvent, 'cause' | 'data' | 'turn' | 'type'>

/** Throws a {@link Disagreement} where one of the events of a commit does not follow on the state, or on the others. */
export const assertAgreement = (events: ReadonlyArray<Agreeing>, state: BrainState): void => {
  const last = lastOf(state)
  // An event may name what a later one of its commit makes: a judgement names the memory that keeps its message.
  for (const event of events) {
    forEachNumber(event, (of, number) => {
      if (number === last[of] + 1 && (births[of] as ReadonlyArray<EventType>).includes(event.type)) last[of] = number
    })
  }
  const strengths = new Map<EdgeNumber, Nano>()
  const utilities = new Map<NodeNumber, Nano>()
  for (const [i, event] of events.entries()) {
    const position = state.position + 1 + i
    assertNumbers(event, position, last)
    assertMoves(event, position, state, { strengths, utilities })
  }
}

const assertNumbers = (event: Agreeing, position: Position, last: Readonly<Record<Numbered, number>>): void => {
  if (event.cause !== undefined && event.cause >= position) disagree(event, position, `its cause ${event.cause} is not before it`)
  forEachNumber(event, (of, number) => {
    if (number > last[of]) disagree(event, position, `it names ${of} ${number}, and the last one is ${last[of]}`)
  })
}

const forEachNumber = (event: Agreeing, visit: (of: Numbered, number: number) => void): void => {
  if (event.turn !== undefined) visit('turn', event.turn)
  visitNumbers(event, numberedFields(), visit)
}

interface Moved {
  readonly strengths: Map<EdgeNumber, Nano>
  readonly utilities: Map<NodeNumber, Nano>
}

/** A strength or a utility moves from where it is. */
const assertMoves = ({ data, ...event }: Agreeing, position: Position, { graph }: BrainState, { strengths, utilities }: Moved): void => {
  if (event.type === 'StrengthAdjusted') {
    const { edge, from, to } = data as { readonly edge: EdgeNumber; readonly from: Nano; readonly to: Nano }
    const known = strengths.get(edge) ?? (edge <= graph.edges ? graph.strengthOf(edge) : from)
    if (known !== from) disagree({ ...event, data }, position, `it moves edge ${edge} from ${from}, and that is at ${known}`)
    strengths.set(edge, to)
  }
  if (event.type === 'UtilityAdjusted') {
    const { from, node, to } = data as { readonly node: NodeNumber; readonly from: Nano; readonly to: Nano }
    const known = utilities.get(node) ?? (node <= graph.nodes ? graph.utilityOf(node) : from)
    if (known !== from) disagree({ ...event, data }, position, `it moves memory ${node} from ${from}, and that is at ${known}`)
    utilities.set(node, to)
  }
}

const disagree = ({ type }: Agreeing, position: Position, what: string): never => {
  throw new Disagreement(`${type} at ${position} does not follow on the log: ${what}; nothing was written, please report it`)
}
