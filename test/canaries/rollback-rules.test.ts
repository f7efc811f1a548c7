/** Rollbacks that bring back other cues or edges than those that died since. Verify finds each. */
import { expect, test } from 'vitest'
import type { StoredEvent } from '../../packages/core/src/domain/events/codec/commit-body.ts'
import { deploy, quick } from '../models/fading-story.ts'
import { openStore } from '../models/open-store.ts'
import { withNotes } from '../models/player.ts'
import { readLog } from '../models/recorded-log.ts'
import { retold } from '../models/retold.ts'
import { failedChecks } from './failed-checks.ts'

/** Returns the export of a brain that went back to before a cue and its edges died. */
const rolledBack = async (): Promise<ReadonlyArray<string>> => {
  const store = openStore({ seed: 'rolled back' })
  try {
    const opened = await store.memory()
    await opened.init({ settings: quick })
    const memory = await withNotes(opened)
    const { items, turn } = await memory.recall({ question: deploy })
    await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: items.slice(0, 1).map(({ node }) => node) })
    const { position } = await memory.show({})
    for (let turns = 0; turns < 40; turns++) await memory.skip({ reason: 'off', skippedAt: 0, waitedMs: 1 })
    for (let runs = 0; runs < 2; runs++) await memory.maintain({})
    await memory.rollback({ to: String(position) })
    return (await memory.export({})).lines
  } finally {
    await store.close()
  }
}

const truth = await rolledBack()
const { events } = readLog(truth)
const request = events.find(({ type }) => type === 'RollbackRequested')?.position ?? Number.NaN

/** Changes the first event of a type that follows from the request. */
const say = (type: string, change: (event: StoredEvent) => Partial<StoredEvent>) => {
  const at = events.find((event) => event.cause === request && event.type === type)?.position
  expect(at, `the rollback has a ${type}`).toBeDefined()
  return retold(truth, (event, position) => (position === at ? { ...event, ...change(event) } : event))
}

test('a rollback that tells the truth is found good', async () => {
  expect(await failedChecks(truth)).toEqual([])
})

test.each([
  ['a cue that is back in another state', 'NodeRestored', ({ data }: StoredEvent) => ({ data: { ...data, state: 'protected' } })],
  ['another memory than the cue that died', 'NodeRestored', ({ data }: StoredEvent) => ({ data: { ...data, node: 1 } })],
  ['a cue that is not brought back', 'NodeRestored', () => ({ type: 'NodePromoted', data: { node: 1, reason: 'success' } })],
  ['a cue that is back for another reason', 'NodeRestored', () => ({ cause: 1 })],
  ['another edge than the one that was pruned', 'EdgeRestored', ({ data }: StoredEvent) => ({ data: { ...data, edge: 1 } })],
])('%s is found', async (_, type, change) => {
  expect(await failedChecks(say(type, change))).toEqual([['effects', request]])
})
