/** The course of a log: its turns, newest first, and how dense it is along its positions. */

import * as Effect from 'effect/Effect'
import type { BrainEvent, CommitContext, EventType } from '../../domain/events/brain-event.ts'
import { type Subject, typeSubject } from '../../domain/history/segments.ts'
import { type ContentRef, type Position, printedSession, printedTurn, type TurnNumber } from '../../domain/identity.ts'
import { signalsInForce } from '../../domain/projections/standing.ts'
import { isVerdict, turnsOf } from '../../domain/projections/turns/turn-ledger.ts'
import type { ListedTurn, TimelineAnswer, TurnsAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'
import { isoTime, namesOf, readNumber, resolveSessions, resolveTurn } from '../naming/names.ts'
import { resolvePosition, turnStart } from '../naming/positions.ts'
import { lookUp, placesOf, rowAt, visitNewestFirst } from '../naming/segments.ts'
import type { Density, MarkKind } from '../operations/timeline.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { TimelineRequest, TurnsRequest } from '../requests.ts'
import { walkTypes } from './log.ts'

/* The turns. */

/** Turns that are listed unless the request says otherwise. */
const turnsListed = 20

interface HeardTurn {
  readonly turn: TurnNumber
  readonly question: ContentRef | undefined
  readonly told: Omit<ListedTurn, 'question' | 'verdicts'>
}

/** Lists turns, the newest first, each with what was said of it up to the position that is asked about. */
export const turns = Effect.fnUntraced(function* (brain: OpenBrain, request: TurnsRequest) {
  const { position } = brain.state
  const { limit = turnsListed } = request
  const at = request.at === undefined ? position : yield* resolvePosition(brain, request.at)
  const before = request.before === undefined ? at : yield* endBefore(brain, request.before)
  const found = yield* turnsUpTo(brain, request.session, Math.min(at, before), limit + 1)
  const shown = found.slice(0, limit)
  const said = yield* saidOf(brain, new Set(shown.map(({ turn }) => turn)), shown.at(-1)?.told.position ?? 1, at)
  const questions = shown.flatMap(({ question }) => question ?? [])
  const bodies = yield* keptBodies(brain, questions)
  const listed = shown.map(({ question, told, turn }): ListedTurn => {
    const { verdicts = {}, ...later } = said.get(turn) ?? {}
    return { ...told, ...later, question: (question === undefined ? undefined : bodies.get(question)) ?? null, verdicts }
  })
  return { brain: brain.key, position, turns: listed, more: found.length > shown.length } satisfies TurnsAnswer
})

/** Returns the position before a turn. Before the turn that comes next is the end of the log. */
const endBefore = Effect.fnUntraced(function* (brain: OpenBrain, turn: string) {
  const { lastTurn, position } = brain.state
  if ((yield* readNumber('turn', turn)) === lastTurn + 1) return position
  return (yield* turnStart(brain, yield* resolveTurn(brain.state, turn))) - 1
})

/** The parts of a recall that stand behind its first event, and are read before it: its last position, and the memories that it gave. */
interface Bundled {
  readonly end: Position
  readonly given: number
}

const started = (['TurnStarted', 'RecallSkipped'] as const).map(typeSubject)

/** A turn whose recall came too late has both events, and is told once, as one that went on without memory. */
const turnsUpTo = Effect.fnUntraced(function* (brain: OpenBrain, session: string | undefined, to: Position, most: number) {
  const sessions = session === undefined ? undefined : yield* resolveSessions(brain, session)
  const groups: Array<ReadonlyArray<Subject>> = [started]
  if (sessions !== undefined) groups.push([...sessions].map((number) => ({ kind: 'session', number })))
  const found = new Map<TurnNumber, HeardTurn>()
  const bundled = new Map<CommitContext, Bundled>()
  const visit = (event: BrainEvent) => {
    const { commit, turn } = event
    if (turn === undefined || (sessions !== undefined && (commit.session === undefined || !sessions.has(commit.session)))) return true
    const { end = event.position, given = 0 } = bundled.get(commit) ?? {}
    bundled.set(commit, { end, given: event.type === 'ContextBundled' ? event.data.included.length : given })
    if (event.type !== 'TurnStarted' && event.type !== 'RecallSkipped') return true
    const known = found.get(turn)
    if (known === undefined && found.size === most) return false
    found.set(turn, startOf(event, turn, { end, given }, known))
    return true
  }
  // A walk lies within its recall, behind the first event and before the last.
  yield* visitNewestFirst(brain, yield* placesOf(brain, groups, to), 1, to, visit, (type) => !walkTypes.has(type))
  return [...found.values()]
})

const startOf = (
  event: Extract<BrainEvent, { type: 'TurnStarted' | 'RecallSkipped' }>,
  turn: TurnNumber,
  { end, given }: Bundled,
  known: HeardTurn | undefined,
): HeardTurn => {
  const { at, session } = event.commit
  const isAbsent = event.type === 'RecallSkipped'
  const absent = isAbsent ? event.data.reason : known?.told.absent
  return {
    turn,
    question: isAbsent ? known?.question : event.data.question,
    told: {
      turn: printedTurn(turn),
      position: event.position,
      end,
      at: isoTime(at),
      session: session === undefined ? null : printedSession(session),
      given: absent === undefined ? given : 0,
      ...(absent === undefined ? {} : { absent }),
    },
  }
}

interface SaidOfTurn extends Pick<ListedTurn, 'outcome' | 'drew' | 'takenBack'> {
  verdicts?: ListedTurn['verdicts']
}

/** Returns how each turn ended, and the verdicts that were given on it from position `from` to `to`, as they stand at `to`. */
const saidOf = Effect.fnUntraced(function* (brain: OpenBrain, wanted: ReadonlySet<TurnNumber>, from: Position, to: Position) {
  const said = new Map<TurnNumber, SaidOfTurn>()
  if (wanted.size === 0) return said
  const inForce = signalsInForce(brain.state.unlearnings, to)
  const add = (turn: TurnNumber, told: (known: SaidOfTurn) => SaidOfTurn) => {
    if (wanted.has(turn)) said.set(turn, { ...said.get(turn), ...told(said.get(turn) ?? {}) })
  }
  const visit = (event: BrainEvent) => {
    const { data, turn, type } = event
    if (isVerdict(event)) {
      const list = inForce(event) ? 'verdicts' : 'takenBack'
      for (const of of turnsOf(event)) add(of, (known) => ({ [list]: oneMore(known[list], event.data.verdict) }))
    } else if (type === 'TurnCompleted' && turn !== undefined) {
      add(turn, () => ({ outcome: data.outcome, ...(data.drew === undefined ? {} : { drew: data.drew.length }) }))
    }
    return true
  }
  const ofTurns = [...wanted].map((number): Subject => ({ kind: 'turn', number }))
  const wants = (type: EventType) => type === 'FeedbackGiven' || type === 'TurnCompleted'
  yield* visitNewestFirst(brain, yield* placesOf(brain, [ofTurns], to), from, to, visit, wants)
  // A verdict on several turns is none of a single turn.
  const shared = yield* placesOf(brain, [[typeSubject('OutcomeGiven')]], to)
  // A commit that `to` lies in is visited whole: its events of other types come, too.
  const visitShared = (event: BrainEvent) => event.type !== 'OutcomeGiven' || visit(event)
  yield* visitNewestFirst(brain, shared, from, to, visitShared, (type) => type === 'OutcomeGiven')
  return said
})

const oneMore = (counts: ListedTurn['verdicts'] = {}, verdict: string): ListedTurn['verdicts'] => ({
  ...counts,
  [verdict]: (counts[verdict] ?? 0) + 1,
})

/* The time line. */

/** Parts of a time line unless the request says otherwise. */
const bucketsDefault = 60

const typesOf: Readonly<Record<Density, ReadonlyArray<EventType>>> = {
  turns: ['TurnStarted', 'RecallSkipped'],
  verdicts: ['FeedbackGiven', 'OutcomeGiven', 'StrengthSet', 'MessageJudged'],
  facts: ['NodeAdded', 'NodeRevised', 'NodeMerged', 'NodeRetired', 'NodeRestored', 'NodeReviewed', 'NodeSuperseded', 'SupersessionLifted'],
  learning: ['StrengthAdjusted', 'UtilityAdjusted', 'StrengthsRestored', 'LearningRestated'],
  growth: ['NoveltyAssessed', 'NodePromoted'],
  forgetting: ['StrengthsDecayed', 'ContentErased'],
}

const markOf: Readonly<Partial<Record<EventType, MarkKind>>> = {
  TagCreated: 'tag',
  RollbackRequested: 'rollback',
  UnlearnRequested: 'unlearn',
  UnlearnWithdrawn: 'withdrawn',
  ContentErased: 'erasure',
  ProfileChanged: 'settings',
  BrainPromoted: 'promoted',
}

/** Marks that are told at most, the newest ones. */
const marksMost = 1_000

/**
 * Counts the commits of each kind along the log. Where the index of the log has them it reads no commit; what is behind its end is read in
 * full, at most a few thousand events.
 */
export const timeline = Effect.fnUntraced(function* (brain: OpenBrain, request: TimelineRequest) {
  const { position } = brain.state
  const from = request.from === undefined ? Math.min(1, position) : Math.max(1, yield* resolvePosition(brain, request.from))
  const to = request.to === undefined ? position : yield* resolvePosition(brain, request.to)
  if (from > to) {
    return yield* new InvalidRequest({ field: 'from', problem: `it is position ${from}, after the end at ${to}: nothing lies between` })
  }
  const length = to - from + 1
  const size = Math.max(1, Math.ceil(length / (request.buckets ?? bucketsDefault)))
  const buckets = Array.from({ length: Math.ceil(length / size) }, (_, i) => ({ from: from + i * size, ...noDensity() }))
  const begun = yield* commitsOf(brain, from, to)
  for (const [name, firsts] of begun) {
    for (const first of firsts) {
      const bucket = buckets[Math.floor((first - from) / size)]
      if (bucket !== undefined) bucket[name]++
    }
  }
  const timed = yield* Effect.forEach(buckets, (bucket) =>
    Effect.map(rowAt(brain, bucket.from), (row) => ({ ...bucket, at: isoTime(row?.at ?? 0) })),
  )
  return { brain: brain.key, position, from, to, buckets: timed, marks: yield* marksIn(brain, from, to) } satisfies TimelineAnswer
})

const densityTypes = Object.entries(typesOf) as ReadonlyArray<[Density, ReadonlyArray<EventType>]>
const densityOf: ReadonlyMap<EventType, Density> = new Map(
  densityTypes.flatMap(([name, types]) => types.map((type) => [type, name] as const)),
)
const noDensity = (): Record<Density, number> => ({ turns: 0, verdicts: 0, facts: 0, learning: 0, growth: 0, forgetting: 0 })

/**
 * Returns the first positions, from `from` to `to`, of the commits that have an event of each density. A commit counts whole, also where `to`
 * lies in it.
 */
const commitsOf = Effect.fnUntraced(function* (brain: OpenBrain, from: Position, to: Position) {
  const { of, through } = yield* lookUp(
    brain,
    densityTypes.flatMap(([, types]) => types.map(typeSubject)),
    to,
  )
  const begun = new Map(densityTypes.map(([name, types]) => [name, new Set(types.map(typeSubject).flatMap(of))] as const))
  const last = to === 0 ? undefined : yield* rowAt(brain, to)
  const end = last === undefined ? to : last.first + last.count - 1
  // The events of a commit share its context, and the one that is visited last is its first.
  const behind = new Map<CommitContext, { first: Position; readonly has: Set<Density> }>()
  yield* visitNewestFirst(brain, { commits: [], through }, through + 1, end, ({ commit, position, type }) => {
    const known = behind.get(commit) ?? { first: position, has: new Set() }
    const density = densityOf.get(type)
    if (density !== undefined) known.has.add(density)
    known.first = position
    behind.set(commit, known)
    return true
  })
  for (const { first, has } of behind.values()) for (const name of has) begun.get(name)?.add(first)
  return [...begun].map(([name, firsts]) => [name, [...firsts].filter((first) => first >= from && first <= to)] as const)
})

const marksIn = Effect.fnUntraced(function* (brain: OpenBrain, from: Position, to: Position) {
  const subjects = (Object.keys(markOf) as ReadonlyArray<EventType>).map(typeSubject)
  const found: Array<{ readonly position: Position; readonly kind: MarkKind; readonly tag: ContentRef | undefined }> = []
  const visit = (event: BrainEvent) => {
    const kind = markOf[event.type]
    if (kind !== undefined) {
      const at = event.type === 'TagCreated' ? event.data.at : event.position
      found.push({ position: at, kind, tag: event.type === 'TagCreated' ? event.data.tag : undefined })
    }
    return found.length < marksMost
  }
  yield* visitNewestFirst(brain, yield* placesOf(brain, [subjects], to), from, to, visit, (type) => type in markOf)
  const names = yield* namesOf(
    brain,
    found.flatMap(({ tag }) => tag ?? []),
  )
  return found
    .map(({ kind, position, tag }) => ({ position, kind, ...(tag === undefined ? {} : { name: names(tag) ?? 'erased' }) }))
    .sort((a, b) => a.position - b.position)
})
