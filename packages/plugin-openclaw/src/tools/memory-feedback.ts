/**
 * `memory_feedback`: how recalled memories served. What the owner asked for counts as his word; what the agent finds by itself,
 * or says after it read what others wrote, as less.
 */
import { limits } from '@crabtrail/core'
import type { PluginParts } from '../parts.ts'
import { recentTurn } from '../recent-turn.ts'
import { verdictInWords } from '../verdict-in-words.ts'
import { type Asked, speakerOf } from './asked.ts'
import { isRecord, textOf, textsOf } from './given.ts'
import { refusal, type ToolAnswer } from './tool-answer.ts'

const verdicts = ['used', 'not-relevant', 'not-useful', 'wrong'] as const
type Verdict = (typeof verdicts)[number]

const ids = (description: string) => ({
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: limits.idBytes },
  maxItems: 16,
  description,
})

export const feedbackParameters = {
  type: 'object',
  properties: {
    verdict: {
      type: 'string',
      enum: [...verdicts],
      description:
        'used: it helped. not-relevant: it has nothing to do with the question. not-useful: it says nothing of worth. wrong: it misled.',
    },
    nodes: ids('The notes, by the ids in square brackets before them. Absent: all that stood before the message.'),
    instead: ids('Notes that would have been right.'),
    note: { type: 'string', maxLength: 2_000, description: 'What was wrong, in a sentence.' },
    turn: { type: 'string', pattern: '^t?[1-9][0-9]*$', description: 'An earlier turn, as memory_why prints it. Absent: the last one.' },
  },
  required: ['verdict'],
  additionalProperties: false,
}

export const giveFeedback = async (
  parts: PluginParts & { readonly deadlineMs: number },
  asked: Asked,
  given: unknown,
): Promise<ToolAnswer> => {
  if ('unknown' in asked) return refusal(`It is not known whose memory this is: ${asked.unknown}.`)
  if (asked.mute !== undefined) return { text: `Nothing was recorded. ${asked.mute}`, details: { mute: true } }
  const { instead = [], nodes = [], note, turn: named, verdict } = isRecord(given) ? readFeedback(given) : {}
  if (verdict === undefined) return refusal(`Give a verdict: ${verdicts.join(', ')}.`)
  const { deadlineMs, memory, state } = parts
  const worker = memory.worker()
  const turn = named ?? (await recentTurn({ worker, state, deadlineMs }, asked.talk, { shown: true }))
  if (turn === undefined) return refusal('No notes were recalled in this conversation yet, so there is nothing to judge.')
  const text = note === undefined ? {} : { text: note }
  const request = { ...speakerOf(asked), verdict, turn, nodes, ...(instead.length === 0 ? {} : { instead }), ...text }
  const answer = await worker.ask('feedback', request, { deadlineMs })
  const { applied, feedback, position, refused } = answer
  return {
    text: verdictInWords(answer),
    details: { feedback, turn: answer.turn, verdict, applied, position, ...(refused === undefined ? {} : { refused }) },
  }
}

interface Feedback {
  readonly verdict?: Verdict | undefined
  readonly nodes?: ReadonlyArray<string>
  readonly instead?: ReadonlyArray<string>
  readonly note?: string | undefined
  readonly turn?: string | undefined
}

const readFeedback = (given: Readonly<Record<string, unknown>>): Feedback => ({
  verdict: verdicts.find((one) => one === given['verdict']),
  nodes: textsOf(given['nodes']).map(withoutBrackets),
  instead: textsOf(given['instead']).map(withoutBrackets),
  note: textOf(given['note']),
  turn: textOf(given['turn']),
})

/** Ids stand in brackets where the model read them. */
const withoutBrackets = (id: string): string => id.trim().replace(/^\[(.*)\]$/s, '$1')
