/** Keeps every call of a hook that the simulated host makes, as the probe keeps those of the real one. */
import type { HostedPlugin } from '../src/fake-host/registration.ts'
import { record } from '../src/probe-plugin/recording.ts'
import { currentProcess, type SimProcess } from './machine.ts'

/** Each life of a gateway has a number, as its host counts runs anew. */
const lives = new WeakMap<SimProcess, number>()
let counted = 0
const lifeOf = (process: SimProcess): number => {
  const known = lives.get(process) ?? ++counted
  lives.set(process, known)
  return known
}

type Handler = (event: object, ctx: object) => unknown

export const hearing =
  (file: string) =>
  (plugin: HostedPlugin): HostedPlugin => ({
    ...plugin,
    register: (api: never) => {
      const given = api as { readonly registrationMode: string; readonly on: (name: string, handler: Handler, options?: object) => void }
      const on = (name: string, handler: Handler, options?: object) =>
        given.on(
          name,
          (event, ctx) => {
            const process = currentProcess()
            if (process === undefined) throw new Error('no simulated host calls this')
            record(file, { kind: 'hook', name, mode: given.registrationMode, registration: lifeOf(process), given: { event, ctx } })
            return handler(event, ctx)
          },
          options,
        )
      plugin.register(new Proxy(given, { get: (target, key) => (key === 'on' ? on : Reflect.get(target, key)) }) as never)
    },
  })
