/** The same requests to the same memory over every store: what it answers, what it refuses and what it exports must not tell them apart. */
import { join } from 'node:path'
import { SnapshotStore } from '@crabtrail/core'
import { engineNames } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import { expect } from 'vitest'
import { dump } from '../contracts/store-dump.ts'
import { type Property, property } from './property.ts'
import { type Step, steps } from './random-requests.ts'
import { inFile, inMemory, outcomesOf, type StorePlayer } from './store-player.ts'

/** `folder` is where databases may lie. */
export const equalStores = (folder: string): Property => {
  let made = 0
  return equalBeside('every store', 20, () =>
    Promise.resolve(engineNames.map((engine) => inFile(join(folder, `equal-${made++}.db`), engine))),
  )
}

/** The property of stores beside the one in memory. `others` makes new players over empty stores. */
export const equalBeside = (name: string, runs: number, others: () => Promise<ReadonlyArray<StorePlayer>>): Property =>
  property(
    `INV-16 any sequence of requests, good and bad, is answered and refused alike over ${name}, and exported to the same bytes`,
    runs,
    steps,
    async (asked) => {
      const players = [inMemory(), ...(await others())]
      try {
        const [first, ...others] = await Promise.all(players.map((player) => played(player, asked)))
        for (const other of others) expect(other).toEqual(first)
      } finally {
        await Promise.all(players.map((player) => player.close()))
      }
    },
  )

/** Returns the outcome of every step, and everything that is left after the last one. */
const played = async (player: StorePlayer, asked: ReadonlyArray<Step>): Promise<unknown> => {
  const outcomes = await outcomesOf(player, asked)
  const memory = await player.reopen()
  const { brains } = await memory.brains({})
  const proofs: Array<unknown> = []
  for (const { key: brain } of brains) proofs.push((await memory.export({ brain })).lines, await memory.verify({ brain, rederive: true }))
  const held = [await player.store().run(dump), await player.store().run(snapshots)]
  return named([outcomes, proofs, held], player.place)
}

const snapshots = Effect.flatMap(dump, (brains) =>
  SnapshotStore.use((store) => Effect.forEach(brains, ({ record }) => store.list(record.brain))),
)

/** Replaces what only one kind of store says: its place, and what it knows of its files. */
const named = (told: unknown, place: string | undefined): unknown => {
  const text = JSON.stringify(told).replaceAll('the server reports no page that fails its checksum', 'tables and their indexes agree')
  return JSON.parse(place === undefined ? text : text.replaceAll(place, 'memory'))
}
