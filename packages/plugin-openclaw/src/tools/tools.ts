/** Registers the tools of the agent. Their descriptions are part of every system prompt, so they stay constant. */
import type { OpenClawPluginApi, OpenClawPluginToolContext } from 'openclaw/plugin-sdk/plugin-entry'
import { noteOffered } from '../access/asker.ts'
import type { PluginParts } from '../host/handler.ts'
import type { toolNames } from '../host/tool-names.ts'
import { type Asked, askedBy, type ToolAnswer, toolAnswer } from './call.ts'
import { feedbackArguments, giveFeedback, tellWhy, whyArguments } from './memory-feedback.ts'
import { eraseNamed, forgetArguments } from './memory-forget.ts'
import { keepNote, noteArguments } from './memory-note.ts'
import { takeBackLast, undoArguments } from './memory-undo.ts'

/** Longer than a recall may take, because the model waits for an answer that it asked for. */
const deadlineMs = 10_000

export const registerTools = (api: Pick<OpenClawPluginApi, 'registerTool'>, parts: PluginParts): void => {
  // The host asks for the tools of a run before it builds the prompt, and states here whether the owner is asking.
  const tool = (asks: Asks) => (context: OpenClawPluginToolContext) => {
    noteOffered(parts.state, context)
    if (!parts.config.tools) return null
    return {
      name: asks.name,
      label: asks.label,
      description: asks.description,
      parameters: asks.parameters,
      execute: (_call: string, given: unknown) =>
        toolAnswer(asks.name, parts, async () => {
          const asked = askedBy(parts, context)
          return asked._tag === 'Withheld'
            ? { text: asked.why, details: { withheld: true } }
            : asks.answer({ ...parts, deadlineMs }, asked, given)
        }),
    }
  }
  for (const asks of offered) api.registerTool(tool(asks), { name: asks.name })
}

interface Asks {
  readonly name: (typeof toolNames)[number]
  readonly label: string
  readonly description: string
  readonly parameters: object
  readonly answer: (parts: PluginParts & { readonly deadlineMs: number }, asked: Asked, given: unknown) => Promise<ToolAnswer>
}

const offered: ReadonlyArray<Asks> = [
  {
    name: 'memory_feedback',
    label: 'Memory feedback',
    description:
      'Call it when the user says that what a recalled note says is wrong or beside the point, or when you see so yourself, or a note decided your answer.',
    parameters: feedbackArguments.parameters,
    answer: giveFeedback,
  },
  {
    name: 'memory_forget',
    label: 'Memory forget',
    description: 'Call it when the user asks you to forget what you know of someone or something. It shows first what would go.',
    parameters: forgetArguments.parameters,
    answer: eraseNamed,
  },
  {
    name: 'memory_note',
    label: 'Memory note',
    description:
      'Call it when the user asks you to remember something, or you found out what will be needed again. Name notes of yours that it replaces.',
    parameters: noteArguments.parameters,
    answer: keepNote,
  },
  {
    name: 'memory_undo',
    label: 'Memory undo',
    description: 'Call it when the user takes back what they said of a note, as in: forget that I said that was wrong.',
    parameters: undoArguments.parameters,
    answer: takeBackLast,
  },
  {
    name: 'memory_why',
    label: 'Memory why',
    description: 'Tells what was recalled for the last message and why, or why a note was not.',
    parameters: whyArguments.parameters,
    answer: tellWhy,
  },
]
