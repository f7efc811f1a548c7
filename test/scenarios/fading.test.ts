/** Unused memories decay, are pruned and die; used ones come back; all of it is in the log and can be rolled back. */
import { describe, expect, test } from 'vitest'
import { clock, deploy, eventsOf, inFadingStory, linked, memory, pass, strengthOf, teach, typesSince } from '../models/fading-story.ts'

inFadingStory()

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

    expect(first).toMatchObject({
      edges: expect.arrayContaining([
        expect.objectContaining({ edge, reason: 'stale', source: expect.stringMatching(/^auto:/), target: node }),
      ]),
    })
    expect(first.edges.length).toBe(first.pruned)
    expect(first.pruned).toBeGreaterThan(1)
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

  test('is let go with its kind of question; a word on no recall in particular brings both back, and makes no new ones', async () => {
    const { edge } = await teach()
    await pass(40)
    await memory.maintain({})
    const { counts } = await memory.show({})
    await memory.recall({ question: deploy })

    await memory.feedback({ verdict: 'success', nodes: [] })

    expect(await linked(edge)).toBe(true)
    expect((await memory.show({})).counts.nodes).toEqual(counts.nodes)
    expect((await eventsOf()).filter(({ type }) => type === 'NodeRestored')).toHaveLength(1)
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

  test('stays for as long as a word on it is fresh, though nothing uses it', async () => {
    const { items, turn } = await memory.recall({ question: deploy })
    const node = items[0]?.node ?? expect.unreachable()
    const say = (verdict: 'used' | 'success') => memory.feedback({ verdict, turn: turn ?? '', nodes: [node], tier: 'agent' })
    const edge = (await say('used')).adjustments[0]?.edge ?? expect.unreachable()
    await pass(40)
    await say('success')
    await memory.recall({ question: 'When is the fridge of the kitchen emptied?' })

    const said = await strengthOf(edge)
    await memory.maintain({})
    expect(await strengthOf(edge)).toBe(said)

    await pass(3)
    await memory.maintain({})
    expect(await strengthOf(edge)).toBeLessThan(said ?? 0)

    await pass(10)
    await memory.maintain({})
    expect(await linked(edge)).toBe(false)
  })

  test('stays a little longer in a week in which most of the memories are new', async () => {
    const { edge } = await teach()
    await pass(28)

    await memory.maintain({})
    const left = (await strengthOf(edge)) ?? 0
    expect([left > 0.03, left < 0.05, await linked(edge)]).toEqual([true, true, true])

    clock.now += 7 * 86_400_000
    expect(await memory.maintain({})).toMatchObject({ faded: 0, edges: [{ edge, strength: left, reason: 'weak' }] })
  })

  test('does not fade away where it leads to a protected memory', async () => {
    const { edge, node } = await teach()
    await memory.protect({ node })
    await pass(60)

    await memory.maintain({})

    expect((await memory.show({ what: edge })).edges[0]).toMatchObject({ linked: true, strength: 0.3 })
    const { history, strength } = await memory.blame({ edge })
    expect([strength, history.at(-1)?.reason]).toEqual([0.3, 'protected'])
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

describe('found by trying to break it', () => {
  test('an outcome on turns that have paid brings nothing back', async () => {
    await memory.recall({ question: deploy })
    await memory.feedback({ verdict: 'success', nodes: [] })
    await memory.recall({ question: `${deploy} today` })
    await memory.feedback({ verdict: 'success', nodes: [] })
    expect(await memory.maintain({})).toMatchObject({ merged: 1 })
    const { position } = await memory.show({})

    expect(await memory.feedback({ verdict: 'success', nodes: [] })).toMatchObject({ refused: 'consumed' })

    expect(await typesSince(position)).toEqual(['OutcomeGiven', 'FeedbackAttributed'])
  })

  test('what was let go and then spoken of again stays', async () => {
    const { edge } = await teach('used', deploy, 'agent')
    await pass(400)
    await memory.maintain({})
    await memory.maintain({})
    expect((await memory.show({ what: edge })).edges[0]?.linked).toBe(false)
    expect((await teach('used', deploy, 'agent')).edge).toBe(edge)

    await memory.maintain({})

    expect((await memory.show({ what: edge })).edges[0]?.linked).toBe(true)
  })

  test('what a merge linked can be taken back and derived again', async () => {
    await teach('used', 'How do we roll back a bad deploy of the API?')
    await teach('used', 'How do we roll back a bad deploy of the API?')
    const two = await memory.recall({ question: 'How do we roll back a bad deploy of the API today?' })
    const [first = '', second = ''] = two.items.map(({ node }) => node)
    await memory.feedback({ verdict: 'used', turn: two.turn ?? '', nodes: [first] })
    await memory.feedback({ verdict: 'used', tier: 'agent', turn: two.turn ?? '', nodes: [second] })
    const { position } = await memory.show({})
    expect(await memory.maintain({})).toMatchObject({ merged: 1 })
    expect(await typesSince(position)).toContain('EdgeLinked')

    await memory.rollback({ to: String(position) })

    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('a rehearsal tells the strengths that the run tells', async () => {
    await teach()
    await pass(40)

    const rehearsed = await memory.maintain({ dryRun: true })

    expect(rehearsed.edges.length).toBeGreaterThan(1)
    expect((await memory.maintain({})).edges).toEqual(rehearsed.edges)
  })
})
