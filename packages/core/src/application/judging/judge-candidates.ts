/**
 * Finds the memories that a message may say something about: what the reply before it used, what its recall found, and what shares words with it,
 * alone and with the one before. For a note: what shares words, is not newer, and is the agent's where it is. Nothing that others wrote.
 */

import { likenessTerms } from '@crabtrail/text/words/tokenise'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { outdatedLine } from '../../domain/context/outdated.ts'
import type { GraphView } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import { isAsOffered, mayJudge } from '../../domain/judging/judge-call.ts'
import type { JudgeCandidate, JudgedMessage } from '../../domain/judging/judge-prompt.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import { units } from '../../domain/strength.ts'
import { mayTake } from '../../domain/superseding/superseded-event.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { passagesOf, saidOn } from '../passages/passages.ts'
import { wordSearch } from '../superseding/word-search.ts'

interface SaidAfter {
  /** The message, without what it quotes. */
  readonly text: string
  /** The message of the same person before. */
  readonly before: string | undefined
  /** The turn before. */
  readonly last: TurnRecord | undefined
  /** The turn of which the message is the question. */
  readonly own: TurnRecord | undefined
}

/** The least share of the reply that was drawn from a memory that the reply used. */
const drawnLeast = 0.2

/** A place in one list counts as 1 / (places + place). */
const places = 4

/**
 * The weight of what the message and the one before it find together, divided by the words of the message: the fewer it has, the more is left to the
 * one before. At most, at least, and that of what was found for the turn before.
 */
const [ofBefore, beforeMost, beforeLeast, beside] = [3, 1.5, 0.5, 0.25]

/** Returns at most `most` candidates, the likeliest first. `at`: the earlier position whose state the brain has; absent for the newest. */
export const candidatesOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { before, last, own, text }: SaidAfter,
  most: number,
  at?: Position,
) {
  const { graph } = brain.state
  // Kept messages are full of small talk: only what the reply used leads to them, with their memories.
  const isFound = (node: NodeNumber) => mayJudge(graph, node) && meantBy(graph, node).includes(node)
  const search = yield* wordSearch(brain, [], isFound, at)
  const drawn = drawnOf(last).flatMap((node) => meantBy(graph, node).filter((one) => mayJudge(graph, one)))
  const near = before === undefined ? [] : yield* search([before, text].join('\n'))
  const scores = new Map<NodeNumber, number>()
  const alone = interleaved((own?.shown ?? []).filter(isFound), yield* search(text))
  const shownBefore = (last?.shown ?? []).filter(isFound)
  for (const [list, weight] of [
    [drawn, 1],
    [alone, 1],
    [near, Math.max(beforeLeast, Math.min(beforeMost, ofBefore / Math.max(1, likenessTerms(text).length)))],
    [shownBefore, beside],
  ] as const)
    for (const [place, node] of list.entries()) scores.set(node, (scores.get(node) ?? 0) + weight / (places + place))
  const likeliest = [...scores].sort(([a, one], [b, other]) => other - one || a - b).map(([node]) => node)
  // A message means a memory that the reply used more often than one that only shares words with it.
  return yield* worded(brain, [...new Set([...drawn.slice(0, drawnMost), ...likeliest])].slice(0, most), new Set(drawn))
})

/** Returns notes, each with at most `most` older memories that share words with it. A note without any, or one that is gone, is left out. */
export const notesWith = Effect.fnUntraced(function* (brain: OpenBrain, nodes: ReadonlyArray<NodeNumber>, most: number) {
  const { graph, judging } = brain.state
  const among = nodes.filter((node) => mayJudge(graph, node))
  const notes = yield* passagesOf(brain, graph, among)
  const now = yield* Clock.currentTimeMillis
  const found: Array<JudgedMessage> = []
  for (const [node, { id, refs, text, title }] of notes) {
    const day = graph.dayOf(node)
    const isOlder = (one: NodeNumber) => day === undefined || (graph.dayOf(one) ?? day) <= day
    // Notes that wait together were read together: none of them is the older one.
    const isFound = (one: NodeNumber) =>
      one !== node &&
      mayJudge(graph, one) &&
      mayTake(graph, node, one) &&
      meantBy(graph, one).includes(one) &&
      !judging.notes.has(one) &&
      isOlder(one)
    const search = yield* wordSearch(brain, [], isFound)
    const near = yield* search(`${title}\n${text}`, most)
    const candidates = yield* worded(brain, near, new Set())
    const about = { node, text, ref: refs.text, title: [title, id].filter((part) => part !== '').join(' \u00b7 ') }
    const said = { text, turn: undefined, question: undefined, before: undefined, reply: undefined }
    if (candidates.length > 0) found.push({ ...said, note: about, saidAt: day === undefined ? now : day * dayMs, candidates })
  }
  return found
})

