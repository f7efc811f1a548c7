/** Lists what waits for the owner's yes, and records his yes or no. */

import * as Effect from 'effect/Effect'
import type { BrainEvent, BrainEventOf } from '../../domain/events/brain-event.ts'
import type { GraphView, Supersession } from '../../domain/graph.ts'
import { typeSubject } from '../../domain/history/segments.ts'
import { type NodeNumber, printedSession } from '../../domain/identity.ts'
import { mayMark } from '../../domain/learning/owner-marks.ts'
import { waitingNodes } from '../../domain/learning/review.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { isRestored } from '../../domain/undo/restatement.ts'
import type { LatelyDecided, ReviewAnswer, WaitingNode } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { stateAt } from '../commands/as-of.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { actorNames, isoTime, type NodeNames, nodeNames, resolveNode } from '../naming/names.ts'
import { placesOf, visitNewestFirst } from '../naming/segments.ts'
import { sourceKeys } from '../recall/answer.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { ReviewRequest } from '../requests.ts'

/** Memories that are listed unless the request says otherwise. */
const listedMost = 20

/** Memories that a refusal names. */
const besideTold = 8

const reviewOf = { approve: 'approved', refuse: 'refused' } as const

export const review = Effect.fnUntraced(function* (brain: OpenBrain, request: ReviewRequest) {
  const { decision, nodes: named = [], origin = 'owner' } = request
  if (decision === undefined) return yield* listed(brain, request)
  if (!mayMark(origin))
    return yield* new InvalidRequest({ field: 'origin', problem: `${origin} may not ${decision} a memory: the owner can` })
  const signal = yield* beginSignal(brain, request)
  const rehearsal = request.dryRun === true
  let nodes: ReadonlyArray<NodeNumber> = []
  yield* runCommand(signal, {
    durability: 'power',
    rehearsal,
    gather: Effect.fnUntraced(function* ({ state }) {
      nodes =
        request.all === true
          ? yield* seenSo(brain, state, waitingNodes(state.graph), request.at)
          : yield* namedSo(brain, state, named, request.at)
      return { _tag: 'Review' as const, nodes, review: reviewOf[decision] }
    }),
  })
  const { graph } = brain.state
  const beside = request.all === true ? [] : yield* besideIn(brain, brain.state, nodes)
  const names = yield* nodeNames(brain, graph, [...nodes, ...beside], 'names')
  const standing = (node: NodeNumber) => (rehearsal ? undefined : graph.reviewOf(node)) ?? reviewOf[decision]
  const decided = nodes.map((node) => ({ node: names.id(node), review: standing(node) }))
  return {
    ...(yield* listed(brain, {})),
    ...(rehearsal ? { would: decided } : { decided }),
    ...(beside.length === 0 ? {} : { beside: beside.map(names.id) }),
  } satisfies ReviewAnswer
})

/**
 * Returns the memories that wait in the documents of these, if the first passage of the document is among them: it has the name of the document, so
 * whoever names it may mean all of that.
 */
const besideIn = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, nodes: ReadonlyArray<NodeNumber>) {
  const { graph } = state
  const [keyOf, { id }] = [yield* sourceKeys(brain, state, nodes), yield* nodeNames(brain, graph, nodes, 'names')]
  const documents = new Set(nodes.filter((node) => keyOf(node) === id(node)).map((node) => graph.sourceNumberOf(node)))
  const meant = new Set(nodes)
  return waitingNodes(graph).filter((node) => documents.has(graph.sourceNumberOf(node)) && !meant.has(node))
})

/** Returns the memories that are named. Fails for one that is not as it was where somebody looked, at `seen`. */
const namedSo = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, named: ReadonlyArray<string>, seen: ReviewRequest['at']) {
  const nodes = yield* Effect.forEach(named, (name) => resolveNode(brain, state.graph, name))
  const unasked = nodes.findIndex((node) => state.graph.reviewOf(node) === undefined)
  const waits = unasked === -1 ? [] : yield* besideIn(brain, state, nodes.slice(unasked, unasked + 1))
  if (waits.length > 0) {
    const { id } = yield* nodeNames(brain, state.graph, waits.slice(0, besideTold), 'names')
    const told = waits.slice(0, besideTold).map(id).join(', ')
    const more = waits.length > besideTold ? `, and ${waits.length - besideTold} more` : ''
    return yield* new InvalidRequest({
      field: 'nodes',
      problem: `${named[unasked]} itself does not wait; of its document these do: ${told}${more}`,
    })
  }
  const same = new Set(yield* seenSo(brain, state, nodes, seen))
  const place = nodes.findIndex((node) => !same.has(node))
  if (place === -1) return nodes
  const problem = `${named[place]} came, or got another text or another effect, after position ${seen}: look at it again`
  return yield* new InvalidRequest({ field: 'nodes', problem })
})

