/**
 * `memory_undo`: takes back the last verdict of this conversation, where the owner asks for it. Heard corrections are verdicts. Only the owner's
 * turns may, and only before text of others was read in them: it may have talked the agent into it.
 */
import { operations, toolArguments } from '@crabtrail/core'
import { asAgent } from '../conversation/conversation.ts'
import { lastTakenBack, nothingSaid } from '../render/unlearning.ts'
import type { HostParts } from '../state/parts.ts'
import { patienceMs } from '../state/runs.ts'
import { type Asked, ownersOnly, refusal, type ToolAnswer } from './call.ts'

export const undoArguments = toolArguments(operations.undo.request, {
  dryRun: { sentence: 'True: only tells what would be taken back.' },
})

export const takeBackLast = async ({ memory }: HostParts, asked: Asked, given: unknown): Promise<ToolAnswer> => {
  if (asked._tag === 'Unknown') return refusal(`It is not known whose memory this is: ${asked.why}.`)
  if (asked.mute !== undefined) return { text: `Nothing was taken back. ${asked.mute}`, details: { mute: true } }
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
