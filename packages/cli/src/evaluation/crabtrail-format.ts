/** Sets as lines of JSON: `docs/reference/eval-format.md` says what each line holds. */
import { limits } from '@crabtrail/core'
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import type { Question, Row } from './question-set.ts'
import { linesAs, type Placed } from './records.ts'

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

export interface CorpusRead {
  readonly rows: ReadonlyArray<Row>
  /** Id → place of the row. */
  readonly places: ReadonlyMap<string, number>
}

/** Fails with what is wrong and in which line. */
export const readCorpus = (text: string): Result.Result<CorpusRead, string> =>
  Result.flatMap(linesAs(CorpusLine, text), (lines) => {
    const places = idsOf(lines)
    if (Result.isFailure(places)) return Result.fail(places.failure)
    const isTimed = lines.some(({ value }) => value.time !== undefined)
    const untimed = isTimed ? lines.find(({ value }) => value.time === undefined) : lines.find(({ value }) => value.until !== undefined)
    if (untimed !== undefined)
      return Result.fail(`${untimed.place}: it has no time, ${isTimed ? 'and other lines have one' : 'only an until'}`)
    const backward = lines.find(({ value: { time = 0, until } }) => until !== undefined && until <= time)
    if (backward !== undefined) return Result.fail(`${backward.place}: its until is not after its time`)
    const rows = lines.map(
      ({ value: { scope = '', session, text: said, time, title, until } }): Row => ({ title, text: said, session, scope, time, until }),
    )
    return Result.succeed({ rows, places: places.success })
  })

/** Fails with what is wrong and in which line; also where a question's answer is not in the corpus, or not in its scope. */
export const readQueries = (text: string, { places, rows }: CorpusRead): Result.Result<ReadonlyArray<Question>, string> =>
  Result.flatMap(linesAs(QueryLine, text), (lines) => {
    const ids = idsOf(lines)
    if (Result.isFailure(ids)) return Result.fail(ids.failure)
    const isTimed = rows.some(({ time }) => time !== undefined)
    const questions: Array<Question> = []
    for (const { place, value } of lines) {
      const { category = '', goldIds, question, scope = '', time } = value
      const problem = questionProblem(question)
      if (problem !== undefined) return Result.fail(`${place}: ${problem}`)
      if (isTimed && time === undefined) return Result.fail(`${place}: it has no time, and the rows of the corpus have`)
      const missing = goldIds.find((id) => rows[places.get(id) ?? -1] === undefined)
      if (missing !== undefined) return Result.fail(`${place}: ${JSON.stringify(missing)} of its goldIds is not in the corpus`)
      const gold = new Set(goldIds.flatMap((id) => places.get(id) ?? []))
      const outside = goldIds.find((id) => rows[places.get(id) ?? -1]?.scope !== scope)
      if (outside !== undefined)
        return Result.fail(`${place}: ${JSON.stringify(outside)} of its goldIds is in another scope than the question`)
      questions.push({ text: question, gold, scope, time: isTimed ? time : undefined, category })
    }
    return Result.succeed(questions)
  })

/** What keeps a question from being asked. */
export const questionProblem = (question: string): string | undefined => {
  const bytes = Buffer.byteLength(question)
  if (question.trim() === '') return 'the question is empty'
  return bytes > limits.questionBytes ? `the question has ${bytes} bytes; at most ${limits.questionBytes}` : undefined
}

const idsOf = (lines: ReadonlyArray<Placed<{ readonly id: string }>>): Result.Result<ReadonlyMap<string, number>, string> => {
  const places = new Map<string, number>()
  for (const [at, { place, value }] of lines.entries()) {
    const before = places.get(value.id)
    if (before !== undefined) return Result.fail(`${place}: its id ${JSON.stringify(value.id)} stands at ${lines[before]?.place} already`)
    places.set(value.id, at)
  }
  return Result.succeed(places)
}
