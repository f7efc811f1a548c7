/**
 * `memory_forget`: erases what the owner asks to forget, in two steps. The first call shows what would go and names a selection; a call with it, in
 * answer to a later message of the owner, erases exactly that. Only in private conversations of the owner, and only before text of others was read in
 * the turn: nothing brings an erased text back.
 */
import { operations, toolArguments } from '@crabtrail/core'
import { asEraser } from '../chat/holdings.ts'
import { forgottenInWords, wouldForgetInWords } from '../render/holdings.ts'
import type { HostParts } from '../state/parts.ts'
import { patienceMs } from '../state/runs.ts'
import { type Asked, ownersOnly, refusal, type ToolAnswer } from './call.ts'

export const forgetArguments = toolArguments(operations.forget.request, {
  name: { sentence: 'What to forget: the name of a person or thing, a note by its id, or a file.' },
  selection: { name: 'confirm', sentence: 'The code that the first call gave. Only after the user has seen what would go and agreed.' },
})

const charactersMost = 4_000

export const eraseNamed = async ({ memory }: HostParts, asked: Asked, given: unknown): Promise<ToolAnswer> => {
  if (asked._tag === 'Unknown') return refusal(`It is not known whose memory this is: ${asked.why}.`)
  if (asked.mute !== undefined) return kept(asked.mute)
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
