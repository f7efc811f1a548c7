/** `memory_why`: what was recalled in a turn and why, or why a memory was not. Reads only. */
import { limits } from '@crabtrail/core'
import type { PluginParts } from '../parts.ts'
import { recallInWords } from '../recall-in-words.ts'
import { isTurnOf, recentTurn } from '../recent-turn.ts'
import type { Asked } from './asked.ts'
import { isRecord, textOf } from './given.ts'
import { refusal, type ToolAnswer } from './tool-answer.ts'

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
  const { talk } = asked
  const looking = { worker: memory.worker(), state, deadlineMs }
  const turn = named === undefined ? await recentTurn(looking, talk, { shown: false }) : `t${named.replace(/^t/, '')}`
  if (turn === undefined) return refusal('Nothing was recalled in this conversation yet.')
  // What was asked in another conversation is for the owner alone.
  if (named !== undefined && !asked.byOwner && !(await isTurnOf(looking, talk, turn)))
    return refusal(`${turn} is no turn of this conversation; leave it out for the last one.`)
  const answer = await looking.worker.ask('why', { brain: talk.brain, turn, ...(node === undefined ? {} : { node }) }, { deadlineMs })
  // A host may show a model the details too, so they say no more than the text.
  const items = answer.items.map(({ included, node: id, score }) => ({ node: id, score, included }))
  return { text: recallInWords(answer, charactersMost), details: { turn: answer.turn, items } }
}
