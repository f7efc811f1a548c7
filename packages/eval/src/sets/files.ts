/** Reads question sets and messages from files. A file that cannot be used is refused whole, with its line or record. */

import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { InvalidRequest, limits } from '@crabtrail/core'
import { isTooDeep, jsonLevelsMax } from '@crabtrail/text/json-depth'
import { boundedBytes, FileRefused, fileProblem, tellable } from 'crabtrail'
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import type { Question, QuestionSet, Row } from './question-set.ts'

interface SetFiles {
  readonly name: string
  readonly corpus: string
  readonly queries: string
}

const setsMax = 64
const rowsMax = 200_000
const questionsMax = 100_000
const messagesMax = 10_000
/** Bytes of one file, packed and unpacked. */
const bytesMax = 256_000_000

const refused = (path: string, problem: string) => Result.fail(new FileRefused({ path: tellable(path), problem }))

/**
 * Finds the sets that the paths name: a corpus followed by its questions, or a folder of such pairs.
 *
 * Sets keep the order of the paths, those of a folder the order of their names. No two sets have the same name.
 */
export const findSets = (paths: ReadonlyArray<string>): Result.Result<ReadonlyArray<SetFiles>, InvalidRequest | FileRefused> =>
  Result.gen(function* () {
    const sets: Array<SetFiles> = []
    for (let at = 0; at < paths.length; at++) {
      const path = paths[at] ?? ''
      const inside = yield* namesIn(path)
      const queries = paths[at + 1]
      if (inside !== undefined) {
        const pairs = pairsIn(path, inside)
        if (pairs.length === 0) return yield* refused(path, `no set lies in it: ${namesTaken}`)
        sets.push(...pairs)
      } else if (queries === undefined) {
        return yield* malformed(`${tellable(path)} is a corpus without its questions: name them behind it, or a folder of sets`)
      } else {
        sets.push({ name: nameOf(basename(path)), corpus: path, queries })
        at++
      }
    }
    const twin = sets.find(({ name }, at) => sets.findIndex((one) => one.name === name) < at)
    if (twin !== undefined) return yield* malformed(`two sets would be called ${twin.name}: rename a file, or measure them apart`)
    return sets.length > setsMax ? yield* malformed(`they are ${sets.length} sets; at most ${setsMax} at once`) : sets
  })

const namesTaken = 'it takes NAME.corpus.jsonl and NAME.queries.jsonl, with or without .gz, or NAME_corpus.json and NAME.json'

const malformed = (problem: string) => Result.fail(new InvalidRequest({ field: 'PATH', problem }))

/** Returns the names in a folder, in code-unit order; undefined for a file. */
const namesIn = (path: string): Result.Result<ReadonlyArray<string> | undefined, FileRefused> =>
  Result.try({
    try: () => (statSync(path).isDirectory() ? readdirSync(path).sort() : undefined),
    catch: (error) => new FileRefused({ path: tellable(path), problem: fileProblem(error) }),
  })

const corpusName = /^(.+?)(?:\.corpus\.jsonl|_corpus\.json)(?:\.gz)?$/

const pairsIn = (folder: string, names: ReadonlyArray<string>): ReadonlyArray<SetFiles> =>
  names.flatMap((file) => {
    const name = corpusName.exec(file)?.[1]
    const endings = file.includes('.corpus.jsonl') ? ['.queries.jsonl', '.queries.jsonl.gz'] : ['.json', '.json.gz']
    const queries = endings.map((ending) => `${name}${ending}`).find((one) => names.includes(one))
    return name === undefined || queries === undefined ? [] : [{ name, corpus: join(folder, file), queries: join(folder, queries) }]
  })

const nameOf = (file: string): string => corpusName.exec(file)?.[1] ?? file.replace(/(\.jsonl?)?(\.gz)?$/, '')

