/**
 * Messages of people with labels, each as the request that a judge gets for it: the memories near it, the message before and the reply to that.
 * From weeks of talk, from small conversations, and from messages after an answer.
 */
import { readFileSync } from 'node:fs'
import type { LanguageModel } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Schema from 'effect/Schema'
import type { Half } from '../conversations/half.ts'
import { filesOf } from '../conversations/talk-case.ts'
import { openStage, type Stage } from '../scenarios/stage.ts'
import { readWeek, requestOf, type Week } from './judged-week.ts'

/** `wrong`: says that the reply was wrong, perhaps with what is right; `states`: says only what is otherwise; `other`: neither. */
export type TalkLabel = 'other' | 'states' | 'wrong'

export interface TalkMessage {
  /** The set that it is from. */
  readonly from: string
  readonly label: TalkLabel
  /** True where it says what is right; undefined where that is not known. */
  readonly instead: boolean | undefined
  readonly text: string
  readonly before: string | undefined
  readonly reply: string | undefined
  readonly candidates: ReadonlyArray<{ readonly title: string; readonly text: string; readonly drawn: boolean; readonly isMeant: boolean }>
}

/** A model that answers nothing and keeps what it was asked. */
const listening = () => {
  const asked: Array<ReturnType<typeof requestOf>> = []
  const service: LanguageModel['Service'] = {
    id: 'test/listener',
    forget: Effect.void,
    ask: (question) =>
      Effect.sync(() => {
        asked.push(requestOf(question))
        return { text: '{"judgements":[]}', tokensIn: 1, tokensOut: 1 }
      }),
  }
  return { asked, service }
}

interface Says {
  readonly from: string
  readonly notes: Readonly<Record<string, string>>
  readonly says: ReadonlyArray<{
    readonly label: TalkLabel
    readonly instead?: boolean | undefined
    readonly text: string
    /** The beginning of the name of the memory that is meant, or words that stand in it. */
    readonly meant: (candidate: { readonly title: string; readonly text: string }) => boolean
    readonly session: string
    /** What was asked before, and what was answered to it. */
    readonly before?: { readonly question: string; readonly reply: string }
  }>
}

const listenedTo = async (stage: Stage, asked: ReadonlyArray<ReturnType<typeof requestOf>>, { from, notes, says }: Says) => {
  const documents = Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown' as const, text }))
  await stage.memory.ingest({ documents })
  await stage.memory.profile({
    profile: 'balanced',
    settings: { 'model.routingShare': 0, 'model.dayUsd': 1_000, 'model.dayTokens': 1e8 },
  })
  const messages: Array<TalkMessage> = []
  for (const [place, one] of says.entries()) {
    const talk = { session: one.session, sessionKind: 'interactive' } as const
    if (one.before !== undefined) {
      const { turn } = await stage.memory.recall({ ...talk, question: one.before.question })
      await stage.memory.complete({ ...talk, turn: turn ?? '', outcome: 'success', durationMs: 1, reply: one.before.reply })
    }
    const { items } = await stage.memory.recall({ ...talk, question: one.text, key: `m${place}` })
    const before = asked.length
    await stage.memory.hear({
      ...talk,
      recallKey: `m${place}`,
      text: one.text,
      ...(one.before === undefined ? {} : { reply: one.before.reply }),
    })
    if (one.before === undefined)
      await stage.memory.complete({
        ...talk,
        recallKey: `m${place}`,
        outcome: 'success',
        durationMs: 1,
        reply: items[0]?.content ?? 'All right.',
      })
    const [request] = asked[before]?.messages ?? []
    messages.push({
      ...{ from, label: one.label, instead: one.instead, text: one.text, before: request?.before, reply: request?.reply },
      candidates: (request?.candidates ?? []).map(({ drawn, text, title }) => ({
        title,
        text,
        drawn,
        isMeant: one.meant({ title, text }),
      })),
    })
  }
  return messages
}

const heard = async (all: Says): Promise<ReadonlyArray<TalkMessage>> => {
  const { asked, service } = listening()
  const stage = await openStage('empty', { model: service, modelMs: 5_000 })
  try {
    return await listenedTo(stage, asked, all)
  } finally {
    await stage.leave()
  }
}

const none = () => false

/** Messages a day. */
const aDay = 16

/** Returns the messages of a week of talk, in order. */
export const weekMessages = (name: string, week: Week = readWeek(name)): Promise<ReadonlyArray<TalkMessage>> =>
  heard({
    from: name,
    notes: week.notes,
    says: week.talk.map((one, place) => ({
      text: one.text,
      label: 'changed' in one ? 'states' : 'other',
      session: `agent:main:day${Math.floor(place / aDay)}`,
      meant: 'changed' in one ? ({ title }: { readonly title: string }) => title.startsWith(one.changed) : none,
    })),
  })

