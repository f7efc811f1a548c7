/** The two errors of confidence on the sets of this repository, on the halves that no weight was fitted to. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { confidenceAnswers, type ErrorRates, errorRates, type GivenAnswer } from '../../packages/eval/src/protocols/confidence.ts'
import { usual } from '../../packages/eval/src/protocols/corpus.ts'
import { readMessages, readSet } from '../../packages/eval/src/sets/files.ts'
import type { QuestionSet } from '../../packages/eval/src/sets/question-set.ts'
import { inShort } from '../src/in-full.ts'
import { measureConversations, measureNotes, type NoteSet } from './confidence-board.ts'
import { absence } from './question-sets.ts'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const freelancer = Result.getOrThrow(
  readSet(
    { name: 'freelancer', corpus: file('sets/freelancer.corpus.jsonl'), queries: file('sets/freelancer.queries.jsonl') },
    'crabtrail',
  ),
)

/** The forty notes of one language. The word lists of the language were made with the questions of category `dev`. */
const languageSet = (language: string): QuestionSet => {
  const { notes, questions } = JSON.parse(readFileSync(file(`../scenarios/languages/${language}.json`), 'utf8')) as {
    readonly notes: Readonly<Record<string, string>>
    readonly questions: ReadonlyArray<readonly [string, string]>
  }
  const names = Object.keys(notes)
  return {
    name: `notes-${language}`,
    format: 'crabtrail',
    rows: names.map((name) => ({ title: undefined, text: notes[name] ?? '', session: name, scope: '', time: undefined, until: undefined })),
    questions: questions.map(([note, text], at) => ({
      text,
      gold: new Set([names.indexOf(note)]),
      scope: '',
      time: undefined,
      category: at % 2 === 0 ? 'dev' : 'held-out',
    })),
  }
}

const messages = Result.getOrThrow(readMessages(file('sets/no-memory.tsv')))
const heldOut = messages.flatMap(({ half, text }) => (half === 'held-out' ? [text] : []))

const measured = async (set: QuestionSet, sets: ReadonlyArray<QuestionSet>, unrelated: ReadonlyArray<string>): Promise<ErrorRates> => {
  const unseen = { ...set, questions: set.questions.filter(({ category }) => category === 'held-out') }
  const answers: ReadonlyArray<GivenAnswer> = await Effect.runPromise(confidenceAnswers(unseen, sets, unrelated, {}, usual))
  return errorRates(answers)
}

const percent = (count: number, of: number): number => (100 * count) / of

/** In short each set hears another quarter of the messages. */
const parts = inShort(4, 1)
const sets = [freelancer, ...['en', 'de', 'fr', 'es', 'nl', 'it', 'pt'].map(languageSet)].map((set, place) => ({
  set,
  name: set.name,
  unrelated: heldOut.filter((_, at) => at % parts === place % parts),
}))

test('the sets hear a hundred messages together', () => {
  expect(new Set(sets.flatMap(({ unrelated }) => unrelated)).size).toBe(100)
})

describe.each(sets)('forty notes: $name', ({ set, unrelated }) => {
  test('say nothing to what asks for no memory, and are not silent where they know', async () => {
    const rates = await measured(set, [], unrelated)
    const told = JSON.stringify({ set: set.name, ...rates })

    expect(rates.unrelated, told).toBe(unrelated.length)
    expect(percent(rates.talkative, rates.unrelated), told).toBeLessThanOrEqual(5)
    expect(percent(rates.silent, rates.right), told).toBeLessThanOrEqual(10)
    expect(rates.notes, told).toBeLessThanOrEqual(2.5)
    expect(rates.tokens, told).toBeLessThanOrEqual(250)
  })
})

describe.each<{ notes: NoteSet; silent: Readonly<Record<string, number>>; given: Readonly<Record<string, number>> }>([
  { notes: 'freelancer', silent: { 'other-words': 7, german: 1 }, given: { nothing: 24, messages: 3 } },
  {
    notes: 'unseen',
    silent: { 'own-words': 0, 'other-words': 21, 'other-language': 7 },
    given: { 'near-miss': 64, unrelated: 11, messages: 8 },
  },
])('notes with aliases: $notes', ({ given, notes, silent }) => {
  test('are silent and talkative no more often than when they were measured', async () => {
    for (const measured of await measureNotes(notes, true)) {
      const told = JSON.stringify(measured)
      expect(measured.silent, told).toBeLessThanOrEqual(silent[measured.kind] ?? measured.found)
      expect(measured.wronglyGiven, told).toBeLessThanOrEqual(given[measured.kind] ?? 0)
    }
  })
})

test.skipIf(absence('longmemeval-s3') !== undefined)('a long conversation answers its own questions, and few of another', async () => {
  const { elsewhere, misled, right, silent } = await measureConversations()

  expect({ right, elsewhere }).toEqual({ right: 25, elsewhere: 52 })
  expect(silent).toBe(0)
  expect(misled).toBeLessThanOrEqual(9)
})
