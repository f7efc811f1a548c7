/**
 * Takes back what was learned from some signals, or withdraws such a request. Everything else that was learned stays, and is what it would
 * have been without the signals, walks as walked.
 */
import * as Effect from 'effect/Effect'
import type { BrainEvent, BrainEventOf, EventData } from '../../domain/events/brain-event.ts'
import { type GraphView, isLive, type Origin } from '../../domain/graph.ts'
import {
  type FeedbackNumber,
  type NodeNumber,
  type Position,
  printedFeedback,
  printedTurn,
  type SessionNumber,
  type TurnNumber,
} from '../../domain/identity.ts'
import { mayMark } from '../../domain/learning/owner-marks.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { requestsOf, signalsInForce, signalsOut, standingRequests, type UnlearnRecords } from '../../domain/projections/standing.ts'
import { isAboutSomething, isVerdict, restatedVerdicts, type VerdictEvent } from '../../domain/projections/turns/turn-ledger.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import { units } from '../../domain/strength.ts'
import { isRestored, isSignal } from '../../domain/undo/restatement.ts'
import { creditedFor, type LoggedVerdict, takenWith } from '../../domain/undo/unlearn.ts'
import { type Aliased, aliasChanges, aliasedAfter, aliasedIn } from '../aliases/alias-changes.ts'
import type { UndoAnswer, UnlearnAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { eachCommitBack, eventsOfCommit } from '../brain/commit-row.ts'
import { stateAt } from '../commands/as-of.ts'
import { type Done, edgeChanges, lastPosition, utilityChanges, workBacklogOff } from '../commands/learner.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { eventsAt } from '../history/past-ranking.ts'
import { nodeNames, printedEdge, resolveSessions } from '../naming/names.ts'
import { resolvePosition } from '../naming/positions.ts'
import { ContentStore } from '../ports/content-store.ts'
import { readTurn } from '../recall/recorded-turn.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import type { UndoRequest, UnlearnRequest } from '../requests.ts'
import { changedRankings } from './changed-rankings.ts'
import { derive } from './derive.ts'
import { restoredMarks } from './restored-marks.ts'
import { feedbackOf, findSignals, nothingSelected, readSelection, type Selection, selects } from './selection.ts'

export const unlearn = Effect.fnUntraced(function* (brain: OpenBrain, request: UnlearnRequest) {
  if (request.undo !== undefined) return yield* withdraw(brain, request, request.undo)
  return (yield* takeOut(brain, request, 'unlearn', yield* readSelection(brain, request))).answer
})

type TakeOutRequest = UndoRequest & Pick<UnlearnRequest, 'withNodes'>

/** Takes out the signals that `select` selects, and returns the events of the commit, too. It is asked behind the learner, on the newest state. */
export const takeOut = Effect.fnUntraced(function* <E, R>(
  brain: OpenBrain,
  request: TakeOutRequest,
  name: 'undo' | 'unlearn',
  select: Effect.Effect<Selection, E, R>,
) {
  const signal = yield* beginSignal(brain, request, name)
  const rehearsal = request.dryRun === true
  if (!rehearsal) yield* workBacklogOff(brain)
  let aliased: Aliased | undefined
  const done = yield* runCommand(signal, {
    durability: 'power',
    rehearsal,
    gather: Effect.fnUntraced(function* ({ state }) {
      aliased = aliasedIn(state.graph)
      const selection = yield* select
      const found = yield* findSignals(brain, selection)
      const before = signalsOut(state.unlearnings, standingRequests(state.unlearnings))
      const derived = yield* derive(brain, { out: new Set([...before, ...found.signals]) })
      // A kept message on which another judgement stands stays.
      const left = new Set(holdersIn(derived.state.graph))
      const kept = found.kept.filter((node) => !left.has(node))
      const nodes = [...new Set([...(request.withNodes === true ? found.nodes : []), ...kept])]
      const fresh = found.signals.filter((position) => !before.has(position))
      if (found.signals.length === 0 && nodes.length === 0) return yield* nothingSelected(selection)
      if (fresh.length === 0 && !nodes.some((node) => isLive(state.graph.stateOf(node)))) return undefined
      return { _tag: 'Unlearn' as const, selection: selection.asked, signals: found.signals, nodes, derived, rehearsal }
    }),
  })
  const events = yield* eventsOf(brain, done)
  return { answer: yield* answerOf(brain, { done, events, aliased }, rehearsal), events }
})

/** Returns the memories that stand in the place of others. */
const holdersIn = (graph: GraphView): ReadonlyArray<NodeNumber> =>
  graph.superseded().flatMap((node) => graph.supersededBy(node).flatMap(({ by, gone }) => (gone === undefined ? [by] : [])))

const withdraw = Effect.fnUntraced(function* (brain: OpenBrain, request: UnlearnRequest, undo: string) {
  if (selects(request)) return yield* new InvalidRequest({ field: 'undo', problem: 'a withdrawal selects nothing; give undo alone' })
  const asked = yield* resolvePosition(brain, undo)
  const signal = yield* beginSignal(brain, request, 'unlearn')
  const rehearsal = request.dryRun === true
  if (!rehearsal) yield* workBacklogOff(brain)
  let aliased: Aliased | undefined
  const done = yield* runCommand(signal, {
    durability: 'power',
    rehearsal,
    gather: Effect.fnUntraced(function* ({ state }) {
      aliased = aliasedIn(state.graph)
      const standing = standingRequests(state.unlearnings)
      if (state.unlearnings.requests.get(asked)?.kind !== 'unlearning') return yield* noUnlearning(asked, state.unlearnings)
      if (!standing.has(asked)) return undefined
      const left = new Set([...standing].filter((one) => one !== asked))
      const derived = yield* derive(brain, { out: signalsOut(state.unlearnings, left), standing: left })
      return { _tag: 'WithdrawUnlearning' as const, request: asked, derived, rehearsal }
    }),
  })
  return yield* answerOf(brain, { done, events: yield* eventsOf(brain, done), aliased }, rehearsal)
})

const noUnlearning = (asked: Position, unlearnings: Readonly<UnlearnRecords>) => {
  const standing = requestsOf('unlearning', unlearnings, standingRequests(unlearnings))
  const name = `at position ${asked}`
  if (unlearnings.requests.get(asked)?.kind === 'promotion') {
    const hint = 'a branch was promoted there; promote --take-back takes the newest promotion back'
    return new NotFound({ what: 'unlearning', name, hint, promoted: true })
  }
  const hint = standing.length === 0 ? 'nothing is unlearned' : `these stand: ${standing.slice(-8).join(', ')}`
  return new NotFound({ what: 'unlearning', name, hint })
}

/** Returns the events of the commit, read back from the log where the request was answered before. */
const eventsOf = (brain: OpenBrain, { events, recorded }: Done<void>) =>
  recorded === undefined ? Effect.succeed(events) : eventsOfCommit(brain, recorded.first, recorded.count)

interface Written {
  readonly done: Done<void>
  readonly events: ReadonlyArray<BrainEvent>
  /** The aliases before; undefined where the request was answered before. */
  readonly aliased: Aliased | undefined
}

/** Tells what the commit restored. */
const answerOf = Effect.fnUntraced(function* (brain: OpenBrain, { aliased, done, events }: Written, rehearsal: boolean) {
  const request = events.find(({ type }) => type === 'UnlearnRequested' || type === 'UnlearnWithdrawn')
  const nodes = events.flatMap((event) => (event.type === 'NodeRetired' || event.type === 'NodeRestored' ? [event.data.node] : []))
  const names = yield* nodeNames(brain, brain.state.graph, nodes, 'names')
  const aliases = aliased && (yield* aliasChanges(brain, brain.state.graph, aliased, aliasedAfter(aliased, events)))
  const isAliased = aliases !== undefined && aliases.added.length + aliases.removed.length > 0
  const moved = { edges: yield* edgeChanges(brain, events), utilities: yield* utilityChanges(brain, events) }
  const rankings = rehearsal ? yield* changedRankings(brain, events) : []
  const marks = yield* restoredMarks(brain, events)
  const lists: Readonly<Record<string, ReadonlyArray<unknown>>> = { ...moved, ...marks, nodes, rankings }
  const isIdle = Object.values(lists).every(({ length }) => length === 0) && !events.some(({ type }) => type === 'AliasesNamed')
  return {
    brain: brain.key,
    request: request === undefined || rehearsal ? null : request.position,
    ...signalsIn(brain.state.unlearnings, request),
    ...(rehearsal ? { would: moved, rankings } : { restored: moved }),
    ...(isAliased ? { aliases } : {}),
    ...marks,
    ...(isIdle ? { idle: true as const } : {}),
    nodes: nodes.map((node) => names.id(node)),
    position: done.recorded === undefined ? brain.state.position : lastPosition(done),
  } satisfies UnlearnAnswer
})

/** Returns the signals of a request or of the one that it withdraws, and how many of them another standing request takes out as well. */
const signalsIn = (
  unlearnings: Readonly<UnlearnRecords>,
  request: BrainEvent | undefined,
): Pick<UnlearnAnswer, 'signals' | 'elsewhere'> => {
  const withdrawn = request?.type === 'UnlearnWithdrawn' ? request.data.request : undefined
  const signals = request?.type === 'UnlearnRequested' ? request.data.signals : (unlearnings.requests.get(withdrawn ?? 0)?.signals ?? [])
  const others = [...standingRequests(unlearnings, (request?.position ?? 1) - 1)].filter((one) => one !== withdrawn)
  const out = signalsOut(unlearnings, others)
  const elsewhere = signals.filter((signal) => out.has(signal)).length
  return { signals, ...(elsewhere === 0 ? {} : { elsewhere }) }
}

/* Finds the last verdict of a session that still teaches, and takes it back with those that said the same again. */

/** The session of a request that names none. */
const ownSession = 'cli'

export const undo = Effect.fnUntraced(function* (brain: OpenBrain, request: UndoRequest) {
  const { answer, events } = yield* takeOut(brain, request, 'undo', lastVerdict(brain, request))
  const taken = [...(yield* eventsAt(brain, answer.signals)).values()]
  const [took, ...also] = yield* Effect.forEach(taken, (event) => describe(brain, event))
  if (took === undefined) return yield* Effect.die(new Error('an undo that takes back nothing was recorded'))
  const still = stillTeaching(taken.filter(isVerdict), events)
  return {
    ...answer,
    took,
    ...(also.length === 0 ? {} : { also }),
    ...(still.length === 0 ? {} : { still: still.map(printedFeedback) }),
  } satisfies UndoAnswer
})

/** Returns the feedbacks that are credited, after the commit, for a part of what the verdicts said that it takes out. */
const stillTeaching = (taken: ReadonlyArray<VerdictEvent>, commit: ReadonlyArray<BrainEvent>): ReadonlyArray<FeedbackNumber> => {
  const turns = new Map<TurnNumber | undefined, Pick<TurnRecord, 'verdicts'>>()
  for (const { data, turn, type } of commit) if (type === 'TurnRestated') turns.set(turn, { verdicts: restatedVerdicts(data) })
  const credited = taken.flatMap((event) => [...creditedFor(event, (turn) => turns.get(turn))])
  return [...new Set(credited)].sort((a, b) => a - b)
}

const lastVerdict = Effect.fnUntraced(function* (brain: OpenBrain, { at, origin = 'owner', session: name = ownSession }: UndoRequest) {
  const sessions = yield* resolveSessions(brain, name).pipe(
    Effect.catchTag('NotFound', (error) => (name === ownSession ? Effect.succeed(new Set<SessionNumber>()) : Effect.fail(error))),
  )
  const { spoken, taken } = yield* lastIn(brain, brain.state, sessions, origin)
  const [first] = taken
  if (first === undefined)
    return yield* new NotFound({ what: 'signal', name: `to undo in session ${name.slice(0, 200)}`, hint: wayBack(spoken) })
  const positions = new Set(taken.map(({ position }) => position))
  if (at !== undefined) {
    const then = (yield* lastIn(brain, yield* stateAt(brain, at), sessions, origin)).taken
    if (then.length !== taken.length || !then.every(({ position }) => positions.has(position)))
      return yield* new InvalidRequest({ field: 'at', problem: `something was said or taken back after position ${at}: look at it again` })
  }
  const feedbacks = taken.flatMap((event) => feedbackOf(event) ?? [])
  const [from, to] = [first.position, Math.max(...positions)]
  const asked =
    feedbacks.length > 0
      ? ({ selector: 'feedback', selected: feedbacks } as const)
      : ({ selector: 'range', selected: [], since: from, until: to } as const)
  return { asked, means: (event) => positions.has(event.position), from, to } satisfies Selection
})

/** Returns the signals that an undo takes back at a state, oldest first, and the last that was spoken; no signals where there is nothing to undo. */
const lastIn = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, sessions: ReadonlySet<SessionNumber>, origin: Origin) {
  const search = searchIn(state, sessions, origin)
  const taken = yield* eachCommitBack({ key: brain.key, state }, (events) => {
    search.readCommit(events)
    return search.found()
  })
  return { taken: taken ?? [], spoken: search.spoken() }
})

