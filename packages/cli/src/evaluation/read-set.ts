/** Reads a set from its two files. What is wrong with either is told with its place, before anything is measured. */
import * as Result from 'effect/Result'
import { tellable } from '../documents/tellable.ts'
import { FileRefused } from '../failures.ts'
import { readCorpus, readQueries } from './crabtrail-format.ts'
import { readPassages, readSamples } from './hipporag-format.ts'
import type { Question, QuestionSet, Row } from './question-set.ts'
import type { SetFiles } from './set-files.ts'
import { readSetText } from './set-text.ts'

/** What one set may hold. */
const rowsMax = 200_000
const questionsMax = 100_000

/** `auto` goes by how the corpus begins: a list is HippoRAG's. */
export const readSet = (files: SetFiles, format: 'auto' | 'crabtrail' | 'hipporag'): Result.Result<QuestionSet, FileRefused> => {
  const corpusText = readSetText(files.corpus)
  if (Result.isFailure(corpusText)) return Result.fail(corpusText.failure)
  const queriesText = readSetText(files.queries)
  if (Result.isFailure(queriesText)) return Result.fail(queriesText.failure)
  const meant = format !== 'auto' ? format : /^\s*\[/.test(corpusText.success.slice(0, 1_000)) ? 'hipporag' : 'crabtrail'
  return meant === 'hipporag'
    ? assembled(files, meant, readPassages(corpusText.success), (corpus) => readSamples(queriesText.success, corpus))
    : assembled(files, meant, readCorpus(corpusText.success), (corpus) => readQueries(queriesText.success, corpus))
}

const assembled = <Corpus extends { readonly rows: ReadonlyArray<Row> }>(
  files: SetFiles,
  format: QuestionSet['format'],
  corpus: Result.Result<Corpus, string>,
  asked: (corpus: Corpus) => Result.Result<ReadonlyArray<Question>, string>,
): Result.Result<QuestionSet, FileRefused> => {
  if (Result.isFailure(corpus)) return refused(files.corpus, corpus.failure)
  const { rows } = corpus.success
  if (rows.length === 0) return refused(files.corpus, 'it holds no text')
  if (rows.length > rowsMax) return refused(files.corpus, `it holds ${rows.length} texts; at most ${rowsMax}`)
  const questions = asked(corpus.success)
  if (Result.isFailure(questions)) return refused(files.queries, questions.failure)
  if (questions.success.length === 0) return refused(files.queries, 'it holds no question')
  if (questions.success.length > questionsMax)
    return refused(files.queries, `it holds ${questions.success.length} questions; at most ${questionsMax}`)
  return Result.succeed({ name: files.name, format, rows, questions: questions.success })
}

const refused = (path: string, problem: string) => Result.fail(new FileRefused({ path: tellable(path), problem }))
