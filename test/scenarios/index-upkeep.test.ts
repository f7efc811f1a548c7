import { layerMemory, layerRedactor, Memory, parseBrainKey, SearchIndex } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerInMemory } from '@crabtrail/store/in-memory'
import { layerSqlite } from '@crabtrail/store/sqlite'
import Database from 'better-sqlite3'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import { expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'
import { openStage } from './stage.ts'

const ports = Layer.mergeAll(Layer.fresh(layerInMemory), layerCryptography, layerRedactor)

test('an index that was deleted is built anew when its brain is opened', async () => {
  const brain = Result.getOrThrow(parseBrainKey('default'))
  const question = { question: 'where is the harbour light?', record: false }
  const story = Effect.gen(function* () {
    const index = yield* SearchIndex
    const first = yield* Effect.provide(
      Memory.use((memory) =>
        Effect.andThen(
          memory.ingest({ documents: [{ source: 'a.md', format: 'markdown', text: '# Light\n\nThe harbour light stands on the mole.' }] }),
          memory.recall(question),
        ),
      ),
      Layer.fresh(layerMemory),
    )
    const lines = yield* index.lines(brain)

    yield* index.rebuild(brain, [])
    const again = yield* Effect.provide(
      Memory.use((memory) => memory.recall(question)),
      Layer.fresh(layerMemory),
    )

    return { first, again, lines, rebuilt: yield* index.lines(brain) }
  })

  const { again, first, lines, rebuilt } = await Effect.runPromise(Effect.provide(story, ports))

  expect(first.items).toHaveLength(1)
  expect(again.items).toEqual(first.items)
  expect(rebuilt).toEqual(lines)
})

test('an index that an older tokeniser made is built anew when its brain is opened, and is none to search where it can only be read', async () => {
  const stage = await openStage('empty')
  const question = { question: '都', record: false }
  await stage.memory.ingest({ documents: [{ source: 'a.md', format: 'markdown', text: '# Orte\n\n東京都の猫 🦀' }] })
  const { items: truth } = await stage.memory.recall(question)
  await stage.store.close()
  const file = new Database(stage.path)
  // As the first tokeniser left it: it knew pairs of characters alone, and no pictures.
  file.exec(`delete from postings where term in ('都', '🦀'); update index_statistics set tokeniser = 1`)
  file.exec(`update document_terms set terms = (select json_group_array(term) from postings where space = 1)`)
  file.close()

  const reading = openStore({ layer: layerSqlite({ path: stage.path, readOnly: true }) })
  await expect((await reading.memory()).recall(question)).rejects.toMatchObject({ _tag: 'StoreUnavailable', reason: 'corrupt' })
  await reading.close()
  const writing = openStore({ layer: layerSqlite({ path: stage.path }) })
  const memory = await writing.memory()

  expect(truth).toHaveLength(1)
  expect((await memory.recall(question)).items).toEqual(truth)
  expect(await memory.verify({})).toMatchObject({ ok: true })
  await writing.close()
  await stage.leave()
})
