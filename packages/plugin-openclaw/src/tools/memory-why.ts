/** `memory_why`: explains what a turn recalled and why, or why it did not recall a note. Read-only. */
import { limits } from '@crabtrail/core'
import type { PluginParts } from '../host/handler.ts'
import { recallInWords } from '../render/answers.ts'
import { type Asked, isRecord, meantTurn, refusal, type ToolAnswer, textOf } from './call.ts'

export const whyParameters = {
  type: 'object',
  properties: {
    turn: { type: 'string', pattern: '^t?[1-9][0-9]*$', description: 'A turn, as t17. Absent: the last one of this conversation.' },
    node: { type: 'string', minLength: 1, maxLength: limits.idBytes, description: 'A note, by its id: why it was recalled, or why not.' },
  },
  additionalProperties: false,
}

const charactersMost = 3_000

export const tellWhy = async (parts: PluginParts & { readonly deadlineMs: number }, asked: Asked, given: unknown): Promise<ToolAnswer> => {
  if ('unknown' in asked) return refusal(`It is not known whose memory this is: ${asked.unknown}.`)
  const { node, turn: named } = isRecord(given) ? { node: textOf(given['node']), turn: textOf(given['turn']) } : {}
  const { deadlineMs, memory, state } = parts
  const { byOwner, talk } = asked
  const looking = { worker: memory.worker(), state, deadlineMs }
  const none = 'Nothing was recalled in this conversation yet.'
  const meant = await meantTurn(looking, { named, talk, byOwner, shown: false, none })
  if ('refused' in meant) return meant.refused
  const { turn } = meant
  const answer = await looking.worker.ask('why', { brain: talk.brain, turn, ...(node === undefined ? {} : { node }) }, { deadlineMs })
  // A host may show the details to the model, so they hold no more than the text.
  const items = answer.items.map(({ included, node: id, score }) => ({ node: id, score, included }))
  return { text: recallInWords(answer, charactersMost, { isOwner: byOwner }), details: { turn: answer.turn, items } }
}
