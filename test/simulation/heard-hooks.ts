/** Keeps every call of a hook that the simulated host makes, as the probe keeps those of the real one. */
import type { HostedPlugin } from '../src/fake-host/registration.ts'
import { record } from '../src/probe-plugin/recording.ts'

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
            record(file, { kind: 'hook', name, mode: given.registrationMode, registration: 1, given: { event, ctx } })
            return handler(event, ctx)
          },
          options,
        )
      plugin.register(new Proxy(given, { get: (target, key) => (key === 'on' ? on : Reflect.get(target, key)) }) as never)
    },
  })
