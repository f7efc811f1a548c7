/** The tools with which an agent keeps, erases and takes back what its owner asks for. */
import { operations, toolArguments } from '@crabtrail/core'
import { asEraser } from '../chat/holdings.ts'
import { asAgent } from '../conversation/conversation.ts'
import { placeIn } from '../conversation/naming.ts'
import { todayHere } from '../conversation/today.ts'
import { readingOf } from '../notes/follow-reading.ts'
import { notedInWords } from '../render/answers.ts'
import { forgottenInWords, wouldForgetInWords } from '../render/holdings.ts'
import { lastTakenBack, nothingSaid } from '../render/unlearning.ts'
import { backgroundOf, isInfluenced } from '../state/reading.ts'
import { patienceMs } from '../state/runs.ts'
import { conversationOf } from '../state/shared-state.ts'
import { type Asked, ownersOnly, refusal, type ToolAnswer, type ToolParts } from './call.ts'

/* `memory_note`: only in the owner's turns. The note is the agent's, on probation, and untrusted where it repeats what others wrote. */

export const noteArguments = toolArguments(operations.note.request, {
  text: { sentence: 'The note: one fact, in a sentence or a few, that is understood without this conversation.' },
  supersedes: {
    sentence: 'Notes of yours that are over now, by their ids. What the user wrote stays: he changes it himself, or says so.',
    most: 8,
  },
})

export const keepNote = async (parts: ToolParts, asked: Asked, given: unknown): Promise<ToolAnswer> => {
  if (!asked.senderIsOwner) return { text: `Nothing was noted. ${strangers}`, details: { mute: true } }
  const { supersedes, text } = noteArguments.read(given)
  if (text === undefined) return refusal('Say in text what is to be kept.')
  const { answering, talk } = asked
  const reading = readingOf(parts, placeIn(talk))
  const request = {
    ...asAgent(talk),
    ensure: true,
    today: todayHere(),
    text,
    background: backgroundOf(reading, '', text, isInfluenced(reading, conversationOf(talk))),
    ...(supersedes === undefined ? {} : { supersedes }),
    // The note belongs to the turn that is being answered: what got over an error may be in it.
    ...(answering.turn === undefined ? {} : { turn: answering.turn }),
  }
  const answer = await parts.memory.worker().ask('note', request, { deadlineMs: parts.deadlineMs })
  const { became, node, origin, position, state } = answer
  return { text: notedInWords(answer), details: { node, became, origin, state, position } }
}

const strangers = 'Only what the owner of this agent talks about is noted; this message is not known to be from the owner.'

/*
 * `memory_forget`: the first call shows what would go and names a selection; a call with it, in answer to a later message of the owner, erases exactly
 * that. Only in private and before text of others was read in the turn: nothing brings an erased text back.
 */

export const forgetArguments = toolArguments(operations.forget.request, {
  name: { sentence: 'What to forget: the name of a person or thing, a note by its id, or a file.' },
  selection: { name: 'confirm', sentence: 'The code that the first call gave. Only after the user has seen what would go and agreed.' },
})

const charactersMost = 4_000

export const eraseNamed = async ({ memory }: ToolParts, asked: Asked, given: unknown): Promise<ToolAnswer> => {
  if (!asked.isPrivate) return kept('What is remembered is forgotten in a private conversation of the owner with this agent.')
  const { rehearsed } = asked
  if (!asked.byOwner || rehearsed === undefined) return kept(ownersOnly(asked, 'has something forgotten', '/trail forget'))
  const { name, ...read } = forgetArguments.read(given)
  const selection = read.selection?.toLowerCase()
  if (name === undefined) return refusal('Say in name what is to be forgotten.')
  if (selection !== undefined && rehearsed.has(selection)) {
    return kept('The user has not answered yet. Show what would go and ask; call again with confirm when the next message agrees.')
  }
  const request = { ...asEraser(asked.talk.brain), name, ...(selection === undefined ? { dryRun: true } : { selection }) }
  const answer = await memory.worker().ask('forget', request, { deadlineMs: patienceMs })
  const { contents, position } = answer
  if (answer.selection === undefined || contents === 0)
    return { text: forgottenInWords(answer, name), details: { erased: contents, position } }
  rehearsed.add(answer.selection)
  const changed = answer.changed === true ? 'Something else would go now than what was shown.\n' : ''
  const next = `Show this to the user and ask. If the next message agrees, call memory_forget again with name and confirm "${answer.selection}".`
  return {
    text: `${changed}${wouldForgetInWords(answer, name, charactersMost)}\n${next}`,
    details: { wouldErase: contents, confirm: answer.selection, position },
  }
}

const kept = (why: string): ToolAnswer => ({ text: `Nothing was erased. ${why}`, details: { mute: true } })

/* `memory_undo`: heard corrections are verdicts, too. Only in the owner's turns and before text of others was read: it may have talked the agent into it. */

export const undoArguments = toolArguments(operations.undo.request, {
  dryRun: { sentence: 'True: only tells what would be taken back.' },
})

export const takeBackLast = async ({ memory }: ToolParts, asked: Asked, given: unknown): Promise<ToolAnswer> => {
  if (!asked.byOwner)
    return { text: `Nothing was taken back. ${ownersOnly(asked, 'takes a verdict back', '/trail undo')}`, details: { mute: true } }
  try {
    const answer = await memory.worker().ask('undo', { ...asAgent(asked.talk), ...undoArguments.read(given) }, { deadlineMs: patienceMs })
    const { request, took } = answer
    const back =
      request === null
        ? []
        : [`The owner brings it back with /trail unlearn undo ${request}. Another call takes back the verdict before it.`]
    return { text: [...lastTakenBack(answer), ...back].join('\n'), details: { took, request, position: answer.position } }
  } catch (error) {
    if (nothingSaid(error)) return refusal('No verdict that still teaches was said in this conversation, so there is nothing to take back.')
    throw error
  }
}
