import type { Answer } from '@crabtrail/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { changeSettings } from '../models/append-facts.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { withNotes } from '../models/player.ts'

const question = 'How do we roll back a bad deploy of the API?'

let store: OpenStore
let memory: AskedMemory
let shown: Answer.RecallAnswer
beforeEach(async () => {
  store = openStore()
  memory = await withNotes(await store.memory())
  shown = await memory.recall({ question })
})
afterEach(() => store.close())

const best = (): string => shown.items[0]?.node ?? ''
const learned = ({ adjustments }: Answer.FeedbackAnswer) =>
  adjustments.filter(({ source }) => source.startsWith('auto:')).map(({ from, target, to }) => [target, from, to])

describe('a verdict', () => {
  test('that names no memory is on everything that went into the context', async () => {
    await changeSettings(store, { context: { ...balanced.context, adds: 0, rivalSure: -100, addsSure: -100 } })
    shown = await memory.recall({ question })
    expect(shown.context.items.length).toBeGreaterThan(1)

    const answer = await memory.feedback({ verdict: 'used', nodes: [] })

    expect(learned(answer).map(([target]) => target)).toEqual(shown.context.items)
  })

  test('lifts the edge from the question’s cue at once, and as far as its outcome says', async () => {
    expect(learned(await memory.feedback({ verdict: 'used', nodes: [best()] }))).toEqual([[best(), 0, 0.6]])
    expect(learned(await memory.feedback({ verdict: 'partial', nodes: [best()] }))).toEqual([[best(), 0.6, 0.78]])
  })

  test('of the agent moves little', async () => {
    expect(learned(await memory.feedback({ verdict: 'used', nodes: [best()], tier: 'agent' }))).toEqual([[best(), 0, 0.02]])
  })

  test('pushes below zero what was wrong, and lifts what is named instead', async () => {
    const answer = await memory.feedback({ verdict: 'wrong', nodes: [best()], instead: ['rota.md#kitchen'] })

    expect(answer).toMatchObject({ verdict: 'wrong', applied: 'not-relevant', utility: [] })
    expect(learned(answer)).toEqual([
      [best(), 0, -0.6],
      ['rota.md#kitchen', 0, 0.6],
    ])
  })

  test('of not-useful lowers the memory’s utility and leaves edges alone', async () => {
    const { digest } = await memory.show({})

    const answer = await memory.feedback({ verdict: 'not-useful', nodes: [best()] })

    expect(answer).toMatchObject({ adjustments: [], utility: [{ node: best(), from: 1, to: 0.7 }] })
    expect((await memory.show({})).digest).not.toBe(digest)
    expect((await memory.recall({ question, record: false })).items.find(({ node }) => node === best())?.parts.utility).toBe(0.7)
  })

  test('moves nothing with an outcome of zero', async () => {
    expect(await memory.feedback({ verdict: 'used', nodes: [best()], outcome: 0 })).toMatchObject({ adjustments: [], utility: [] })
  })

  test('without a turn is on the newest turn of its session that showed the memory', async () => {
    await memory.recall({ question: 'Who is on call on Mondays?' })
    await memory.recall({ question, session: 'another' })

    const older = await memory.feedback({ verdict: 'used', nodes: [best()], key: 'k' })
    const newest = await memory.feedback({ verdict: 'used', nodes: [best()], session: 'another' })
    const named = await memory.feedback({ verdict: 'used', nodes: [best()], turn: 't1' })
    await memory.recall({ question: 'Who is on call on Tuesdays?' })
    const again = await memory.feedback({ verdict: 'used', nodes: [best()], key: 'k' })

    // A person who names no turn means the last answer: where it is another one, the answer says which, and what was asked there.
    expect([older.turn, older.earlier]).toEqual(['t1', { question, newest: 't2' }])
    expect([newest.turn, newest.earlier, named.earlier]).toEqual(['t3', undefined, undefined])
    expect(again).toEqual(older)
  })

  test('on the same question asked again moves the same cue', async () => {
    await memory.feedback({ verdict: 'used', nodes: [best()] })
    await memory.recall({ question: `${question} ` })

    await memory.feedback({ verdict: 'success', nodes: [best()] })

    const { counts } = await memory.show({})
    const { events } = await memory.log({ type: 'NodeAdded' })
    expect(events.filter(({ data }) => data['nodeType'] === 'cue')).toHaveLength(1)
    expect(counts.feedbacks).toBe(2)
  })
})
