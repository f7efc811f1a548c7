/** `before_prompt_build` recalls memories for the message. `before_agent_run`: the prompt is ready, and the host states who asked. */
import type { HeardPrompt } from '@crabtrail/agent-host/conversation/conversation'
import type { HostParts } from '@crabtrail/agent-host/state/parts'
import { type ReadyPrompt, readyPrompt } from '@crabtrail/agent-host/turn/completion'
import { addTags } from '@crabtrail/agent-host/turn/heartbeat'
import { recallForTurn, recallGuardMs } from '@crabtrail/agent-host/turn/recall'
import type { HookContext } from '../host/heard.ts'
import { markedTags } from './heartbeat.ts'
import { hook } from './hook.ts'

type Invocation = HookContext & { readonly hookInvocation?: { readonly assertActive: () => void } }

export const beforePromptBuild = (parts: HostParts) =>
  hook(
    'before_prompt_build',
    parts,
    async (event: HeardPrompt, heard, { hookInvocation }: Invocation) => {
      const text = await recallForTurn(parts, event, heard, hookInvocation && (() => hookInvocation.assertActive()))
      // `appendContext` puts memories after the message. The host does not keep them in the history, so the prefix of the next request stays
      // the same.
      return text === undefined ? undefined : { appendContext: text }
    },
    recallGuardMs(parts.config),
  )

export const beforeAgentRun = (parts: HostParts) =>
  hook('before_agent_run', parts, (event: ReadyPrompt & { readonly messages: ReadonlyArray<unknown> }, heard) => {
    addTags(parts, heard, () => markedTags(event.messages))
    const stop = readyPrompt(parts, event, heard)
    return stop === undefined ? undefined : ({ outcome: 'block', ...stop } as const)
  })
