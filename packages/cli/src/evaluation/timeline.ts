/** Which rows are there at a time, and what changed since the time before. */
import { isTimed, type QuestionSet } from './question-set.ts'

export interface Timeline {
  /** Places that came or went since the last call, in the order of their times; times never go back. Of a set without times, once all. */
  readonly advance: (time: number | undefined) => ReadonlyArray<number>
  readonly isThere: (place: number) => boolean
}

export const timelineOf = (set: QuestionSet): Timeline => {
  const there = new Set<number>()
  const moments = momentsOf(set)
  let next = 0
  const advance = (time = Number.POSITIVE_INFINITY): ReadonlyArray<number> => {
    const before = new Set<number>()
    const touched = new Set<number>()
    for (let moment = moments[next]; moment !== undefined && hasCome(moment, time); moment = moments[++next]) {
      if (!touched.has(moment.place) && there.has(moment.place)) before.add(moment.place)
      touched.add(moment.place)
      if (moment.comes) there.add(moment.place)
      else there.delete(moment.place)
    }
    return [...touched].filter((place) => before.has(place) !== there.has(place))
  }
  return { advance, isThere: (place) => there.has(place) }
}

interface Moment {
  readonly at: number
  readonly place: number
  readonly comes: boolean
}

/** A row is seen by what is asked after its time, and no more by what is asked at its end. */
const hasCome = ({ at, comes }: Moment, time: number): boolean => (comes ? at < time : at <= time)

/** By time; at one time what goes before what comes. */
const momentsOf = (set: QuestionSet): ReadonlyArray<Moment> => {
  if (!isTimed(set)) return set.rows.map((_, place) => ({ at: Number.NEGATIVE_INFINITY, place, comes: true }))
  const moments = set.rows.flatMap(
    ({ time = Number.NEGATIVE_INFINITY, until }, place): ReadonlyArray<Moment> => [
      { at: time, place, comes: true },
      ...(until === undefined ? [] : [{ at: until, place, comes: false }]),
    ],
  )
  return moments.sort((one, other) => one.at - other.at || Number(one.comes) - Number(other.comes) || one.place - other.place)
}
