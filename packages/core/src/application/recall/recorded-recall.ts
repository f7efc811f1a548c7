/** The answer to a recall that was made before with the same key: its recorded walk, told by the memory as it was then; nothing is walked again. */
import * as Effect from 'effect/Effect'
import { isRecallable } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { isVouchedBy } from '../../domain/projections/standing-words.ts'
import { renderContext } from '../../domain/recall/context-bundle.ts'
import { rankCorrected } from '../../domain/recall/corrected.ts'
import { coveringOf } from '../../domain/recall/coverage.ts'
import type { RankedNode } from '../../domain/recall/ranking.ts'
import { countTokens } from '../../domain/text/token-count.ts'
import { asOf } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { nodeNames } from '../naming/names.ts'
import type { RecordedCommand } from '../ports/event-store.ts'
import type { RecallRequest } from '../requests.ts'
import { correctionsOf } from './corrections.ts'
import { gatherEvidence } from './evidence.ts'
import { answerRecall, hintsTold, saidWords } from './recall-answer.ts'
import { readTurnAt } from './recorded-turn.ts'

/** What was erased since is missing from the context. */
export const recordedRecall = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { count, first }: RecordedCommand,
  request: RecallRequest,
  question: string,
) {
  const end = first + count - 1
  const state = end === brain.state.position ? brain.state : (yield* asOf(brain, end)).state
  const { graph } = state
  const { dropped, gate, included, ranking, seeds, turn, walk } = yield* readTurnAt(brain, first)
  const names = yield* nodeNames(brain, graph, included, 'texts')
  const corrections = yield* correctionsOf(brain, graph, included)
  const items = included.flatMap((node) => {
    const text = names.text(node)
    const item = { node, id: names.id(node), title: names.title(node), text: text ?? '', injectable: true, corrections: corrections(node) }
    return text === undefined ? [] : [item]
  })
  const text = renderContext(items, turn)
  const bundle = { included, dropped, guardrails: [], text, tokens: countTokens(text) }
  const profile = yield* profileOf(state, brain.key)
  const evidence = yield* gatherEvidence(brain, graph, profile, question, end)
  // What vectors or hints said of a seed is in its recorded score.
  const own = (node: NodeNumber) => seeds.get(node)?.score ?? evidence.text.score(node)
  const found = new Set([...seeds.keys(), ...evidence.text.pool.map(({ node }) => node)])
  const pool = [...found].filter((node) => isRecallable(graph, node)).map((node) => ({ node, score: own(node) }))
  const isVouched = isVouchedBy(state.registers.words)
  const covering = coveringOf(profile, gate, evidence.text)
  const again = rankCorrected({ graph, profile, cues: evidence.cues, walk, pool, own, covering, isVouched })
  const whole = completed(ranking, again.ranking)
  return yield* answerRecall(
    brain,
    state,
    request,
    { bundle, ranking: whole, walk, told: (node) => hintsTold(seeds.get(node)?.from, false) },
    turn,
    saidWords(evidence, question),
  )
})

/** The recorded beginning of a ranking, with the parts and the rest that the same walk gives again. */
const completed = (recorded: ReadonlyArray<RankedNode>, again: ReadonlyArray<RankedNode>): ReadonlyArray<RankedNode> => {
  const known = new Map(again.map((one) => [one.node, one]))
  const beginning = recorded.map((one) => {
    const same = known.get(one.node)
    return same?.score === one.score ? same : one
  })
  const begun = new Set(recorded.map(({ node }) => node))
  return [...beginning, ...again.filter(({ node }) => !begun.has(node))]
}
