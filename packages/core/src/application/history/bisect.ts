/** Finds an event from which a question recalls a memory, or recalls it no more: it halves the log, and then the commit. Records nothing. */

import { askedForm } from '@crabtrail/text/words/spoken-text'
import * as Effect from 'effect/Effect'
import { type BrainEvent, natureOf } from '../../domain/events/brain-event.ts'
import { footprint } from '../../domain/history/footprint.ts'
import { bothTouched, firstChange, type RankingChange, type Touched, touchedFor } from '../../domain/history/ranking-diff.ts'
import { typeSubject } from '../../domain/history/segments.ts'
import { type NodeNumber, type Position, printedFeedback, printedTurn } from '../../domain/identity.ts'
import { cloneFold } from '../../domain/projections/brain-fold.ts'
import { isVerdict } from '../../domain/projections/turns/turn-ledger.ts'
import { units } from '../../domain/strength.ts'
import type { Walk } from '../../domain/walk/walk-record.ts'
import type { BisectAnswer, Next, Sighting } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { cleanText, keptBodies } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { asOf } from '../commands/as-of.ts'
import { actorNames, isoTime, namedSession, nodeNames, resolveNode, sessionKeyRef, todayOf } from '../naming/names.ts'
import { resolvePosition } from '../naming/positions.ts'
import { placesOf, visitNewestFirst } from '../naming/segments.ts'
import { EventStore } from '../ports/event-store.ts'
import { shownMost } from '../recall/answer.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { BisectRequest } from '../requests.ts'
import { afterEqualEnds, otherWayRound, takingBack } from './next-steps.ts'
import {
  changesUpTo,
  type DatedQuestion,
  endBefore,
  eventsAt,
  type HeldState,
  moversOf,
  rankingAt,
  stateFrom,
  stateOf,
} from './past-ranking.ts'

const oneOfSeveral =
  'Between the two ends it may change more than once. This is one of the events from which it is as at the later end; give closer ends to look for others.'
const equalEnds = 'Both ends agree, so nothing was searched. Between them it may change and change back.'

interface Asked extends DatedQuestion {
  readonly node: NodeNumber
  readonly rank: number
}

export const bisect = Effect.fnUntraced(function* (brain: OpenBrain, request: BisectRequest) {
  const question = (yield* cleanText(request.question)).text
  const node = yield* resolveNode(brain, brain.state.graph, request.node)
  const names = yield* nodeNames(brain, brain.state.graph, [node], 'names')
  const rank = request.rank ?? Math.min(shownMost, (yield* profileOf(brain.state, brain.key)).budget.items)
  const asked = { question, today: yield* todayOf(request), node, rank }
  const { from, to } = yield* endsOf(brain, request, asked)
  const low = yield* seenAt(brain, yield* stateOf(brain, from), asked)
  const high = yield* seenAt(brain, yield* stateOf(brain, to), asked)
  const about = {
    brain: brain.key,
    question,
    node: names.id(node),
    title: names.title(node),
    rank,
    ends: { from: low.seen, to: high.seen },
  }
  const nothing = { position: null, event: null, cause: null, before: null, after: null, steps: [] }
  if (low.seen.recalled === high.seen.recalled) {
    const shownAt = high.seen.recalled ? undefined : yield* lastShown(brain, asked, to)
    const heldAt = high.seen.recalled ? undefined : yield* lastHeld(brain, node, to)
    const told = { question, node: about.node, rank: request.rank, isRecalled: high.seen.recalled, from, to }
    const next = afterEqualEnds({ ...told, shownAt: shownAt?.isSame === true ? shownAt.position : undefined, heldAt })
    return { ...about, ...nothing, note: equalEnds, next } satisfies BisectAnswer
  }
  const becomes = high.seen.recalled ? 'present' : 'absent'
  if ((request.present === true && becomes === 'absent') || (request.absent === true && becomes === 'present')) {
    const next: Next = otherWayRound({ question, node: about.node, rank: request.rank }, becomes)
    return { ...about, ...nothing, note: 'The ends hold the other way round, so nothing was searched.', next } satisfies BisectAnswer
  }
  const { after, before, steps } = yield* halve(brain, asked, low, high)
  const found = yield* foundEvent(brain, asked, about.node, before, after)
  const seen = { before: before.seen, after: after.seen }
  return { ...about, position: after.seen.position, ...found, ...seen, steps, note: oneOfSeveral } satisfies BisectAnswer
})

