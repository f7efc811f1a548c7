/**
 * Puts the newest first among dated memories that answer a question equally: they have the same words of it, and about the same score. "What did
 * we decide in the last weekly?" finds every weekly, and the newest is meant; of several values of one thing the newest is true.
 *
 * It decides nothing: all stay, each with its day. A day that is still to come is a plan, and passes nothing. Messages of a talk follow
 * `said-later.ts`.
 */
import type { Day } from '@crabtrail/text/days/calendar'
import { speakerOf } from '@crabtrail/text/words/phrases'
import type { NodeNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'
import type { RankedNode } from '../walk/ranking.ts'

/** The number of first memories that are compared. */
const comparedMost = 6
/** The least share of the score of the first memory. */
const equalShare = 0.85

export interface DatedInput {
  /** Best first. */
  readonly ranking: ReadonlyArray<RankedNode>
  /** Undefined where the text was erased, or must not pass the first memory. */
  readonly text: (node: NodeNumber) => string | undefined
  readonly dayOf: (node: NodeNumber) => Day | undefined
  /** Each word's part of a memory's score: above 0 where the memory has the word. */
  readonly parts: (node: NodeNumber) => ReadonlyArray<Nano>
  /** The day on which the question is asked. Undefined: no day is still to come. */
  readonly today: Day | undefined
}

/** Returns the order in which each memory passes the first one: newer → first. */
export const newestFirst = ({ dayOf, parts, ranking, text, today }: DatedInput): ReadonlyMap<NodeNumber, NodeNumber> => {
  const passing = new Map<NodeNumber, NodeNumber>()
  const dated = ranking.slice(0, comparedMost).flatMap(({ node, score }) => {
    const day = dayOf(node)
    const own = text(node)
    return day === undefined || own === undefined || speakerOf(own) !== undefined ? [] : [{ node, score, day }]
  })
  const [best] = dated
  if (best === undefined || best.node !== ranking[0]?.node) return passing
  const words = wordsIn(parts(best.node))
  if (words === '') return passing
  const equals = dated.filter(
    ({ day, node, score }) => score >= equalShare * best.score && (today === undefined || day <= today) && wordsIn(parts(node)) === words,
  )
  let first = best
  for (const one of equals.toSorted((a, b) => a.day - b.day)) {
    const isPlan = today !== undefined && first.day > today
    if (one.node === first.node || (one.day <= first.day && !isPlan)) continue
    passing.set(one.node, first.node)
    first = one
  }
  return passing
}

/** The places of the words that a memory has. */
const wordsIn = (parts: ReadonlyArray<Nano>): string => parts.flatMap((part, place) => (part > 0 ? [place] : [])).join(' ')
