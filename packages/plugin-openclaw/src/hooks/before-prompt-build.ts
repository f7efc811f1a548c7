/** Before a reply: asks the memory what the message reminds it of. Fails open: without an answer in time the turn goes on as it is. */
import type { SharedMemory } from '../memory-sharing.ts'
import { type HeardContext, type HeardPrompt, recallSignal } from '../signals.ts'

export interface BeforePromptBuild {
  readonly memory: Pick<SharedMemory, 'worker'>
  readonly deadlineMs: number
  readonly tokens: number | undefined
  readonly warn: (message: string) => void
}

type Invocation = HeardContext & { readonly hookInvocation?: { readonly assertActive: () => void } }
type Contribution = { readonly prependContext: string } | undefined

export const beforePromptBuild = ({ deadlineMs, memory, tokens, warn }: BeforePromptBuild) => {
  let toldOfAgent = false
  return async (event: HeardPrompt, context: Invocation): Promise<Contribution> => {
    try {
      const signal = recallSignal(event, context, tokens)
      if (signal.heard === 'unknown-agent') {
        if (!toldOfAgent) warn(`no memory for turns like this one: ${signal.detail}`)
        toldOfAgent = true
        return undefined
      }
      if (!signal.interactive || signal.heard === 'nothing') {
        memory.worker().skip(signal.request, signal.interactive ? 'no-text' : 'not-interactive')
        return undefined
      }
      const { hookInvocation } = context
      const options = hookInvocation === undefined ? { deadlineMs } : { deadlineMs, assertActive: () => hookInvocation.assertActive() }
      const recalled = await memory.worker().recall(signal.request, options)
      if (recalled.outcome === 'absent') {
        warn(`this turn goes on without memory (${recalled.reason} after ${recalled.waitedMs} ms): ${recalled.detail}`)
        return undefined
      }
      const { text } = recalled.answer.context
      return text !== '' ? { prependContext: text } : undefined
    } catch (error) {
      warn(`this turn goes on without memory: ${String(error)}`)
      return undefined
    }
  }
}