/** Returns the messages after an answer of one part of the conversations. */
export const halfMessages = (half: Half): Promise<ReadonlyArray<TalkMessage>> => {
  const bodyIn = (name: string) => {
    const body = half.notes[name]?.split('\n\n')[1] ?? ''
    return ({ text }: { readonly text: string }) => text.includes(body)
  }
  const remarks = half.remarks.flatMap(({ about, asked, kind, reply, says }) => {
    const fact = half.facts.find(({ note }) => note === about)
    const before = { question: asked ?? fact?.question ?? '', reply: reply ?? fact?.reply ?? '' }
    const label = kind === 'bare' ? ('wrong' as const) : kind === 'unheld' ? ('states' as const) : ('other' as const)
    return [{ label, instead: label !== 'wrong', text: says, before, meant: label === 'other' ? none : bodyIn(about) }]
  })
  const renewed = half.renewed.flatMap(({ corrections, question, reply, stale }) =>
    corrections.map((text, at) => ({
      label: at === 0 ? ('wrong' as const) : ('states' as const),
      instead: true,
      text,
      before: { question, reply },
      meant: bodyIn(stale),
    })),
  )
  const unrelated = half.unrelated.map((text) => ({ label: 'other' as const, text, meant: none }))
  const says = [...remarks, ...renewed, ...unrelated].map((one, place) => ({ ...one, session: `agent:main:talk${place}` }))
  return heard({ from: `${half.language}-${half.part}`, notes: filesOf(half), says })
}

const Scenes = Schema.Array(
  Schema.Struct({
    language: Schema.String,
    notes: Schema.Record(Schema.String, Schema.String),
    ...{ question: Schema.String, drawn: Schema.String, reply: Schema.String },
    says: Schema.Array(
      Schema.Struct({
        text: Schema.String,
        kind: Schema.Literals(['wrong', 'states', 'other']),
        /** The value that holds now. */
        now: Schema.optionalKey(Schema.String),
        /** True where it also says that the reply was wrong. */
        denies: Schema.optionalKey(Schema.Boolean),
        /** The note that has the value that holds now. */
        holder: Schema.optionalKey(Schema.String),
        /** The note that a remark is about. */
        about: Schema.optionalKey(Schema.String),
      }),
    ),
  }),
)
type Scene = (typeof Scenes.Type)[number]

export const readScenes = (name: string): ReadonlyArray<Scene> =>
  Schema.decodeUnknownSync(Scenes)(JSON.parse(readSet(`scenes/${name}.json`)))

/** Returns the messages after an answer of a file of scenes. */
export const sceneMessages = (name: string): Promise<ReadonlyArray<TalkMessage>> => messagesOf(name, readScenes(name))

/** Returns the remarks and denials of `remarks.json`. */
export const remarkMessages = (): Promise<ReadonlyArray<TalkMessage>> =>
  messagesOf(
    'remarks',
    Schema.decodeUnknownSync(Remarks)(JSON.parse(readSet('remarks.json'))).map(({ denials, remarks, ...scene }) => ({
      ...scene,
      says: [...remarks.map((text) => ({ text, kind: 'other' as const })), ...denials.map((text) => ({ text, kind: 'wrong' as const }))],
    })),
  )

const Remarks = Schema.Array(
  Schema.Struct({
    language: Schema.String,
    notes: Schema.Record(Schema.String, Schema.String),
    ...{ question: Schema.String, drawn: Schema.String, reply: Schema.String },
    ...{ remarks: Schema.Array(Schema.String), denials: Schema.Array(Schema.String) },
  }),
)

const messagesOf = async (name: string, scenes: ReadonlyArray<Scene>): Promise<ReadonlyArray<TalkMessage>> => {
  const all: Array<TalkMessage> = []
  for (const [at, { drawn, language, notes, question, reply, says }] of scenes.entries()) {
    const told = says.map(({ denies, kind, now, text }, place) => ({
      ...{ label: denies === true ? ('wrong' as const) : kind, text, session: `agent:main:talk${place}`, before: { question, reply } },
      instead: name === 'remarks' ? undefined : now !== undefined,
      meant: ({ title }: Title) => kind !== 'other' && title.startsWith(drawn),
    }))
    all.push(...(await heard({ from: `${name}-${language}-${at}`, notes, says: told })))
  }
  return all
}

interface Title {
  readonly title: string
}

/** The scenes that are learned from. */
export const learnedScenes: ReadonlyArray<string> = [
  'next-2',
  'train-a',
  'train-b',
  'train-c',
  'train-d',
  'train-e',
  'train-f',
  'train-g',
  'train-h',
  'train-i',
  'train-j',
]

const readSet = (name: string): string => readFileSync(new URL(`sets/${name}`, import.meta.url), 'utf8')

/** Returns the fields of the lines of a set, without its first line and comments. */
export const linesOf = (set: string): ReadonlyArray<ReadonlyArray<string>> =>
  readSet(set)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('language\t') && !line.startsWith('half\t'))
    .map((line) => line.split('\t'))
