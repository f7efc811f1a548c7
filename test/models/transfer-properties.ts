/** A brain moved to another kind of store is the same brain, and nothing ever changes what was committed. */
import { join } from 'node:path'
import { layerSqlite } from '@crabtrail/store/sqlite'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import { inHistory } from './history.ts'
import { moveAll } from './moved-brain.ts'
import { openStore } from './open-store.ts'
import { playAll, playerOf, send } from './player.ts'
import { type Property, property } from './property.ts'
import { anything, learnerSignal, signals } from './signals.ts'
import { questions } from './small-notes.ts'

const histories = signals([...anything, { weight: 1, arbitrary: learnerSignal }])

/** `folder` is where databases may lie. */
export const transferProperties = (folder: string): ReadonlyArray<Property> => {
  let made = 0
  const path = () => join(folder, `transfer-${made++}.db`)
  return [
    property(
      'INV-18 a brain that is moved to another kind of store and back has the same positions, hashes, digest and export',
      15,
      histories,
      (played) =>
        inHistory(played, async ({ lines, memory }) => {
          const first = await lines()
          const { digest, position } = await memory.show({})
          const elsewhere = openStore({ layer: layerSqlite({ path: path() }), seed: 'another' })
          const home = openStore({ seed: 'a third' })
          try {
            const onDisk = await elsewhere.memory()
            const inMemory = await home.memory()

            expect(await onDisk.import({ lines: first })).toMatchObject({ position, digest })
            const second = (await onDisk.export({})).lines
            expect(await inMemory.import({ lines: second })).toMatchObject({ position, digest })

            expect(second).toEqual(first)
            expect((await inMemory.export({})).lines).toEqual(first)
            expect(await onDisk.verify({ rederive: true })).toMatchObject({ ok: true, position, digest })
            for (const question of questions) {
              const asked = { question, record: false, limit: 1_000 } as const
              expect({ ...(await onDisk.recall(asked)), latencyMs: 0 }).toEqual({ ...(await memory.recall(asked)), latencyMs: 0 })
            }
          } finally {
            await elsewhere.close()
            await home.close()
          }
        }),
    ),

    property('INV-18 a brain goes on after its move as it would have without', 12, signals(anything, 10), async (played) => {
      const half = Math.ceil(played.length / 2)
      await inHistory(played.slice(0, half), async (stayed) => {
        const moved = openStore({ layer: layerSqlite({ path: path() }) })
        try {
          const memory = await moved.memory()
          await memory.import({ lines: await stayed.lines() })
          for (const signal of played.slice(half)) {
            const one = await stayed.player.play(signal)
            if (one === undefined) continue
            expect(timeless(await send(memory, one.call))).toEqual(timeless(one))
          }
          expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
        } finally {
          await moved.close()
        }
      })
    }),

    property(
      'INV-18 a brain that is moved in the middle of its history and at its end has the same export, though something was forgotten in between',
      10,
      signals([...anything, { weight: 1, arbitrary: learnerSignal }], 12),
      (played) =>
        inHistory([], async ({ lines, memory, player, store }) => {
          const half = Math.ceil(played.length / 2)
          const moved = openStore({ layer: layerSqlite({ path: path() }), seed: 'another' })
          try {
            await playAll(player, played.slice(0, half))
            await moveAll(store, moved)
            const copy = await moved.memory()
            expect((await copy.export({})).lines).toEqual(await lines())
            const { items } = await memory.recall({ question: questions[0] ?? '', key: 'of the move' })
            await memory.forget({ node: items[0]?.node ?? '' })
            await playAll(player, played.slice(half))

            expect(await moveAll(store, moved)).toBeGreaterThan(1)

            expect((await copy.export({})).lines).toEqual(await lines())
            expect(await copy.verify({ rederive: true })).toMatchObject({ ok: true })
            expect(await moveAll(store, moved)).toBe(0)
          } finally {
            await moved.close()
          }
        }),
    ),

    property('INV-19 no operation changes a byte of a commit that is there', 8, histories, async (played) => {
      const database = path()
      await inHistory(
        [],
        async ({ memory, store }) => {
          const player = playerOf(memory)
          let before: ReadonlyArray<string> = []
          for (const signal of played) {
            await player.play(signal)

            const now = storedCommits(database)
            expect(now.slice(0, before.length)).toEqual(before)
            before = now
          }
          await (await store.memory()).verify({ rederive: true })
          await memory.export({})
          expect(storedCommits(database)).toEqual(before)
        },
        { layer: layerSqlite({ path: database }) },
      )
    }),
  ]
}

/** Every column of every stored commit, to the byte. */
const storedCommits = (path: string): ReadonlyArray<string> => {
  const database = new Database(path, { readonly: true })
  const rows = database
    .prepare<[], { readonly row: string }>(
      "select brain || ' ' || first || ' ' || count || ' ' || at || ' ' || actor || ' ' || coalesce(session, '-') || ' ' || hex(body) || ' ' || hex(prev) || ' ' || hex(hash) as row from commits order by brain, first",
    )
    .all()
    .map(({ row }) => row)
  database.close()
  return rows
}

const timeless = ({ answer, refused }: { readonly answer: unknown; readonly refused: unknown }): unknown =>
  refused ?? { ...Object(answer), latencyMs: 0 }
