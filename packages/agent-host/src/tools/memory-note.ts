/**
 * `memory_note`: keeps what the agent was told or found out. Only in the owner's turns of a conversation. The note is the agent's, on
 * probation, and untrusted where it repeats what others wrote: as a note that the agent writes into a file.
 */
import { type Answer, operations, toolArguments } from '@crabtrail/core'
import { asAgent } from '../conversation/conversation.ts'
import { placeIn } from '../conversation/naming.ts'
import { todayHere } from '../conversation/today.ts'
import { readingOf } from '../notes/follow-reading.ts'
import { notedInWords } from '../render/answers.ts'
import type { HostParts } from '../state/parts.ts'
import { backgroundOf, isInfluenced } from '../state/reading.ts'
import { conversationOf } from '../state/shared-state.ts'
import { type Asked, refusal, type ToolAnswer } from './call.ts'

export const noteArguments = toolArguments(operations.note.request, {
  text: { sentence: 'The note: one fact, in a sentence or a few, that is understood without this conversation.' },
  supersedes: {
    sentence: 'Notes of yours that are over now, by their ids. What the user wrote stays: he changes it himself, or says so.',
    most: 8,
  },
})

export const keepNote = async (parts: HostParts & { readonly deadlineMs: number }, asked: Asked, given: unknown): Promise<ToolAnswer> => {
  if (asked._tag === 'Unknown') return refusal(`It is not known whose memory this is: ${asked.why}.`)
  if (asked.mute !== undefined) return { text: `Nothing was noted. ${asked.mute}`, details: { mute: true } }
  if (!asked.senderIsOwner) return { text: `Nothing was noted. ${strangers}`, details: { mute: true } }
  const { supersedes, text } = noteArguments.read(given)
  if (text === undefined) return refusal('Say in text what is to be kept.')
  const { deadlineMs, memory } = parts
  const over = supersedes === undefined ? {} : { supersedes }
  const { talk } = asked
  const reading = readingOf(parts, placeIn(talk))
  const background = backgroundOf(reading, '', text, isInfluenced(reading, conversationOf(talk)))
  return told(
    await memory
      .worker()
      .ask('note', { ...asAgent(talk), ensure: true, today: todayHere(), text, background, ...over, ...answered(asked) }, { deadlineMs }),
  )
}

/** The note belongs to the turn that is being answered: what got over an error may be in it. */
const answered = ({ answering: { turn } }: Extract<Asked, { readonly _tag: 'Known' }>) => (turn === undefined ? {} : { turn })

const told = (answer: Answer.NoteAnswer): ToolAnswer => {
  const { became, node, origin, position, state } = answer
  return { text: notedInWords(answer), details: { node, became, origin, state, position } }
}

const strangers = 'Only what the owner of this agent talks about is noted; this message is not known to be from the owner.'
