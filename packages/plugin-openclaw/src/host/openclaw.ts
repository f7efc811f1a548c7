/** What the memory needs to know of OpenClaw: how its settings and commands are named, its tools, its notes, and who its owner is. */
import { fileNaming, type Naming, namingOf } from '@crabtrail/agent-host/conversation/naming'
import type { Reader } from '@crabtrail/agent-host/render/errors'
import type { HostFacts, HostParts } from '@crabtrail/agent-host/state/parts'
import type { StoreChoice } from '@crabtrail/store/store-choice'
import * as Result from 'effect/Result'
import { keptName } from './gateway-name.ts'
import type { HostConfig } from './host-config.ts'
import { othersByHost } from './note-record.ts'
import { ownersIn } from './owners.ts'
import type { PluginConfig } from './settings.ts'

const terminal = (command: string): string => `openclaw crabtrail ${command}`

export const openClaw: HostFacts = {
  actor: 'openclaw',
  setting: (name) => `plugins.entries.crabtrail.config.${name}`,
  ownerList: 'commands.ownerAllowFrom',
  terminal,
  // Names the setting and its value instead, or where the command stands.
  inChat: (problem) =>
    problem
      .replace(
        /openclaw config set (\S+) (?:'([^']*)'|(\S+))/,
        (_, setting, quoted, value) => `set ${setting} to ${quoted ?? value} in the host’s configuration`,
      )
      .replace(/[:;](?:[^:;]*:)? openclaw .*$/s, '; the status in a terminal says what to do'),
  handlers: { recall: 'before_prompt_build', ready: 'before_agent_run', ended: 'agent_end' },
  tools: {
    quiet: new Set(['apply_patch', 'edit', 'session_status', 'tool_call', 'tool_describe', 'tool_search', 'update_plan', 'write']),
    searches: new Set(['memory_get', 'memory_search']),
    reads: 'read',
    isOwnFile: (path) =>
      /^(?:\.\/)?(?:memory\/(?:(?!\.\.)[^/]+\/)*[^/]+\.md|(?:MEMORY|USER|AGENTS|SOUL|IDENTITY|TOOLS|HEARTBEAT|BOOTSTRAP)\.md)$/.test(path),
  },
  notes: { files: ['MEMORY.md', 'USER.md'], folder: 'memory', owners: 'USER.md', byOthers: othersByHost },
}

/** What every handler of the plugin works with. */
export type PluginParts = HostParts & { readonly config: PluginConfig }

/** The part of `HostParts` that OpenClaw decides, by its current configuration. */
export const openClawParts = (hostConfig: () => HostConfig): Pick<HostParts, 'host' | 'owners'> => ({
  host: openClaw,
  owners: () => ownersIn(hostConfig()),
})

export const usualNaming = fileNaming(openClaw.actor)

interface Named {
  readonly config: { readonly brain: string; readonly gateway?: string }
  readonly store: StoreChoice
  /** The folder of the host’s state, where a name that nobody chose is kept. */
  readonly stateDir: string
  readonly agents: Naming['agents']
}

/** Reads no file and makes none before the name of the gateway is asked for. */
export const gatewayNaming = ({ agents, config: { brain, gateway }, stateDir, store }: Named): Naming =>
  namingOf({
    actor: openClaw.actor,
    agents,
    brain,
    store,
    gateway: () => (gateway === undefined ? keptName(stateDir) : Result.succeed(gateway)),
  })

/** Words of errors for a terminal. */
export const inTerminal: Reader = {
  broken: `${terminal('doctor')} looks at all of it; restore a backup`,
  lists: `${terminal('why')} lists what the last turn looked at`,
  promoted: `${terminal('promote --take-back')} takes the newest promotion back`,
  brains: `; ${terminal('status')} lists who remembers`,
}
