/**
 * State that all copies of the adapter in a process share, one record for each store.
 *
 * The host loads an adapter several times. It calls session hooks and commands on one copy and the hooks of a run on another, so this
 * state must not live in a module. It does not survive the process, and every collection has a bound.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Request } from '@crabtrail/core'
import type { Access, Talk } from '../conversation/conversation.ts'
import type { Waits } from './deadline.ts'
import type { Following } from './followed.ts'
import { noReadings, type Readings } from './reading.ts'
import { processWide } from './shared-memory.ts'

/** Reason for a pass of the learner. Decay runs less often than learning, and under other rules for a heartbeat and behind a reading of notes. */
export type Occasion = 'turn' | 'heartbeat' | 'reading'

export interface SharedState {
  /** Runs under way or ended recently, oldest first; see `state/runs.ts`. */
  readonly runs: Map<string, Run>
  /** Failed ends of turns that the host may still retry, by run key; see `turn/completion.ts`. */
  readonly held: Map<string, HeldEnd>
  /** Hits of the host's searches in a session since its last recall, by {@link conversationOf}. */
  readonly hits: Map<string, ReadonlyArray<Request.SearchHit>>
  /** Files that tools of a session touched since its last recall, the newest first, by {@link conversationOf}. */
  readonly touched: Map<string, ReadonlyArray<TouchedFile>>
  /** System prompt of a session's last run, by {@link conversationOf}. At most 32. */
  readonly prompts: Map<string, string>
  /** Notes that the host announced for the system prompt of a turn, until that prompt exists; see `turn/prompt-notes.ts`. */
  readonly announced: Map<string, () => ReadonlyArray<string>>
  /** Agents whose newest prompt held the announced notes. */
  readonly promptHoldsFiles: Set<string>
  /** Session keys with memory switched off, as the host names them. */
  readonly muted: Set<string>
  /** Steps of the newest reset of a session, by {@link conversationOf}; see `turn/session.ts`. */
  readonly renewals: Map<string, ReadonlyArray<RenewalStep>>
  readonly beats: Map<string, Beat>
  /** Brains that learn now, with the occasions of one more pass afterwards. */
  readonly learning: Map<string, Set<Occasion>>
  /** The newest run that names aliases, by brain: whether it goes on, what is left and what was answered. */
  readonly aliasing: Map<string, Aliasing>
  readonly following: Following
  readonly readings: Readings
  /** The asker to whom the host offered the tools last, by conversation; see `access/asker.ts`. */
  readonly askers: Map<string, OfferedAsker>
  /** True or false by sender and conversation: the host named the sender as the owner, or not, at the last ready prompt. */
  readonly checked: Map<string, boolean>
  /** Access of the conversation that spawned a subagent, by session key of the subagent. */
  readonly parents: Map<string, Access>
  /** The waits of the newest turns for the model. All agents count, because they share the machine. */
  readonly pace: { waits: Waits }
  /** True once a copy of the adapter read that the memory is switched off. */
  readonly serving: { isOff: boolean }
  readonly health: Health
}

export interface Aliasing {
  /** True while a call is made, and true where another run is to follow it. */
  isAsking: boolean
  again: boolean
  /** Calls that are left. */
  left: number
  /** Memories that wait for another day. */
  postponed: number
  /** Calls that were answered since this process began. */
  answered: number
  /** Milliseconds UTC of the newest answer; 0 where the adapter stopped since. */
  lastAt: number
}

export interface TouchedFile {
  /** Without its folders. */
  readonly name: string
  /** True where a tool wrote it, false where it was only read. */
  readonly isChanged: boolean
}

export interface OfferedAsker {
  readonly channel: string | undefined
  readonly senderId: string | undefined
  readonly isOwner: boolean
}

/** A run between its hooks: one answer of the host to one message, all attempts together. */
export interface Run {
  readonly talk: Talk
  access: Access
  /** The sender as the host names him; absent where it names nobody. */
  readonly senderId: string | undefined
  readonly interactive: boolean
  /** The key in it makes a repeated recall return the recorded answer. A question above the size limit is replaced by an empty one. */
  readonly request: Request.RecallRequest
  /** Digest of the message, at any length. */
  readonly saidDigest: string
  /** Number of earlier runs with the same id. */
  readonly round: number
  /** Key under which the memory finds the turn of this run. */
  turnKey: string | undefined
  /** `t17`; absent where no memory was given. */
  turn: string | undefined
  /** Ids of the memories that were put before the model. */
  included: ReadonlyArray<string>
  readonly tools: Map<string, ToolTally>
  /** Ids of tool calls that only wrapped another call. */
  readonly wrappers: Set<string>
  /** Tool and id of each call that was counted: a host may report one call twice. */
  readonly counted: Set<string>
  /** Arguments of tool calls as text, at most 16,000 characters together. */
  readonly toolTexts: string[]
  /** Tool calls in order, the newest ones, with the texts among `toolTexts`. */
  calls: ReadonlyArray<Request.ToolCall>
  /** The reports of failed tool calls, the newest last, at most eight. */
  toolErrors: ReadonlyArray<Request.ToolReport>
  /** Tools in the order of their calls that succeeded, the first ones; one that was called again at once counts once. */
  readonly steps: string[]
  /** Selections of erasures that the agent was shown in this run; see `tools/memory-changes.ts`. */
  readonly rehearsed: Set<string>
  senderIsOwner: boolean | undefined
  heard: boolean
  /** Resolves when the memory has answered what the owner said; absent where nothing was sent. */
  hearing: Promise<void> | undefined
  /** Ids of the memories that the owner's message called wrong, until he was told. */
  calledWrong: ReadonlyArray<string>
  /** Memories with words that the message of the run said otherwise; the owner is told behind the reply. */
  changed: ReadonlyArray<string>
  /** Outcome of the last attempt; absent while one is under way. */
  ended: Request.CompleteRequest['outcome'] | undefined
  /** Sum over all attempts. */
  durationMs: number
  /** Monotonic milliseconds at which the prompt was handed over with or without memories; undefined until then. */
  promptedAt: number | undefined
}

