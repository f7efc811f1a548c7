/**
 * What the copies of the plugin know together, a record for each database file of a process.
 *
 * The host calls what it tells of sessions and commands on one copy of these modules, and what belongs to a run of an agent on another,
 * so none of this may lie in a module. Nothing here survives the process, and each part has a bound.
 */

import type { Request } from '@crabtrail/core'
import type { Following } from '../workspace/followed.ts'
import { noReadings, type Readings } from '../workspace/reading.ts'
import type { Access, Bootstrap, Talk } from './conversation.ts'
import { version } from './process-wide.ts'

/** A turn that ended, or a heartbeat: forgetting is due less often than learning, and by other rules for each. */
export type Occasion = 'turn' | 'heartbeat'

export interface SharedState {
  /** Runs that are under way or ended not long ago, oldest first; see `runs.ts`. */
  readonly runs: Map<string, Run>
  /** Ends of turns that may yet be tried again, by the key of their run; see `turn-ends.ts`. */
  readonly held: Map<string, HeldEnd>
  /** What searches of the host found in a session since its last recall, by {@link conversationOf}. */
  readonly hits: Map<string, ReadonlyArray<Request.SearchHit>>
  /** The system prompt of a session's last run, by {@link conversationOf}; a bounded number. */
  readonly prompts: Map<string, string>
  /** What the host told of the files in the system prompt of a turn whose prompt is not there yet; see `hooks/agent-bootstrap.ts`. */
  readonly bootstraps: Map<string, Bootstrap>
  /** Agents whose newest prompt held the notes that had been told of it. */
  readonly promptHoldsFiles: Set<string>
  /** Keys of sessions that want no memory, as the host names them. */
  readonly muted: Set<string>
  /** What was told of the newest reset of a session, by {@link conversationOf}; see `session-renewal.ts`. */
  readonly renewals: Map<string, ReadonlyArray<RenewalStep>>
  /** Heartbeats that are under way, by the key of their run. */
  readonly beats: Map<string, Beat>
  /** Brains that learn just now, and on which occasion once more afterwards. */
  readonly learning: Map<string, Occasion | undefined>
  readonly following: Following
  readonly readings: Readings
  /** The asker to whom the host offered our tools last, by conversation; see `access/host-word.ts`. */
  readonly askers: Map<string, OfferedAsker>
  /** True for a sender in a conversation who was the owner when a prompt was ready last. */
  readonly checked: Map<string, boolean>
  /** The access of the conversations that made subagents, by the keys of the subagents. */
  readonly parents: Map<string, Access>
  readonly health: Health
}

export interface OfferedAsker {
  readonly channel: string | undefined
  readonly senderId: string | undefined
  readonly isOwner: boolean
}

/** What is known of a run between its hooks. */
export interface Run {
  readonly talk: Talk
  /** Which memory it may see. */
  access: Access
  /** The sender, as the host names him; absent where it names nobody. */
  readonly senderId: string | undefined
  readonly interactive: boolean
  /** Asked again for the same run, it gives the recorded answer. A question that is too long for the memory is left out. */
  readonly request: Request.RecallRequest
  /** Digest of what was said, at any length. */
  readonly saidDigest: string
  /** How many runs of this id came before it. */
  readonly round: number
  /** What its turn is found by in the memory. */
  turnKey: string | undefined
  /** `t17`; absent where no memory was given. */
  turn: string | undefined
  /** Ids of the memories that were put before the model. */
  included: ReadonlyArray<string>
  readonly tools: Map<string, ToolTally>
  /** Calls that only led to another one. */
  readonly wrappers: Set<string>
  /** What tools were called with, bounded. */
  readonly toolTexts: string[]
  senderIsOwner: boolean | undefined
  heard: boolean
  /** How its last attempt ended; absent while one is under way. */
  ended: Request.CompleteRequest['outcome'] | undefined
  /** Of all attempts together. */
  durationMs: number
}

