/**
 * Takes back what was learned from some signals, or withdraws such a request. Everything else that was learned stays, and is what it would
 * have been without the signals, walks as walked.
 */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { type GraphView, isLive } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import { requestsOf, signalsOut, standingRequests, type UnlearnRecords } from '../../domain/projections/unlearnings.ts'
import type { UnlearnAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { eventsOfCommit } from '../brain/read-row.ts'
import { type Done, edgeChanges, lastPosition, utilityChanges, workBacklogOff } from '../commands/learner.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { nodeNames } from '../naming/names.ts'
import { resolvePosition } from '../naming/positions.ts'
import { namedInChanges, supersessionsChanged, toldChanges } from '../recall/holders-told.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import type { UndoRequest, UnlearnRequest } from '../requests.ts'
import { changedRankings } from './changed-rankings.ts'
import { derive } from './derive.ts'
import { findSignals, nothingSelected, readSelection, type Selection, selects } from './selection.ts'

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
  const done = yield* runCommand(signal, {
    durability: 'power',
    rehearsal,
    gather: Effect.fnUntraced(function* ({ state }) {
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
  return { answer: yield* answerOf(brain, { done, events }, rehearsal), events }
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
  const done = yield* runCommand(signal, {
    durability: 'power',
    rehearsal,
    gather: Effect.fnUntraced(function* ({ state }) {
      const standing = standingRequests(state.unlearnings)
      if (state.unlearnings.requests.get(asked)?.kind !== 'unlearning') return yield* noUnlearning(asked, state.unlearnings)
      if (!standing.has(asked)) return undefined
      const left = new Set([...standing].filter((one) => one !== asked))
      const derived = yield* derive(brain, { out: signalsOut(state.unlearnings, left), standing: left })
      return { _tag: 'WithdrawUnlearning' as const, request: asked, derived, rehearsal }
    }),
  })
  return yield* answerOf(brain, { done, events: yield* eventsOf(brain, done) }, rehearsal)
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
}

/** Tells what the commit restored. */
const answerOf = Effect.fnUntraced(function* (brain: OpenBrain, { done, events }: Written, rehearsal: boolean) {
  const request = events.find(({ type }) => type === 'UnlearnRequested' || type === 'UnlearnWithdrawn')
  const nodes = events.flatMap((event) => (event.type === 'NodeRetired' || event.type === 'NodeRestored' ? [event.data.node] : []))
  const doubts = doubtChanges(events)
  const changes = supersessionsChanged(brain.state.graph, events)
  const others = [...doubts.map(({ node }) => node), ...namedInChanges(changes)]
  const names = yield* nodeNames(brain, brain.state.graph, [...nodes, ...others], 'names')
  const moved = { edges: yield* edgeChanges(brain, events), utilities: yield* utilityChanges(brain, events) }
  return {
    brain: brain.key,
    request: request === undefined || rehearsal ? null : request.position,
    ...signalsIn(brain.state.unlearnings, request),
    ...(rehearsal ? { would: moved, rankings: yield* changedRankings(brain, events) } : { restored: moved }),
    ...(doubts.length === 0 ? {} : { doubts: doubts.map(({ from, node, to }) => ({ node: names.id(node), from, to })) }),
    ...(changes.length === 0 ? {} : { superseded: toldChanges(names, changes) }),
    nodes: nodes.map((node) => names.id(node)),
    position: done.recorded === undefined ? brain.state.position : lastPosition(done),
  } satisfies UnlearnAnswer
})

/** Returns how many doubts each memory had and has. A restatement lifts all doubts of a memory and sets those anew that stand. */
const doubtChanges = (events: ReadonlyArray<BrainEvent>) => {
  const changes = new Map<NodeNumber, { from: number; to: number }>()
  for (const event of events) {
    if (event.type !== 'DoubtLifted' && event.type !== 'NodeDoubted') continue
    const known = changes.get(event.data.node) ?? { from: 0, to: 0 }
    known[event.type === 'DoubtLifted' ? 'from' : 'to']++
    changes.set(event.data.node, known)
  }
  return [...changes].map(([node, change]) => ({ node, ...change }))
}

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