/**
 * Returns the ends of the search. A search for where a memory got lost begins before the newest turn that recalled it, else before its text
 * went or changed, where it did. */
const endsOf = Effect.fnUntraced(function* (brain: OpenBrain, request: BisectRequest, asked: Asked) {
  const to = request.to === undefined ? brain.state.position : yield* resolvePosition(brain, request.to)
  const seeks = request.absent === true && request.from === undefined
  const shown = seeks ? yield* lastShown(brain, asked, to) : undefined
  const held = seeks && shown === undefined ? yield* lastHeld(brain, asked.node, to) : undefined
  const from = request.from === undefined ? (shown?.position ?? held ?? 0) : yield* resolvePosition(brain, request.from)
  if (from < to) return { from, to }
  return yield* new InvalidRequest({ field: 'from', problem: `it is position ${from}, not before the end at ${to}: nothing lies between` })
})

/** The memory as the question finds it at one position. */
interface Seen {
  readonly held: HeldState
  readonly seen: Sighting
  /** Undefined where the memory was not there yet, so that nothing was asked. */
  readonly walk: Walk | undefined
}

const seenAt = Effect.fnUntraced(function* (brain: OpenBrain, held: HeldState, asked: Asked) {
  const { node, rank } = asked
  const { state } = held
  const { position } = state
  if (state.graph.stateOf(node) === undefined) {
    return { held, walk: undefined, seen: { position, place: null, score: null, recalled: false } } satisfies Seen as Seen
  }
  const { ranking, walk } = yield* rankingAt(brain, state, asked)
  const at = ranking.findIndex((ranked) => ranked.node === node)
  const place = at < 0 ? null : at + 1
  const score = ranking[at]?.score
  const seen = { position, place, score: score === undefined ? null : units(score), recalled: place !== null && place <= rank }
  return { held, walk, seen } satisfies Seen as Seen
})

/** Halves the log between two ends that differ: first between ends of commits, at last within one commit. */
const halve = Effect.fnUntraced(function* (brain: OpenBrain, asked: Asked, low: Seen, high: Seen) {
  let [before, after] = [low, high]
  const steps: Array<Sighting> = []
  const search = firstChange(low.seen.position, high.seen.position)
  for (let middle = search.next(); middle.done !== true; ) {
    const position = yield* endNear(brain, middle.value, before.seen.position, after.seen.position)
    const tried = yield* seenAt(brain, yield* stateFrom(brain, before.held, position), asked)
    steps.push(tried.seen)
    const differs = tried.seen.recalled !== low.seen.recalled
    if (differs) after = tried
    else before = tried
    middle = search.next({ position, differs })
  }
  return { before, after, steps }
})

/** Returns the end of a commit near a position and strictly between two others; the position itself where no commit ends between these. */
const endNear = Effect.fnUntraced(function* (brain: OpenBrain, middle: Position, low: Position, high: Position) {
  const store = yield* EventStore
  const [row] = yield* store.read(brain.key, middle, 1)
  if (row === undefined) return middle
  const end = row.first + row.count - 1
  if (end < high) return end
  return row.first - 1 > low ? row.first - 1 : middle
})

/* The event that was found, and the fact behind it. */

const foundEvent = Effect.fnUntraced(function* (brain: OpenBrain, asked: Asked, node: string, before: Seen, after: Seen) {
  const { position } = after.seen
  const known = yield* eventsAt(brain, [position])
  const event = known.get(position)
  if (event === undefined) return yield* Effect.die(new Error(`no event stands at position ${position}, between two that were read`))
  const fact = event.cause === undefined ? event : ((yield* eventsAt(brain, [event.cause])).get(event.cause) ?? event)
  const change = yield* changeBy(brain, asked, event, before, after)
  const [mover] = yield* moversOf(brain, brain.state.graph, [change])
  const profile = before.held.state.settings.inForce?.profile ?? 'balanced'
  const back = { event, fact, question: asked.question, node, profile, before: yield* endBefore(brain, position) }
  return { event: mover ?? null, cause: yield* toldFact(brain, after, event, fact), next: takingBack(back) }
})