export interface ToolTally {
  calls: number
  failures: number
}

/** The host tells of a reset in three ways, in no fixed order. */
export type RenewalStep = 'reset' | 'end' | 'start'

export interface Beat {
  readonly talk: Talk
  tags: ReadonlyArray<string>
  told: boolean
}

export interface HeldEnd {
  readonly conversation: string
  readonly timer: NodeJS.Timeout
  readonly release: () => void
}

export interface HookHealth {
  calls: number
  failures: number
  lastError: string | undefined
  /** The kinds of failure that were told, newest last, a bounded number. */
  told: ReadonlyArray<string>
  /** Milliseconds UTC of the last call. */
  lastAt: number
}

export interface Health {
  readonly hooks: Record<string, HookHealth>
  /** Turns that went on without memory, by reason. */
  readonly absences: Record<string, number>
  /** What was said already, by cause, so that it is said once; see `problems.ts`. */
  readonly told: Map<string, ToldProblem>
  /** What is wrong now, by cause. */
  readonly problems: Map<string, string>
  /**
   * Texts for the owner that the host has not taken yet, by cause: the copy of the plugin that found the problem may be gone by then. Somebody
   * else may read them (see `health.ts`).
   */
  readonly owed: Map<string, string>
  /** Turns in a row that the store would not take, though it may open and read: a full disk, for one. And what it said last. */
  untaken: { turns: number; detail: string }
  /** How each brain stood when it was proven last; see `daily-proof.ts`. */
  readonly proven: Map<string, Proven>
  /** Milliseconds UTC since when the host has been seen to call for everything but prompts; see `blindness.ts`. */
  silentSince: number | undefined
}

export interface Proven {
  /** Milliseconds UTC. */
  readonly at: number
  readonly events: number
  readonly commits: number
  readonly tookMs: number
  /** What is not as it should be, and what to do about it; null: it is whole. */
  readonly problem: string | null
}

export interface ToldProblem {
  /** Newest last, a bounded number. */
  readonly kinds: ReadonlyArray<string>
  /** Milliseconds UTC of its last end. */
  readonly wellSince: number | undefined
  /** Told, and its end not yet. */
  readonly owesEnd: boolean
}

/** `path` is the database file. */
export const sharedState = (path: string): SharedState => {
  const known = states().get(path)
  if (known !== undefined) return known
  const state: SharedState = {
    runs: new Map(),
    held: new Map(),
    hits: new Map(),
    prompts: new Map(),
    bootstraps: new Map(),
    promptHoldsFiles: new Set(),
    muted: new Set(),
    renewals: new Map(),
    beats: new Map(),
    learning: new Map(),
    askers: new Map(),
    checked: new Map(),
    parents: new Map(),
    following: { workspaces: new Map(), stopped: false },
    readings: noReadings(),
    health: {
      hooks: {},
      absences: {},
      told: new Map(),
      problems: new Map(),
      owed: new Map(),
      untaken: { turns: 0, detail: '' },
      proven: new Map(),
      silentSince: undefined,
    },
  }
  states().set(path, state)
  return state
}

/** One session of one agent. */
export const conversationOf = ({ brain, session }: Pick<Talk, 'brain' | 'session'>): string => `${brain}\n${session}`

/** Puts an entry last; beyond the limit the oldest go, and are answered. */
export const keepNewest = <A>(map: Map<string, A>, key: string, value: A, limit: number): ReadonlyArray<A> => {
  map.delete(key)
  map.set(key, value)
  const gone: A[] = []
  for (const [oldest, old] of map) {
    if (map.size <= limit) break
    map.delete(oldest)
    gone.push(old)
  }
  return gone
}

const everywhere = Symbol.for(`@crabtrail/openclaw ${version} state`)

const states = (): Map<string, SharedState> => {
  const kept = globalThis as { [everywhere]?: Map<string, SharedState> }
  kept[everywhere] ??= new Map()
  return kept[everywhere]
}
