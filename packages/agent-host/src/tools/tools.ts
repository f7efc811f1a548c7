/** The tools of the agent, and a call of one of them. */
import * as Result from 'effect/Result'
import type { toolNames } from '../notes/others-text.ts'
import type { HostParts } from '../state/parts.ts'
import { type Asked, askedBy, type Caller, switchedOff, type ToolAnswer, type ToolParts, toolAnswer } from './call.ts'
import { eraseNamed, forgetArguments, keepNote, noteArguments, takeBackLast, undoArguments } from './memory-changes.ts'
import { feedbackArguments, giveFeedback, tellWhy, whyArguments } from './memory-feedback.ts'

/** Longer than a recall may take, because the model waits for an answer that it asked for. */
const deadlineMs = 10_000

/** Answers a call; `given` are its arguments. Never rejects. */
export const callTool = (parts: HostParts, { answer, name, unchanged }: MemoryTool, caller: Caller, given: unknown) =>
  toolAnswer(name, parts, async () => {
    if (!parts.isOn()) return switchedOff
    const asked = askedBy(parts, caller)
    if (Result.isFailure(asked)) return asked.failure
    const { mute } = asked.success
    if (unchanged !== undefined && mute !== undefined) return { text: `${unchanged} ${mute}`, details: { mute: true } }
    return answer({ ...parts, deadlineMs }, asked.success, given)
  })

/** A tool of the memory. Its description is part of every system prompt, so it stays constant. */
export interface MemoryTool {
  readonly name: (typeof toolNames)[number]
  readonly label: string
  readonly description: string
  readonly parameters: object
  /** What is answered where nothing may be taught; absent for a tool that only tells. */
  readonly unchanged?: string
  readonly answer: (parts: ToolParts, asked: Asked, given: unknown) => Promise<ToolAnswer>
}

export const memoryTools: ReadonlyArray<MemoryTool> = [
  {
    name: 'memory_feedback',
    label: 'Memory feedback',
    description:
      'Call it when the user says that what a recalled note says is wrong or beside the point, or when you see so yourself, or a note decided your answer.',
    parameters: feedbackArguments.parameters,
    unchanged: 'Nothing was recorded.',
    answer: giveFeedback,
  },
  {
    name: 'memory_forget',
    label: 'Memory forget',
    description: 'Call it when the user asks you to forget what you know of someone or something. It shows first what would go.',
    parameters: forgetArguments.parameters,
    unchanged: 'Nothing was erased.',
    answer: eraseNamed,
  },
  {
    name: 'memory_note',
    label: 'Memory note',
    description:
      'Call it when the user asks you to remember something, or you found out what will be needed again. Name notes of yours that it replaces.',
    parameters: noteArguments.parameters,
    unchanged: 'Nothing was noted.',
    answer: keepNote,
  },
  {
    name: 'memory_undo',
    label: 'Memory undo',
    description: 'Call it when the user takes back what they said of a note, as in: forget that I said that was wrong.',
    parameters: undoArguments.parameters,
    unchanged: 'Nothing was taken back.',
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
