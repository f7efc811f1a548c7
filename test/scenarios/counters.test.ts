import { EventStore } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AskedMemory, openStore, type Stores } from '../models/open-store.ts'
import { holdWriteLock } from '../src/write-lock.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let memory: AskedMemory
beforeEach(async () => {
  stage = await openStage('demo notes')
  memory = stage.memory
  await memory.show({})
})
afterEach(() => stage.leave())

/** Returns the increase of each counter by the work. */
const countsOf = async (work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> => {
  // What is behind is a state and no count.
  const counted = async (): Promise<Readonly<Record<string, unknown>>> => {
    const { behind: _, ...counts } = await memory.counters({})
    return counts
  }
  const before = await counted()
  await work()
  const after = await counted()
  const risen = Object.entries(after).map(([name, count]) => [name, Number(count) - Number(before[name])] as const)
  return Object.fromEntries(risen.filter(([, count]) => count !== 0))
}
const question = 'How do we roll back a bad deploy of the API?'

describe('what is behind', () => {
  test('is told of each open brain: verdicts to learn from, and no pause where no model is asked', async () => {
    const { turn } = await memory.recall({ question })
    const brain = (await memory.show({})).brain

    const { behind } = await memory.counters({})

    expect(turn).not.toBeNull()
    expect(behind).toEqual([{ brain, backlog: 0, waiting: 0, modelCalls: 0, isHeldBack: false }])
  })
})

describe('the counters', () => {
  test('tell what a recall appended, as the log does', async () => {
    let position = 0
    const before = (await memory.show({})).position
    const counts = await countsOf(async () => {
      ;({ position } = await memory.recall({ question }))
    })
    const { events } = await memory.log({ from: String(before + 1), limit: 1_000 })

    expect(counts).toEqual({
      recalls: 1,
      commits: 1,
      events: position - before,
      bodyBytes: expect.any(Number),
      contents: expect.any(Number),
      turnEvents: events.filter(({ turn }) => turn !== null && turn !== undefined).length,
    })
  })

  test('tell nothing of what only looks', async () => {
    expect(await countsOf(() => memory.show({}))).toEqual({})
    expect(await countsOf(() => memory.recall({ question, record: false }))).toEqual({ recalls: 1 })
  })

  test('tell of races that were lost and decided again', async () => {
    let race: (() => Promise<unknown>) | undefined = () => memory.recall({ question })
    const between = (stores: Context.Context<Stores>) => {
      const events = Context.get(stores, EventStore)
      const append: typeof events.append = (given) =>
        Effect.suspend(() => {
          const quicker = race
          race = undefined
          return quicker === undefined ? events.append(given) : Effect.andThen(Effect.promise(quicker), events.append(given))
        })
      return Context.add(stores, EventStore, { ...events, append })
    }
    const slow = openStore({ layer: layerSqlite({ path: stage.path }), between, seed: 2 })
    try {
      const loser = await slow.memory()
      await loser.show({})

      const counts = await countsOf(() => loser.recall({ question }))

      expect(counts).toMatchObject({ recalls: 2, commits: 2, conflicts: 1, retries: 1, replays: 1 })
    } finally {
      await slow.close()
    }
  })

  test('tell of a caller who named another position, who is not decided for again', async () => {
    const counts = await countsOf(() => memory.recall({ question, expected: 1 }).catch(() => 'refused'))

    expect(counts['retries']).toBeUndefined()
    expect(counts).toMatchObject({ conflicts: 1 })
  })

  test('tell what opening a brain read, and how long that took', async () => {
    const { position } = await memory.show({})
    const anew = await stage.store.memory()

    const counts = await countsOf(() => anew.show({}))

    expect(counts).toMatchObject({ replays: 1, replayedEvents: position, replayMs: expect.any(Number) })
  })

  test('tell of snapshots and checkpoints', async () => {
    expect(await countsOf(() => memory.upkeep({}))).toMatchObject({ checkpoints: 1, checkpointMs: expect.any(Number) })
    await memory.doctor({ rebuildSnapshots: true })
    const anew = await stage.store.memory()

    expect(await countsOf(() => memory.doctor({ rebuildSnapshots: true }))).toMatchObject({
      snapshotWrites: 1,
      snapshotWriteBytes: expect.any(Number),
    })
    const opened = await countsOf(() => anew.show({}))

    expect(opened).toMatchObject({ snapshotReads: 1, snapshotReadBytes: expect.any(Number), snapshotReadMs: expect.any(Number) })
    expect(opened['replays']).toBeUndefined()
  })

  test('tell of a lock that was waited for in vain', async () => {
    const impatient = openStore({ layer: layerSqlite({ path: stage.path, busyTimeoutMs: 50 }) })
    const letGo = await holdWriteLock(stage.path)
    try {
      const other = await impatient.memory()

      const counts = await countsOf(() => other.recall({ question }).catch(() => 'locked'))

      expect(counts).toMatchObject({ busy: 1 })
    } finally {
      await letGo()
      await impatient.close()
    }
  })

  test('stand in the statistics, and hold numbers alone', async () => {
    await memory.recall({ question })
    const { counters } = await memory.stats({})

    expect(counters).toMatchObject(Object.fromEntries(Object.entries(await memory.counters({})).filter(([name]) => name === 'recalls')))
    for (const count of Object.values(counters)) expect(count).toBeGreaterThanOrEqual(0)
  })
})
