/** Before the recall of a turn the host tells which files of the workspace it puts into the system prompt, which is not there yet then. */

import { resolve } from 'node:path'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import type { Bootstrap, HeardContext, PromptLimits } from '../host/conversation.ts'
import { guarded, type PluginParts } from '../host/handler.ts'
import { keepNewest } from '../host/shared-state.ts'

type Watched = PluginParts['state']
type Host = Pick<OpenClawPluginApi, 'config' | 'registerHook' | 'runtime'>

const name = 'agent:bootstrap'
/** Each is used up when the prompt of its turn is there; of turns that end before that some stay. */
const bootstrapsKept = 32

export const registerBootstrap = ({ config, registerHook, runtime }: Host, parts: PluginParts): void => {
  const hear = guarded(name, parts, ({ context }: { readonly context: object }) => {
    const told = context as Bootstrap
    const { agentId, bootstrapFiles, workspaceDir } = told
    // Where a session works in another folder the host tells of the files there too, but puts only its AGENTS.md into the prompt.
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
 * The text of the notes that will stand in the prompt of the turn that is about to begin. Empty where that is not sure: a harness may put
 * the files elsewhere or nowhere, so what is told of an agent counts once a prompt of it held what had been told.
 */
export const notesInPrompt = ({ bootstraps, promptHoldsFiles }: Watched, context: HeardContext): string => {
  const told = bootstraps.get(keyOf(context))
  return told === undefined || !promptHoldsFiles.has(context.agentId ?? '') ? '' : wholeNotes(told).join('\n\n')
}

/** The prompt is there: compares it with what was told of this turn, which is used up by that. */
export const comparePrompt = ({ bootstraps, promptHoldsFiles }: Watched, context: HeardContext, prompt = ''): void => {
  const told = bootstraps.get(keyOf(context))
  bootstraps.delete(keyOf(context))
  const notes = told === undefined ? [] : wholeNotes(told)
  const agent = context.agentId ?? ''
  if (notes.some((text) => !prompt.includes(text))) promptHoldsFiles.delete(agent)
  else if (notes.length > 0) promptHoldsFiles.add(agent)
}

const keyOf = ({ agentId = '', sessionKey = '' }: Pick<Bootstrap, 'agentId' | 'sessionKey'>): string => `${agentId}\n${sessionKey}`

/**
 * The notes among the files that the host puts into the system prompt. It tells of them whole and cuts them afterwards, so only a file that
 * its limits leave whole is taken to stand there. Pure.
 */

/** The files of this kind that are followed as notes. */
const notes: ReadonlySet<string> = new Set(['MEMORY.md', 'USER.md'])
/** The limit of `USER.md`, whatever the settings allow. */
const userCharacters = 4_000
/** With less room than this the host puts no further file into the prompt. */
const leastCharacters = 64
const defaults = { bootstrapMaxChars: 20_000, bootstrapTotalMaxChars: 60_000 } as const

/** The notes that the limits of OpenClaw 2026.9.6 leave whole. A file that is cut takes at most its limit from the room of those behind it. */
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
