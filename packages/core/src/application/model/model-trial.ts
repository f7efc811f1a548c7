/** Tries a language model before it is turned on: one small question of the form that a recall asks. Nothing is recorded. */
import * as Result from 'effect/Result'
import { callCost, nanoUsd } from '../../domain/model/model-call.ts'
import { balanced } from '../../domain/profiles/profiles.ts'
import { routingTask } from '../../domain/routing/routing-call.ts'
import type { RoutingQuestion } from '../../domain/routing/routing-prompt.ts'
import { one } from '../../domain/strength.ts'
import { countTokens } from '../../domain/text/context-fence.ts'
import type { ModelQuestion, ModelReply } from '../ports/language-model.ts'

const notes = ['The boat leaves at seven.', 'The boat is green.'] as const

const offer: RoutingQuestion = {
  question: 'When does the boat leave?',
  offered: notes.map((_, place) => ({ node: place + 1, score: one, depth: 0, pointer: place + 1, leadsTo: [] })),
  text: (node) => notes[node - 1] ?? '',
  workspace: [],
  failures: [],
  budget: { tokens: balanced.budget.tokens, memories: balanced.budget.items, follows: 1 },
  asksKernel: false,
}

const limits = routingTask.limits(balanced)

/** Returns the question, and a function that says what an answer is worth. */
export const modelTrial = () => {
  const { form, system = '', user = '' } = routingTask.prompt(offer, limits.tokensIn) ?? {}
  const question: ModelQuestion = {
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    tokens: limits.tokensOut,
    form: { name: routingTask.name, schema: form ?? {} },
  }
  return {
    question,
    /** `tokensIn` and `tokensOut` are estimated where the server does not count them. `problem`: the answer could not be used. */
    judge: ({ text, tokensIn = countTokens(system) + countTokens(user), tokensOut = countTokens(text) }: TriedReply): TriedModel => {
      const read = routingTask.read(text, offer, balanced)
      const costUsd = callCost(tokensIn, tokensOut, balanced.model) / nanoUsd
      return { tokensIn, tokensOut, costUsd, problem: Result.isSuccess(read) ? undefined : problems[read.failure.reason] }
    },
  }
}

type TriedReply = Pick<ModelReply, 'text'> & { readonly [Count in 'tokensIn' | 'tokensOut']?: ModelReply[Count] | undefined }

export interface TriedModel {
  readonly tokensIn: number
  readonly tokensOut: number
  /** By the prices of the profile `balanced`. */
  readonly costUsd: number
  readonly problem: string | undefined
}

const problems = {
  malformed: 'its answer is not the JSON object that was asked for',
  'no-choice': 'it follows everything that it is offered, which chooses nothing',
} as const
