/** Observes what each agent reads and what its owner says. */
import type { HeardPrompt } from '@crabtrail/agent-host/conversation/conversation'
import { hearAnswer, hearCall, hearEnd, hearMessage, hearSpeaker } from '@crabtrail/agent-host/notes/follow-reading'
import { guarded, type HostParts } from '@crabtrail/agent-host/state/parts'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { speakerOf } from '../host/heard.ts'
import { hook, promptly } from './hook.ts'

const name = 'reading'

/** Must be registered before the workspaces are followed, so that a turn's reading is known when its notes are checked. */
export const followReading = (api: Pick<OpenClawPluginApi, 'on'>, parts: HostParts): void => {
  api.on(
    'before_prompt_build',
    hook(name, parts, (event: HeardPrompt, heard) => hearMessage(parts, event, heard)),
    promptly,
  )
  const speaker = hook(name, parts, ({ senderIsOwner }: { readonly senderIsOwner?: boolean }, heard, context) =>
    hearSpeaker(parts, heard, speakerOf(senderIsOwner, context)),
  )
  api.on('before_agent_run', speaker, promptly)
  api.on(
    'before_tool_call',
    guarded(name, parts, (event: Parameters<typeof hearCall>[1]) => hearCall(parts, event)),
    promptly,
  )
  api.on(
    'after_tool_call',
    hook(name, parts, (event: Parameters<typeof hearAnswer>[1], heard) => hearAnswer(parts, event, heard)),
    promptly,
  )
  api.on(
    'agent_end',
    hook(name, parts, (_event: object, heard) => hearEnd(parts, heard)),
    promptly,
  )
}
