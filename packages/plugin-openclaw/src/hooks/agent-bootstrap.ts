/** Before the recall of a turn the host tells which files of the workspace it puts into the system prompt, which is not there yet then. */
import { resolve } from 'node:path'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { guarded } from '../guarded.ts'
import type { PluginParts } from '../parts.ts'
import { keepNewest } from '../shared-state.ts'
import type { HeardContext } from '../signals.ts'
import { type Bootstrap, wholeNotes } from '../workspace/prompt-notes.ts'

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
