/**
 * Plays a week of talk through the memory, each message once, with a model that has its answers from a file: what an independent reader said of
 * the same requests (`sets/judged-weeks.json`). Candidates are named by their texts there, so an answer holds whatever order they are offered in.
 */
import { readFileSync } from 'node:fs'
import type { AnswerOf, LanguageModel, ModelQuestion } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Schema from 'effect/Schema'
import { openStage } from '../scenarios/stage.ts'

const Changed = Schema.Struct({
  ...{ text: Schema.String, changed: Schema.String },
  ...{ question: Schema.String, now: Schema.String, old: Schema.String },
})
const Week = Schema.Struct({
  notes: Schema.Record(Schema.String, Schema.String),
  talk: Schema.Array(Schema.Union([Changed, Schema.Struct({ text: Schema.String })])),
})
export type Week = typeof Week.Type
export type Message = Week['talk'][number]

export const readWeek = (name: string): Week =>
  Schema.decodeUnknownSync(Week)(JSON.parse(readFileSync(new URL(`sets/${name}.json`, import.meta.url), 'utf8')))

/** A request as it is sent: the last message of the call. */
const Request = Schema.Struct({
  messages: Schema.Array(
    Schema.Struct({
      ...{ id: Schema.String, text: Schema.String },
      ...{ kind: Schema.optionalKey(Schema.Literal('note')), title: Schema.optionalKey(Schema.String) },
      ...{ before: Schema.optionalKey(Schema.String), reply: Schema.optionalKey(Schema.String) },
      candidates: Schema.Array(Schema.Struct({ id: Schema.String, title: Schema.String, text: Schema.String, drawn: Schema.Boolean })),
    }),
  ),
})
export type JudgeRequest = typeof Request.Type
export const requestOf = ({ messages }: ModelQuestion): JudgeRequest =>
  Schema.decodeUnknownSync(Request)(JSON.parse(messages.at(-1)?.content ?? ''))

/** What the reader said of a message: `candidate` is the text of the memory that it named, `also` the texts of its copies. */
const Said = Schema.Struct({
  verdict: Schema.String,
  candidate: Schema.NullOr(Schema.String),
  old: Schema.NullOr(Schema.String),
  new: Schema.NullOr(Schema.String),
  also: Schema.optionalKey(Schema.Array(Schema.String)),
  lasting: Schema.Boolean,
  confidence: Schema.Number,
})
export type Said = typeof Said.Type
export const readAnswers = (): ReadonlyMap<string, Said> =>
  new Map(
    Object.entries(
      Schema.decodeUnknownSync(Schema.Record(Schema.String, Said))(
        JSON.parse(readFileSync(new URL('sets/judged-weeks.json', import.meta.url), 'utf8')),
      ),
    ),
  )

export interface ReadingModel {
  readonly service: LanguageModel['Service']
  readonly asked: ReadonlyArray<ModelQuestion>
}

/** The answer of a model that says of each message what `says` says of it; nothing for a message without an answer. */
export const answerTo = ({ messages }: JudgeRequest, says: (text: string) => Said | undefined): string => {
  const judgements = messages.flatMap(({ candidates, id, text }) => {
    const said = says(text)
    if (said === undefined) return []
    // What was said of a memory meanwhile stands behind its text.
    const idOf = (wanted: string) => candidates.find((one) => one.text.startsWith(wanted))?.id
    const candidate = said.candidate === null ? null : (idOf(said.candidate) ?? null)
    return [{ ...said, id, candidate, also: (said.also ?? []).flatMap((one) => idOf(one) ?? []) }]
  })
  return JSON.stringify({ judgements })
}

/** A model that says of each message what `says` says of it; nothing for a message without an answer. */
export const readingModel = (says: (text: string) => Said | undefined): ReadingModel => {
  const asked: Array<ModelQuestion> = []
  const service: LanguageModel['Service'] = {
    id: 'test/reader',
    forget: Effect.void,
    ask: (question) =>
      Effect.sync(() => {
        asked.push(question)
        return { text: answerTo(requestOf(question), says), tokensIn: 1_500, tokensOut: 80 }
      }),
  }
  return { service, asked }
}

export interface Told {
  readonly message: Message
  readonly request: JudgeRequest | undefined
  /** The memory that the message is recorded to change; undefined for none. */
  readonly changed: string | undefined
  /** What became of it: the end, or the gate that the judgement did not pass; undefined where nothing was judged. */
  readonly became: string | undefined
  /** True where the question that asks for the changed fact, right after the message, gives the new value, or the words of the message that state it. */
  readonly isInForce: boolean
  /** True where that question gives the old value and not the new one. */
  readonly isStale: boolean
}

const whatFollowed = ({ judged }: AnswerOf<'hear'>, message: Message, context = '') => {
  const words = (judged?.new ?? '').replaceAll(/\s+/g, ' ')
  const isInForce = 'changed' in message && (context.includes(message.now) || (words !== '' && context.includes(words)))
  const isStale = 'changed' in message && !isInForce && context.includes(message.old)
  return { became: judged?.refused ?? judged?.became, isInForce, isStale }
}

/** Messages a day. */
const aDay = 16

/** The day of every message, on which the model's answers were got: what a week tells must not depend on the day on which it is played. */
const today = '2026-11-30'

/** Plays a week. `keeps`: what states a new fact is kept, too. */
export const playWeek = async (week: Week, model: ReadingModel): Promise<ReadonlyArray<Told>> => {
  const stage = await openStage('empty', { model: model.service, modelMs: 5_000 })
  const told: Array<Told> = []
  try {
    await stage.memory.ingest({
      documents: Object.entries(week.notes).map(([source, text]) => ({ source, format: 'markdown' as const, text })),
    })
    // The model reads messages alone, and as many as are said.
    await stage.memory.profile({
      profile: 'balanced',
      settings: { 'model.routingShare': 0, 'model.dayUsd': 1_000, 'model.dayTokens': 1e8 },
    })
    for (const [place, message] of week.talk.entries()) {
      const talk = { session: `agent:main:day${Math.floor(place / aDay)}`, sessionKind: 'interactive', recallKey: `m${place}` } as const
      const { recallKey: key, ...asked } = talk
      const { items } = await stage.memory.recall({ ...asked, question: message.text, key, today })
      const before = model.asked.length
      const heard = await stage.memory.hear({ ...talk, text: message.text, today })
      await stage.memory.complete({ ...talk, outcome: 'success', durationMs: 1, reply: items[0]?.content ?? 'All right.' })
      await stage.memory.learn({})
      const question = model.asked[before]
      const later = 'changed' in message ? await stage.memory.recall({ session: 'later', question: message.question, today }) : undefined
      const request = question === undefined ? undefined : requestOf(question)
      told.push({
        message,
        request,
        changed: heard.superseded[0] ?? heard.doubted[0],
        ...whatFollowed(heard, message, later?.context.text),
      })
    }
    return told
  } finally {
    await stage.leave()
  }
}
