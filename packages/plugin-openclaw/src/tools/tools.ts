/** The tools that an agent may call. What they say of themselves stands in every system prompt, so it never changes. */
import type { OpenClawPluginApi, OpenClawPluginToolContext } from 'openclaw/plugin-sdk/plugin-entry'
import type { PluginParts } from '../parts.ts'
import { askedBy } from './asked.ts'
import { feedbackParameters, giveFeedback } from './memory-feedback.ts'
import { tellWhy, whyParameters } from './memory-why.ts'
import { type ToolAnswer, toolAnswer } from './tool-answer.ts'

/** Names that the manifest declares. */
export const toolNames = ['memory_feedback', 'memory_why'] as const

/** The model waits for it, and has asked for it. */
const deadlineMs = 10_000

export const registerTools = (api: Pick<OpenClawPluginApi, 'registerTool'>, parts: PluginParts): void => {
  const tool = (asks: Asks) => (context: OpenClawPluginToolContext) => ({
    name: asks.name,
    label: asks.label,
    description: asks.description,
    parameters: asks.parameters,
    execute: (_call: string, given: unknown) =>
      toolAnswer(asks.name, parts, () => asks.answer({ ...parts, deadlineMs }, askedBy(parts, context), given)),
  })
  api.registerTool(
    tool({
      name: 'memory_feedback',
      label: 'Memory feedback',
      description: 'Say how recalled notes served: used, not-relevant, not-useful or wrong. Later recalls learn from it.',
      parameters: feedbackParameters,
      answer: giveFeedback,
    }),
    { name: 'memory_feedback' },
  )
  api.registerTool(
    tool({
      name: 'memory_why',
      label: 'Memory why',
      description: 'Tells what was recalled for the last message and why, or why a note was not.',
      parameters: whyParameters,
      answer: tellWhy,
    }),
    { name: 'memory_why' },
  )
}

interface Asks {
  readonly name: (typeof toolNames)[number]
  readonly label: string
  readonly description: string
  readonly parameters: object
  readonly answer: (
    parts: PluginParts & { readonly deadlineMs: number },
    asked: ReturnType<typeof askedBy>,
    given: unknown,
  ) => Promise<ToolAnswer>
}
