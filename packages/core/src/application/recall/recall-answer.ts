/** The answer to a recall, from a walk just made or from the record of one. */

import * as Effect from 'effect/Effect'
import { type NodeNumber, printedTurn, type TurnNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { ContextBundle } from '../../domain/recall/context-bundle.ts'
import type { RankedNode } from '../../domain/recall/ranking.ts'
import type { Evidence } from '../../domain/recall/recall.ts'
import type { Walk } from '../../domain/recall/walk.ts'
import { spelledAs } from '../../domain/text/spelling.ts'
import type { RecallAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import type { RecallRequest } from '../requests.ts'
import { type Reasons, recalledItems } from './recalled-items.ts'

/** What a walk over one state of the graph came to. */
export interface Recalled {
  readonly walk: Walk
  readonly ranking: ReadonlyArray<RankedNode>
  readonly bundle: ContextBundle
  /** What speaks for a memory beside the question’s words: hints of the host, its vector. */
  readonly told: (node: NodeNumber) => ReadonlyArray<string>
}

export const hintsTold = (source: string | undefined, favoured: boolean): ReadonlyArray<string> => [
  ...(source === 'hit' ? ['another search of the session found it'] : []),
  ...(source === 'warm' ? ['it was given in the turn before'] : []),
  ...(source === 'vector' || source === 'fused' ? ['it is spelled or meant like the question'] : []),
  ...(favoured ? ['it is of the area that the last heartbeat named'] : []),
]

const wordsTold = 4
/** So many memories are listed where nobody says how many, or as few as a profile considers at all. */
const shownMost = 10

/** What documents say of the question, in words as they stand in it, the rarest first. */
export interface SaidWords {
  readonly matched: Reasons['matched']
  readonly adds: Reasons['adds']
}

export const saidWords = ({ text }: Pick<Evidence, 'text'>, question: string): SaidWords => {
  const spelled = spelledAs(question)
  const held = (node: NodeNumber): ReadonlyArray<string> => {
    const words = text.words.map((word, i) => ({ word, part: text.part(i, node) })).filter(({ part }) => part > 0)
    return [...new Set(words.sort((a, b) => b.part - a.part).map(({ word }) => spelled(word)))]
  }
  return {
    matched: (node) => held(node).slice(0, wordsTold),
    adds: (node, to) => {
      const known = new Set(held(to))
      return held(node)
        .filter((word) => !known.has(word))
        .slice(0, wordsTold)
    },
  }
}

export const answerRecall = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  request: RecallRequest,
  { bundle, ranking, told, walk }: Recalled,
  turn: TurnNumber | undefined,
  said: SaidWords,
) {
  const { budget } = yield* profileOf(state, brain.key)
  const shown = ranking.slice(0, request.limit ?? Math.min(shownMost, budget.items))
  const named = [...shown.map(({ node }) => node), ...bundle.included, ...bundle.dropped.map(({ node }) => node)]
  const { items, names } = yield* recalledItems(brain, state, walk, shown, named, { ...said, told })
  const answer: RecallAnswer = {
    brain: brain.key,
    turn: turn === undefined ? null : printedTurn(turn),
    position: state.position,
    items,
    context: {
      text: bundle.text,
      items: bundle.included.map(names.id),
      tokens: bundle.tokens,
      dropped: bundle.dropped.map(({ node, reason }) => ({ node: names.id(node), reason })),
    },
    guardrails: bundle.guardrails.map(names.id),
    novelty: { verdict: 'off' },
    routing: { calls: 0, outcome: 'off', costUsd: 0 },
    latencyMs: 0,
    backlog: state.progress.pending.length,
  }
  return answer
})
