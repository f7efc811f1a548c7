/** Sizes of a fleet by arithmetic: what so many brains at so many turns a day need, from the measured cost of one turn. */
import { readFileSync } from 'node:fs'
import type { TurnCosts } from './turn-costs.ts'

export const turnsADay = 1_000
const secondsADay = 86_400
/** The rate at the busiest hour of the day is so many times the mean, at the quietest hour as much below it. */
export const daySwing = 0.7
/** Share of the cores that is used at the busiest hour. */
export const usedShare = 0.6
export const coresAServer = 16
/** Connections of a client process, the default of `pool`. */
const pool = 4

/** Processor time of a turn, and how it came about. */
export interface Load {
  readonly title: string
  readonly clientMs: number
  readonly serverMs: number
}

/**
 * Eight processes without a pause on a machine with two cores, a quarter of all turns in one brain: races, locks and cold caches included.
 * `docs/results/torture.md` has the run.
 */
export const crowded: Load & { readonly statements: number } = { title: 'crowded', clientMs: 28.6, serverMs: 10.5, statements: 19.2 }

export const measuredCosts = (): TurnCosts => JSON.parse(readFileSync(new URL('turn-costs.json', import.meta.url), 'utf8'))

export const alone = ({ clientMs, serverMs }: TurnCosts): Load => ({ title: 'alone', clientMs, serverMs })

export interface Sizes {
  readonly brains: number
  readonly turnsPerSecond: number
  readonly peak: number
  readonly serverCores: number
  readonly servers: number
  readonly clientCores: number
  readonly connections: number
  readonly bytesADay: number
  /** Bytes a second at the busiest hour: pages that were written before since the last checkpoint, or none of them. */
  readonly walWarm: number
  readonly walCold: number
  readonly commitsPerSecond: number
  readonly bytesOfNotes: number
  readonly heapOfAll: number
}

export const sizesOf = (brains: number, load: Load, costs: TurnCosts): Sizes => {
  const turnsPerSecond = (brains * turnsADay) / secondsADay
  const peak = turnsPerSecond * (1 + daySwing)
  const serverCores = (peak * load.serverMs) / 1_000
  const clientCores = (peak * load.clientMs) / 1_000
  return {
    brains,
    turnsPerSecond,
    peak,
    serverCores,
    servers: Math.ceil(serverCores / usedShare / coresAServer),
    clientCores,
    // A client is one process on one core.
    connections: Math.ceil(clientCores / usedShare) * pool,
    bytesADay: brains * turnsADay * sum(Object.values(costs.bytes)),
    walWarm: peak * costs.walBytes,
    walCold: peak * costs.walBytesCold,
    commitsPerSecond: peak * costs.commits,
    bytesOfNotes: brains * sum(Object.values(costs.bytesBefore)),
    heapOfAll: brains * costs.heapABrain,
  }
}

/** Turns a second of the busiest brain where the brains follow Zipf's law. */
export const hottestRate = (brains: number, exponent: number, turnsPerSecond: number): number => {
  let all = 0
  for (let rank = 1; rank <= brains; rank++) all += rank ** -exponent
  return turnsPerSecond / all
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)