/** Says how the newest change that was spoken is taken back, where there is one: undo takes back verdicts of its own session alone. */
const wayBack = (spoken: FeedbackNumber | undefined): string =>
  spoken === undefined
    ? 'no verdict that still teaches was said there; log lists what was said, and unlearn takes back more than the last one'
    : `no verdict that still teaches was said there; what was changed last in a conversation is taken back by unlearn --feedback ${printedFeedback(spoken)}`

/** True for what is undone by itself, beside verdicts. */
const isSaid = (event: BrainEvent): boolean => isSignal(event) && !isRestored(event)

const isUndone = (event: BrainEvent): event is BrainEventOf<'StrengthSet' | 'MessageJudged' | 'NodeReviewed'> =>
  event.type === 'StrengthSet' || event.type === 'MessageJudged' || event.type === 'NodeReviewed'

/** Searches the log, read backwards, for the last verdict or strength of the sessions that still teaches. */
const searchIn = ({ graph, position, turn, unlearnings }: BrainState, sessions: ReadonlySet<SessionNumber>, origin: Origin) => {
  const inForce = signalsInForce(unlearnings, position)
  const reasons = new Map<FeedbackNumber, Attribution['reason']>()
  const logged: Array<LoggedVerdict> = []
  const read = new Set<FeedbackNumber>()
  /** Verdicts that superseded a memory or let one hold again, whatever the learner made of them. */
  const superseding = new Set<FeedbackNumber | undefined>()
  let spoken: FeedbackNumber | undefined
  /** Signals of the sessions that may be the last one, newest first. */
  const candidates: Array<LoggedVerdict | BrainEventOf<'StrengthSet' | 'MessageJudged' | 'NodeReviewed'>> = []
  const readVerdict = (event: VerdictEvent) => {
    read.add(event.data.feedback)
    if (event.data.given === 'heard' && isAboutSomething(event) && inForce(event)) spoken ??= event.data.feedback
    const reason = reasons.get(event.data.feedback)
    const taught = reason === undefined || reason === 'consumed' || superseding.has(event.data.feedback)
    if (!inForce(event) || event.data.given === 'inferred' || !taught) return
    const verdict = { event, isConsumed: reason === 'consumed' }
    logged.push(verdict)
    if (isOf(sessions, event)) candidates.push(verdict)
  }
  /** An agent does not take back what the owner decided. A decision about a text that was changed since is over: without it nothing differs. */
  const isStanding = ({ data }: BrainEventOf<'NodeReviewed'>) => mayMark(origin) && graph.reviewOf(data.node) === data.review
  const readEvent = (event: BrainEvent) => {
    // The newest attribution counts: an unlearning may have given a share to a verdict that was refused.
    if (event.type === 'FeedbackAttributed' && !reasons.has(event.data.feedback)) reasons.set(event.data.feedback, event.data.reason)
    else if (isVerdict(event)) readVerdict(event)
    else if (isUndone(event) && (event.type !== 'NodeReviewed' || isStanding(event)) && isSaid(event) && inForce(event)) {
      if (event.type === 'MessageJudged') spoken ??= event.data.feedback
      if (isOf(sessions, event)) candidates.push(event)
    }
  }
  const together = (commit: BrainEvent['commit']) =>
    candidates.flatMap((one) => (!('event' in one) && one.type === 'NodeReviewed' && one.commit === commit ? [one] : [])).toReversed()
  return {
    readCommit: (events: ReadonlyArray<BrainEvent>) => {
      for (const { data, type } of events) if (type === 'NodeSuperseded' || type === 'SupersessionLifted') superseding.add(data.feedback)
      for (const event of events.toReversed()) readEvent(event)
    },
    /** Returns the newest feedback of the events read that was heard in a message, in any session, and changed something. */
    spoken: () => spoken,
    /** Returns the signals to take out, oldest first; undefined while older events are needed. */
    found: (): ReadonlyArray<BrainEvent> | undefined => {
      for (let [last] = candidates; last !== undefined; [last] = candidates) {
        // One yes or no may be about several memories.
        if (!('event' in last)) return last.type === 'NodeReviewed' ? together(last.commit) : [last]
        if (last.isConsumed && [...creditedFor(last.event, turn)].some((feedback) => !read.has(feedback))) return undefined
        const taken = takenWith(last, logged, turn)
        if (taken.length > 0) return taken
        candidates.shift()
      }
      return undefined
    },
  }
}

