/** What is not used fades, is let go and dies; what is used again comes back; all of it stands in the log and can be taken back. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type HandClock, handClock } from '../models/hand-clock.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { withNotes } from '../models/player.ts'
import { readLog } from '../models/recorded-log.ts'

const deploy = 'How do we roll back a bad deploy of the API?'
/** In the numbers of a short story: a verdict of 0.6 is below 0.05 after 26 turns. */
const quick = {
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

let clock: HandClock
let store: OpenStore
let memory: AskedMemory
beforeEach(async () => {
  clock = handClock()
  store = openStore({ clock })
  const opened = await store.memory()
  await opened.init({ profile: 'balanced', settings: quick })
  memory = await withNotes(opened)
})
afterEach(() => store.close())

const eventsOf = async () => readLog((await memory.export({})).lines).events
const typesSince = async (position: number) => (await eventsOf()).slice(position).map(({ type }) => type)
const pass = async (turns: number) => {
  for (let turn = 0; turn < turns; turn++) await memory.skip({ reason: 'off', skippedAt: 0, waitedMs: 1 })
}
/** A turn on the question, and a word on the first of it. */
const teach = async (verdict: 'used' | 'not-relevant' = 'used', question = deploy) => {
  const { items, turn } = await memory.recall({ question })
  const node = items[0]?.node ?? expect.unreachable()
  const { adjustments } = await memory.feedback({ verdict, turn: turn ?? '', nodes: [node] })
  return { node, turn: turn ?? '', edge: adjustments[0]?.edge ?? expect.unreachable() }
}
const strengthOf = async (edge: string) => (await memory.show({ what: edge })).edges[0]?.strength

describe('a strength that nothing uses', () => {
  test('fades with the turns, and what explains it adds up', async () => {
    const { edge } = await teach()
    await pass(12)

    const { faded, pruned } = await memory.maintain({})

    // A path's share of the word is small, and gone by now.
    expect([faded, pruned]).toEqual([3, 1])
    const { first, history, strength } = await memory.blame({ edge })
    expect(strength).toBeCloseTo(0.6 * 0.9 ** 10, 6)
    expect(first + history.slice(1).reduce((sum, { from, to }) => sum + to - from, 0)).toBeCloseTo(strength, 9)
    expect(history.at(-1)).toMatchObject({ type: 'StrengthsDecayed' })
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('does not fade by the clock', async () => {
    const { edge } = await teach()
    clock.now += 365 * 86_400_000

    await memory.maintain({})

    expect(await strengthOf(edge)).toBe(0.6)
  })

  test('is let go when little is left, and its kind of question with it; asked again, both are back and go on from what was left', async () => {
    const { edge, node } = await teach()
    await pass(40)

    const first = await memory.maintain({})
    const second = await memory.maintain({})

    expect(first).toMatchObject({ edges: expect.arrayContaining([expect.objectContaining({ edge, reason: 'stale', target: node })]) })
    expect([first.nodes, second.nodes].flat()).toEqual([{ node: expect.stringMatching(/^auto:/), became: 'dead' }])
    expect((await memory.show({ what: edge })).edges[0]?.linked).toBe(false)
    const left = (await strengthOf(edge)) ?? 0
    expect(left).toBeGreaterThan(0)

    const again = await teach()

    expect(again.edge).toBe(edge)
    expect(await strengthOf(edge)).toBeCloseTo(left + 0.6, 9)
    expect((await memory.show({ what: edge })).edges[0]?.linked).toBe(true)
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('that was let go comes back by going back, as it was', async () => {
    const { edge } = await teach()
    const { position } = await memory.show({})
    await pass(40)
    await memory.maintain({})
    expect((await memory.show({ what: edge })).edges[0]?.linked).toBe(false)

    await memory.rollback({ to: String(position) })

    expect((await memory.show({ what: edge })).edges[0]).toMatchObject({ linked: true, strength: 0.6 })
  })

  test('of a word said before is not brought back by saying it again', async () => {
    const { edge, node, turn } = await teach()
    await pass(40)
    await memory.maintain({})

    const said = await memory.feedback({ verdict: 'used', turn, nodes: [node] })

    expect(said).toMatchObject({ refused: 'consumed', adjustments: [] })
    expect((await memory.show({ what: edge })).edges[0]?.linked).toBe(false)
  })

  test('does not fade away where it leads to a protected memory', async () => {
    const { edge, node } = await teach()
    await memory.protect({ node })
    await pass(60)

    await memory.maintain({})

    expect(await strengthOf(edge)).toBe(0.3)
    expect(await memory.blame({ edge })).toMatchObject({ strength: 0.3 })
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })
})

describe('a note', () => {
  test('INV-74 never dies and never fades, however long nobody asks', async () => {
    const before = (await memory.show({})).counts
    const found = (await memory.recall({ question: deploy, record: false })).items
    await pass(200)

    await memory.maintain({})
    await memory.maintain({})

    expect((await memory.show({})).counts).toEqual({ ...before, turns: 200 })
    expect((await memory.recall({ question: deploy, record: false })).items).toEqual(found)
  })
})

describe('two kinds of question that are one', () => {
  test('are merged where they lead to the same and say nearly the same', async () => {
    const one = await teach('used', 'How do we roll back a bad deploy of the API?')
    const two = await teach('used', 'How do we roll back a bad deploy of the API today?')
    expect(two.node).toBe(one.node)

    const rehearsed = await memory.maintain({ dryRun: true })
    const { merged, nodes, position } = await memory.maintain({})

    expect([rehearsed.merged, merged]).toEqual([1, 1])
    expect(nodes).toEqual([{ node: expect.stringMatching(/^auto:/), became: 'merged', into: expect.stringMatching(/^auto:/) }])
    expect((await eventsOf()).length).toBe(position)
    const after = (await memory.recall({ question: 'How do we roll back a bad deploy of the API today?', record: false })).items
    expect(after[0]?.node).toBe(one.node)
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('are left alone where they disagree', async () => {
    await teach('used', 'How do we roll back a bad deploy of the API?')
    await teach('not-relevant', 'How do we roll back a bad deploy of the API today?')

    expect(await memory.maintain({})).toMatchObject({ merged: 0 })
  })
})

describe('a run', () => {
  test('that is not due does nothing and says why', async () => {
    await teach()
    const { position } = await memory.show({})

    expect(await memory.maintain({ when: 'turn' })).toMatchObject({ waits: 'early', position })
    await pass(10)
    expect(await memory.maintain({ when: 'turn' })).not.toHaveProperty('waits')
    await pass(10)
    expect(await memory.maintain({ when: 'turn' })).toMatchObject({ waits: 'little-changed' })
  })

  test('comes with a heartbeat an hour after the last', async () => {
    await teach()

    expect(await memory.maintain({ when: 'heartbeat' })).not.toHaveProperty('waits')
    await teach('not-relevant')
    expect(await memory.maintain({ when: 'heartbeat' })).toMatchObject({ waits: 'early' })
    clock.now += 3_600_000
    expect(await memory.maintain({ when: 'heartbeat' })).not.toHaveProperty('waits')
  })

  test('that is rehearsed writes nothing and tells what a run then does', async () => {
    await teach()
    await pass(40)
    const { position } = await memory.show({})

    const rehearsed = await memory.maintain({ dryRun: true })
    expect((await memory.show({})).position).toBe(position)
    const { edges, position: _, ...done } = await memory.maintain({})

    expect(rehearsed).toMatchObject(done)
    expect(rehearsed.edges.map(({ edge }) => edge)).toEqual(edges.map(({ edge }) => edge))
  })

  test('stands in one commit behind its request', async () => {
    await teach()
    await pass(40)
    const { position } = await memory.show({})

    await memory.maintain({})

    const types = await typesSince(position)
    expect(types[0]).toBe('MaintenanceRequested')
    expect(new Set(types)).toEqual(new Set(['MaintenanceRequested', 'StrengthsDecayed', 'EdgePruned', 'NodeRetired']))
  })

  test('after a word that was just said leaves it alone', async () => {
    await pass(100)
    const { edge } = await teach()

    await memory.maintain({})

    expect(await strengthOf(edge)).toBe(0.6)
  })
})

describe('protecting', () => {
  test('is for the owner', async () => {
    const { node } = await teach()

    await expect(memory.protect({ node, origin: 'agent' })).rejects.toMatchObject({ _tag: 'InvalidRequest', field: 'origin' })
    expect(await memory.protect({ node })).toMatchObject({ state: 'protected' })
    expect(await memory.protect({ node, off: true })).toMatchObject({ state: 'normal' })
  })

  test('of what is not there says so', async () => {
    await expect(memory.protect({ node: 'nowhere/at-all.md' })).rejects.toMatchObject({ _tag: 'NotFound' })
  })
})
