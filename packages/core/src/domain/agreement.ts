/**
 * Assertions on the events of a command before they are appended: they follow on the state that they were decided over. A log keeps its mistakes
 * for ever, so a fault of a decider ends the request and leaves the log as it is.
 *
 * They stay on in production: each takes a comparison or two an event. What is read from a log is not looked at here: others wrote it, and it
 * must open.
 */

import { type Assertion, assertThat, Disagreement } from './assertion.ts'
import { strengthMoves, utilityMoves } from './edge-rules.ts'
import { type EventData, type EventType, type NewEvent, numberFields, visitNumbers } from './events/brain-event.ts'
import { kindTraits } from './graph.ts'
import type { CallNumber, EdgeNumber, NodeNumber, Position } from './identity.ts'
import type { BrainState } from './projections/brain-fold.ts'
import { type Nano, one } from './strength.ts'

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

/** The position and the highest numbers that the fold must have after a commit, and the model calls that the commit ends. */
export interface ExpectedFold {
  readonly position: Position
  readonly last: Readonly<Record<Numbered, number>>
  readonly ended: ReadonlyArray<CallNumber>
}

/** Throws a {@link Disagreement} where one of the events of a commit does not follow on the state, or on the others. */
export const assertAgreement = (events: ReadonlyArray<Agreeing>, state: BrainState): ExpectedFold => {
  const last = lastOf(state)
  // An event may name what a later one of its commit makes: a judgement names the memory that keeps its message.
  for (const event of events) {
    forEachNumber(event, (of, number) => {
      if (number === last[of] + 1 && (births[of] as ReadonlyArray<EventType>).includes(event.type)) last[of] = number
    })
  }
  const moved: Moved = { strengths: new Map(), utilities: new Map(), isDecayed: false }
  for (const [i, event] of events.entries()) {
    const position = state.position + 1 + i
    assertNumbers(event, position, last)
    assertLists(event)
    assertMoves(event, position, state, moved)
  }
  return { position: state.position + events.length, last, ended: assertCalls(events) }
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
  /** True after a decay in the same commit: its strengths are not computed here. */
  isDecayed: boolean
}

/** A strength or a utility moves from where it is, and a restored one as well. */
const assertMoves = (event: Agreeing, position: Position, { graph }: BrainState, moved: Moved): void => {
  const { strengths, utilities } = moved
  const { data, type } = event
  // The type and the data of an event belong together.
  const whole = { data, type } as NewEvent
  if (whole.type === 'EdgeLinked') assertThat('a recorded strength is a whole number', isWhole(whole.data.strength), position)
  if (type === 'StrengthsDecayed') {
    strengths.clear()
    moved.isDecayed = true
  }
  for (const { from, number, to } of strengthMoves(whole)) {
    assertThat('a recorded strength is a whole number', isWhole(to), position, to)
    const kind = graph.kindOf(number)
    assertThat('only an edge of a kind that learns moves', kind === undefined || kindTraits[kind].learns, position, number)
    const known = strengths.get(number) ?? (number <= graph.edges && !moved.isDecayed ? graph.strengthOf(number) : from)
    if (type === 'StrengthsRestored') assertThat('a restored strength begins at the known value', known === from, position, number, known)
    else if (known !== from) disagree(event, position, `it moves edge ${number} from ${from}, and that is at ${known}`)
    strengths.set(number, to)
  }
  for (const { from, number, to } of utilityMoves(whole)) {
    assertThat('a recorded utility is a whole number', isWhole(to), position, to)
    const known = utilities.get(number) ?? (number <= graph.nodes ? graph.utilityOf(number) : from)
    if (type === 'StrengthsRestored') assertThat('a restored utility begins at the known value', known === from, position, number, known)
    else if (known !== from) disagree(event, position, `it moves memory ${number} from ${from}, and that is at ${known}`)
    utilities.set(number, to)
  }
}

const isWhole = (value: Nano): boolean => Number.isSafeInteger(value) && !Object.is(value, -0)

const disagree = ({ type }: Agreeing, position: Position, what: string): never => {
  throw new Disagreement(`${type} at ${position} does not follow on the log: ${what}; nothing was written, please report it`)
}

/* Lists of an event that run side by side. */

