/**
 * What the newest turns took: time, tokens, memories that fired and steps of the walk, calls of a model and their cost, as medians and 95th percentiles.
 *
 * By nearest rank: each is a value that was seen. A recall's own time is in no log; the process that answered it knows it.
 */
import { type BrainEvent, ignore } from '../events/brain-event.ts'
import type { TurnNumber } from '../identity.ts'

export interface Percentiles {
  readonly count: number
  readonly p50: number
  readonly p95: number
}

/** Undefined where nothing was seen. */
export const percentilesOf = (values: ReadonlyArray<number>): Percentiles | undefined => {
  const sorted = values.toSorted((a, b) => a - b)
  const [p50, p95] = [rankOf(sorted, 50), rankOf(sorted, 95)]
  return p50 === undefined || p95 === undefined ? undefined : { count: sorted.length, p50, p95 }
}

const rankOf = (sorted: ReadonlyArray<number>, percent: number): number | undefined =>
  sorted[Math.ceil((percent * sorted.length) / 100) - 1]

export const takenNames = [
  'turnMs',
  'skipMs',
  'contextTokens',
  'fired',
  'steps',
  'callMs',
  'callTokens',
  'callNanoUsd',
  'callsATurn',
] as const
export type Taken = Readonly<Partial<Record<(typeof takenNames)[number], Percentiles>>>

/** How many there were, and how many of them took longer than they may. */
export interface Timed {
  readonly all: number
  readonly late: number
}

export interface TakenReader {
  readonly read: (event: BrainEvent) => void
  readonly taken: () => Taken
  /** Recalls by the deadline of their reply, and calls of a routing model by their own. */
  readonly late: () => { readonly recalls: Timed; readonly calls: Timed }
}

/** Reads events, oldest first. Judgements belong to no turn, and count for calls alone. */
export const takenReader = (): TakenReader => {
  const seen = Object.fromEntries(takenNames.map((name) => [name, []])) as unknown as Record<(typeof takenNames)[number], number[]>
  const calls = new Map<TurnNumber, number>()
  /** Of the recall that is read: the memories that fired so far, and the most edges on the way to one. */
  let [fired, steps] = [0, 0]
  let [lateRecalls, routings, lateRoutings] = [0, 0, 0]
  return {
    read: (event) => {
      switch (event.type) {
        case 'TurnCompleted':
          seen.turnMs.push(event.data.durationMs)
          break
        case 'RecallSkipped':
          if (event.data.waitedMs > 0) seen.skipMs.push(event.data.waitedMs)
          if (event.data.reason === 'deadline' || event.data.reason === 'late') lateRecalls++
          break
        case 'NodeFired':
          fired++
          steps = Math.max(steps, event.data.depth)
          break
        case 'ContextBundled':
          seen.fired.push(fired)
          seen.steps.push(steps)
          fired = steps = 0
          seen.contextTokens.push(event.data.tokens)
          if (event.turn !== undefined) calls.set(event.turn, calls.get(event.turn) ?? 0)
          break
        case 'ModelAnswered':
          if (event.data.task === 'routing') routings++
          if (event.data.task === 'routing' && event.data.fallback === 'timeout') lateRoutings++
          seen.callMs.push(event.data.latencyMs)
          seen.callTokens.push(event.data.tokensIn + event.data.tokensOut)
          seen.callNanoUsd.push(event.data.costNanoUsd)
          if (event.turn !== undefined) calls.set(event.turn, (calls.get(event.turn) ?? 0) + 1)
          break
        default:
          ignore<'percentiles'>(event.type)
      }
    },
    taken: () => {
      const all = { ...seen, callsATurn: [...calls.values()] }
      return Object.fromEntries(takenNames.flatMap((name) => (all[name].length === 0 ? [] : [[name, percentilesOf(all[name])]])))
    },
    late: () => ({
      recalls: { all: seen.contextTokens.length + lateRecalls, late: lateRecalls },
      calls: { all: routings, late: lateRoutings },
    }),
  }
}
