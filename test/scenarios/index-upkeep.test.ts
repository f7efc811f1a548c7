import { indexLines, layerMemory, layerRedactor, Memory, parseBrainKey, SearchIndex } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerInMemory } from '@crabtrail/store/in-memory'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import Database from 'better-sqlite3'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'
import { openStage, type Stage } from './stage.ts'

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
    const lines = indexLines(yield* index.whole(brain))

    yield* index.rebuild(brain, [])
    const again = yield* Effect.provide(
      Memory.use((memory) => memory.recall(question)),
      Layer.fresh(layerMemory),
    )

    return { first, again, lines, rebuilt: indexLines(yield* index.whole(brain)) }
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
  file.exec(`delete from postings where term in ('都', '🦀'); update index_statistics set tokeniser = 0`)
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

describe('an index that a newer tokeniser made', () => {
  const question = { question: 'crabs', record: false } as const
  const more = { documents: [{ source: 'b.md', format: 'markdown', text: '# Gulls\n\nGulls fly.\n' }] } as const
  const next = tokeniserVersion + 1
  const newer = { _tag: 'StoreUnavailable', reason: 'newer', detail: expect.stringContaining(`made by a newer Crabtrail (version ${next}`) }
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage('empty')
    await stage.memory.ingest({ documents: [{ source: 'a.md', format: 'markdown', text: '# Tides\n\nCrabs walk at low tide.\n' }] })
    expect((await stage.memory.recall(question)).items).toHaveLength(1)
  })
  afterEach(() => stage.leave())

  /** Marks the index as one that another version of the program built. */
  const madeBy = (version: number) => {
    const file = new Database(stage.path)
    file.prepare('update index_statistics set tokeniser = ?, version = version + 1').run(version)
    file.close()
  }
  const stored = () => {
    const file = new Database(stage.path, { readonly: true })
    const rows = ['index_statistics', 'documents', 'postings', 'commits'].map((table) => file.prepare(`select * from ${table}`).all())
    file.close()
    return rows
  }

  test('is not searched, added to or built anew by an older program, and everything else goes on', async () => {
    await stage.memory.recall({ question: 'crabs' })
    madeBy(next)
    const before = stored()
    const memory = await stage.store.memory()

    await expect(memory.recall(question)).rejects.toMatchObject(newer)
    await expect(memory.recall({ ...question, at: '-1' })).rejects.toMatchObject(newer)
    await expect(memory.ingest(more)).rejects.toMatchObject(newer)
    await expect(memory.doctor({ rebuildIndex: true })).rejects.toMatchObject(newer)
    expect(stored()).toEqual(before)
    expect(await memory.log({ type: 'TurnStarted' })).toMatchObject({ events: [{ type: 'TurnStarted' }] })
    expect((await memory.stats({})).counts).toMatchObject({ nodes: 1, indexed: 0 })
    expect((await memory.verify({})).checks.find(({ name }) => name === 'index')).toEqual({
      name: 'index',
      ok: true,
      detail: expect.stringMatching(/^not proven: its text index was made by a newer Crabtrail/),
    })
    expect(await memory.doctor({})).toMatchObject({ ok: false })
    expect(await memory.skip({ reason: 'deadline', skippedAt: 1, waitedMs: 300 })).toMatchObject({ turn: 't2' })
  })

  test('is noticed by a program that has it open', async () => {
    madeBy(next)

    await expect(stage.memory.recall(question)).rejects.toMatchObject(newer)
    await expect(stage.memory.ingest(more)).rejects.toMatchObject(newer)
  })

  test('or an older one, is noticed by a program that has it open, and built anew when the brain is opened anew', async () => {
    madeBy(0)

    await expect(stage.memory.recall(question)).rejects.toMatchObject({ reason: 'moved', retryable: true })
    await expect(stage.memory.ingest(more)).rejects.toMatchObject({ reason: 'moved', retryable: true })
    expect((await (await stage.store.memory()).recall(question)).items).toHaveLength(1)
    expect((await stage.memory.recall(question)).items).toHaveLength(1)
  })
})
