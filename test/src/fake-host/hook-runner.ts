/** Calls hooks as the host does: one after another where they answer, without waiting where they are only told, never letting one spoil a turn. */
import { type HostClock, within } from './host-clock.ts'
import type { Hook, Registration } from './registration.ts'

export interface Called {
  readonly who: Registration
  readonly name: string
  readonly event: object
  readonly ctx: object
}

export interface HookRunner {
  /** Returns the answers of the handlers, without those that failed or were late. */
  readonly ask: (called: Called) => Promise<ReadonlyArray<unknown>>
  /** Works like `ask`, for hooks that decide: the first failure is thrown. */
  readonly decide: (called: Called) => Promise<ReadonlyArray<unknown>>
  /** Nobody waits for the handlers. */
  readonly tell: (called: Called) => void
  /** When the host waits for nothing any more that it told: all have returned, failed or been given up. */
  readonly settled: () => Promise<void>
  /** When every handler has returned, however late. Never, if one never does. */
  readonly idle: () => Promise<void>
  /** Number of handlers that have not returned. */
  readonly running: () => number
}

export interface RunnerParts {
  readonly clock: HostClock
  readonly log: (line: string) => void
}

const defaultTimeouts: { readonly [hook: string]: number } = {
  agent_end: 30_000,
  before_agent_finalize: 15_000,
  before_agent_run: 15_000,
  before_prompt_build: 15_000,
  before_tool_call: 15_000,
  gateway_stop: 5_000,
}

export const hookRunner = ({ clock, log }: RunnerParts): HookRunner => {
  const under = new Set<Promise<unknown>>()
  const waits = new Set<Promise<unknown>>()
  const held = <A>(set: Set<Promise<unknown>>, promise: Promise<A>): Promise<A> => {
    set.add(promise)
    const done = () => void set.delete(promise)
    promise.then(done, done)
    return promise
  }
  const call = async (hook: Hook, { ctx, event, name }: Called): Promise<unknown> => {
    const invocation = invocationOf(name, ctx)
    const answer = held(
      under,
      Promise.resolve().then(() => hook.handler(event, invocation.ctx)),
    )
    try {
      return await within(clock, answer, hook.timeoutMs ?? defaultTimeouts[name])
    } finally {
      invocation.end()
    }
  }
  const failed = ({ name, who }: Called, error: unknown) =>
    log(`[plugins] [hooks] ${name} handler from ${who.plugin} failed: ${error instanceof Error ? error.message : String(error)}`)
  const ask = async (called: Called) => {
    const answers: unknown[] = []
    for (const hook of hooksOf(called)) {
      await call(hook, called).then(
        (answer) => answers.push(answer),
        (error) => failed(called, error),
      )
    }
    return answers.filter((answer) => answer !== undefined && answer !== null)
  }
  return {
    ask,
    decide: async (called) => {
      const answers: unknown[] = []
      for (const hook of hooksOf(called)) answers.push(await call(hook, called))
      return answers.filter((answer) => answer !== undefined && answer !== null)
    },
    tell: (called) => {
      for (const hook of hooksOf(called)) held(waits, call(hook, called)).catch((error) => failed(called, error))
    },
    settled: () => emptied(waits),
    idle: () => emptied(under),
    running: () => under.size,
  }
}

const emptied = async (set: ReadonlySet<Promise<unknown>>): Promise<void> => {
  while (set.size > 0) await Promise.allSettled([...set])
}

const hooksOf = ({ ctx, event, name, who }: Called): ReadonlyArray<Hook> => {
  const { toolName } = event as { readonly toolName?: string }
  const { trigger } = ctx as { readonly trigger?: string }
  return who.hooks
    .filter((hook) => hook.name === name)
    .filter(({ matcher }) => matcher === undefined || (toolName !== undefined && matcher.includes(toolName)))
    .filter(({ eligibleTriggers }) => eligibleTriggers === undefined || (trigger !== undefined && eligibleTriggers.includes(trigger)))
    .toSorted((one, other) => other.priority - one.priority)
}

/** Only `before_prompt_build` can ask whether anybody still listens. */
const invocationOf = (name: string, ctx: object): { readonly ctx: object; readonly end: () => void } => {
  if (name !== 'before_prompt_build') return { ctx, end: () => {} }
  let active = true
  const assertActive = () => {
    if (!active) throw new Error('prompt hook invocation is no longer active')
  }
  return {
    ctx: { ...ctx, hookInvocation: Object.freeze({ assertActive }) },
    end: () => {
      active = false
    },
  }
}
