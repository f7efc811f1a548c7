/** Everything a store holds, by its own ports: equal dumps mean that nothing was written. */
import { ContentStore, EventStore, indexLines, SearchIndex } from '@crabtrail/core'
import * as Effect from 'effect/Effect'

const everything = 1_000_000

export const dump = Effect.gen(function* () {
  const events = yield* EventStore
  const contents = yield* ContentStore
  const index = yield* SearchIndex
  const brains = yield* events.brains
  return yield* Effect.forEach(brains, (record) =>
    Effect.all({
      record: Effect.succeed(record),
      commits: events.read(record.brain, 1, everything),
      commands: events.commands(record.brain),
      contents: contents.page(record.brain, undefined, everything),
      tombstones: contents.tombstones(record.brain),
      documents: index.statistics(record.brain, 'document'),
      cues: index.statistics(record.brain, 'cue'),
      lines: Effect.map(index.whole(record.brain), indexLines),
    }),
  )
})
