/** `/trail review`: what waits for the owner's yes, and his yes or no. */
import { broughtInWords } from '@crabtrail/core'
import { asOwner, type Talk } from '../conversation/conversation.ts'
import { wholeLines } from '../render/answers.ts'
import { plainLine, typed } from '../render/errors.ts'
import type { Looking } from '../state/runs.ts'

export interface ReviewCall {
  readonly call: 'review'
  /** Undefined where nothing follows. */
  readonly decision: string | undefined
  readonly nodes: ReadonlyArray<string>
}

export const readReview = ([decision, ...nodes]: ReadonlyArray<string>): ReviewCall => ({
  call: 'review',
  decision: decision?.toLowerCase(),
  nodes,
})

/** Memories that a message lists: as many as can be read before one decides. */
const listedMost = 5
const textCharacters = 240

export const reviewInChat = async (looking: Looking, talk: Talk, { decision, nodes }: ReviewCall, most: number): Promise<string> => {
  if (decision === undefined) return listed(looking, talk, most)
  if (decision !== 'approve' && decision !== 'refuse')
    return `Nothing was changed: there is no /trail review ${plainLine(decision, 40)}; say /trail review, /trail review approve ID, or /trail review refuse ID.`
  if (nodes.length === 0)
    return `Nothing was changed: say which memory, as in /trail review ${decision} ID. /trail review lists what waits.`
  const { count, decided = [] } = await looking.worker.ask(
    'review',
    { ...asOwner(talk), decision, nodes },
    { deadlineMs: looking.deadlineMs },
  )
  const lines = decided.map(({ node, review }) => `${plainLine(node, 120)} is ${review}.`)
  return wholeLines([...lines, `${left(count)} /trail undo takes it back.`], most)
}

const left = (count: number): string => (count === 0 ? 'Nothing else waits.' : `${count} more ${count === 1 ? 'waits' : 'wait'}.`)

const listed = async ({ deadlineMs, worker }: Looking, { brain }: Talk, most: number): Promise<string> => {
  const { count, waiting } = await worker.ask('review', { brain, limit: listedMost }, { deadlineMs })
  if (count === 0) return 'Nothing waits for your yes.'
  const more = count > waiting.length ? [`${count - waiting.length} more behind them.`] : []
  return wholeLines(
    [
      `${count} ${count === 1 ? 'memory waits' : 'memories wait'} for your yes: /trail review approve ID, or refuse ID.`,
      ...waiting.map(
        ({ from, node, origin, text }) =>
          `${typed(node)}, ${broughtInWords(origin)}, ${plainLine(from, 60)}: ${plainLine(text, textCharacters)}`,
      ),
      ...more,
    ],
    most,
  )
}
