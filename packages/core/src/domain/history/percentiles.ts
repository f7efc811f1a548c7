/**
 * What the newest turns took: time, tokens, calls of a model and their cost, as medians and 95th percentiles.
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

export const takenNames = ['turnMs', 'skipMs', 'contextTokens', 'callMs', 'callTokens', 'callNanoUsd', 'callsATurn'] as const
export type Taken = Readonly<Partial<Record<(typeof takenNames)[number], Percentiles>>>

export interface TakenReader {
  readonly read: (event: BrainEvent) => void
  readonly taken: () => Taken
}

/** Reads events, oldest first. Judgements belong to no turn, and count for calls alone. */
export const takenReader = (): TakenReader => {
  const seen = Object.fromEntries(takenNames.map((name) => [name, []])) as unknown as Record<(typeof takenNames)[number], number[]>
  const calls = new Map<TurnNumber, number>()
  return {
    read: (event) => {
      switch (event.type) {
        case 'TurnCompleted':
          seen.turnMs.push(event.data.durationMs)
          break
        case 'RecallSkipped':
          if (event.data.waitedMs > 0) seen.skipMs.push(event.data.waitedMs)
          break
        case 'ContextBundled':
          seen.contextTokens.push(event.data.tokens)
          if (event.turn !== undefined) calls.set(event.turn, calls.get(event.turn) ?? 0)
          break
        case 'ModelAnswered':
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
  }
}
