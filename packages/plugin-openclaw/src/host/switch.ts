/** Whether the owner has the plugin switched on now. A copy that a run began with is called to its end, also after the plugin was switched off. */

/** The part of the host's configuration that switches plugins on and off. */
export interface SwitchConfig {
  readonly plugins?:
    | {
        readonly enabled?: boolean | undefined
        readonly allow?: ReadonlyArray<string> | undefined
        readonly deny?: ReadonlyArray<string> | undefined
        readonly entries?: Readonly<Record<string, SwitchEntry | undefined>> | undefined
      }
    | undefined
}

interface SwitchEntry {
  readonly enabled?: boolean | undefined
  readonly config?: Readonly<Record<string, unknown>> | undefined
}

export const ownId = 'crabtrail'

/** An empty list of allowed plugins allows all, as in the host. */
export const isSwitchedOn = ({ plugins = {} }: SwitchConfig, id = ownId): boolean => {
  const { allow = [], deny = [], enabled, entries } = plugins
  const entry = entries?.[id]
  const isAllowed = (allow.length === 0 || allow.includes(id)) && !deny.includes(id)
  return enabled !== false && isAllowed && entry?.enabled !== false && entry?.config?.['enabled'] !== false
}

/** A copy of the plugin that the host no longer serves cannot read the configuration: then what the last one read holds, which `serving` keeps. */
export const switchOf =
  (hostConfig: () => SwitchConfig, serving: { isOff: boolean }): (() => boolean) =>
  () => {
    try {
      serving.isOff = !isSwitchedOn(hostConfig())
    } catch {
      // Retired.
    }
    return !serving.isOff
  }
