/** What every part of the plugin is given when it registers. */
import type { HostConfig } from '../access/owners.ts'
import type { PluginConfig } from './settings.ts'
import type { SharedMemory } from './shared-memory.ts'
import type { HookHealth, SharedState } from './shared-state.ts'

export interface PluginParts {
  readonly memory: SharedMemory
  readonly state: SharedState
  readonly config: PluginConfig
  /** The configuration of now: the host changes it while it runs. */
  readonly hostConfig: () => HostConfig
  readonly warn: (message: string) => void
}

/**
 * What stands between the host and every handler of ours: nothing is thrown into the host, nothing keeps it waiting beyond a deadline, and
 * what went wrong is counted and told, each kind of failure once.
 */

type Watched = Pick<PluginParts, 'state' | 'warn'>

/** Of handlers that have their answer at once, and should they ever not. */
const promptMs = 1_000

/** Work that has its answer at once gives it at once: the host waits for no promise then. */
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

/** Counts a failure and tells of it, unless one of its kind was told. */
export const failed = (parts: Watched, name: string, error: unknown): void => {
  const message = counted(parts, name, error)
  tell(parts, name, message, `${name}: ${message}`)
}

/** For a failure that somebody else tells of. What it said. */
export const counted = (parts: Watched, name: string, error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  const health = healthOf(parts, name)
  health.failures += 1
  health.lastError = message
  return message
}

/** So many are remembered; a handler that fails in more ways than that tells of some again. */
const kindsKept = 32

/** `kind` without its numbers: another waiting time is not another failure. Two kinds that take turns are told once each. */
export const tell = (parts: Watched, name: string, kind: string, message: string): void => {
  const health = healthOf(parts, name)
  const told = kind.replace(/\d+/g, '#')
  if (health.told.includes(told)) return
  health.told = [...health.told, told].slice(-kindsKept)
  parts.warn(message)
}

const healthOf = ({ state }: Watched, name: string): HookHealth => {
  state.health.hooks[name] ??= { calls: 0, failures: 0, lastError: undefined, told: [], lastAt: 0 }
  return state.health.hooks[name]
}

/** What comes after the deadline is nobody's any more, but a failure is still counted. */
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
