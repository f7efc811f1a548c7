/** The answer to a recall, from a walk just made or from the record of one. */
import * as Effect from 'effect/Effect'
import { type ContentRef, type NodeNumber, printedTurn, type TurnNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { spelledAs } from '../../domain/text/spelling.ts'
import type { ContextBundle } from '../../domain/traversal/context-bundle.ts'
import type { RankedNode } from '../../domain/traversal/ranking.ts'
import type { Walk } from '../../domain/traversal/tiered-traversal.ts'
import type { RecallAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { RecallRequest } from '../requests.ts'
import type { Evidence } from './evidence.ts'
import { recalledItems } from './recalled-items.ts'

/** What a walk over one state of the graph came to. */
export interface Recalled {
  readonly walk: Walk
  readonly ranking: ReadonlyArray<RankedNode>
  readonly bundle: ContextBundle
  /** Contents that were read for it. */
  readonly bodies: ReadonlyMap<ContentRef, string>
  /** What the host hinted at that speaks for a memory. */
  readonly told: (node: NodeNumber) => ReadonlyArray<string>
}

export const hintsTold = (hit: boolean, favoured: boolean): ReadonlyArray<string> => [
  ...(hit ? ['another search of the session found it'] : []),
  ...(favoured ? ['it is of the area that the last heartbeat named'] : []),
]

const wordsTold = 4

/** The question's words that a document holds, as they stand in the question, the rarest first. */
export const matchedWords = ({ text }: Evidence, question: string): ((node: NodeNumber) => ReadonlyArray<string>) => {
  const spelled = spelledAs(question)
  return (node) => {
    const held = text.words
      .map((word, i) => ({ word, part: text.part(i, node) }))
      .filter(({ part }) => part > 0)
      .sort((a, b) => b.part - a.part)
    return [...new Set(held.map(({ word }) => spelled(word)))].slice(0, wordsTold)
  }
}

export const answerRecall = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  request: RecallRequest,
  { bodies, bundle, ranking, told, walk }: Recalled,
  turn: TurnNumber | undefined,
  matched: (node: NodeNumber) => ReadonlyArray<string>,
) {
  const shown = ranking.slice(0, request.limit ?? 10)
  const named = [...shown.map(({ node }) => node), ...bundle.included, ...bundle.dropped.map(({ node }) => node)]
  const { items, names } = yield* recalledItems(brain, state, walk, shown, named, { matched, told }, bodies)
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
