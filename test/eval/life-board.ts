/**
 * A life board: the notes of one person in files, and what this person types to an assistant that remembers them, with the right answers.
 *
 * The folder of a board holds `notes/` and `board.json`. Nothing here depends on how a memory cuts a file into passages: whether a text is
 * the right one is told from its words and from the file that it was read from.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Schema from 'effect/Schema'

/** A line, row or sentence that answers, literally as it stands in its file. */
const Right = Schema.Struct({ file: Schema.String, text: Schema.String })
export type Right = typeof Right.Type

const Answered = Schema.Struct({
  id: Schema.String,
  kind: Schema.optionalKey(Schema.String),
  question: Schema.String,
  /** The question that was asked right before, in the same talk. */
  after: Schema.optionalKey(Schema.String),
  right: Schema.Array(Right),
  answer: Schema.String,
})
export type Answered = typeof Answered.Type

const Change = Schema.Struct({
  id: Schema.String,
  question: Schema.String,
  right: Right,
  old: Schema.String,
  message: Schema.String,
  new: Schema.String,
})
export type Change = typeof Change.Type

const Remark = Schema.Struct({ id: Schema.String, after: Schema.String, message: Schema.String })
export type Remark = typeof Remark.Type

const Board = Schema.Struct({
  name: Schema.String,
  languages: Schema.Array(Schema.String),
  /** The moment at which everything is asked. */
  now: Schema.String,
  questions: Schema.Array(Answered),
  /** Questions about single lines of a long list. */
  list: Schema.Array(Answered),
  /** Messages that no note has an answer to. */
  unknown: Schema.Array(Schema.Struct({ id: Schema.String, message: Schema.String })),
  /** What is said after an answer and does not say that it was wrong. */
  remarks: Schema.Array(Remark),
  /** What corrects an answer outright. */
  changes: Schema.Array(Change),
})
export type Board = typeof Board.Type

/** Throws an error that names the field, where the board is not of this form. */
export const readBoard = (folder: string): Board =>
  Schema.decodeUnknownSync(Board)(JSON.parse(readFileSync(join(folder, 'board.json'), 'utf8')))

export const notesOf = (folder: string): string => join(folder, 'notes')

/** A text that was found or given: what it says, with its title, and the file that it was read from. */
export interface Found {
  readonly file: string
  readonly text: string
}

/** Tells whether a text is one of the right ones. */
export type Judge = (found: Found, answered: Pick<Answered, 'right' | 'answer'>) => boolean

/** The least share of the words of a right line that a text must have to hold it. */
const heldLeast = 0.8
/** Two lines of a file that share this much of their words are alike: a text that has more of the one holds that one. */
const alikeLeast = 0.5

/**
 * A text is right if it was read from the file of a right line, holds that line and, where the line has it, the answer. Markup, labels and
 * white space do not count: a text holds a line if it has nearly all of its words, and no line of the file that is like it fits better.
 */
export const judgeOf = (folder: string): Judge => {
  const lines = new Map<string, ReadonlyArray<ReadonlySet<string>>>()
  const linesOf = (file: string) => {
    const known =
      lines.get(file) ??
      readFileSync(join(notesOf(folder), file), 'utf8')
        .split('\n')
        .map(wordsOf)
    lines.set(file, known)
    return known
  }
  return (found, { answer, right }) =>
    right.some(({ file, text }) => {
      const name = withoutRoot(file)
      if (!isFrom(found.file, name) || (hasAnswer(text, answer) && !hasAnswer(found.text, answer))) return false
      const [line, said] = [wordsOf(text), wordsOf(found.text)]
      const held = share(line, said)
      if (held < heldLeast) return false
      return held === 1 || !linesOf(name).some((other) => share(line, other) >= alikeLeast && share(other, said) > held)
    })
}

/** True for a text that holds a right line whose answer was taken out as a secret: nobody can be given that. */
export const isTakenOut = (found: Found, { answer, right }: Pick<Answered, 'right' | 'answer'>): boolean =>
  found.text.includes('[redacted:') &&
  right.some(({ file, text }) => {
    const rest = new Set([...wordsOf(text)].filter((one) => !wordsOf(answer).has(one)))
    return isFrom(found.file, withoutRoot(file)) && !hasAnswer(found.text, answer) && share(rest, wordsOf(found.text)) >= heldLeast
  })

/** The names of a board may begin with the folder of its notes. */
export const withoutRoot = (file: string): string => file.replace(/^(?:\.\/)?notes\//, '')

const isFrom = (source: string, file: string): boolean => source === file || source.endsWith(`/${file}`)

/** True where a text has the answer as it is written, or word for word without regard to marks. */
export const hasAnswer = (text: string, answer: string): boolean => {
  const wanted = plain(answer)
  return squeezed(text).includes(squeezed(answer)) || (wanted.trim() !== '' && plain(text).includes(wanted))
}

const squeezed = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()

/** Words, and single characters of scripts without spaces. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu

const allWords = (text: string): ReadonlyArray<string> => squeezed(text).match(word) ?? []

const plain = (text: string): string => ` ${allWords(text).join(' ')} `

const wordsOf = (text: string): ReadonlySet<string> => new Set(allWords(text))

/** The share of the words of `line` that `said` has. */
const share = (line: ReadonlySet<string>, said: ReadonlySet<string>): number =>
  line.size === 0 ? 0 : [...line].filter((one) => said.has(one)).length / line.size
