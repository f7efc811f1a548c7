/** Kills writers to one and the same store, one after the other, and looks at it each time. */
import { random } from '../bench/random.ts'
import { type Moment, startWriter } from './lives.ts'
import { type Ends, inspect, inspectWhole } from './survived.ts'

export interface Deaths {
  readonly kills: number
  readonly acknowledged: number
  readonly ofThemPower: number
  /** Commits that were there though nobody was told so any more. */
  readonly unacknowledged: number
  /** Number of kills by the work that they interrupted. */
  readonly during: Readonly<Record<string, number>>
  readonly events: number
  readonly megabytes: number
}

const phases = ['signal', 'bare', 'snapshot', 'upkeep'] as const

/** After some commits, or in the midst of something; the first has some commits. */
const moment = (seed: number, commitsMax: number, isFirst: boolean): Moment => {
  const chance = random(seed)
  return chance.next() < 0.5 || isFirst
    ? { after: 'commit', count: chance.between(1, commitsMax), delayMs: chance.next() * 3 }
    : { after: 'began', what: chance.pick(phases), count: chance.between(1, 3), delayMs: chance.next() * 8 }
}

/** Each lives for at most so many commits, more or less. */
export const killAgain = async (path: string, kills: number, seed: number, commitsMax: number): Promise<Deaths> => {
  const ends: Ends = new Map()
  const during: Record<string, number> = {}
  let [acknowledged, ofThemPower, unacknowledged] = [0, 0, 0]
  let next = startWriter(path, seed)
  for (let i = 0; i < kills; i++) {
    const writer = await next
    // It loads while this one lives, and touches the store only when it is told to begin.
    if (i + 1 < kills) next = startWriter(path, seed + i + 1)
    const life = await writer.liveUntil(moment(seed + i, commitsMax, i === 0))
    const left = await inspect(path, life, ends)
    acknowledged += life.acknowledged.length
    ofThemPower += life.acknowledged.filter(({ durability }) => durability === 'power').length
    unacknowledged += left.unacknowledged
    during[life.during] = (during[life.during] ?? 0) + 1
  }
  const { bytes, events } = await inspectWhole(path)
  return { kills, acknowledged, ofThemPower, unacknowledged, during, events, megabytes: Math.round(bytes / 1e6) }
}
