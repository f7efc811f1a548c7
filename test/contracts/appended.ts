/** Steps that the event store contracts share. */
import { type Append, type CommitRow, EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { expect } from 'vitest'
import { append } from './sample-log.ts'
import { dump } from './store-dump.ts'

export const appendAll = (rows: ReadonlyArray<CommitRow>) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    for (const commit of rows) yield* store.append(append(commit))
  })

/** Why an append is refused; the store stays as it was. */
export const refusalOf = (asked: Append) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const before = yield* dump
    const refusal = yield* Effect.flip(store.append(asked))
    expect(yield* dump).toEqual(before)
    return refusal
  })

export const document = (node: number, terms: ReadonlyArray<string>) =>
  ({
    change: 'add',
    space: 'document',
    node,
    terms,
    counts: terms.map(() => 1),
    length: terms.length,
    words: terms.length,
    from: 3,
  }) as const
