/**
 * A task of a language model: it makes the question and reads the answer. The door (`application/model/ask-model.ts`) does the rest, which is the same
 * for every task: the budgets, the record of a call, its deadline and its failures. Everything here is pure.
 */
import type * as Result from 'effect/Result'
import type { ModelTaskName } from '../events/model-events.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { CallLimits, CallSubject } from './model-call.ts'

/** `Offer`: what a question is made of, over one state of the brain. `Read`: what counts of an answer. */
export interface ModelTask<Offer, Read extends ReadAnswer> {
  readonly name: ModelTaskName
  readonly limits: (settings: Profile) => CallLimits
  /** Returns the messages about an offer, or about the beginning of it that fits into `most` tokens; undefined where too little fits. */
  readonly prompt: (offer: Offer, most: number) => ModelPrompt<Offer> | undefined
  /** Returns what the log says of the question. */
  readonly subject: (offer: Offer, state: BrainState) => CallSubject
  readonly read: (text: string, offer: Offer, settings: Profile) => Result.Result<Read, UnreadAnswer>
}

export interface ModelPrompt<Offer> {
  /** Name of the instruction: letters and digits, with its version at the end. A changed text gets a new name. */
  readonly template: string
  /** The instruction. */
  readonly system: string
  readonly user: string
  /** Estimated tokens of both messages. */
  readonly tokens: number
  /** JSON Schema of the answer, for servers that can keep to one. */
  readonly form: object
  /** The part of the offer that is in the messages. */
  readonly offer: Offer
}

export interface ReadAnswer {
  /** How many parts of the answer do not count. */
  readonly refused: number
  /** One short reason in the model's words; empty or absent for none. */
  readonly explanation?: string
}

/** `malformed`: there is no JSON object of the form in the text. `no-choice`: the answer follows too much to be a choice. */
export interface UnreadAnswer extends ReadAnswer {
  readonly reason: 'malformed' | 'no-choice'
}
