/** Tries a language model before it is turned on: one small question of the form that a recall asks. Nothing is recorded. */

import { onFirstUse } from '@crabtrail/text/on-first-use'
import { countTokens } from '@crabtrail/text/words/context-fence'
import * as Result from 'effect/Result'
import { callCost, nanoUsd } from '../../domain/model/model-call.ts'
import { balanced } from '../../domain/profiles/profiles.ts'
import { type RoutingQuestion, routingTask } from '../../domain/routing/routing-prompt.ts'
import { one } from '../../domain/strength.ts'
import type { ModelQuestion, ModelReply } from '../ports/language-model.ts'

const notes = ['The boat leaves at seven.', 'The boat is green.'] as const

const offer: RoutingQuestion = {
  question: 'When does the boat leave?',
  offered: notes.map((_, place) => ({ node: place + 1, score: one, depth: 0, by: 0, held: 0, pointer: place + 1, leadsTo: [] })),
  note: (node) => ({ title: '', text: notes[node - 1] ?? '', name: '' }),
  edge: (edge) => ({ source: 3 - edge, kind: 'mention', strength: 0.5 }),
  situation: '',
  worked: [],
  guardrails: [],
  failures: [],
  settings: balanced.routing,
  budget: { tokens: balanced.budget.tokens, memories: balanced.budget.items },
  asksKernel: false,
}

const limits = routingTask.limits(balanced)

const prompt = onFirstUse(() => routingTask.prompt(offer, limits.tokensIn))

export const trialQuestion = (): ModelQuestion => {
  const { form = {}, system = '', user = '' } = prompt() ?? {}
  const [asSystem, asUser] = [{ role: 'system', content: system } as const, { role: 'user', content: user } as const]
  return { messages: [asSystem, asUser], tokens: limits.tokensOut, form: { name: routingTask.name, schema: form } }
}

/**
 * Returns what the answer of a trial took, and why it cannot be used; `problem` is undefined where it can. Tokens that the server does not count are
 * estimated. `isTold`: the cost is that of the host, else by the prices of the profile `balanced`, as `costByPrices` is.
 */
export const judgeTrial = ({
  text,
  ...given
}: Pick<ModelReply, 'text'> & Partial<Record<'tokensIn' | 'tokensOut' | 'costUsd', number | undefined>>) => {
  const { tokensIn = prompt()?.tokens ?? 0, tokensOut = countTokens(text) } = given
  const read = routingTask.read(text, offer, balanced)
  const problem = Result.isSuccess(read) ? undefined : problems[read.failure.reason]
  const costByPrices = callCost(tokensIn, tokensOut, balanced.model) / nanoUsd
  return { tokensIn, tokensOut, costUsd: given.costUsd ?? costByPrices, costByPrices, isTold: given.costUsd !== undefined, problem }
}

const problems = {
  malformed: 'its answer is not the JSON object that was asked for',
  'no-choice': 'it follows everything that it is offered, which chooses nothing',
} as const
