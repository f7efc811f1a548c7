/** When a position was: people know days, and not positions. All times are those of UTC. */

import { answerTo } from './ask.ts'
import { head } from './brain.ts'
import { at } from './route.ts'

/** Returns the time of the event at a position; undefined until it is known, and where nobody can be asked. */
export const timeAt = (position: number): string | undefined => {
  const one = String(position)
  const told = answerTo('log', { from: one, to: one, limit: 1 }, undefined).value
  return told.state === 'told' ? told.answer.events[0]?.at : undefined
}

/** Parts of the log whose times are asked for at once. */
export const buckets = 200

/** Returns about when each position was, from the times along the whole log: good enough for the axis of a picture. Undefined until it is known. */
export const timesAlong = (): ((position: number) => number) | undefined => {
  const told = answerTo('timeline', { buckets }, at.value === undefined ? head.value : undefined).value
  if (told.state !== 'told') return undefined
  const { buckets: parts, to } = told.answer
  const ends = parts.map(({ at: time, from }) => ({ from, time: Date.parse(time) }))
  return (position) => {
    const i = ends.findLastIndex(({ from }) => from <= position)
    const [here, next] = [ends[Math.max(0, i)], ends[i + 1]]
    if (here === undefined) return Number.NaN
    const [until, then] = [next?.from ?? to, next?.time ?? here.time]
    return here.time + (then - here.time) * Math.min(1, Math.max(0, (position - here.from) / Math.max(1, until - here.from)))
  }
}
