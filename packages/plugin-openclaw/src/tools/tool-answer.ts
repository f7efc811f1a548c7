/** What a tool gives back: a text for the model, details for programs. A failure is a text too, and is counted. */
import { RemoteMemoryError } from '@crabtrail/store/worker'
import { errorInWords, isRefusal } from '../error-in-words.ts'
import { failed } from '../guarded.ts'
import type { PluginParts } from '../parts.ts'

export interface ToolAnswer {
  readonly text: string
  readonly details: object
}

export const toolAnswer = async (name: string, parts: PluginParts, work: () => Promise<ToolAnswer>) => {
  const { details, text } = await work().catch((error: unknown) => explained(name, parts, error))
  return { content: [{ type: 'text' as const, text }], details }
}

/** What the agent can put right is not a failure of ours. */
const explained = (name: string, parts: PluginParts, error: unknown): ToolAnswer => {
  const tag = error instanceof RemoteMemoryError ? error.tag : 'Defect'
  const message = error instanceof RemoteMemoryError ? errorInWords(error, 'model') : error instanceof Error ? error.message : String(error)
  if (isRefusal(error)) return { text: `Nothing was changed. ${message}`, details: { error: { tag, message } } }
  failed(parts, name, error)
  return { text: `The memory could not answer: ${message}. Go on without it.`, details: { error: { tag, message } } }
}

/** A request that is malformed, in words that say what is taken. */
export const refusal = (text: string): ToolAnswer => ({
  text: `Nothing was changed. ${text}`,
  details: { error: { tag: 'InvalidRequest', message: text } },
})
