/** What was let fall, or was never lifted far enough, is tried again now and then where a profile says so; it is told, and nothing is changed by it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { withNotes } from '../models/player.ts'
import { eventsOf, readLog } from '../models/recorded-log.ts'

const deploy = 'How do we roll back a bad deploy of the API?'
const trying = { 'exploration.amount': 0.4, 'exploration.halfTurns': 1_000_000 }

let store: OpenStore
beforeEach(() => {
  store = openStore({ seed: 'exploring' })
})
afterEach(() => store.close())

/** A memory in which an agent once said of a question that its second answer was used: too little to be followed. */
const taught = async (settings: Readonly<Record<string, number>>, profile = 'balanced'): Promise<AskedMemory> => {
  const opened = await store.memory()
  await opened.init({ profile, settings })
  const memory = await withNotes(opened)
  const { items, turn } = await memory.recall({ question: deploy })
  await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: [items[1]?.node ?? expect.unreachable()], tier: 'agent' })
  return memory
}
const logOf = async (memory: AskedMemory) => readLog((await memory.export({})).lines)
const ask = async (memory: AskedMemory, times: number) => {
  for (let time = 0; time < times; time++) await memory.recall({ question: deploy })
}
const rankingOf = async (memory: AskedMemory) =>
  (await memory.recall({ question: deploy, record: false })).items.map(({ node, score }) => [node, score])

describe('exploration', () => {
  test('follows in some turns what is too weak to be followed, says so, and records what it was drawn from', async () => {
    const memory = await taught(trying)
    await ask(memory, 12)

    const log = await logOf(memory)
    const explored = eventsOf(log, 'EdgeFollowed').filter(({ data }) => data.channel === 'explored')
    expect(explored.length).toBeGreaterThan(0)
    expect(new Set(explored.map(({ turn }) => turn)).size).toBeLessThan(12)
    for (const { data } of explored) expect(data.strength).toBeLessThan(300_000_000)
    const drawn = eventsOf(log, 'TurnStarted').map(({ data }) => data.drawnFrom)
    expect(new Set(drawn).size).toBe(13)
    expect(eventsOf(log, 'TurnStarted').at(-1)?.data.exploration).toBeGreaterThan(399_000_000)
    const [turn] = explored.map(({ turn }) => turn)
    const { items } = await memory.why({ turn: `t${turn}` })
    expect(items.flatMap(({ path }) => path.map(({ channel }) => channel))).toContain('explored')
  })

  test('INV-77 moves no strength, and leaves what is asked without a record as it was', async () => {
    const memory = await taught(trying)
    const before = await rankingOf(memory)
    const { digest } = await memory.show({})
    await ask(memory, 12)

    expect(await rankingOf(memory)).toEqual(before)
    expect((await memory.show({})).digest).toBe(digest)
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('gives a question that is asked again by its key the answer that it had', async () => {
    const memory = await taught(trying)
    for (let time = 0; time < 6; time++) {
      const { latencyMs: _, ...first } = await memory.recall({ question: deploy, key: `k${time}` })
      const { latencyMs: __, ...again } = await memory.recall({ question: deploy, key: `k${time}` })
      expect(again).toEqual(first)
    }
  })

  test('is off unless a profile turns it on', async () => {
    const memory = await taught({})
    await ask(memory, 3)

    for (const { data } of eventsOf(await logOf(memory), 'TurnStarted'))
      expect([data.exploration, data.drawnFrom]).toEqual([undefined, undefined])
  })

  test.each(['balanced', 'crabpath', 'linkstrength', 'neurogated'])('never tries again under %s what somebody blamed', async (profile) => {
    const memory = await taught(trying, profile)
    const { items, turn } = await memory.recall({ question: deploy })
    const node = items[1]?.node ?? expect.unreachable()
    const blame = () => memory.feedback({ verdict: 'not-relevant', turn: turn ?? '', nodes: [node] })
    await blame()
    const { edges } = await memory.show({ what: node })
    const blamed = new Set(edges.filter(({ source, strength }) => source.startsWith('auto:') && strength <= 0.05).map(({ edge }) => edge))
    const { position } = await memory.show({})
    await ask(memory, 12)

    expect(blamed.size).toBeGreaterThan(0)
    const since = eventsOf(await logOf(memory), 'EdgeFollowed').filter((event) => event.position > position)
    expect(since.filter(({ data }) => data.channel === 'explored' && blamed.has(`e${data.edge}`))).toEqual([])
  })

  test('keeps nothing from being forgotten', async () => {
    const quick = { 'forgetting.decay.SIM': 0.9, 'forgetting.decay.idle': 2, 'forgetting.decay.step': 1, 'forgetting.prune.young': 2 }
    const memory = await taught({ ...trying, ...quick })
    await ask(memory, 12)
    await memory.maintain({})

    const log = await logOf(memory)
    const [explored] = eventsOf(log, 'EdgeFollowed').filter(({ data }) => data.channel === 'explored')
    expect(eventsOf(log, 'EdgePruned').map(({ data }) => data.edge)).toContain(explored?.data.edge)
  })
})
