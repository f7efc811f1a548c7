/** Writes of others during a move are neither lost nor taken for erasures, and a cancelled move leaves nothing. */
import { join } from 'node:path'
import { brainsToMove, ContentStore, type Erasing, ErasureStore, EventStore, moveBrain, planMove, requireSame } from '@crabtrail/core'
import { layerInMemory } from '@crabtrail/store/in-memory'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { openStage, type Stage } from './stage.ts'

const folder = temporaryFolder()
let made = 0
const kinds = [
  ['in memory', () => layerInMemory],
  ['on disk', () => layerSqlite({ path: join(folder, `${made++}.db`) })],
] as const

describe.each(kinds)('a move to a store %s', (_, layer) => {
  let stage: Stage
  let target: OpenStore
  let there: AskedMemory
  beforeEach(async () => {
    stage = await openStage('demo notes')
    await stage.memory.recall({ question: 'How do we roll back a bad deploy of the API?' })
    target = openStore({ layer: layer(), seed: 'target' })
    there = await target.memory()
  })
  afterEach(async () => {
    await target.close()
    await stage.leave()
  })

  const ports = () => stage.store.run(Effect.all({ events: EventStore, contents: ContentStore }))
  const planned = async () => {
    const source = await ports()
    const [record] = await stage.store.run(brainsToMove(source, []))
    if (record === undefined) throw new Error('the source has no brain')
    return { source, record, plan: await target.run(planMove(source, record)) }
  }
  /** Moves the brain; `during` runs after the first batch of commits. */
  const move = async (during: Effect.Effect<void> = Effect.void) => {
    const { plan, source } = await planned()
    return target.run(Effect.exit(moveBrain(source, plan, () => during)))
  }
  const note = (memory: AskedMemory, text: string) => Effect.promise(async () => void (await memory.note({ text })))

  test('that is cancelled leaves nothing, and can be done again', async () => {
    const exit = await move(Effect.interrupt)

    expect(Exit.hasInterrupts(exit)).toBe(true)
    expect((await there.brains({})).brains).toEqual([])
    expect(await move()).toEqual(Exit.succeed(3))
    expect((await there.export({})).lines).toEqual((await stage.memory.export({})).lines)
  })

  test('is refused where the source is written to meanwhile, leaves nothing, and can be done again', async () => {
    const exit = await move(note(stage.memory, 'the harbour is closed'))

    expect(exit).toMatchObject(Exit.fail({ _tag: 'MovedWhileWritten', place: stage.path }))
    expect((await there.brains({})).brains).toEqual([])
    await move()
    expect((await there.export({})).lines).toEqual((await stage.memory.export({})).lines)
  })

  test('is refused where the same brain is made in the target meanwhile, which stays as it is', async () => {
    const { plan, source } = await planned()
    await there.init({})
    const { lines } = await there.export({})

    await expect(target.run(moveBrain(source, plan, () => Effect.void))).rejects.toMatchObject({ _tag: 'MovedWhileWritten' })

    expect((await there.export({})).lines).toEqual(lines)
  })

  test.each(['level', 'behind'])('erases nothing that was written to the target after the move was planned: %s', async (end) => {
    await move()
    if (end === 'behind') await stage.memory.note({ text: 'the harbour is closed' })
    const { plan, source } = await planned()
    await there.note({ text: 'the lighthouse is lit' })
    const { lines } = await there.export({})

    await expect(target.run(moveBrain(source, plan, () => Effect.void))).rejects.toMatchObject({ _tag: 'MovedWhileWritten' })

    expect((await there.export({})).lines).toEqual(lines)
    expect(await there.verify({})).toMatchObject({ ok: true })
  })

  test('counts as proven only if both stores have the same contents, keys, tombstones and end', async () => {
    await stage.memory.recall({ question: 'Who is on call?', key: 'monday' })
    await move()
    const { record, source } = await planned()
    const { brain, position } = record
    const [content] = await stage.store.run(source.contents.page(brain, undefined, 1))
    const [command] = await stage.store.run(source.events.commands(brain))
    const erase = (part: Partial<Erasing>) =>
      ErasureStore.use((store) => store.erase(brain, { contents: [], nodes: [], index: [], signals: [], bury: [], position, ...part }))
    const same = () => target.run(requireSame(source, record))
    await same()
    const changes = [
      ['contents', erase({ contents: content === undefined ? [] : [content.ref] })],
      ['tombstones', erase({ bury: ['ab'.repeat(16)] })],
      ['keys of answered commands', erase({ signals: [{ first: command?.first ?? 0, instead: 'cd'.repeat(16) }] })],
    ] as const

    for (const [what, change] of changes) {
      await target.run(change)
      await expect(same()).rejects.toMatchObject({ _tag: 'IntegrityBroken', problem: expect.stringContaining(`its ${what} in`) })
    }

    await there.note({ text: 'the lighthouse is lit' })
    await expect(same()).rejects.toMatchObject({ _tag: 'MovedWhileWritten' })
  })
})
