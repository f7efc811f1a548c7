/**
 * Knows which notes the host puts into the system prompt of a turn, so that the recall does not give them again. The host announces the
 * files before the recall; the prompt itself exists only after it.
 */
import { resolve } from 'node:path'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import type { Bootstrap, HeardContext, PromptLimits } from '../host/conversation.ts'
import { guarded, type PluginParts } from '../host/handler.ts'
import { keepNewest } from '../host/shared-state.ts'

type Watched = PluginParts['state']
type Host = Pick<OpenClawPluginApi, 'config' | 'registerHook' | 'runtime'>

const name = 'agent:bootstrap'
/** An announcement is removed when the prompt of its turn is ready. Turns that end before leave theirs behind, up to this number. */
const bootstrapsKept = 32

export const registerBootstrap = ({ config, registerHook, runtime }: Host, parts: PluginParts): void => {
  const hear = guarded(name, parts, ({ context }: { readonly context: object }) => {
    const told = context as Bootstrap
    const { agentId, bootstrapFiles, workspaceDir } = told
    // In a session that works in another folder the host announces the files there too, but puts only its AGENTS.md into the prompt.
    const own = agentId === undefined ? undefined : runtime.agent.resolveAgentWorkspaceDir(config, agentId)
    if (own === undefined || resolve(own) !== resolve(workspaceDir) || !Array.isArray(bootstrapFiles)) return
    keepNewest(parts.state.bootstraps, keyOf(told), told, bootstrapsKept)
  })
  const about = {
    name: 'crabtrail-bootstrap',
    description: 'Hears which notes stand in the system prompt, so that they are not given again.',
  }
  registerHook(name, (event) => void hear(event, undefined), about)
}

/**
 * Text of the notes that the prompt of the coming turn will hold. Empty until an earlier prompt of this agent held its announced notes,
 * because a harness may put files elsewhere or leave them out.
 */
export const notesInPrompt = ({ bootstraps, promptHoldsFiles }: Watched, context: HeardContext): string => {
  const told = bootstraps.get(keyOf(context))
  return told === undefined || !promptHoldsFiles.has(context.agentId ?? '') ? '' : wholeNotes(told).join('\n\n')
}

/** Compares the ready prompt with the announcement of its turn, and removes the announcement. */
export const comparePrompt = ({ bootstraps, promptHoldsFiles }: Watched, context: HeardContext, prompt = ''): void => {
  const told = bootstraps.get(keyOf(context))
  bootstraps.delete(keyOf(context))
  const notes = told === undefined ? [] : wholeNotes(told)
  const agent = context.agentId ?? ''
  if (notes.some((text) => !prompt.includes(text))) promptHoldsFiles.delete(agent)
  else if (notes.length > 0) promptHoldsFiles.add(agent)
}

const keyOf = ({ agentId = '', sessionKey = '' }: Pick<Bootstrap, 'agentId' | 'sessionKey'>): string => `${agentId}\n${sessionKey}`

/** Files that are both followed as notes and put into prompts. */
const notes: ReadonlySet<string> = new Set(['MEMORY.md', 'USER.md'])
/** The host's limit for `USER.md` in characters; settings do not raise it. */
const userCharacters = 4_000
/** The host adds no further file when fewer characters are left. */
const leastCharacters = 64
const defaults = { bootstrapMaxChars: 20_000, bootstrapTotalMaxChars: 60_000 } as const

/**
 * The notes that OpenClaw 2026.9.6 puts into the prompt whole. The host announces files uncut and cuts them later; a cut file uses up at
 * most its own limit.
 */
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
