/** What the memory needs to know of OpenClaw: how its settings and commands are named, its tools, its notes, and who its owner is. */
import { fileNaming, type Naming, namingOf } from '@crabtrail/agent-host/conversation/naming'
import type { Reader } from '@crabtrail/agent-host/render/errors'
import type { HostFacts, HostParts } from '@crabtrail/agent-host/state/parts'
import type { StoreChoice } from '@crabtrail/store/store-choice'
import * as Result from 'effect/Result'
import { keptName } from './gateway-name.ts'
import { type HostConfig, ownersIn } from './owners.ts'
import type { PluginConfig } from './settings.ts'
import { type SwitchConfig, switchOf } from './switch.ts'

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
      .replace(/: (openclaw crabtrail [a-z]+)$/, '; say `$1` in a terminal')
      .replace(/[:;](?:[^:;]*:)? openclaw .*$/s, '; the status in a terminal says what to do'),
  handlers: { recall: 'before_prompt_build', ready: 'before_agent_run', ended: 'agent_end' },
  tools: {
    quiet: new Set(['apply_patch', 'edit', 'session_status', 'tool_call', 'tool_describe', 'tool_search', 'update_plan', 'write']),
    searches: new Set(['memory_get', 'memory_search']),
    reads: 'read',
    isOwnFile: (path) =>
      /^(?:\.\/)?(?:memory\/(?:(?!\.\.)[^/]+\/)*[^/]+\.md|(?:MEMORY|USER|AGENTS|SOUL|IDENTITY|TOOLS|HEARTBEAT|BOOTSTRAP)\.md)$/.test(path),
  },
  notes: { files: ['MEMORY.md', 'USER.md'], folder: 'memory', owners: 'USER.md', byOthers: (workspace) => othersByHost(workspace) },
}

export type PluginParts = HostParts & { readonly config: PluginConfig }

/** The part of `HostParts` that OpenClaw decides, by its current configuration. `serving`: what the copies of the plugin share about being served. */
export const openClawParts = (
  hostConfig: () => HostConfig & SwitchConfig,
  serving = { isOff: false },
): Pick<HostParts, 'host' | 'isOn' | 'owners'> => ({
  host: openClaw,
  isOn: switchOf(hostConfig, serving),
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

export const inTerminal: Reader = {
  broken: `${terminal('doctor')} looks at all of it; restore a backup`,
  lists: `${terminal('why')} lists what the last turn looked at`,
  promoted: `${terminal('promote --take-back')} takes the newest promotion back`,
  brains: `; ${terminal('status')} lists who remembers`,
}

/** The host's record of a note: the digest of its text, and whether others influenced it. The host does not promise it, so it may be missing. */
interface HostRecord {
  readonly relativePath: string
  readonly provenance: { readonly fileHash: string; readonly originClass: string }
}

type List = (asked: { readonly workspaceDir: string }) => Promise<ReadonlyArray<HostRecord>>

/** Imported by a variable because the host publishes this module without types. */
const door = 'openclaw/plugin-sdk/memory-core-host-runtime-core'

/** The module system keeps the module after the first import. */
const listOfHost = async (): Promise<List | undefined> => {
  try {
    const { listMemoryArtifactProvenance: list }: { readonly listMemoryArtifactProvenance?: unknown } = await import(door)
    return typeof list === 'function' ? (list as List) : undefined
  } catch {
    return undefined
  }
}

/** Digests of notes that others wrote, by path in the workspace. Empty when the host keeps no record. Never rejects. */
const othersByHost = async (workspaceDir: string): Promise<ReadonlyMap<string, string>> => {
  try {
    const records = (await (await listOfHost())?.({ workspaceDir })) ?? []
    return new Map(
      records.flatMap(({ provenance, relativePath }) =>
        provenance.originClass === 'untrusted' ? [[relativePath, provenance.fileHash] as const] : [],
      ),
    )
  } catch {
    return new Map()
  }
}