/** `auto` reads a corpus that begins with `[` as `hipporag`, any other as `crabtrail`. */
export const readSet = (files: SetFiles, format: 'auto' | 'crabtrail' | 'hipporag'): Result.Result<QuestionSet, FileRefused> =>
  Result.gen(function* () {
    const [corpusText, queriesText] = [yield* readText(files.corpus), yield* readText(files.queries)]
    const chosen = format !== 'auto' ? format : /^\s*\[/.test(corpusText.slice(0, 1_000)) ? 'hipporag' : 'crabtrail'
    const [readTexts, readQuestions] = chosen === 'hipporag' ? [readPassages, readSamples] : [readCorpus, readQueries]
    const corpus = yield* inFile(files.corpus, readTexts(corpusText))
    yield* requireSome(files.corpus, corpus.rows.length, 'text', rowsMax)
    const questions = yield* inFile(files.queries, readQuestions(queriesText, corpus))
    yield* requireSome(files.queries, questions.length, 'question', questionsMax)
    return { name: files.name, format: chosen, rows: corpus.rows, questions }
  })

const inFile = <A>(path: string, read: Result.Result<A, string>): Result.Result<A, FileRefused> =>
  Result.mapError(read, (problem) => new FileRefused({ path: tellable(path), problem }))

const requireSome = (path: string, count: number, what: string, max: number): Result.Result<void, FileRefused> => {
  if (count === 0) return refused(path, `it holds no ${what}`)
  return count > max ? refused(path, `it holds ${count} ${what}s; at most ${max}`) : Result.void
}

/** A message that asks for no memory. */
interface UnrelatedMessage {
  /** The first field of a line with several fields, else `''`. */
  readonly half: string
  readonly text: string
}

/** Reads one message from each line: the last field of tab-separated fields. A line whose last field is `message` is a heading. */
export const readMessages = (path: string): Result.Result<ReadonlyArray<UnrelatedMessage>, FileRefused> =>
  Result.gen(function* () {
    const messages = (yield* readText(path)).split(/\r?\n/).flatMap((line) => messageOf(line) ?? [])
    if (messages.length === 0) return yield* refused(path, 'it holds no message: it takes one a line')
    yield* requireSome(path, messages.length, 'message', messagesMax)
    return messages
  })

const messageOf = (line: string): UnrelatedMessage | undefined => {
  const fields = line.split('\t')
  const text = fields.at(-1)?.trim() ?? ''
  if (text === '' || (fields.length > 1 && text === 'message')) return undefined
  return { half: fields.length > 1 ? (fields[0] ?? '') : '', text }
}

/** Reads the UTF-8 text of a plain or gzip file. */
const readText = (path: string): Result.Result<string, FileRefused> =>
  Result.try({
    try: () => {
      const bytes = boundedBytes(path, bytesMax)
      const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
      return utf8.decode(isGzip ? gunzipSync(bytes, { maxOutputLength: bytesMax }) : bytes)
    },
    catch: (error) => new FileRefused({ path: tellable(path), problem: readProblem(error) }),
  })

const utf8 = new TextDecoder('utf-8', { fatal: true })

const readProblem = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_BUFFER_TOO_LARGE') return `unpacked it would have more than ${bytesMax} bytes`
  return code.startsWith('Z_') ? 'it is not a whole gzip file' : fileProblem(error)
}

/*
 * The two formats of a question set, `crabtrail` and `hipporag`: from text to rows and questions.
 *
 * Every function fails with one sentence: the line or record, then the problem. `docs/reference/eval-format.md` describes both formats.
 */

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
const readCorpus = (text: string): Result.Result<Corpus, string> =>
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
const readQueries = (text: string, { places, rows }: Corpus): Result.Result<ReadonlyArray<Question>, string> =>
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
const readPassages = (text: string): Result.Result<Corpus, string> =>
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
const readSamples = (text: string, { places, rows }: Corpus): Result.Result<ReadonlyArray<Question>, string> =>
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
