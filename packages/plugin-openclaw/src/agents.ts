/** The agents that the host's configuration names. */
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'

/** Who configured none has one, called `main`. */
export const agentsOf = ({ agents }: OpenClawPluginApi['config']): readonly [string, ...ReadonlyArray<string>] => {
  const [first = 'main', ...others] = Object.keys(agents?.entries ?? {})
  return [first, ...others]
}
