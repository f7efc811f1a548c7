/** Sets as HippoRAG has them: a list of passages, and a list of questions that bring along the passages that support their answers. */
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import { questionProblem } from './crabtrail-format.ts'
import type { Question, Row } from './question-set.ts'
import { elementsAs } from './records.ts'

const Passage = Schema.Struct({ title: Schema.String, text: Schema.String })

const Named = Schema.Struct({
  title: Schema.String,
  text: Schema.optionalKey(Schema.String),
  /** What MuSiQue calls it. */
  paragraph_text: Schema.optionalKey(Schema.String),
  is_supporting: Schema.optionalKey(Schema.Boolean),
})

const Sample = Schema.Struct({
  id: Schema.optionalKey(Schema.Union([Schema.String, Schema.Number])),
  question: Schema.String,
  /** MuSiQue; every paragraph that does not say otherwise supports. */
  paragraphs: Schema.optionalKey(Schema.Array(Named)),
  /** PopQA, NQ. */
  contexts: Schema.optionalKey(Schema.Array(Named)),
  /** HotpotQA, 2WikiMultiHopQA: titles and sentences; the passages themselves stand in `context`. */
  supporting_facts: Schema.optionalKey(Schema.Array(Schema.Tuple([Schema.String, Schema.Number]))),
  context: Schema.optionalKey(Schema.Array(Schema.Tuple([Schema.String, Schema.Array(Schema.String)]))),
  type: Schema.optionalKey(Schema.String),
})
type Sample = typeof Sample.Type

export interface PassagesRead {
  readonly rows: ReadonlyArray<Row>
  /** What a passage says, but for its spaces → its place. */
  readonly places: ReadonlyMap<string, number>
}

/** A passage that stands there twice is one, as it is to HippoRAG. Fails with what is wrong and in which record. */
export const readPassages = (text: string): Result.Result<PassagesRead, string> =>
  Result.map(elementsAs(Passage, text), (records) => {
    const rows: Array<Row> = []
    const places = new Map<string, number>()
    for (const { value } of records) {
      const key = keyOf(value.title, value.text)
      if (places.has(key)) continue
      places.set(key, rows.length)
      rows.push({ title: value.title, text: value.text, session: undefined, scope: '', time: undefined, until: undefined })
    }
    return { rows, places }
  })

/** Fails with what is wrong and in which record; also where a passage that supports an answer is not in the corpus. */
export const readSamples = (text: string, { places, rows }: PassagesRead): Result.Result<ReadonlyArray<Question>, string> =>
  Result.flatMap(elementsAs(Sample, text), (records) => {
    const questions: Array<Question> = []
    for (const { place, value } of records) {
      const problem = questionProblem(value.question)
      if (problem !== undefined) return Result.fail(`${place}: ${problem}`)
      const gold = new Set<number>()
      for (const { text: said, title } of supporting(value)) {
        const found = said === undefined ? titled(rows, title) : [places.get(keyOf(title, said)) ?? -1]
        if (found.length === 0 || found.includes(-1))
          return Result.fail(`${place}: the passage ${JSON.stringify(title)} that supports it is not in the corpus`)
        for (const one of found) gold.add(one)
      }
      if (gold.size === 0) return Result.fail(`${place}: no passage is said to support it, in paragraphs, contexts or supporting_facts`)
      questions.push({ text: value.question, gold, scope: '', time: undefined, category: categoryOf(value) })
    }
    return Result.succeed(questions)
  })

interface Supporting {
  readonly title: string
  /** Absent where only the title is known: then every passage that has it. */
  readonly text: string | undefined
}

const supporting = ({ context, contexts, paragraphs, supporting_facts: facts }: Sample): ReadonlyArray<Supporting> => {
  if (facts !== undefined) {
    const titles = new Set(facts.map(([title]) => title))
    if (context === undefined) return Array.from(titles, (title) => ({ title, text: undefined }))
    return context.flatMap(([title, sentences]) => (titles.has(title) ? [{ title, text: sentences.join(' ') }] : []))
  }
  const said = contexts?.filter((one) => one.is_supporting === true) ?? paragraphs?.filter((one) => one.is_supporting !== false) ?? []
  return said.map((one) => ({ title: one.title, text: one.text ?? one.paragraph_text }))
}

const titled = (rows: ReadonlyArray<Row>, title: string): ReadonlyArray<number> =>
  rows.flatMap((row, place) => (row.title === title ? [place] : []))

/** Sets differ in the spaces between sentences. */
const keyOf = (title: string, text: string): string => JSON.stringify([title.trim(), text.replace(/\s+/g, '')])

/** What the set itself calls it, or how many hops its id says that it takes. */
const categoryOf = ({ id, type }: Sample): string => type ?? /^(\dhop)/.exec(String(id ?? ''))?.[1] ?? ''
