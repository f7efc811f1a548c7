/**
 * The guard around every handler of the plugin: it throws nothing into the host, answers by a deadline, counts failures and reports each
 * kind of failure once.
 */
import type { HostModel } from '@crabtrail/store/worker'
import type { HostConfig } from './host-config.ts'
import type { Naming } from './naming.ts'
import { withNewKind } from './problems.ts'
import type { PluginConfig } from './settings.ts'
import type { SharedMemory } from './shared-memory.ts'
import type { HookHealth, SharedState } from './shared-state.ts'

export interface PluginParts {
  readonly memory: SharedMemory
  readonly state: SharedState
  readonly config: PluginConfig
  readonly naming: Naming
  /** The current configuration; the host changes it while it runs. */
  readonly hostConfig: () => HostConfig
  readonly warn: (message: string) => void
  /** The model of the host; absent where the settings do not name it, or the host has none for plugins. */
  readonly model?: HostModel | undefined
}

type Watched = Pick<PluginParts, 'state' | 'warn'>

/** Deadline of handlers that answer without waiting. */
const promptMs = 1_000

/** Returns a plain value when `work` does, so that the host awaits no promise. */
export const guarded =
  <Event, Context, Answer>(
    name: string,
    parts: Watched,
    work: (event: Event, context: Context) => Promise<Answer> | Answer,
    deadlineMs = promptMs,
  ) =>
  (event: Event, context: Context): Promise<Answer | undefined> | Answer | undefined => {
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
