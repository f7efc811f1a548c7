/** Collects examples for fitting confidence: the signs of each memory that a question finds first, and whether this memory is the right one. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Answer, Embedder } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import { documentsOf, openCorpus, placeOf, temporaryMemory, usual } from '../../packages/eval/src/protocols/corpus.ts'
import type { QuestionSet } from '../../packages/eval/src/sets/question-set.ts'
import { handClock } from '../models/hand-clock.ts'
import { openStore } from '../models/open-store.ts'
import { judgeOf, notesOf, readBoard } from './life-board.ts'
import { readNotesIn } from './life-board-questions.ts'

export type Signs = NonNullable<Answer.RecallAnswer['confidence']>['signs']

/** A memory among the first of a ranking. */
export interface JudgedExample {
  readonly node: string
  readonly signs: Signs
  readonly isRight: boolean
  /** Its place in the ranking, from 0. */
  readonly place: number
}

/** A message with the memories that were judged for it. No memory is right for a message that asks for none. */
export interface JudgedMessage {
  readonly question: string
  readonly kind: string
  readonly isAnswered: boolean
  readonly memories: ReadonlyArray<JudgedExample>
}

const judgedFrom = (
  { confidence, items }: Pick<Answer.RecallAnswer, 'confidence' | 'items'>,
  isRight: (node: string) => boolean,
): ReadonlyArray<JudgedExample> =>
  (confidence?.memories ?? []).map(({ node, signs }) => ({
    node,
    signs,
    isRight: isRight(node),
    place: items.findIndex((item) => item.node === node),
  }))

export interface AskedSet {
  readonly set: QuestionSet
  /** Messages that the set has no answer to. Each of its first four brains is asked them. */
  readonly unrelated: ReadonlyArray<string>
  /** The aliases of a row, by its place. Absent: none. */
  readonly aliases?: ReadonlyMap<number, ReadonlyArray<string>> | undefined
  /** Absent: no vectors are compared. */
  readonly embedder?: Embedder['Service'] | undefined
}

const brainsAsked = 4

/** Asks the questions of a set, and messages that it has no answer to. */
export const messagesOf = ({ aliases = new Map(), embedder, set, unrelated }: AskedSet): Promise<ReadonlyArray<JudgedMessage>> => {
  const asking = Effect.gen(function* () {
    const measuring = { ...usual, embedder }
    const memory = yield* temporaryMemory(measuring)
    const corpus = yield* openCorpus(memory, set, measuring, {})
    yield* corpus.advance(undefined)
    for (const { folder, places, scope } of documentsOf(set)) {
      const brain = corpus.brains.get(scope) ?? ''
      for (const place of places) {
        const named = aliases.get(place) ?? []
        if (named.length > 0) yield* memory.alias({ brain, node: `${folder}/rows.txt#${place}`, aliases: named })
      }
    }
    const judged: Array<JudgedMessage> = []
    const ask = (brain: string, question: string) => memory.recall({ brain, question, limit: 30, record: false })
    for (const { gold, scope, text } of set.questions) {
      const answer = yield* ask(corpus.brains.get(scope) ?? '', text)
      const memories = judgedFrom(answer, (node) => gold.has(placeOf(node) ?? -1))
      judged.push({ question: text, kind: 'own', isAnswered: gold.size > 0, memories })
    }
    for (const brain of [...corpus.brains.values()].slice(0, brainsAsked)) {
      for (const question of unrelated) {
        const memories = judgedFrom(yield* ask(brain, question), () => false)
        judged.push({ question, kind: 'nothing', isAnswered: false, memories })
      }
    }
    return judged as ReadonlyArray<JudgedMessage>
  })
  return Effect.runPromise(Effect.scoped(asking))
}

const brain = 'local/main/default'

/** Asks the questions of a life board, and its messages that no note has an answer to. */
export const boardMessages = async (folder: string): Promise<ReadonlyArray<JudgedMessage>> => {
  const board = readBoard(folder)
  const home = mkdtempSync(join(tmpdir(), 'crabtrail-fit-'))
  const path = join(home, 'board.db')
  await readNotesIn(notesOf(folder), path, brain, board.now)
  const store = openStore({ layer: layerSqlite({ path }), clock: handClock(Date.parse(board.now)) })
  try {
    const memory = await store.memory()
    const isRight = judgeOf(folder)
    const judged: Array<JudgedMessage> = []
    const ask = (question: string) => memory.recall({ brain, question, limit: 30, record: false })
    for (const one of [...board.questions, ...board.list]) {
      if (one.after !== undefined) continue
      const answer = await ask(one.question)
      const found = new Map(
        answer.items.map(({ content, node, source, title }) => [node, { file: source ?? '', text: `${title}\n${content}` }]),
      )
      const memories = judgedFrom(answer, (node) => {
        const memory = found.get(node)
        return memory !== undefined && isRight(memory, one)
      })
      judged.push({ question: one.question, kind: one.kind ?? 'list', isAnswered: true, memories })
    }
    for (const { message } of [...board.unknown, ...board.remarks])
      judged.push({ question: message, kind: 'nothing', isAnswered: false, memories: judgedFrom(await ask(message), () => false) })
    return judged
  } finally {
    await store.close()
    rmSync(home, { recursive: true, force: true })
  }
}

interface Frames {
  readonly notes: Readonly<Record<string, string>>
  readonly frames: ReadonlyArray<{ readonly question: string; readonly note: string }>
  readonly nothing: ReadonlyArray<string>
}

/** Reads questions that say no more than a name beside a frame ("What do you know about Weller?"), with the notes that they are about. */
export const framesOf = (file: string): { readonly set: QuestionSet; readonly nothing: ReadonlyArray<string> } => {
  const { frames, notes, nothing }: Frames = JSON.parse(readFileSync(file, 'utf8'))
  const names = Object.keys(notes)
  const rows = names.map((name) => ({
    title: undefined,
    text: notes[name] ?? '',
    session: name,
    scope: '',
    time: undefined,
    until: undefined,
  }))
  const questions = frames.map(({ note, question }) => ({
    text: question,
    gold: new Set([names.indexOf(note)]),
    scope: '',
    time: undefined,
    category: '',
  }))
  return { set: { name: `frames-${basename(file, '.json')}`, format: 'crabtrail', rows, questions }, nothing }
}
