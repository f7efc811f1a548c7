/** The answer to a recall that was made before with the same key: read from the record, nothing is walked again. */
import * as Effect from 'effect/Effect'
import type { Position } from '../domain/identity.ts'
import { countTokens } from '../domain/text/token-count.ts'
import { renderContext } from '../domain/traversal/context-bundle.ts'
import type { OpenBrain } from './brain.ts'
import { nodeNames } from './names.ts'
import { answerRecall } from './recall-answer.ts'
import { readTurnAt } from './recorded-turn.ts'
import type { RecallRequest } from './requests.ts'

/** What was erased since is missing from the context. */
export const recordedRecall = Effect.fnUntraced(function* (brain: OpenBrain, position: Position, request: RecallRequest) {
  const { dropped, included, ranking, turn, walk } = yield* readTurnAt(brain, position)
  const names = yield* nodeNames(brain, brain.state.graph, included, 'texts')
  const items = included.flatMap((node) => {
    const text = names.text(node)
    return text === undefined ? [] : [{ node, id: names.id(node), title: names.title(node), text, injectable: true }]
  })
  const text = renderContext(items)
  const bundle = { included, dropped, guardrails: [], text, tokens: countTokens(text) }
  return yield* answerRecall(brain, brain.state, request, { bundle, ranking, walk }, turn, () => [])
})
