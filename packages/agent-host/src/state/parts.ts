/** What every handler works with, what an adapter supplies, and the guard around handlers, which throws nothing into the host. */
import type { HostEmbedder, HostModel } from '@crabtrail/store/worker'
import type { Chat } from '../conversation/conversation.ts'
import type { Naming } from '../conversation/naming.ts'
import type { DeadlineSetting } from './deadline.ts'
import { withNewKind } from './problems.ts'
import type { SharedMemory } from './shared-memory.ts'
import type { HookHealth, SharedState } from './shared-state.ts'

/** The settings of a memory, whatever file of the host they stand in. */
export interface HostSettings {
  /** Milliseconds that a reply may wait for the memory; see `state/deadline.ts`. */
  readonly deadlineMs: DeadlineSetting
  /** Milliseconds beside `deadlineMs` that a reply may wait for the language model. 0: no model is asked. */
  readonly modelMs: number
  readonly model: 'off' | 'host' | ModelServer
  /** US dollars that a UTC day may spend on the language model. */
  readonly modelDayUsd?: number
  readonly embedder: 'none' | 'hashed' | 'host' | (ModelServer & { readonly dimension?: number; readonly questionMs?: number })
  readonly judging: 'each' | 'batches' | 'off'
  /** A language model names by which other words people may ask for what was read. */
  readonly aliases: boolean
  readonly capture: 'off' | 'facts' | 'turns'
  /** Tokens that memories may take in a prompt. Default: the budget in the profile of the brain. */
  readonly tokens?: number
  readonly groups: 'none' | 'own'
  readonly senders: 'owner' | 'each'
  /** The page over a memory, where the host serves one. */
  readonly studio?: 'off' | 'read' | 'write'
}

export interface ModelServer {
  readonly baseUrl: string
  readonly model: string
  /** Name of the environment variable that holds the key. */
  readonly keyVariable?: string
}

/** What an adapter says of its host, once and for all. */
export interface HostFacts {
  readonly actor: string
  /** How a message names a setting of the memory. */
  readonly setting: (name: keyof HostSettings) => string
  /** How a message names the setting that lists the owners. */
  readonly ownerList: string
  /** How a message names a command of the memory in a terminal. */
  readonly terminal: (command: string) => string
  /** A problem for a chat, where nobody can type a command of the terminal. */
  readonly inChat: (problem: string) => string
  /** The handlers under which the health counts a recall, a prompt that is ready, and the end of a turn. */
  readonly handlers: { readonly recall: string; readonly ready: string; readonly ended: string }
  readonly tools: HostTools
  readonly notes: HostNotes
}

export interface HostTools {
  /** Tools of the host that answer with its own words. Every other tool may bring others' text. */
  readonly quiet: ReadonlySet<string>
  /** Tools that return memories and mark those that are not the owner's or the agent's. */
  readonly searches: ReadonlySet<string>
  /** The tool that reads a file of the workspace. */
  readonly reads: string
  /** True for the path of a file in the workspace that the agent and its owner write. */
  readonly isOwnFile: (path: string) => boolean
}

export interface HostNotes {
  /** Files at the top of a workspace that are notes. */
  readonly files: ReadonlyArray<string>
  /** The folder whose Markdown files are notes. */
  readonly folder: string
  /** The note that people write about themselves, so its origin is the owner. */
  readonly owners: string
  /** Digests of notes that others wrote, by path in the workspace. Empty when the host keeps no record. Never rejects. */
  readonly byOthers: (workspace: string) => Promise<ReadonlyMap<string, string>>
}

/** Who the owner is, by the configuration of the host. */
export interface Owners {
  readonly isListed: (sender: Sender) => boolean
  /** True when the other person of a direct chat is the owner. */
  readonly isPeer: (chat: Pick<Extract<Chat, { readonly peer: string }>, 'channel' | 'peer'>) => boolean
  /** False for a channel that only clients of the host itself use. */
  readonly isOutside: (channel: string) => boolean
  /** True when messages of groups may arrive in the main session, where nothing distinguishes them from a direct chat. */
  readonly mixesGroups: boolean
  /** True when the list names somebody on this channel. */
  readonly namesAnybody: (channel: string) => boolean
  /** What the owner is told of a channel on which the list names nobody. */
  readonly advice: (channel: string) => string
  /** One text for each channel that is switched on and on which the list names nobody. */
  readonly missing: () => ReadonlyArray<string>
}

