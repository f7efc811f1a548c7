/** A memory with notes that forgets within a short story, and what tests of forgetting do with it. */
import { afterEach, beforeEach, expect } from 'vitest'
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { type HandClock, handClock } from './hand-clock.ts'
import { type AskedMemory, type OpenStore, openStore } from './open-store.ts'
import { withNotes } from './player.ts'
import { readLog } from './recorded-log.ts'

export const deploy = 'How do we roll back a bad deploy of the API?'
/** In the numbers of a short story: a verdict of 0.6 is below 0.05 after 26 turns. */
export const quick = {
  'forgetting.everyTurns': 10,
  'forgetting.changesLeast': 1,
  'forgetting.decay.SEQ': 0.9,
  'forgetting.decay.SIM': 0.9,
  'forgetting.decay.CAUSE': 0.9,
  'forgetting.decay.idle': 2,
  'forgetting.decay.step': 1,
  'forgetting.prune.young': 2,
  'forgetting.death.orphan': 4,
  'forgetting.merge.alike': 0.2,
}

export let clock: HandClock
let store: OpenStore
export let memory: AskedMemory
/** Before every test of the file that says so a new one, and away with it after. */
export const inFadingStory = (): void => {
  beforeEach(async () => {
    clock = handClock()
    store = openStore({ clock })
    const opened = await store.memory()
    await opened.init({ profile: 'balanced', settings: quick })
    memory = await withNotes(opened)
  })
  afterEach(() => store.close())
}

export const eventsOf = async (): Promise<ReadonlyArray<BrainEvent>> => readLog((await memory.export({})).lines).events
export const typesSince = async (position: number) => (await eventsOf()).slice(position).map(({ type }) => type)
export const pass = async (turns: number) => {
  for (let turn = 0; turn < turns; turn++) await memory.skip({ reason: 'off', skippedAt: 0, waitedMs: 1 })
}
/** A turn on the question, and a word on the first of it. */
export const teach = async (verdict: 'used' | 'not-relevant' = 'used', question = deploy, tier: 'agent' | 'conscious' = 'conscious') => {
  const { items, turn } = await memory.recall({ question })
  const node = items[0]?.node ?? expect.unreachable()
  const { adjustments } = await memory.feedback({ verdict, turn: turn ?? '', nodes: [node], tier })
  return { node, turn: turn ?? '', edge: adjustments[0]?.edge ?? expect.unreachable() }
}
export const linked = async (edge: string) => (await memory.show({ what: edge })).edges[0]?.linked
export const strengthOf = async (edge: string) => (await memory.show({ what: edge })).edges[0]?.strength