type Attribution = EventData<'FeedbackAttributed'>

const isOf = (sessions: ReadonlySet<SessionNumber>, { commit: { session } }: BrainEvent): boolean =>
  session !== undefined && sessions.has(session)

const describe = Effect.fnUntraced(function* (brain: OpenBrain, event: BrainEvent) {
  const { graph } = brain.state
  const told = {
    position: event.position,
    at: new Date(event.commit.at).toISOString(),
    feedback: null,
    verdict: null,
    turn: null,
    edge: null,
    nodes: [],
  }
  if (event.type === 'StrengthSet') {
    const { edge, strength } = event.data
    const names = yield* nodeNames(brain, graph, [graph.sourceOf(edge), graph.targetOf(edge)], 'names')
    const nodes = [names.id(graph.sourceOf(edge)), names.id(graph.targetOf(edge))]
    return { ...told, edge: printedEdge(edge), value: units(strength), nodes }
  }
  if (event.type === 'NodeReviewed') {
    const names = yield* nodeNames(brain, graph, [event.data.node], 'names')
    return { ...told, review: event.data.review, nodes: [names.id(event.data.node)] }
  }
  if (event.type !== 'MessageJudged' && !isVerdict(event)) return told
  const candidates = event.type === 'MessageJudged' && event.data.candidate !== undefined ? [event.data.candidate] : []
  const nodes = event.type === 'FeedbackGiven' ? event.data.nodes : candidates
  const names = yield* nodeNames(brain, graph, nodes, 'names')
  const question = event.turn === undefined || !isVerdict(event) ? undefined : yield* questionOf(brain, event.turn)
  return {
    ...told,
    ...(question === undefined ? {} : { question }),
    feedback: event.data.feedback === undefined ? null : printedFeedback(event.data.feedback),
    verdict: isVerdict(event) ? event.data.verdict : null,
    turn: event.turn === undefined ? null : printedTurn(event.turn),
    nodes: nodes.map((node) => names.id(node)),
  }
})

/** Returns the question of a turn; undefined if it was erased, or if the turn had none. */
const questionOf = Effect.fnUntraced(function* (brain: OpenBrain, turn: TurnNumber) {
  const { question } = yield* readTurn(brain, turn)
  if (question === undefined) return undefined
  const contents = yield* ContentStore
  return (yield* contents.bodies(brain.key, [question])).get(question)
})
