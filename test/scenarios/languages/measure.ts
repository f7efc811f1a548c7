/**
 * Measures how well sixty notes are found by eighty questions that word them otherwise, in one language; notes and questions are the same
 * in each.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenStore, openStore, type StoreOptions } from '../../models/open-store.ts'

export const languages = ['en', 'de', 'nl', 'fr', 'es', 'it', 'pt'] as const
export type Language = (typeof languages)[number]

interface Sample {
  readonly notes: Readonly<Record<string, string>>
  readonly questions: ReadonlyArray<readonly [note: string, question: string]>
}

/** The notes of a language, as documents whose keys say nothing, and its questions. */
export const notesIn = (language: Language): ReadonlyArray<Note> =>
  Object.entries(sampleOf(language).notes).map(([name, text], place) => ({
    name: `${language}/${name}`,
    source: `${language}${place}.md`,
    format: 'markdown',
    text,
  }))

export const questionsIn = (language: Language): ReadonlyArray<string> => sampleOf(language).questions.map(([, question]) => question)

interface Note {
  readonly name: string
  readonly source: string
  readonly format: 'markdown'
  readonly text: string
}

export interface Asked {
  readonly language: Language
  readonly question: string
  readonly wanted: string
  /** Notes that were found, best first. */
  readonly found: ReadonlyArray<string>
  /** Notes in the context. */
  readonly given: ReadonlyArray<string>
}

/** Shares of the questions, from 0 to 1. */
export interface Found {
  readonly first: number
  readonly given: number
  readonly silent: number
}

/** Forty notes with sixty questions, and after them the twenty of each that were written later. */
const sampleOf = (language: Language): Sample => {
  const [first, later] = [`${language}.json`, `later/${language}.json`].map(
    (file): Sample => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
  return {
    notes: { ...first?.notes, ...later?.notes },
    questions: [...(first?.questions ?? []), ...(later?.questions ?? [])],
  }
}

/** Questions of the first sample. */
const early = 60

/** The notes of `read` in one brain, asked the questions of `asked` in their order; nothing is learned from them. */
export const askAll = async (
  read: ReadonlyArray<Language>,
  asked: ReadonlyArray<Language>,
  options: StoreOptions = {},
): Promise<ReadonlyArray<Asked>> => {
  const store = openStore(options)
  try {
    return await ask(store, read, asked)
  } finally {
    await store.close()
  }
}

const ask = async (store: OpenStore, read: ReadonlyArray<Language>, asked: ReadonlyArray<Language>): Promise<ReadonlyArray<Asked>> => {
  const memory = await store.memory()
  const notes = read.flatMap(notesIn)
  const names = new Map(notes.map(({ name, source }) => [source, name]))
  await memory.ingest({ documents: notes.map(({ format, source, text }) => ({ source, format, text })) })
  const answers: Array<Asked> = []
  for (const language of asked) {
    for (const [note, question] of sampleOf(language).questions) {
      const { context, items } = await memory.recall({ question, record: false })
      const nameOf = new Map(items.map(({ node, source }) => [node, names.get(source ?? '') ?? '']))
      answers.push({
        language,
        question,
        wanted: `${language}/${note}`,
        found: items.map(({ node }) => nameOf.get(node) ?? ''),
        given: context.items.map((node) => nameOf.get(node) ?? ''),
      })
    }
  }
  return answers
}

export const shareOf = (answers: ReadonlyArray<Asked>): Found => {
  const share = (isSo: (asked: Asked) => boolean) => answers.filter(isSo).length / answers.length
  return {
    first: share(({ found, wanted }) => found[0] === wanted),
    given: share(({ given, wanted }) => given.includes(wanted)),
    silent: share(({ given }) => given.length === 0),
  }
}

/** Every other early question was looked at while the words were made; the rest says how it does with what nobody looked at. */
export const halves = (answers: ReadonlyArray<Asked>): { readonly seen: ReadonlyArray<Asked>; readonly unseen: ReadonlyArray<Asked> } => ({
  seen: answers.filter((_, i) => isSeen(i)),
  unseen: answers.filter((_, i) => !isSeen(i)),
})

/** `place` among the questions of one language. */
const isSeen = (place: number): boolean => place < early && place % 2 === 0
