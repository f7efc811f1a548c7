/** The records of a file of a set, each held against what it must have, and named where it is not that. */
import { isTooDeep, jsonLevelsMax } from '@crabtrail/core'
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'

/** A record and where it stands, as people are told of it: `line 3`, `record 3`. */
export interface Placed<A> {
  readonly place: string
  readonly value: A
}

/** Fails with what is wrong, its place first. */
export type Records<A> = Result.Result<ReadonlyArray<Placed<A>>, string>

/** A record a line; empty lines are passed over. */
export const linesAs = <A>(schema: Schema.Decoder<A>, text: string): Records<A> => {
  const places = text.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [{ place: `line ${at + 1}`, line }]))
  return collected(places, ({ line, place }) => Result.flatMap(parsed(line, place), (value) => decoded(schema, value, place)))
}

/** The elements of a JSON list. */
export const elementsAs = <A>(schema: Schema.Decoder<A>, text: string): Records<A> => {
  const list = parsed(text, 'the file')
  if (Result.isFailure(list)) return Result.fail(list.failure)
  if (!Array.isArray(list.success)) return Result.fail('the file is not a JSON list')
  const places = list.success.map((value: unknown, at) => ({ place: `record ${at + 1}`, value }))
  return collected(places, ({ place, value }) => decoded(schema, value, place))
}

const collected = <P extends { readonly place: string }, A>(
  places: ReadonlyArray<P>,
  read: (one: P) => Result.Result<A, string>,
): Records<A> => {
  const records: Array<Placed<A>> = []
  for (const one of places) {
    const value = read(one)
    if (Result.isFailure(value)) return Result.fail(value.failure)
    records.push({ place: one.place, value: value.success })
  }
  return Result.succeed(records)
}

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
