/** The tools of the agent, and a call of one of them. */
import type { toolNames } from '../notes/others-text.ts'
import type { HostParts } from '../state/parts.ts'
import { type Asked, askedBy, type Caller, type ToolAnswer, toolAnswer } from './call.ts'
import { feedbackArguments, giveFeedback, tellWhy, whyArguments } from './memory-feedback.ts'
import { eraseNamed, forgetArguments } from './memory-forget.ts'
import { keepNote, noteArguments } from './memory-note.ts'
import { takeBackLast, undoArguments } from './memory-undo.ts'

/** Longer than a recall may take, because the model waits for an answer that it asked for. */
const deadlineMs = 10_000

/** Answers a call; `given` are its arguments. Never rejects. */
export const callTool = (parts: HostParts, { answer, name }: MemoryTool, caller: Caller, given: unknown) =>
  toolAnswer(name, parts, async () => {
    const asked = askedBy(parts, caller)
    return asked._tag === 'Withheld' ? { text: asked.why, details: { withheld: true } } : answer({ ...parts, deadlineMs }, asked, given)
  })

/** A tool of the memory. Its description is part of every system prompt, so it stays constant. */
export interface MemoryTool {
  readonly name: (typeof toolNames)[number]
  readonly label: string
  readonly description: string
  readonly parameters: object
  readonly answer: (parts: HostParts & { readonly deadlineMs: number }, asked: Asked, given: unknown) => Promise<ToolAnswer>
}

export const memoryTools: ReadonlyArray<MemoryTool> = [
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
