/** Finds the parts of the memory that stand still although nothing failed: turns without a record, and lessons, vectors and judgements that are not made. Pure. */
import type { Answer } from '@crabtrail/core'
import type { Stalls } from '../state/shared-state.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** Fewer turns without a record are no habit. */
const turnsLeast = 3

export type SpotCause = 'unrecorded' | 'learner' | 'vectors' | 'model-pause' | 'judging' | 'aliases'
export const spotCauses: ReadonlyArray<SpotCause> = ['unrecorded', 'learner', 'vectors', 'model-pause', 'judging', 'aliases']

export interface Spot {
  readonly cause: SpotCause
  /** Without a path, a name and anything from the memory: others may read it. */
  readonly text: string
  /** The command that the owner types in a terminal. */
  readonly command: string
}

export interface Seen {
  /** Milliseconds UTC. */
  readonly now: number
  /** Undefined until the worker answered once. */
  readonly work: Answer.WorkAnswer | undefined
  readonly unrecorded: { readonly turns: number; readonly since: number }
  /** True where a language model is set and messages are to be judged. */
  readonly isJudging: boolean
  /** By brain: the memories that wait for aliases, today or on another day, and the calls about aliases that were answered. Empty where aliases are off. */
  readonly unnamed: ReadonlyArray<{ readonly brain: string; readonly left: number; readonly answered: number }>
  readonly terminal: (command: string) => string
}

interface Left {
  readonly cause: Exclude<SpotCause, 'unrecorded' | 'model-pause'>
  readonly key: string
  readonly left: number
  /** How long it may stay as it is. */
  readonly patienceMs: number
}

/** Returns what stands still now, and what to compare the next look with. */
export const blindSpots = (seen: Seen, before: Stalls): { readonly spots: ReadonlyArray<Spot>; readonly stalls: Stalls } => {
  const { now } = seen
  const lefts = leftOf(seen).filter(({ left }) => left > 0)
  const stalls = new Map(
    lefts.map(({ key, left }) => {
      const known = before.get(key)
      return [key, known === undefined || left < known.left ? { left, since: now } : known] as const
    }),
  )
  const still = lefts.filter(({ key, patienceMs }) => now - (stalls.get(key)?.since ?? now) >= patienceMs)
  return { spots: spotCauses.flatMap((cause) => spotOf(cause, seen, still) ?? []), stalls }
}

const leftOf = ({ isJudging, unnamed, work }: Seen): ReadonlyArray<Left> => {
  const { behind = [], embedder } = work ?? {}
  return [
    ...behind.map(({ backlog, brain }) => ({ cause: 'learner' as const, key: `learner ${brain}`, left: backlog, patienceMs: hourMs })),
    ...(embedder?.brains ?? []).map(({ brain, missing }) => {
      return { cause: 'vectors' as const, key: `vectors ${brain}`, left: missing, patienceMs: hourMs }
    }),
    // A call is progress, whatever came of it and however much waits anew.
    ...(isJudging ? behind : []).map(({ brain, modelCalls, waiting }) => {
      return { cause: 'judging' as const, key: `judging ${brain} after ${modelCalls} calls`, left: waiting, patienceMs: dayMs }
    }),
    // An answer is progress here, too. The budget of a day ends naming until the next one.
    ...unnamed.map(({ answered, brain, left }) => {
      return { cause: 'aliases' as const, key: `aliases ${brain} after ${answered} answers`, left, patienceMs: 2 * dayMs }
    }),
  ]
}

const spotOf = (cause: SpotCause, seen: Seen, still: ReadonlyArray<Left>): Spot | undefined => {
  const [first] = still.filter((one) => one.cause === cause)
  const command = seen.terminal('doctor')
  switch (cause) {
    case 'unrecorded': {
      const { since, turns } = seen.unrecorded
      if (turns < turnsLeast || seen.now - since < dayMs) return undefined
      return { cause, text: `nothing was recorded for a day, though ${turns} messages went by`, command: seen.terminal('status') }
    }
    case 'model-pause': {
      const until = pauseIn(seen)
      if (until === undefined) return undefined
      return {
        cause,
        text: `the language model is not asked until ${until}, because calls failed one after the other; the rules decide meanwhile`,
        command,
      }
    }
    case 'judging': {
      const isHeldBack = seen.isJudging && seen.work?.behind.some((one) => one.isHeldBack) === true
      if (isHeldBack)
        return {
          cause,
          text: 'nothing follows from what the language model says of messages, because it says of too many that they change something',
          command,
        }
      if (first === undefined) return undefined
      return {
        cause,
        text: `judging is switched on, but messages or notes wait (${first.left}), and no model was asked for a day`,
        command: seen.terminal('setup'),
      }
    }
    case 'aliases':
      return (
        first && {
          cause,
          text: 'naming other words for memories is switched on, but some wait, and no call about them was answered for two days',
          command: seen.terminal('setup'),
        }
      )
    case 'learner':
      return (
        first && {
          cause,
          text: `verdicts wait to be learned from (${first.left}), and none was for an hour`,
          command: seen.terminal('learn'),
        }
      )
    case 'vectors':
      return (
        first && {
          cause,
          text: `memories lack a vector (${first.left}), and none got one for an hour: the words of a question decide alone`,
          command,
        }
      )
  }
}

/** The latest end of a pause that is not over, to the minute. */
const pauseIn = ({ now, work }: Seen): string | undefined => {
  const ends = (work?.behind ?? []).flatMap(({ pausedUntil }) =>
    pausedUntil === undefined || Date.parse(pausedUntil) <= now ? [] : [pausedUntil],
  )
  return ends.toSorted().at(-1)?.slice(0, 16).replace('T', ' ').concat(' UTC')
}