const dayMs = 86_400_000

/** Memories of the reply before that are offered whatever else was found. */
const drawnMost = 3

/** A message that was kept of a memory is offered with that memory, which takes one place for all of them. */
const meantBy = (graph: GraphView, node: NodeNumber): ReadonlyArray<NodeNumber> => {
  if (graph.typeOf(node) !== 'correction') return [node]
  const of = graph.superseded().filter((one) => graph.typeOf(one) !== 'correction' && keptOf(graph, one).some(({ by }) => by === node))
  return of.length > 0 ? of : [node]
}

/** Returns the kept messages that stand in the place of words of a memory. */
const keptOf = (graph: GraphView, node: NodeNumber) =>
  graph.supersededBy(node).filter(({ by, gone, rule }) => rule === 'judged' && gone === undefined && graph.typeOf(by) === 'correction')

const drawnOf = (turn: TurnRecord | undefined): ReadonlyArray<NodeNumber> => {
  const used = turn?.drew?.filter(({ share }) => units(share) >= drawnLeast).map(({ node }) => node) ?? []
  return used.length > 0 ? used : (turn?.included ?? [])
}

const worded = Effect.fnUntraced(function* (brain: OpenBrain, nodes: ReadonlyArray<NodeNumber>, drawn: ReadonlySet<NodeNumber>) {
  const { graph } = brain.state
  const passages = yield* passagesOf(brain, graph, [...nodes, ...nodes.flatMap((node) => keptOf(graph, node).map(({ by }) => by))])
  return nodes.flatMap((node): ReadonlyArray<JudgeCandidate> => {
    const passage = passages.get(node)
    if (passage === undefined) return []
    const { refs, text } = passage
    const said = keptOf(graph, node).flatMap(({ by, part }): JudgeCandidate['said'] => {
      const kept = passages.get(by)
      return kept === undefined || !mayJudge(graph, by) ? [] : [{ node: by, text: kept.text, ref: kept.refs.text, part }]
    })
    const marks = outdatedLine(graph, node, text, saidOn(graph, passages)) ?? ''
    const title = graph.sourceNumberOf(node) > 0 ? passage.id : ''
    return [{ node, title, text, ref: refs.text, isDrawn: drawn.has(node), marks, said }]
  })
})

/**
 * Returns candidates of an earlier position as a brain has them: with what was said of each since. One whose text changed since, or that is gone, is
 * offered with the text that it had; one whose text was erased, or that is no longer trusted, is not offered.
 */
export const wordedNow = Effect.fnUntraced(function* (brain: OpenBrain, candidates: ReadonlyArray<JudgeCandidate>) {
  const { erased, graph } = brain.state
  const offered = candidates.filter(({ node, ref }) => graph.isTrusted(node) && !erased.has(ref))
  const same = offered.filter((one) => isAsOffered(graph, one))
  const drawn = same.filter(({ isDrawn }) => isDrawn)
  const now = new Map((yield* worded(brain, same.map(numberOf), new Set(drawn.map(numberOf)))).map((one) => [one.node, one]))
  return offered.map((one): JudgeCandidate => now.get(one.node) ?? { ...one, marks: '', said: [] })
})

const numberOf = ({ node }: JudgeCandidate): NodeNumber => node

const interleaved = (one: ReadonlyArray<NodeNumber>, other: ReadonlyArray<NodeNumber>): ReadonlyArray<NodeNumber> => [
  ...new Set(Array.from({ length: Math.max(one.length, other.length) }, (_, i) => [one[i], other[i]].flatMap((node) => node ?? [])).flat()),
]