export interface Sender {
  readonly channel: string
  readonly senderId: string
}

export interface HostParts {
  readonly memory: SharedMemory
  readonly state: SharedState
  readonly config: HostSettings
  readonly naming: Naming
  readonly host: HostFacts
  /** By the current configuration; the host changes it while it runs. */
  readonly owners: () => Owners
  /** False once the owner has switched the memory off, although the host still calls it: then it hears, answers and records nothing. */
  readonly isOn: () => boolean
  readonly warn: (message: string) => void
  /** The model of the host; absent where the settings do not name it, or the host has none to offer. */
  readonly model?: HostModel | undefined
  /** The embedding provider of the host, likewise. */
  readonly embedder?: HostEmbedding | undefined
  /** The page over a memory; absent where the settings do not have the host serve it. */
  readonly studio?: StudioPage | undefined
}

export interface StudioPage {
  /** Makes an address that opens the page over this brain once. */
  readonly open: (brain: string) => Promise<StudioAddress>
}

export interface StudioAddress {
  readonly address: string
  /** How somebody on another machine has to change the address. */
  readonly elsewhere: string
  /** How long it waits to be opened. */
  readonly minutes: number
}

export interface HostEmbedding {
  readonly embed: HostEmbedder
  /** Returns what is missing, and what to do; undefined where it can be asked. Asks no provider, and never rejects. */
  readonly problem: () => Promise<string | undefined>
}

type Watched = Pick<HostParts, 'state' | 'warn'>

/** Deadline of handlers that answer without waiting. */
const promptMs = 1_000

/** Returns a plain value when `work` does, so that the host awaits no promise. Nothing is done where the memory is switched off. */
export const guarded =
  <Event, Context, Answer>(
    name: string,
    parts: Watched & Pick<HostParts, 'isOn'>,
    work: (event: Event, context: Context) => Promise<Answer> | Answer,
    deadlineMs = promptMs,
  ) =>
  (event: Event, context: Context): Promise<Answer | undefined> | Answer | undefined => {
    if (!parts.isOn()) return undefined
    const health = healthOf(parts, name)
    health.calls += 1
    health.lastAt = Date.now()
    try {
      const answer = work(event, context)
      return answer instanceof Promise ? within(deadlineMs, answer, (error) => failed(parts, name, error)) : answer
    } catch (error) {
      failed(parts, name, error)
      return undefined
    }
  }

/** Counts a failure and reports it, unless one of its kind was reported before. */
export const failed = (parts: Watched, name: string, error: unknown): void => {
  const message = counted(parts, name, error)
  tell(parts, name, message, `${name}: ${message}`)
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Counts a failure that another part reports, and returns its message. */
export const counted = (parts: Watched, name: string, error: unknown): string => {
  const message = messageOf(error)
  const health = healthOf(parts, name)
  health.failures += 1
  health.lastError = message
  return message
}

/** Reports `message` unless this handler reported one of that kind before. Two kinds that alternate are reported once each. */
export const tell = (parts: Watched, name: string, kind: string, message: string): void => {
  const health = healthOf(parts, name)
  const told = withNewKind(health.told, kind)
  if (told === undefined) return
  health.told = told
  parts.warn(message)
}

const healthOf = ({ state }: Watched, name: string): HookHealth => {
  state.health.hooks[name] ??= { calls: 0, failures: 0, lastError: undefined, told: [], lastAt: 0 }
  return state.health.hooks[name]
}

/** A result after the deadline is dropped; a failure after it is still counted. */
const within = <A>(deadlineMs: number, work: Promise<A>, failed: (error: unknown) => void): Promise<A | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      failed(new Error(`gave no answer within ${deadlineMs} ms`))
      resolve(undefined)
    }, deadlineMs)
    work.then(resolve, (error) => {
      failed(error)
      resolve(undefined)
    })
    work.finally(() => clearTimeout(timer)).catch(() => {})
  })
