/** A routing model of a test: it answers as told, and keeps what it was asked. */
import { type LanguageModel, ModelFailed, type ModelFailure, type ModelQuestion } from '@crabtrail/core'
import * as Effect from 'effect/Effect'

export interface ScriptedModel {
  readonly service: LanguageModel['Service']
  readonly asked: ReadonlyArray<ModelQuestion>
  /** How often it was told to forget its answers. */
  readonly forgotten: () => number
  /** Sets what it does from now on: an answer made of the notes in the prompt, a failure, or silence. */
  readonly does: (next: Script) => void
}

/** The numbers of the notes in a prompt by their texts. */
export type Notes = (beginning: string) => number

export type Script = ((notes: Notes) => object | string) | { readonly fails: ModelFailure } | 'silent' | 'breaks'

const notesIn = ({ messages }: ModelQuestion): Notes => {
  const lines = (messages.at(-1)?.content ?? '').split('\n')
  return (beginning) => {
    const line = lines.find((one) => one.includes(` "${beginning}`))
    if (line === undefined) throw new Error(`no note begins with ${beginning}:\n${lines.join('\n')}`)
    return Number(line.split(' ')[0])
  }
}

export const scriptedModel = (first: Script = () => ({})): ScriptedModel => {
  const asked: Array<ModelQuestion> = []
  let script = first
  let forgotten = 0
  return {
    asked,
    forgotten: () => forgotten,
    does: (next) => {
      script = next
    },
    service: {
      id: 'test/scripted',
      forget: Effect.sync(() => {
        forgotten++
      }),
      ask: (question) =>
        Effect.suspend(() => {
          asked.push(question)
          if (script === 'silent') return Effect.never
          if (script === 'breaks') return Effect.die(new Error('a fault of the model'))
          if (typeof script !== 'function')
            return new ModelFailed({ model: 'test/scripted', reason: script.fails, detail: 'scripted', retryable: true })
          const answer = script(notesIn(question))
          return Effect.succeed({ text: typeof answer === 'string' ? answer : JSON.stringify(answer), tokensIn: 700, tokensOut: 60 })
        }),
    },
  }
}

/** A model that answers when it is let go. `isAsked` waits until it is asked. */
export const held = (answer: object) => {
  const model = scriptedModel(() => answer)
  const gate = Promise.withResolvers<void>()
  const slow = {
    ...model.service,
    ask: (...asked: Parameters<ScriptedModel['service']['ask']>) =>
      Effect.tap(model.service.ask(...asked), () => Effect.promise(() => gate.promise)),
  }
  const isAsked = async () => {
    while (model.asked.length === 0) await new Promise(setImmediate)
  }
  return { model, slow, isAsked, letGo: () => gate.resolve() }
}

/** Turns of a talk: many share words with the question, and each leads to the next. */
export const talk = [
  'Ann: did you find the boat for the trip?',
  'Ben: yes, the boat is at the old harbour.',
  'Ann: which boat, the red one?',
  'Ben: the green boat, she is called Nora.',
  'Ann: what does the boat trip cost?',
  'Ben: the trip is 40 euro a person.',
  'Ann: is there a life vest on the boat?',
  'Ben: every boat there has four vests.',
  'Ann: when does our boat leave?',
  'Ben: at seven, from the third pier.',
  'Ann: the boat trip takes how long?',
  'Ben: about three hours, with a stop.',
  'Ann: can the dog come on the boat?',
  'Ben: the dog can come on the trip.',
  'Ann: who steers the boat?',
  'Ben: my uncle, he has the licence.',
]

export const talkDocument = {
  source: 'talk.jsonl',
  format: 'jsonl' as const,
  text: talk.map((text, i) => JSON.stringify({ id: `turn-${i}`, session: 'boat', text })).join('\n'),
}

/** Worth a call: more memories fire than the settings below allow. */
export const unsure = 'When does the boat leave for the trip?'
export const settings = { 'routing.many': 3, 'routing.counted': 0.05 }