/** The lists of the events that have equal length; a list that is absent counts as none. */
const parallelLists: Readonly<Partial<Record<EventType, readonly [Assertion, ...ReadonlyArray<ReadonlyArray<string>>]>>> = {
  SeedsSelected: ['the lists of a recorded recall have equal length', ['nodes', 'scores', 'sources'], ['cues', 'alike']],
  ContextBundled: ['the lists of a recorded recall have equal length', ['nodes', 'scores', 'adds'], ['dropped', 'reasons']],
  TurnCompleted: [
    'the lists of the end of a turn have equal length',
    ['tools', 'calls', 'failures'],
    ['drew', 'shares'],
    ['errors', 'erring'],
  ],
  FeedbackGiven: ['the lists of a verdict have equal length', ['parts', 'weights', 'values', 'seen'], ['nodes', 'shares']],
  OutcomeGiven: ['the lists of a verdict have equal length', ['turns', 'cues', 'closeness']],
  FeedbackAttributed: ['the lists of an attribution have equal length', ['turns', 'shares']],
  StrengthsRestored: ['the lists of a restoration have equal length', ['edges', 'from', 'to'], ['nodes', 'utilityFrom', 'utilityTo']],
  TurnRestated: [
    'the lists of a restated turn have equal length',
    ['nodes', 'words', 'tiers', 'actors', 'feedbacks'],
    ['uses', 'used', 'moved', 'by'],
  ],
  LearningRestated: [
    'the lists of restated learning have equal length',
    ['edges', 'renewed'],
    ['cues', 'nodes', 'words', 'said'],
    ['replaced', 'replacements'],
    ['sessions', 'agent', 'conscious'],
    ['trials', 'lastUsed'],
    ['judged', 'timesUsed', 'timesCorrected'],
  ],
  ModelAsked: ['the lists of a model call have equal length', ['offered', 'pointers']],
  RouteChosen: ['the lists of a model call have equal length', ['attended', 'attention']],
  CausesNamed: ['the lists of a model call have equal length', ['causes', 'effects', 'confidence']],
}

const assertLists = ({ data, type }: Agreeing): void => {
  const [name, ...groups] = parallelLists[type] ?? []
  if (name === undefined) return
  for (const fields of groups) {
    const lengths = fields.flatMap((field) => {
      const list: unknown = Reflect.get(data, field)
      return Array.isArray(list) ? [list.length] : []
    })
    assertThat(
      name,
      lengths.every((length) => length === lengths[0]),
      ...lengths,
    )
  }
  if (type === 'FeedbackAttributed') {
    const { shares } = data as { readonly shares: ReadonlyArray<Nano> }
    const sum = shares.reduce((total, share) => total + share, 0)
    assertThat('the shares of an attribution sum to one or to nothing', sum === one || sum === 0, sum)
  }
}

/* Model calls. */

const isNotNegative = (...amounts: ReadonlyArray<number>): boolean => amounts.every((amount) => amount >= 0)

/** Returns the calls that the commit ends. More than one process may end a call, so that it is open is not asserted. */
const assertCalls = (events: ReadonlyArray<Agreeing>): ReadonlyArray<CallNumber> => {
  const ended: Array<CallNumber> = []
  for (const { data, type } of events) {
    if (type === 'ModelAsked') {
      const { costNanoUsd, tokens, tokensOut } = data as EventData<'ModelAsked'>
      assertThat('a model call reserves no negative amount', isNotNegative(tokens, tokensOut, costNanoUsd), tokens, tokensOut, costNanoUsd)
    }
    if (type !== 'ModelAnswered') continue
    const { call, costNanoUsd, tokensIn, tokensOut } = data as EventData<'ModelAnswered'>
    assertThat('a model call costs no negative amount', isNotNegative(tokensIn, tokensOut, costNanoUsd), tokensIn, tokensOut, costNanoUsd)
    ended.push(call)
  }
  return ended
}

/** Throws a {@link Disagreement} where the fold of a commit has not what its events say. */
export const assertFolded = ({ ended, last, position }: ExpectedFold, state: BrainState): void => {
  assertThat('the position moves by the events of a commit', state.position === position, state.position, position)
  const now = lastOf(state)
  for (const of of Object.keys(folded) as ReadonlyArray<Numbered>) assertThat(folded[of], now[of] === last[of], now[of], last[of])
  if (ended.length === 0) return
  for (const call of ended) assertThat('no reservation stays behind an answer', !state.model.open.has(call), call)
  for (const { nanoUsd, tokens } of Object.values(state.model.spent))
    assertThat('tokens and money of model calls are not negative', isNotNegative(tokens, nanoUsd), tokens, nanoUsd)
}

const folded = {
  node: 'the fold has the memories that were given out',
  edge: 'the fold has the edges that were given out',
  turn: 'the fold has the turns that were given out',
  feedback: 'the fold has the feedbacks that were given out',
  call: 'the fold has the model calls that were given out',
  actor: 'the fold has the actors that were given out',
} as const satisfies Readonly<Record<Numbered, Assertion>>
