/** A host that offers this model to plugins. */
import type { HostedPlugin } from '../src/fake-host/registration.ts'

const replacing = <A extends object>(target: A, name: string, value: (now: A) => unknown): A =>
  new Proxy(target, { get: (from, key) => (key === name ? value(from) : Reflect.get(from, key)) })

/** `undefined`: the host has no model for plugins. */
export const offering =
  (llm: object | undefined) =>
  (plugin: HostedPlugin): HostedPlugin => ({
    id: plugin.id,
    register: (api: never) => {
      const runtimeOf = ({ runtime }: { readonly runtime: object }) => replacing(runtime, 'llm', () => llm)
      return plugin.register(replacing(api as { readonly runtime: object }, 'runtime', runtimeOf) as never)
    },
  })
