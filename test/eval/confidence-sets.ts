/** Reads what the weights of confidence are fitted to: question sets, notes with aliases, life boards, and messages that ask for no memory. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Embedder } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { findSets, readSet } from '../../packages/eval/src/sets/files.ts'
import type { QuestionSet } from '../../packages/eval/src/sets/question-set.ts'
import { boardMessages, framesOf, type JudgedMessage, messagesOf } from './confidence-examples.ts'
import { filesOf, namedPart } from './question-sets.ts'

export interface FittedSet {
  readonly name: string
  /** The weight of all its examples together. Boards are what a person asks, so they count most. */
  readonly weight: number
  readonly messages: ReadonlyArray<JudgedMessage>
}

interface NamedAliases {
  readonly id: string
  readonly questions: ReadonlyArray<string>
}

interface NamedRow {
  readonly id: string
  readonly title?: string
  readonly text: string
}

interface AskedNote {
  readonly question: string
  readonly goldIds: ReadonlyArray<string>
}

const linesOf = <A>(path: string): ReadonlyArray<A> =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): A => JSON.parse(line))

const messagesMost = 60
const questionsMost = 30

/** Returns at most `most` of some texts, spread evenly. */
const spread = (all: ReadonlyArray<string>, most: number): ReadonlyArray<string> => {
  const step = Math.max(1, all.length / most)
  return Array.from({ length: Math.min(all.length, most) }, (_, at) => all[Math.floor(at * step)] ?? '')
}

/** Returns questions of a public set, which are foreign to any other set. */
export const foreignQuestions = (name: string): ReadonlyArray<string> =>
  spread(
    namedPart(name).set.questions.map(({ text }) => text),
    questionsMost,
  )

/**
 * Reads messages that ask for no memory, at most sixty of a file, spread evenly over it: of a `.jsonl` the field `message` of each line; of a `.tsv` the last
 * field, without lines of the half `held-out` and lines labelled `says`, which say something.
 */
export const messagesIn = (path: string): ReadonlyArray<string> => {
  const all = path.endsWith('.jsonl')
    ? linesOf<{ readonly message: string }>(path).map(({ message }) => message)
    : readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.startsWith('#'))
        .map((line) => line.split('\t'))
        .filter((fields) => fields[0] !== 'held-out' && fields[1] !== 'says' && fields.at(-1) !== 'message')
        .map((fields) => (fields.at(-1) ?? '').replaceAll('\\n', '\n'))
  return spread(all, messagesMost)
}

/** Reads notes with questions, some of which no note answers: `PATH.corpus.jsonl` and `PATH.queries.jsonl`. */
const notesIn = (path: string): QuestionSet => {
  const rows = linesOf<NamedRow>(`${path}.corpus.jsonl`)
  const placeOfId = new Map(rows.map(({ id }, place) => [id, place]))
  const beside = { scope: '', time: undefined }
  return {
    name: basename(path),
    format: 'crabtrail',
    rows: rows.map(({ id, text, title }) => ({ ...beside, title, text, session: id, until: undefined })),
    questions: linesOf<AskedNote>(`${path}.queries.jsonl`).map(({ goldIds, question }) => ({
      ...beside,
      text: question,
      category: '',
      gold: new Set(goldIds.flatMap((id) => placeOfId.get(id) ?? [])),
    })),
  }
}

/** Reads aliases by the places of their rows. `ids`: of the rows, in their order. */
const aliasesIn = (path: string, ids: ReadonlyArray<string>): ReadonlyMap<number, ReadonlyArray<string>> => {
  const named = new Map(linesOf<NamedAliases>(path).map(({ id, questions }) => [id, questions]))
  return new Map(ids.flatMap((id, place) => (named.has(id) ? [[place, named.get(id) ?? []] as const] : [])))
}

/** The notes of one language with the questions of the half that its word lists were made with. */
const languageNotes = (path: string): QuestionSet => {
  const {
    notes,
    questions,
  }: { readonly notes: Readonly<Record<string, string>>; readonly questions: ReadonlyArray<readonly [string, string]> } = JSON.parse(
    readFileSync(path, 'utf8'),
  )
  const names = Object.keys(notes)
  const beside = { scope: '', time: undefined }
  return {
    name: `notes-${basename(path, '.json')}`,
    format: 'crabtrail',
    rows: names.map((name) => ({ ...beside, title: undefined, text: notes[name] ?? '', session: name, until: undefined })),
    questions: questions.flatMap(([note, text], at) =>
      at % 2 === 0 ? [{ ...beside, text, gold: new Set([names.indexOf(note)]), category: 'dev' }] : [],
    ),
  }
}

const asked = async (name: string, weight: number, ...how: Parameters<typeof messagesOf>): Promise<FittedSet> => ({
  name,
  weight,
  messages: await messagesOf(...how),
})

const publicSet = async (named: string, unrelated: ReadonlyArray<string>, embedder: Embedder['Service'] | undefined) => {
  const [part = '', aliasFile] = named.split('=')
  const { ids, set } = namedPart(part)
  const plain = await asked(part, 0.6, { set, unrelated, embedder })
  if (aliasFile === undefined) return [plain]
  return [plain, await asked(`${part}, aliases`, 0.6, { set, unrelated, embedder, aliases: aliasesIn(aliasFile, ids) })]
}

const notes = async (path: string, unrelated: ReadonlyArray<string>, embedder: Embedder['Service'] | undefined) => {
  const set = notesIn(path)
  const plain = await asked(set.name, 1, { set, unrelated, embedder })
  const aliasFile = `${path}.aliases.jsonl`
  if (!existsSync(aliasFile)) return [plain]
  const ids = linesOf<NamedRow>(`${path}.corpus.jsonl`).map(({ id }) => id)
  return [plain, await asked(`${set.name}, aliases`, 1, { set, unrelated, embedder, aliases: aliasesIn(aliasFile, ids) })]
}

/** Reads and asks what a path names: see `fit-confidence.ts`. */
export const setsAt = async (
  path: string,
  unrelated: ReadonlyArray<string>,
  embedder: Embedder['Service'] | undefined,
): Promise<ReadonlyArray<FittedSet>> => {
  if (existsSync(join(path, 'board.json'))) return [{ name: path, weight: 3, messages: await boardMessages(path) }]
  if (existsSync(`${path}.corpus.jsonl`)) return notes(path, unrelated, embedder)
  if (path.endsWith('.json')) {
    if (!('frames' in JSON.parse(readFileSync(path, 'utf8')))) {
      const set = languageNotes(path)
      return [await asked(set.name, 0.6, { set, unrelated, embedder })]
    }
    const { nothing, set } = framesOf(path)
    return [await asked(set.name, 0.1, { set, unrelated: nothing, embedder })]
  }
  if (existsSync(filesOf(path.split(/[:=]/)[0] ?? '').corpus)) return publicSet(path, unrelated, embedder)
  const sets = Result.getOrThrow(findSets([path])).map((files) => Result.getOrThrow(readSet(files, 'crabtrail')))
  const each: Array<FittedSet> = []
  for (const set of sets) {
    const questions = set.questions.filter(({ category }) => category !== 'held-out')
    each.push(await asked(set.name, 0.6, { set: { ...set, questions }, unrelated, embedder }))
  }
  return each
}
