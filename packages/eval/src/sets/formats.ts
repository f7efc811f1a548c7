/**
 * The two formats of a question set, `crabtrail` and `hipporag`: from text to rows and questions.
 *
 * Every function fails with one sentence: the line or record, then the problem. `docs/reference/eval-format.md` describes both formats.
 */
import { limits } from '@crabtrail/core'
import { isTooDeep, jsonLevelsMax } from '@crabtrail/text/json-depth'
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import type { Question, Row } from './question-set.ts'

const Text = Schema.String
const Name = Schema.String.check(Schema.isMinLength(1))

const CorpusLine = Schema.Struct({
  id: Name,
  text: Text,
  title: Schema.optionalKey(Text),
  session: Schema.optionalKey(Name),
  scope: Schema.optionalKey(Text),
  time: Schema.optionalKey(Schema.Finite),
  until: Schema.optionalKey(Schema.Finite),
})

const QueryLine = Schema.Struct({
  id: Name,
  question: Text,
  goldIds: Schema.Array(Name).check(Schema.isMinLength(1)),
  scope: Schema.optionalKey(Text),
  time: Schema.optionalKey(Schema.Finite),
  category: Schema.optionalKey(Text),
})

interface Corpus {
  readonly rows: ReadonlyArray<Row>
  /** Key of a row → its place. The key is the id in `crabtrail`, title and text in `hipporag`. */
  readonly places: ReadonlyMap<string, number>
}

/** Reads the corpus of a `crabtrail` set: a JSON object a line. */
export const readCorpus = (text: string): Result.Result<Corpus, string> =>
  Result.gen(function* () {
    const lines = yield* linesAs(CorpusLine, text)
    const places = yield* placesById(lines)
    const isTimed = lines.some(({ value }) => value.time !== undefined)
    const rows: Array<Row> = []
    for (const { place, value } of lines) {
      const { scope = '', session, text: content, time, title, until } = value
      if (time === undefined && (isTimed || until !== undefined))
        return yield* Result.fail(`${place}: it has no time, ${isTimed ? 'and other lines have one' : 'only an until'}`)
      if (until !== undefined && until <= (time ?? 0)) return yield* Result.fail(`${place}: its until is not after its time`)
      rows.push({ title, text: content, session, scope, time, until })
    }
    return { rows, places }
  })

/** Reads the questions of a `crabtrail` set: a JSON object a line. Every gold id must be a row of the question's scope. */
export const readQueries = (text: string, { places, rows }: Corpus): Result.Result<ReadonlyArray<Question>, string> =>
  Result.gen(function* () {
    const lines = yield* linesAs(QueryLine, text)
    yield* placesById(lines)
    const isTimed = rows.some(({ time }) => time !== undefined)
    const questions: Array<Question> = []
    for (const { place, value } of lines) {
      const { category = '', goldIds, question, scope = '', time } = value
      yield* requireQuestion(question, place)
      if (isTimed && time === undefined) return yield* Result.fail(`${place}: it has no time, and the rows of the corpus have`)
      const missing = goldIds.find((id) => !places.has(id))
      if (missing !== undefined) return yield* Result.fail(`${place}: ${JSON.stringify(missing)} of its goldIds is not in the corpus`)
      const outside = goldIds.find((id) => rows[places.get(id) ?? -1]?.scope !== scope)
      if (outside !== undefined)
        return yield* Result.fail(`${place}: ${JSON.stringify(outside)} of its goldIds is in another scope than the question`)
      const gold = new Set(goldIds.flatMap((id) => places.get(id) ?? []))
      questions.push({ text: question, gold, scope, time: isTimed ? time : undefined, category })
    }
    return questions
  })

const requireQuestion = (question: string, place: string): Result.Result<void, string> => {
  const bytes = Buffer.byteLength(question)
  if (question.trim() === '') return Result.fail(`${place}: the question is empty`)
  return bytes > limits.questionBytes
    ? Result.fail(`${place}: the question has ${bytes} bytes; at most ${limits.questionBytes}`)
    : Result.void
}

const placesById = (lines: ReadonlyArray<Placed<{ readonly id: string }>>): Result.Result<ReadonlyMap<string, number>, string> => {
  const places = new Map<string, number>()
  for (const [at, { place, value }] of lines.entries()) {
    const before = places.get(value.id)
    if (before !== undefined) return Result.fail(`${place}: its id ${JSON.stringify(value.id)} stands at ${lines[before]?.place} already`)
    places.set(value.id, at)
  }
  return Result.succeed(places)
}

const Passage = Schema.Struct({ title: Schema.String, text: Schema.String })

const Paragraph = Schema.Struct({
  title: Schema.String,
  text: Schema.optionalKey(Schema.String),
  /** The text in MuSiQue. */
  paragraph_text: Schema.optionalKey(Schema.String),
  is_supporting: Schema.optionalKey(Schema.Boolean),
})

const Sample = Schema.Struct({
  id: Schema.optionalKey(Schema.Union([Schema.String, Schema.Number])),
  question: Schema.String,
  /** MuSiQue. A paragraph supports the answer unless `is_supporting` is false. */
  paragraphs: Schema.optionalKey(Schema.Array(Paragraph)),
  /** PopQA and NQ. A paragraph supports the answer only if `is_supporting` is true. */
  contexts: Schema.optionalKey(Schema.Array(Paragraph)),
  /** HotpotQA and 2WikiMultiHopQA: titles and numbers of sentences; `context` has the passages. */
  supporting_facts: Schema.optionalKey(Schema.Array(Schema.Tuple([Schema.String, Schema.Number]))),
  context: Schema.optionalKey(Schema.Array(Schema.Tuple([Schema.String, Schema.Array(Schema.String)]))),
  type: Schema.optionalKey(Schema.String),
})
type Sample = typeof Sample.Type

