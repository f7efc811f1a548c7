/**
 * Orders and marks memories of a context that say otherwise of the same thing: the newer stands first, and the one below names the other.
 *
 * It decides nothing: both stay. Which is newer is told by their days, on one day by the times of day, else by when they were read in. Two of one
 * day and one reading have no order, and each names the other.
 */
import type { Day } from '@crabtrail/text/days/calendar'
import { minuteOfPassage } from '@crabtrail/text/days/minutes'
import {
  contradicts,
  type Entry,
  entryOf,
  type MemoryReading,
  type OtherDay,
  type SaidOtherwise,
  saysOtherwise,
  type Worded,
} from '@crabtrail/text/evidence/readings'
import { speakerOf } from '@crabtrail/text/words/phrases'
import type { NodeNumber } from '../identity.ts'

/** A memory as it is put before a model. */
export interface GivenMemory extends Worded {
  readonly node: NodeNumber
  /** See {@link GraphView.readAt}. Absent: it is not known. */
  readonly readAt?: number
  /** Corrections in conversations, the newest last: given with the memory. */
  readonly corrections?: ReadonlyArray<SaidOtherwise>
}

/** A memory of a context, and its reading. */
export interface Judged {
  readonly item: GivenMemory
  readonly reading: MemoryReading
}

type Age = OtherDay['is']

/** Returns the age of one memory beside another one; undefined where nothing tells that the two belong to one order. */
const ageOf = (one: GivenMemory, other: GivenMemory): Age | undefined => {
  if (one.day === undefined || other.day === undefined) return undefined
  if (one.day !== other.day) return one.day > other.day ? 'newer' : 'older'
  const [minute, others] = [minuteOf(one), minuteOf(other)]
  if (minute !== undefined && others !== undefined && minute !== others) return minute > others ? 'newer' : 'older'
  // Passages of one document are read beside each other by whoever wrote it: they are about two things, or a day goes on.
  if (documentOf(one) === documentOf(other)) return undefined
  const [read = 0, othersRead = 0] = [one.readAt, other.readAt]
  return read === 0 || othersRead === 0 || read === othersRead ? 'unordered' : read > othersRead ? 'newer' : 'older'
}

const documentOf = ({ id }: GivenMemory): string => id.replace(/[#~].*$/su, '')

/** True for two turns of one talk, which is read from its beginning on: see `said-later.ts`. */
const areOneTalk = (one: GivenMemory, other: GivenMemory): boolean =>
  documentOf(one) === documentOf(other) && [one, other].every(({ text }) => speakerOf(text) !== undefined)

const minuteOf = (item: GivenMemory): number | undefined =>
  minuteOfPassage({ path: documentOf(item), headings: item.title === item.id ? [] : item.title.split(' › '), text: item.text })

/** Finds out which memories of one context disagree. Each pair is compared once. */
export class Disagreements {
  readonly #known = new Map<string, Age | undefined>()

  /** Returns the age of a memory beside another one that says otherwise of the same; undefined where it does not, or neither is newer or of its day. */
  between(one: Judged, other: Judged): Age | undefined {
    const pair = `${one.item.node} ${other.item.node}`
    if (!this.#known.has(pair)) this.#known.set(pair, disagreement(one, other))
    return this.#known.get(pair)
  }
}

const disagreement = (one: Judged, other: Judged): Age | undefined => {
  const age = ageOf(one.item, other.item)
  if (age === undefined) return undefined
  const says = one.item.day === other.item.day ? contradicts : saysOtherwise
  return says(one.reading.said, other.reading.said) ? age : undefined
}

export interface Standing {
  /** The day on which the question is asked. A day that is still to come is a plan, and passes nothing. Absent: no day is still to come. */
  readonly today?: Day | undefined
  /** True for a memory that a verdict put in its place: no date moves another one before it. */
  readonly stays: (node: NodeNumber) => boolean
  /** True where a memory holds most words of the question that another one holds: else it may be about another thing, and does not pass it. */
  readonly holdsMost: (node: NodeNumber, other: NodeNumber) => boolean
  /** Remarks, each with the turn of a talk that it stands behind. Absent: none. */
  readonly remarks?: ReadonlyMap<NodeNumber, NodeNumber> | undefined
}

/** Returns the memories in their order, each behind the newer ones that say otherwise, and each remark behind its turn. */
export const newestAbove = (
  kept: ReadonlyArray<Judged>,
  disagreements: Disagreements,
  { holdsMost, remarks, stays, today }: Standing,
): ReadonlyArray<Judged> => {
  const passes = (one: Judged, other: Judged): boolean =>
    one !== other &&
    disagreements.between(one, other) === 'newer' &&
    (today === undefined || (one.item.day ?? 0) <= today) &&
    !stays(other.item.node) &&
    holdsMost(one.item.node, other.item.node) &&
    !areOneTalk(one.item, other.item)
  const [rest, order] = [[...kept], [] as Judged[]]
  for (let first = rest[0]; first !== undefined; first = rest[0]) {
    // Days, times and readings may go round in a circle: none is looked at twice.
    const seen = new Set<Judged>()
    let next = first
    for (let newer: Judged | undefined = first; newer !== undefined; newer = rest.find((one) => !seen.has(one) && passes(one, next))) {
      seen.add(newer)
      next = newer
    }
    const follows = rest.filter((one) => one !== next && remarks?.get(one.item.node) === next.item.node)
    for (const one of [next, ...follows]) rest.splice(rest.indexOf(one), 1)
    order.push(next, ...follows)
  }
  return order
}

/** Returns the entries of memories in their order, each with its mark where another one says otherwise. */
export const entriesIn = (ordered: ReadonlyArray<Judged>, disagreements: Disagreements): ReadonlyArray<Entry> =>
  ordered.map((judged, at) => {
    const against = otherOf(judged, ordered, at, disagreements)
    const { corrections, outdated } = judged.item
    const isPlain = against === undefined && corrections === undefined && outdated === undefined
    return isPlain ? judged.reading.entry : entryOf(judged.item, corrections, against)
  })

/** Returns the memory above that says otherwise; where there is none, the one below that may as well be the newer. */
const otherOf = (judged: Judged, ordered: ReadonlyArray<Judged>, at: number, disagreements: Disagreements): OtherDay | undefined => {
  const isOther = (one: Judged, place: number) => {
    const age = place === at ? undefined : disagreements.between(judged, one)
    return place < at ? age !== undefined : age === 'unordered'
  }
  const other = ordered.find(isOther)
  const is = other === undefined ? undefined : disagreements.between(judged, other)
  return other === undefined || is === undefined ? undefined : { id: other.item.id, is }
}
