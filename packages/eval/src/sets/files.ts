/** Reads question sets and messages from files. A file that cannot be used is refused whole, with its line or record. */
import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { InvalidRequest } from '@crabtrail/core'
import { boundedBytes, FileRefused, fileProblem, tellable } from 'crabtrail'
import * as Result from 'effect/Result'
import { readCorpus, readPassages, readQueries, readSamples } from './formats.ts'
import type { QuestionSet } from './question-set.ts'

export interface SetFiles {
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
export interface UnrelatedMessage {
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