/** Returns those that are as they were at `seen`, with their text, heading, and what a yes changes; all where nobody says where he looked. */
const seenSo = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { graph }: BrainState,
  nodes: ReadonlyArray<NodeNumber>,
  seen: ReviewRequest['at'],
) {
  if (seen === undefined) return nodes
  const then = (yield* stateAt(brain, seen)).graph
  const [was, is] = [changedBy(then, nodes), changedBy(graph, nodes)]
  return nodes.filter((node) => {
    const [old, now] = [then.node(node), graph.node(node)]
    const isSame = old?.text === now?.text && old?.title === now?.title && (was.get(node)?.length ?? 0) === (is.get(node)?.length ?? 0)
    return isSame && then.reviewOf(node) !== undefined
  })
})

const listed = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { after, at, lately, limit = listedMost }: Pick<ReviewRequest, 'after' | 'at' | 'lately' | 'limit'>,
) {
  const state = yield* stateAt(brain, at)
  const all = waitingNodes(state.graph)
  const behind = after === undefined ? 0 : yield* resolveNode(brain, state.graph, after)
  const shown = all.filter((node) => node > behind).slice(0, limit)
  const waiting = yield* toldWaiting(brain, state, shown)
  return {
    brain: brain.key,
    waiting,
    count: all.length,
    ...(lately === undefined ? {} : { lately: yield* latelyDecided(brain, state, lately) }),
    position: state.position,
  } satisfies ReviewAnswer
})

/** Returns the decisions that stand, the newest first: of each memory the last that says how it stands. */
const latelyDecided = Effect.fnUntraced(function* (brain: OpenBrain, { graph, position }: BrainState, most: number) {
  const found = new Map<NodeNumber, BrainEventOf<'NodeReviewed'>>()
  const places = yield* placesOf(brain, [[typeSubject('NodeReviewed')]], position)
  const visit = (event: BrainEvent) => {
    if (event.type !== 'NodeReviewed' || event.data.review === 'waits' || isRestored(event)) return true
    const { node, review } = event.data
    if (!found.has(node) && graph.reviewOf(node) === review) found.set(node, event)
    return found.size < most
  }
  yield* visitNewestFirst(brain, places, 1, position, visit, (type) => type === 'NodeReviewed')
  const names = yield* nodeNames(brain, graph, found.keys(), 'names')
  return Array.from(found, ([node, { commit, data, position }]): LatelyDecided => {
    return { node: names.id(node), review: data.review, at: isoTime(commit.at), position }
  })
})

const toldWaiting = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, nodes: ReadonlyArray<NodeNumber>) {
  const { graph } = state
  const changes = changedBy(graph, nodes)
  const older = [...changes.values()].flatMap((some) => some.map(({ node }) => node))
  const names = yield* nodeNames(brain, graph, [...nodes, ...older], 'texts')
  const sources = yield* sourceKeys(brain, state, nodes)
  const came = yield* comings(brain, state, nodes)
  const actors = yield* actorNames(
    brain,
    [...came.values()].map(({ actor }) => actor),
  )
  return nodes.map((node): WaitingNode => {
    const { actor, at, session } = came.get(node) ?? {}
    return {
      node: names.id(node),
      from: sources(node) ?? (actor === undefined ? undefined : actors(actor)) ?? originOf(graph, node),
      origin: originOf(graph, node),
      text: names.text(node) ?? '',
      ...(changes.has(node) ? { changes: (changes.get(node) ?? []).map((one) => toldChange(names, one)) } : {}),
      since: at === undefined ? null : isoTime(at),
      session: session === undefined ? null : printedSession(session),
    }
  })
})

interface WaitingChange {
  readonly node: NodeNumber
  readonly part: Supersession['part']
}

/** Returns what each of these memories is recorded to take the place of, and does not yet. */
const changedBy = (graph: GraphView, nodes: ReadonlyArray<NodeNumber>): ReadonlyMap<NodeNumber, ReadonlyArray<WaitingChange>> => {
  const wanted = new Set(nodes)
  const found = graph
    .superseded()
    .flatMap((node) =>
      graph.supersessionsOf(node).flatMap(({ by, gone, part }) => (wanted.has(by) && gone === undefined ? [{ by, node, part }] : [])),
    )
  return Map.groupBy(found, ({ by }) => by)
}

const toldChange = (names: NodeNames, { node, part }: WaitingChange) => ({
  node: names.id(node),
  was: part === undefined ? null : (names.text(node)?.slice(...part) ?? null),
})

const originOf = (graph: GraphView, node: NodeNumber) => graph.originOf(node) ?? 'untrusted'

/** Returns the commit since which each memory waits. */
const comings = Effect.fnUntraced(function* (brain: OpenBrain, { position }: BrainState, nodes: ReadonlyArray<NodeNumber>) {
  const wanted = new Set(nodes)
  const found = new Map<NodeNumber, { readonly at: number; readonly actor: number; readonly session?: number }>()
  if (wanted.size === 0) return found
  const groups = [nodes.map((number) => ({ kind: 'node' as const, number })), [typeSubject('NodeReviewed')]]
  yield* visitNewestFirst(brain, yield* placesOf(brain, groups, position), 1, position, ({ commit, data, type }) => {
    if (type === 'NodeReviewed' && data.review === 'waits' && wanted.has(data.node) && !found.has(data.node)) found.set(data.node, commit)
    return found.size < wanted.size
  })
  return found
})
