/** Everything that a plugin gives its host, in order: what hooks, tools, commands and the corpus answered, and what was asked just then. */
import type { HostedPlugin } from '../src/fake-host/registration.ts'

type Callable = (...given: ReadonlyArray<unknown>) => unknown

export interface GivenToHost {
  readonly step: number
  readonly from: string
  readonly answer: unknown
}

export interface Heard {
  readonly all: ReadonlyArray<GivenToHost>
  /** From now on what is given belongs to this step. */
  readonly at: (step: number) => void
  readonly wrap: (plugin: HostedPlugin) => HostedPlugin
}

export const hearingPlugin = (): Heard => {
  const all: GivenToHost[] = []
  let step = -1
  const heard = (from: string, work: Callable): Callable => {
    const keep = (answer: unknown) => {
      // The host takes nothing of what is not there.
      if (answer !== undefined) all.push({ step, from, answer })
      return answer
    }
    return (...given) => {
      const answer = work(...given)
      return answer instanceof Promise ? answer.then(keep) : keep(answer)
    }
  }
  const tool = (made: unknown) => {
    const one = made as { readonly name: string; readonly execute: Callable } | null
    return one === null ? null : { ...one, execute: heard(one.name, one.execute) }
  }
  const api = (given: Record<string, Callable>): object => ({
    on: (name: string, handler: Callable, options: unknown) => given['on']?.(name, heard(name, handler), options),
    registerTool: (make: Callable, options: unknown) => given['registerTool']?.((context: unknown) => tool(make(context)), options),
    registerCommand: (command: { readonly name: string; readonly handler: Callable }) =>
      given['registerCommand']?.({ ...command, handler: heard(`/${command.name}`, command.handler) }),
    registerMemoryCorpusSupplement: ({ get, search }: { readonly get: Callable; readonly search: Callable }) =>
      given['registerMemoryCorpusSupplement']?.({ search: heard('corpus search', search), get: heard('corpus get', get) }),
  })
  return {
    all,
    at: (next) => {
      step = next
    },
    wrap: (plugin) => ({
      ...plugin,
      register: (given: never) => {
        const own = api(given)
        const seen = (target: object, key: string | symbol) => Reflect.get(key in own ? own : target, key)
        plugin.register(new Proxy(given as object, { get: seen }) as never)
      },
    }),
  }
}
