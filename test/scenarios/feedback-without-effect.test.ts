import type { Request } from '@crabtrail/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { changeSettings } from '../models/append-facts.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { withNotes } from '../models/player.ts'
import { eventsOf, readLog } from '../models/recorded-log.ts'

const question = 'How do we roll back a bad deploy of the API?'
const node = 'deploy.md#rolling-back'

let store: OpenStore
let memory: AskedMemory
beforeEach(async () => {
  store = openStore()
  memory = await withNotes(await store.memory())
})
afterEach(() => store.close())

/** Gives a verdict that is kept and teaches nothing, and says why. */
const refusal = async (request: Partial<Request.FeedbackRequest>) => {
  const before = await memory.show({})
  const answer = await memory.feedback({ verdict: 'used', nodes: [node], ...request })

  const recorded = readLog((await memory.export({})).lines)
  const given = eventsOf(recorded, 'FeedbackGiven').at(-1)
  const attributed = eventsOf(recorded, 'FeedbackAttributed').at(-1)
  expect(answer).toMatchObject({ adjustments: [], utility: [] })
  expect(attributed).toMatchObject({ cause: given?.position, data: { turns: [], shares: [] } })
  expect((await memory.show({})).digest).toBe(before.digest)
  expect(answer.refused).toBe(attributed?.data.reason)
  return answer.refused
}

describe('INV-26 feedback is kept as a fact with share 0 and its reason', () => {
  test.each(['untrusted', 'system'] as const)('when its origin is %s: it builds neither cue nor edge', async (origin) => {
    await memory.recall({ question })

    expect(await refusal({ origin })).toBe('origin')
  })

  test.each(['heartbeat', 'cron', 'subagent'] as const)('when the turn belongs to a %s session', async (sessionKind) => {
    const { turn } = await memory.recall({ question, session: 'pulse', sessionKind })

    expect(await refusal({ turn: turn ?? '' })).toBe('session')
  })

  test.each(['heartbeat', 'subagent'] as const)('when it is said in a %s session', async (sessionKind) => {
    const { turn } = await memory.recall({ question })

    expect(await refusal({ turn: turn ?? '', session: 'pulse', sessionKind })).toBe('session')
  })

  test('when its turn is longer ago than the window', async () => {
    const { turn } = await memory.recall({ question })
    await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: [node] })
    await changeSettings(store, { learning: { ...balanced.learning, windowTurns: 2 } })
    for (let later = 0; later < 2; later++) await memory.recall({ question })

    const inside = await memory.feedback({ verdict: 'success', turn: turn ?? '', nodes: [node] })
    expect(inside.adjustments.length).toBeGreaterThan(0)

    await memory.recall({ question })
    expect(await refusal({ turn: turn ?? '', verdict: 'partial' })).toBe('window')
  })

  test('when the same was said before by the same speaker at the same tier', async () => {
    const { turn } = await memory.recall({ question })
    await memory.feedback({ verdict: 'wrong', turn: turn ?? '', nodes: [node] })

    expect(await refusal({ verdict: 'wrong', turn: turn ?? '' })).toBe('consumed')
    expect(await refusal({ verdict: 'not-relevant', turn: turn ?? '' })).toBe('consumed')
  })

  test('but what was refused, or worth nothing, was not said: the same speaker’s next word counts', async () => {
    const { turn } = await memory.recall({ question })
    const said = { verdict: 'used', turn: turn ?? '', nodes: [node] } as const

    expect(await refusal({ ...said, origin: 'untrusted' })).toBe('origin')
    expect(await refusal({ ...said, session: 'pulse', sessionKind: 'heartbeat' })).toBe('session')
    expect(await memory.feedback({ ...said, outcome: 0 })).toMatchObject({ adjustments: [], utility: [] })
    const heard = await memory.feedback(said)

    expect(heard.refused).toBeUndefined()
    expect(heard.adjustments).toContainEqual(expect.objectContaining({ target: node, from: 0, to: 0.6 }))
    expect(await refusal(said)).toBe('consumed')
  })

  test('but counts for another node, word, tier or speaker', async () => {
    const { turn } = await memory.recall({ question })
    const said = { verdict: 'used', turn: turn ?? '', nodes: [node] } as const
    await memory.feedback(said)

    const others = [{ nodes: ['rota.md'] }, { verdict: 'success' as const }, { tier: 'agent' as const }, { actor: 'somebody' }]
    for (const other of others) expect((await memory.feedback({ ...said, ...other })).refused).toBeUndefined()
  })

  test('and what was said before beside something new counts once', async () => {
    const { turn } = await memory.recall({ question })
    await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: [node] })
    const { digest } = await memory.show({})

    await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: [node, 'backup.md'] })

    // What leads to a stranger's memory gains nothing, and the other was judged before.
    expect((await memory.show({})).digest).not.toBe(digest)
    const recorded = readLog((await memory.export({})).lines)
    const attributed = eventsOf(recorded, 'FeedbackAttributed').at(-1)
    expect(attributed?.data).toMatchObject({ shares: [1_000_000_000] })
    expect(eventsOf(recorded, 'StrengthAdjusted').filter(({ cause }) => cause === attributed?.cause)).toEqual([])
  })
})

describe('a signal that names the position it expects', () => {
  test('is refused when somebody wrote meanwhile, and leaves nothing', async () => {
    await memory.recall({ question })
    const before = await memory.export({})
    const expected = before.position - 1

    await expect(memory.recall({ question, expected })).rejects.toMatchObject({
      _tag: 'WrongExpectedPosition',
      expected,
      actual: before.position,
    })
    await expect(memory.feedback({ verdict: 'used', nodes: [node], expected })).rejects.toMatchObject({ _tag: 'WrongExpectedPosition' })
    await expect(memory.strength({ source: node, target: 'rota.md', value: 0.5, expected })).rejects.toMatchObject({
      _tag: 'WrongExpectedPosition',
    })

    expect(await memory.export({})).toEqual(before)
  })

  test('is taken when nobody did, and once more with its key', async () => {
    await memory.recall({ question })
    const { position: expected } = await memory.show({})
    const asked = { verdict: 'used', nodes: [node], expected, key: 'once' } as const

    const first = await memory.feedback(asked)

    expect(await memory.feedback(asked)).toEqual(first)
  })
})
