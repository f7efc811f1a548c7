/** A question that is new to the memory becomes a cue on probation. The twelve scenarios of the document on growth, and bad input. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BrainEventOf } from '../../packages/core/src/domain/events/brain-event.ts'
import { nano } from '../../packages/core/src/domain/strength.ts'
import { handClock } from '../models/hand-clock.ts'
import { openStage, type Stage } from './stage.ts'

const clock = handClock()
let stage: Stage
let memory: Stage['memory']

beforeEach(async () => {
  stage = await openStage('demo notes', { clock })
  memory = stage.memory
})
afterEach(() => stage.leave())

const ask = (question: string, more: Record<string, unknown> = {}) =>
  memory.recall({ question, session: 'talk', sessionKind: 'interactive', autoNeurogenesis: true, ...more })
const eventsOf = async <T extends BrainEventOf<'NoveltyAssessed'>['type'] | 'NodeAdded' | 'EdgeLinked' | 'NodePromoted'>(type: T) =>
  (await stage.log()).events.filter((event): event is BrainEventOf<T> => event.type === type)
const cues = async () => (await eventsOf('NodeAdded')).filter(({ data }) => data.nodeType === 'cue')
const assessed = async () => (await eventsOf('NoveltyAssessed')).map(({ data }) => data)

/** A question about a thing of the notes that they do not answer. */
const fresh = 'Which deploy window did the harbour crew agree on for winter?'

describe('the scenarios of the document', () => {
  test('S0.84 novel_detection_new_phrase: a new question becomes a cue, whose id is the same in every run', async () => {
    const { novelty, turn } = await ask(fresh)

    expect(novelty).toMatchObject({ verdict: 'novel', created: true, cue: expect.stringMatching(/^auto:[0-9a-f]{12}$/) })
    const [cue] = await cues()
    expect(cue).toMatchObject({ turn: Number(turn?.slice(1)), origin: 'owner', data: { state: 'probation' } })
    const second = await openStage('demo notes')
    const again = await second.memory.recall({ question: `  ${fresh.toUpperCase()} `, autoNeurogenesis: true })
    expect(again.novelty.cue).toBe(novelty.cue)
    await second.leave()
  })

  test('S0.86 novelty_greeting: a greeting makes nothing and is recorded with what it failed', async () => {
    for (const said of ['hello there', 'thanks a lot', 'ok got it now please', '👍👍👍']) {
      expect((await ask(said)).novelty).toMatchObject({ verdict: 'unfit', created: false })
    }

    expect(await cues()).toEqual([])
    expect((await assessed()).map(({ birth, failed }) => [birth, failed.includes('filler')])).toEqual(
      Array.from({ length: 4 }, () => ['none', true]),
    )
  })

  test('S0.87 deterministic_id_reuse: the question asked again is counted, and no second cue is made', async () => {
    const { cue } = (await ask(fresh)).novelty
    const again = await ask(`${fresh.toLowerCase()} `)
    const reordered = await ask('For winter, which deploy window did the harbour crew agree on?')

    expect([again, reordered].map(({ novelty }) => [novelty.created, novelty.cue])).toEqual([
      [false, cue],
      [false, cue],
    ])
    expect(await cues()).toHaveLength(1)
    expect((await assessed()).map(({ birth }) => birth)).toEqual(['made', 'seen', 'seen'])
  })

  test('S0.88 auto_node_connects_current_turn: it leads to the best of what was found, weakly', async () => {
    const { items, novelty } = await ask(fresh)
    const [{ node: cue } = { node: 0 }] = (await cues()).map(({ data }) => data)
    const out = (await eventsOf('EdgeLinked')).filter(({ data }) => data.source === cue)

    expect(novelty.created).toBe(true)
    expect(out.length).toBeGreaterThan(0)
    for (const { data } of out) {
      expect(data).toMatchObject({ kind: 'grown', reason: 'growth' })
      expect(data.strength).toBeGreaterThanOrEqual(nano(0.12))
      expect(data.strength).toBeLessThanOrEqual(nano(0.25))
    }
    const shown = await memory.show({ what: novelty.cue ?? '' })
    expect(JSON.stringify(shown)).toContain(items[0]?.node)
  })

  test('S0.89 auto_node_connects_temporal: the turns before lead to it, the newest most', async () => {
    await ask('How do we roll back a bad deploy of the API?')
    await ask(fresh)
    const [{ node: cue } = { node: 0 }] = (await cues()).slice(-1).map(({ data }) => data)
    const into = (await eventsOf('EdgeLinked')).filter(({ data }) => data.target === cue)

    expect(into.length).toBeGreaterThan(0)
    for (const { data } of into) {
      expect(data.strength).toBeGreaterThanOrEqual(nano(0.06))
      expect(data.strength).toBeLessThanOrEqual(nano(0.12))
    }
  })

  test('S0.90 probationary_prune: a cue that nobody asks again dies', async () => {
    const { cue = '' } = (await ask(fresh)).novelty
    for (let turn = 0; turn < 14; turn++) await ask('hello there')
    expect((await memory.maintain({})).nodes).toEqual([])
    await ask('hello there')

    expect((await memory.maintain({})).nodes).toContainEqual({ node: cue, became: 'dead' })
    expect((await ask(fresh)).novelty).toMatchObject({ created: true, cue })
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('S0.91 probationary_success: a verdict ends its probation, and it leads where it was taught', async () => {
    const { items, novelty, turn } = await ask(fresh)
    const last = items.at(-1)?.node ?? ''
    await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: [last], session: 'talk' })

    expect(await cues()).toHaveLength(1)
    expect(await eventsOf('NodePromoted')).toHaveLength(1)
    const again = await memory.recall({ question: fresh, record: false })
    expect(again.items[0]?.node).toBe(last)
    for (let more = 0; more < 20; more++) await ask('hello there')
    expect((await memory.maintain({})).nodes).not.toContainEqual({ node: novelty.cue, became: 'dead' })
  })

  test('S0.92 index_upsert_query_in_same_turn: it is found at once, without a rebuild', async () => {
    const { cue = '' } = (await ask(fresh)).novelty

    expect(await memory.show({ what: cue })).toMatchObject({
      nodes: expect.arrayContaining([expect.objectContaining({ node: cue, state: 'probation' })]),
    })
    expect((await ask(fresh)).novelty.cue).toBe(cue)
    expect(await memory.verify({})).toMatchObject({ ok: true })
  })

  test('S0.93 cli_auto_flag_off: without the flag nothing is made, and what would have been made is on record', async () => {
    const { novelty } = await ask(fresh, { autoNeurogenesis: false })

    expect(novelty).toMatchObject({ verdict: 'novel', created: false, refused: 'off' })
    expect(await cues()).toEqual([])
  })

  test('S0.94 cli_auto_flag_on: turn, cue, edges and index are one commit', async () => {
    await ask(fresh)
    const [cue] = await cues()
    const turn = (await stage.log()).events.filter(
      ({ commit, position }) => position >= (cue?.position ?? 0) - 1_000 && commit.at === cue?.commit.at,
    )

    expect(turn.some(({ type }) => type === 'TurnStarted')).toBe(true)
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })
})
