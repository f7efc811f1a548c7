/** The appends of a brain in use, caught at the door of its store: a turn with what it recorded, now and then a verdict and what was learned from it. */
import { type Append, type Cryptography, EventStore, type StorePorts } from '@crabtrail/core'
import { layerInMemory } from '@crabtrail/store/in-memory'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { commitRow, decodeRow } from '../../packages/core/src/application/brain/commit-row.ts'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import type { Corpus } from './corpus.ts'
import { openMemoryOver } from './memory.ts'

const turnsPerVerdict = 5

/** An append with its events, so that its row can be made again on the clock. */
export interface RecordedAppend {
  readonly append: Append
  readonly events: ReadonlyArray<NewEvent>
}

export interface RecordedTurns {
  /** The appends that made the brain and read its notes in. */
  readonly before: ReadonlyArray<RecordedAppend>
  readonly turns: ReadonlyArray<RecordedAppend>
}

/** Reads the documents in and asks every question once, each with a key as a host gives it. The appends of both form one chain of hashes. */
export const recordedTurns = async ({ documents, questions }: Corpus): Promise<RecordedTurns> => {
  const appends: Array<Append> = []
  const { close, memory } = await openMemoryOver(listening(appends))
  await Effect.runPromise(memory.ingest({ documents }))
  const began = appends.length
  for (const [i, question] of questions.entries()) {
    const { items, turn } = await Effect.runPromise(memory.recall({ question, session: 'desk', key: `turn ${i}` }))
    const node = items[0]?.node
    if (i % turnsPerVerdict > 0 || node === undefined || turn === null) continue
    await Effect.runPromise(memory.feedback({ verdict: 'used', turn, nodes: [node], session: 'desk', key: `verdict ${i}` }))
  }
  await close()
  const all = await Effect.runPromise(Effect.forEach(appends, decoded))
  return { before: all.slice(0, began), turns: all.slice(began) }
}

const listening = (appends: Array<Append>): Layer.Layer<StorePorts> =>
  Layer.effectContext(
    Effect.map(Layer.build(layerInMemory), (stores) => {
      const events = Context.get(stores, EventStore)
      const append: EventStore['Service']['append'] = (one) => Effect.tap(events.append(one), () => Effect.sync(() => appends.push(one)))
      return Context.add(stores, EventStore, { ...events, append })
    }),
  )

const decoded = (append: Append) =>
  Effect.map(decodeRow(append.brain, append.row), (events) => ({
    append,
    events: events.map(({ commit: _, position: __, ...event }) => event as NewEvent),
  }))

/** Makes the row of an append again: canonical body and hash, from the events and the end of the log before them. */
export const rowAgain = (crypto: Cryptography['Service'], { append: { row }, events }: RecordedAppend) =>
  commitRow(crypto, events, { prev: row.prev, first: row.first, at: row.at, actor: row.actor, session: row.session })