/** Finds the largest change that the event made to the memory or its way; where it made none, the first thing that the event names. */
const changeBy = Effect.fnUntraced(function* (brain: OpenBrain, { node }: Asked, event: BrainEvent, before: Seen, after: Seen) {
  const { graph } = after.held.state
  const touched = [before.walk, after.walk].map(
    (walk): Touched => (walk === undefined ? { edges: new Set(), nodes: new Set([node]) } : touchedFor(graph, walk, node)),
  )
  const named = footprint(event)
  const { fold } = before.held
  for (const one of [touched.reduce(bothTouched), named]) {
    const start = fold === undefined ? (yield* asOf(brain, event.position - 1)).fold : cloneFold(fold)
    const changes = yield* changesUpTo(brain, start, one, event.position)
    const [largest] = changes.toSorted((a, b) => sizeOf(b) - sizeOf(a))
    if (largest !== undefined) return largest
  }
  const [edge] = named.edges
  const [other = node] = named.nodes
  const of = edge === undefined ? ('node' as const) : ('edge' as const)
  return { event, of, number: edge ?? other, from: undefined, to: undefined } satisfies RankingChange as RankingChange
})

const sizeOf = ({ from = 0, to = 0 }: RankingChange): number => Math.abs(to - from)

const toldFact = Effect.fnUntraced(function* (brain: OpenBrain, { held }: Seen, event: BrainEvent, fact: BrainEvent) {
  // An effect whose fact is not recorded has none to tell: such are the effects of the end of a turn.
  if (natureOf(fact.type) === 'effect') return null
  const { actor, at, session } = fact.commit
  const turn = fact.turn ?? event.turn
  const question = turn === undefined ? undefined : held.state.turn(turn)?.question
  const said = isVerdict(fact) ? fact.data.text : undefined
  const bodies = yield* keptBodies(brain, [...[question, said].flatMap((ref) => ref ?? []), ...sessionKeyRef(brain, session)])
  const body = (ref: typeof question) => (ref === undefined ? null : (bodies.get(ref) ?? null))
  return {
    position: fact.position,
    type: fact.type,
    at: isoTime(at),
    actor: (yield* actorNames(brain, [actor]))(actor),
    ...namedSession(brain, session, bodies),
    verdict: isVerdict(fact) ? fact.data.verdict : null,
    feedback: isVerdict(fact) ? printedFeedback(fact.data.feedback) : null,
    turn: turn === undefined ? null : printedTurn(turn),
    question: body(question),
    said: body(said),
  } satisfies BisectAnswer['cause']
})

/** Returns the position before the commit in which the memory was last retired, or got another text; undefined where neither happened. */
const lastHeld = Effect.fnUntraced(function* (brain: OpenBrain, node: NodeNumber, end: Position) {
  const types = ['NodeRetired', 'NodeRevised'] as const
  const groups = [[{ kind: 'node' as const, number: node }], types.map(typeSubject)]
  let last: Position | undefined
  yield* visitNewestFirst(brain, yield* placesOf(brain, groups, end), 1, end, (event) => {
    const took = event.type === 'NodeRetired' || (event.type === 'NodeRevised' && event.data.text !== undefined)
    if (took && event.data.node === node) last = event.position
    return last === undefined
  })
  return last === undefined ? undefined : yield* endBefore(brain, last)
})

/** Most recent turns whose questions are compared. */
const turnsCompared = 64

/**
 * Returns the position before the newest turn up to `end` that recalled the memory: of those that asked the same, if there is one
 * (`isSame`). Undefined where no turn that is kept recalled it.
 */
const lastShown = Effect.fnUntraced(function* (brain: OpenBrain, { node, question, rank }: Asked, end: Position) {
  const turns = []
  for (const turn of brain.state.recentTurns()) {
    if (turn.position <= end && turn.shown.slice(0, rank).includes(node) && turn.question !== undefined) turns.push(turn)
    if (turns.length === turnsCompared) break
  }
  const questions = turns.flatMap((turn) => turn.question ?? [])
  const bodies = yield* keptBodies(brain, questions)
  const same = turns.find((turn) => turn.question !== undefined && askedForm(bodies.get(turn.question) ?? '') === askedForm(question))
  const found = same ?? turns[0]
  return found === undefined ? undefined : { position: found.position - 1, isSame: same !== undefined }
})
