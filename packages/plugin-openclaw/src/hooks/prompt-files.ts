/** `agent:bootstrap`: hears which notes the host puts into the system prompt of a turn. */
import { resolve } from 'node:path'
import { guarded, type HostParts } from '@crabtrail/agent-host/state/parts'
import { announceNotes } from '@crabtrail/agent-host/turn/prompt-notes'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'

type Host = Pick<OpenClawPluginApi, 'config' | 'registerHook' | 'runtime'>

export interface PromptFile {
  readonly name: string
  readonly path: string
  readonly missing: boolean
  readonly content?: string
}

export interface PromptLimits {
  readonly bootstrapMaxChars?: number | undefined
  readonly bootstrapTotalMaxChars?: number | undefined
}

/** The host's `agent:bootstrap` event. Handlers of other plugins may still replace the files, so the recall reads them as late as it can. */
export interface Bootstrap {
  readonly workspaceDir: string
  readonly agentId?: string | undefined
  readonly sessionKey?: string | undefined
  readonly bootstrapFiles: ReadonlyArray<PromptFile>
  readonly cfg?: {
    readonly agents?:
      | { readonly defaults?: PromptLimits | undefined; readonly entries?: Readonly<Record<string, PromptLimits>> | undefined }
      | undefined
  }
}

const name = 'agent:bootstrap'

export const registerBootstrap = ({ config, registerHook, runtime }: Host, parts: HostParts): void => {
  const hear = guarded(name, parts, ({ context }: { readonly context: object }) => {
    const told = context as Bootstrap
    const { agentId, bootstrapFiles, workspaceDir } = told
    // In a session that works in another folder the host announces the files there too, but puts only its AGENTS.md into the prompt.
    const own = agentId === undefined ? undefined : runtime.agent.resolveAgentWorkspaceDir(config, agentId)
    if (own === undefined || resolve(own) !== resolve(workspaceDir) || !Array.isArray(bootstrapFiles)) return
    announceNotes(parts.state, told, () => wholeNotes(told))
  })
  const about = {
    name: 'crabtrail-bootstrap',
    description: 'Hears which notes stand in the system prompt, so that they are not given again.',
  }
  registerHook(name, (event) => void hear(event, undefined), about)
}

/** Files that are both followed as notes and put into prompts. */
const notes: ReadonlySet<string> = new Set(['MEMORY.md', 'USER.md'])
/** The host's limit for `USER.md` in characters; settings do not raise it. */
const userCharacters = 4_000
/** The host adds no further file when fewer characters are left. */
const leastCharacters = 64
const defaults = { bootstrapMaxChars: 20_000, bootstrapTotalMaxChars: 60_000 } as const

/** The notes that OpenClaw 2026.9.6 puts into the prompt whole. It cuts them after the announcement; a cut file uses up at most its own limit. */
export const wholeNotes = ({ agentId = '', bootstrapFiles, cfg }: Omit<Bootstrap, 'workspaceDir'>): ReadonlyArray<string> => {
  const limit = (key: keyof PromptLimits): number => {
    const set = cfg?.agents?.entries?.[agentId]?.[key] ?? cfg?.agents?.defaults?.[key]
    return set !== undefined && Number.isFinite(set) && set > 0 ? Math.floor(set) : defaults[key]
  }
  const most = limit('bootstrapMaxChars')
  let left = limit('bootstrapTotalMaxChars')
  return bootstrapFiles.flatMap(({ content = '', missing, name: file, path }) => {
    const text = missing ? `[MISSING] Expected at: ${path}` : content.trimEnd()
    const allowed = Math.min(left, file.toLowerCase() === 'user.md' ? Math.min(most, userCharacters) : most)
    const isWhole = notes.has(file) && !missing && text !== '' && text.length <= allowed && left >= leastCharacters
    left -= Math.min(text.length, missing ? left : allowed)
    return isWhole ? [text] : []
  })
}
