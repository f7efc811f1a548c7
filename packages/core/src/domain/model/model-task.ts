/**
 * A task of a language model: it makes the question and reads the answer. The door (`application/model/ask-model.ts`) does the rest, which is the same
 * for every task: the budgets, the record of a call, its deadline and its failures. Everything here is pure.
 */

import { countTokens, onOneLine, withImitationsMarked } from '@crabtrail/text/words/context-fence'
import * as Result from 'effect/Result'
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
  readonly subject: (offer: Offer, state: BrainState) => CallSubject
  readonly read: (text: string, offer: Offer, settings: Profile) => Result.Result<Read, UnreadAnswer>
}

export interface ModelPrompt<Offer> {
  /** Name of the instruction: letters and digits, with its version at the end. A changed text gets a new name. */
  readonly template: string
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

/*
 * The texts of a call: what every prompt does with the words of others, and how every answer is read. An answer is data: nothing that a model wrote is
 * put before another one.
 */

export const plain = (text: string): string => onOneLine(withImitationsMarked(text)).replaceAll(/\s+/gu, ' ').trim()

/** Returns the beginning of a text in quotes, on one line and without imitations of roles. */
export const quoted = (text: string, characters: number): string => JSON.stringify(plain(text).slice(0, characters).toWellFormed())

/** Returns the JSON Schema of an object with exactly these properties. */
export const objectForm = (properties: Readonly<Record<string, unknown>>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** Returns the prompt of at most `most` tokens whose excerpts have most characters; undefined if not even the shortest fit. */
export const promptWithin = <Offer>(
  most: number,
  parts: Pick<ModelPrompt<Offer>, 'template' | 'system' | 'form' | 'offer'>,
  excerpts: ReadonlyArray<number>,
  userOf: (characters: number) => string,
): ModelPrompt<Offer> | undefined => {
  const instruction = countTokens(parts.system)
  for (const characters of excerpts) {
    const user = userOf(characters)
    const tokens = instruction + countTokens(user)
    if (tokens <= most) return { ...parts, user, tokens }
  }
  return undefined
}

/** Returns the first JSON object in a text behind what the model thought; models put fences and sentences around it. */
export const objectIn = (answer: string): Readonly<Record<string, unknown>> | undefined => {
  const text = answer.slice(answer.lastIndexOf(thoughtEnd) + 1)
  for (let tries = 0, from = text.indexOf('{'); from !== -1 && tries < triesMost; tries++, from = text.indexOf('{', from + 1)) {
    const to = endOfObject(text, from)
    if (to === undefined) continue
    const parsed = Result.try(() => JSON.parse(text.slice(from, to)) as unknown)
    if (Result.isSuccess(parsed)) return parsed.success as Readonly<Record<string, unknown>>
  }
  return undefined
}

/** A draft in the thoughts is not the answer. */
const thoughtEnd = '</think>'

/** Most openings at which an object is looked for. */
const triesMost = 8

/** Returns the place behind the bracket that closes the object; undefined for a text that ends before. */
const endOfObject = (text: string, from: number): number | undefined => {
  let [depth, isText] = [0, false]
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (isText) {
      if (sign === '\\') at++
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
  }
  return undefined
}

/** Returns a number that an answer names; undefined for anything else. Models write numbers as text, too. */
export const numberIn = (value: unknown): number | undefined => {
  if (typeof value === 'string') return /^\s*#?\d{1,4}\s*$/.test(value) ? Number(value.replace('#', '')) : undefined
  return typeof value === 'number' ? value : undefined
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