export interface ToolTally {
  calls: number
  failures: number
}

/** The three hooks in which the host reports a reset, in no fixed order. */
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
  /** Kinds of failure that were reported, newest last, at most 32. */
  told: ReadonlyArray<string>
  /** Milliseconds UTC of the last call. */
  lastAt: number
}

export interface Health {
  readonly hooks: Record<string, HookHealth>
  /** Number of turns that went on without memory, by reason. */
  readonly absences: Record<string, number>
  /** Reports made so far, by cause, so that each is made once; see `state/problems.ts`. */
  readonly told: Map<string, ToldProblem>
  readonly problems: Map<string, string>
  /** The problems that the process before this one told the owner: cause → the kind of the text. */
  readonly toldBefore: Map<string, string>
  /** Messages to the owner that the host has not accepted yet, by cause. Other people may read them (see `health/watch.ts`). */
  readonly owed: Map<string, string>
  /** Consecutive turns that the store refused although it may open and read, for example on a full disk; and its last message. */
  untaken: { turns: number; detail: string }
  /** Consecutive turns that were to have memory and are not recorded as recalls, and milliseconds UTC of the first of them. */
  unrecorded: { turns: number; since: number }
  /** The work that was still to do at the last look; see `health/blind-spots.ts`. */
  stalls: Stalls
  readonly proven: Map<string, Proven>
  /** Milliseconds UTC since when the host calls other hooks but never those before a prompt; see `state/problems.ts`. */
  silentSince: number | undefined
  /** The cheap model that the host refused, with the grant under which it did; empty where it refused none. It is not asked for again. */
  readonly refusal: ModelRefusal
  /** `failed` is true where the newest call of the host's embedding provider failed. */
  readonly embedding: { failed: boolean }
}

/** How much of something was left at the least, and since when it is not less, by what it is. */
export type Stalls = ReadonlyMap<string, { readonly left: number; readonly since: number }>

export interface ModelRefusal {
  of?: string | undefined
}

export interface Proven {
  /** Milliseconds UTC. */
  readonly at: number
  readonly events: number
  readonly commits: number
  readonly tookMs: number
  /** The fault and what to do about it; null when the log is whole. */
  readonly problem: string | null
}

export interface ToldProblem {
  /** Newest last, at most 32. */
  readonly kinds: ReadonlyArray<string>
  /** Milliseconds UTC of the last time the problem ended. */
  readonly wellSince: number | undefined
  /** True while a reported problem has not been reported as ended. */
  readonly owesEnd: boolean
}

/** `place`: the store, as messages name it. */
export const sharedState = (place: string): SharedState => {
  const known = states().get(place)
  if (known !== undefined) return known
  const state: SharedState = {
    runs: new Map(),
    held: new Map(),
    hits: new Map(),
    touched: new Map(),
    prompts: new Map(),
    announced: new Map(),
    promptHoldsFiles: new Set(),
    muted: new Set(),
    renewals: new Map(),
    beats: new Map(),
    learning: new Map(),
    askers: new Map(),
    checked: new Map(),
    parents: new Map(),
    pace: { waits: [] },
    serving: { isOff: false },
    aliasing: new Map(),
    following: { workspaces: new Map(), stopped: false },
    readings: noReadings(),
    health: {
      hooks: {},
      absences: {},
      told: new Map(),
      problems: new Map(),
      toldBefore: new Map(),
      owed: new Map(),
      untaken: { turns: 0, detail: '' },
      unrecorded: { turns: 0, since: 0 },
      stalls: new Map(),
      proven: new Map(),
      silentSince: undefined,
      refusal: {},
      embedding: { failed: false },
    },
  }
  states().set(place, state)
  return state
}

export const conversationOf = ({ brain, session }: Pick<Talk, 'brain' | 'session'>): string => `${brain}\n${session}`

/** Adds an entry as the newest. Removes the oldest entries above `limit` and returns them. */
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

const states = (): Map<string, SharedState> => processWide('state')

/*
 * Small JSON files of format 1 beside the database. They hold what must survive a gateway without being part of the log, or what another
 * process shows.
 */

interface StateFile {
  readonly format: 1
}

/** Replaces the file atomically. Only its owner may read it. */
export const writeStateFile = async <Content extends StateFile>(path: string, content: Content): Promise<void> => {
  const beside = `${path}.${randomUUID()}.part`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await writeFile(beside, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw error
  }
}

/** Reads a state file; undefined when there is none, or none of format 1. */
export const readStateFile = async (path: string): Promise<object | undefined> => {
  try {
    const content: unknown = JSON.parse(await readFile(path, 'utf8'))
    return typeof content === 'object' && content !== null && 'format' in content && content.format === 1 ? content : undefined
  } catch {
    return undefined
  }
}