/** Reads the corpus of a `hipporag` set: a JSON list. Equal passages become one row, as in HippoRAG. */
export const readPassages = (text: string): Result.Result<Corpus, string> =>
  Result.map(elementsAs(Passage, text), (records) => {
    const rows: Array<Row> = []
    const places = new Map<string, number>()
    for (const { value } of records) {
      const key = passageKey(value.title, value.text)
      if (places.has(key)) continue
      places.set(key, rows.length)
      rows.push({ title: value.title, text: value.text, session: undefined, scope: '', time: undefined, until: undefined })
    }
    return { rows, places }
  })

/** Reads the questions of a `hipporag` set: a JSON list. Every supporting passage must be in the corpus. */
export const readSamples = (text: string, { places, rows }: Corpus): Result.Result<ReadonlyArray<Question>, string> =>
  Result.gen(function* () {
    const titled = Map.groupBy(rows.keys(), (place) => rows[place]?.title ?? '')
    const questions: Array<Question> = []
    for (const { place, value } of yield* elementsAs(Sample, text)) {
      yield* requireQuestion(value.question, place)
      const gold = new Set<number>()
      for (const { text: content, title } of supporting(value)) {
        const found = content === undefined ? titled.get(title) : [places.get(passageKey(title, content)) ?? -1]
        if (found === undefined || found.includes(-1))
          return yield* Result.fail(`${place}: the passage ${JSON.stringify(title)} that supports it is not in the corpus`)
        for (const one of found) gold.add(one)
      }
      if (gold.size === 0)
        return yield* Result.fail(`${place}: no passage is said to support it, in paragraphs, contexts or supporting_facts`)
      questions.push({ text: value.question, gold, scope: '', time: undefined, category: categoryOf(value) })
    }
    return questions
  })

interface Support {
  readonly title: string
  /** Text of the passage; undefined when the sample names only titles: every passage with this title supports the answer. */
  readonly text: string | undefined
}

const supporting = ({ context, contexts, paragraphs, supporting_facts: facts }: Sample): ReadonlyArray<Support> => {
  if (facts !== undefined) {
    const titles = new Set(facts.map(([title]) => title))
    if (context === undefined) return Array.from(titles, (title) => ({ title, text: undefined }))
    return context.flatMap(([title, sentences]) => (titles.has(title) ? [{ title, text: sentences.join(' ') }] : []))
  }
  const named = contexts?.filter((one) => one.is_supporting === true) ?? paragraphs?.filter((one) => one.is_supporting !== false) ?? []
  return named.map((one) => ({ title: one.title, text: one.text ?? one.paragraph_text }))
}

/** Returns the key of a passage, without the white space of its text: corpus and samples differ in the spaces between sentences. */
const passageKey = (title: string, text: string): string => JSON.stringify([title.trim(), text.replace(/\s+/g, '')])

/** Returns `type`, else the number of hops that a MuSiQue id begins with, as `2hop`. */
const categoryOf = ({ id, type }: Sample): string => type ?? /^(\dhop)/.exec(String(id ?? ''))?.[1] ?? ''

/** A record and its place in the file as messages name it: `line 3`, `record 3`. */
interface Placed<A> {
  readonly place: string
  readonly value: A
}

type Records<A> = Result.Result<ReadonlyArray<Placed<A>>, string>

/** Reads one record from each line; empty lines are skipped. */
const linesAs = <A>(schema: Schema.Decoder<A>, text: string): Records<A> =>
  Result.gen(function* () {
    const records: Array<Placed<A>> = []
    for (const [at, line] of text.split('\n').entries()) {
      if (line.trim() === '') continue
      const place = `line ${at + 1}`
      records.push({ place, value: yield* decoded(schema, yield* parsed(line, place), place) })
    }
    return records
  })

/** Reads the elements of a JSON list. */
const elementsAs = <A>(schema: Schema.Decoder<A>, text: string): Records<A> =>
  Result.gen(function* () {
    const list = yield* parsed(text, 'the file')
    if (!Array.isArray(list)) return yield* Result.fail('the file is not a JSON list')
    const records: Array<Placed<A>> = []
    for (const [at, value] of list.entries()) {
      const place = `record ${at + 1}`
      records.push({ place, value: yield* decoded(schema, value, place) })
    }
    return records
  })

const parsed = (json: string, place: string): Result.Result<unknown, string> => {
  if (isTooDeep(json)) return Result.fail(`${place} is nested deeper than ${jsonLevelsMax} levels`)
  return Result.try({
    try: (): unknown => JSON.parse(json),
    catch: (error) => {
      const where = /line \d+ column \d+/.exec(String(error))?.[0]
      return `${place} is not JSON${where === undefined || place.startsWith('line') ? '' : `, from ${where} on`}`
    },
  })
}

const decoded = <A>(schema: Schema.Decoder<A>, value: unknown, place: string): Result.Result<A, string> =>
  Result.mapError(Schema.decodeUnknownResult(schema)(value), ({ message }) => `${place}: ${message.replace(/\s*\n\s*/g, ' ')}`)
