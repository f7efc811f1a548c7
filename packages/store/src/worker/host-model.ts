/** The host's model as the worker asks it: the host's side of a question. */
import { type ModelQuestion, type ModelReply, modelLimits, reportedCost, reportedTokens } from '@crabtrail/core'
import { countTokens } from '@crabtrail/text/words/context-fence'
import type { Asks, Told } from './protocol.ts'

/** A reply whose tokens are absent gets estimated ones. */
export type HostReply = Pick<ModelReply, 'text'> & {
  readonly [Count in 'tokensIn' | 'tokensOut' | 'costUsd']?: ModelReply[Count] | undefined
}

/** The host's model. */
export interface HostModel {
  /** Asks it. It should give up after `deadlineMs` milliseconds; a later reply is dropped. */
  (question: ModelQuestion, deadlineMs: number): Promise<HostReply>
  /** Returns the id by which the log names what is asked now; undefined: that of the worker's own settings. */
  readonly id?: () => string | undefined
}

/** Answers a question of the worker; never rejects. A failure repeats nothing of the error, and a long text does not cross the threads. */
export const toldBy = async (model: HostModel | undefined, { ask, deadlineMs, question }: Asks): Promise<Told> => {
  const about = { _tag: 'Told', ask } as const
  if (model === undefined) return { ...about, failure: 'misconfigured' }
  try {
    const { costUsd, text, tokensIn, tokensOut } = await model(question, deadlineMs)
    if (typeof text !== 'string' || text.trim() === '' || text.length > modelLimits.answerCharacters)
      return { ...about, failure: 'badAnswer' }
    const sent = question.messages.reduce((sum, { content }) => sum + countTokens(content), 0)
    const counted = { tokensIn: reportedTokens(tokensIn) ?? sent, tokensOut: reportedTokens(tokensOut) ?? countTokens(text) }
    const cost = reportedCost(costUsd)
    return { ...about, reply: { text, ...counted, ...(cost === undefined ? {} : { costUsd: cost }) } }
  } catch {
    return { ...about, failure: 'failing' }
  }
}
