/** `/trail review`: what waits for the owner's yes, and his yes or no. */

import { type Answer, broughtInWords } from '@crabtrail/core'
import { counted } from '@crabtrail/text/counted'
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
    return `Nothing was changed: say which memory, as in /trail review ${decision} ID, or /trail review ${decision} all. /trail review lists what waits.`
  if (nodes[0]?.toLowerCase() === 'all') return decideAll(looking, talk, { decision, seen: nodes.slice(1) }, most)
  const {
    beside = [],
    count,
    decided = [],
  } = await looking.worker.ask('review', { ...asOwner(talk), decision, nodes }, { deadlineMs: looking.deadlineMs })
  const lines = decided.map(({ node, review }) => `${plainLine(node, 120)} is ${review}.`)
  const others = beside.length === 0 ? [] : [`Of the same document still ${beside.length === 1 ? 'waits' : 'wait'}: ${namesOf(beside)}.`]
  return wholeLines([...lines, ...others, `${left(count)} /trail undo takes it back.`], most)
}

/** Names the first of several memories, and says how many more there are. */
const namesOf = (nodes: ReadonlyArray<string>): string => {
  const more = nodes.length > namedMost ? ` and ${nodes.length - namedMost} more` : ''
  return `${nodes
    .slice(0, namedMost)
    .map((node) => plainLine(node, 60))
    .join(', ')}${more}`
}

interface DecisionOnAll {
  readonly decision: 'approve' | 'refuse'
  /** The position at which the owner was shown what waits; none where he was not. */
  readonly seen: ReadonlyArray<string>
}

/** Shows first what would be decided, and then decides only that: what came in meanwhile was not seen. */
const decideAll = async (
  { deadlineMs, worker }: Looking,
  talk: Talk,
  { decision, seen: [at, ...rest] }: DecisionOnAll,
  most: number,
): Promise<string> => {
  const done = decidedInWords[decision]
  if (rest.length > 0)
    return `Nothing was changed: "${plainLine(rest.join(' '), 40)}" is too much; /trail review ${decision} all shows what would be ${done}.`
  const dry = at === undefined ? { dryRun: true } : { at }
  const {
    count,
    decided,
    position,
    would = [],
  } = await worker.ask('review', { ...asOwner(talk), decision, all: true, ...dry }, { deadlineMs })
  const memories = decided ?? would
  if (memories.length === 0)
    return at === undefined ? 'Nothing waits for your yes.' : 'Nothing was changed: none of what was shown waits any more.'
  const names = `${counted(memories.length, 'memory', 'memories')}: ${namesOf(memories.map(({ node }) => node))}`
  if (decided !== undefined) return wholeLines([`Decided: ${done} ${names}.`, `${left(count)} /trail undo takes it back.`], most)
  // The command that does it is never cut off.
  const doIt = `To do it: /trail review ${decision} all ${position}`
  return `${wholeLines([`Nothing is changed yet. This would be ${done}: ${names}.`], most - doIt.length - 1)}\n${doIt}`
}

const namedMost = 10
const decidedInWords = { approve: 'approved', refuse: 'refused' } as const

const changeInWords = ({ node, was }: NonNullable<Answer.WaitingNode['changes']>[number]): string =>
  ` A yes takes the place of ${was === null ? '' : `"${plainLine(was, 60)}" in `}${plainLine(node, 60)}.`

const left = (count: number): string => (count === 0 ? 'Nothing else waits.' : `${counted(count, 'more waits', 'more wait')}.`)

const listed = async ({ deadlineMs, worker }: Looking, { brain }: Talk, most: number): Promise<string> => {
  const { count, waiting } = await worker.ask('review', { brain, limit: listedMost }, { deadlineMs })
  if (count === 0) return 'Nothing waits for your yes.'
  const more = count > waiting.length ? [`${count - waiting.length} more behind them.`] : []
  return wholeLines(
    [
      `${counted(count, 'memory waits', 'memories wait')} for your yes: /trail review approve ID, or refuse ID; all in place of ID means all of them.`,
      ...waiting.map(
        ({ changes = [], from, node, origin, text }) =>
          `${typed(node)}, ${broughtInWords(origin)}, ${plainLine(from, 60)}: ${plainLine(text, textCharacters)}${changes.slice(0, 2).map(changeInWords).join('')}`,
      ),
      ...more,
    ],
    most,
  )
}
