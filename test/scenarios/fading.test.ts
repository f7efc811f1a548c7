/** What is not used fades, is let go and dies; what is used again comes back; all of it stands in the log and can be taken back. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type HandClock, handClock } from '../models/hand-clock.ts'
import { heldLearner } from '../models/held-learner.ts'
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
const teach = async (verdict: 'used' | 'not-relevant' = 'used', question = deploy, tier: 'agent' | 'conscious' = 'conscious') => {
  const { items, turn } = await memory.recall({ question })
  const node = items[0]?.node ?? expect.unreachable()
  const { adjustments } = await memory.feedback({ verdict, turn: turn ?? '', nodes: [node], tier })
  return { node, turn: turn ?? '', edge: adjustments[0]?.edge ?? expect.unreachable() }
}
const linked = async (edge: string) => (await memory.show({ what: edge })).edges[0]?.linked
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

    await memory.maintain({})
    expect(await linked(edge)).toBe(true)

    await pass(3)
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

  test('are left alone where they say something else', async () => {
    const one = await teach('used', 'Roll back a bad deploy')
    const two = await teach('used', 'ship rollback')
    expect(two.node).toBe(one.node)

    expect(await memory.maintain({})).toMatchObject({ merged: 0 })
  })

  test('are left alone where one says only a part of the other', async () => {
    const long = `${deploy} The crew of the night watch on call would like to know.`
    expect((await teach('used', long)).node).toBe((await teach('used', deploy)).node)
    const mergingFrom = (alike: number) => memory.profile({ profile: 'balanced', settings: { ...quick, 'forgetting.merge.alike': alike } })

    await mergingFrom(0.6)
    expect(await memory.maintain({ dryRun: true })).toMatchObject({ merged: 0 })
    await mergingFrom(0.1)
    expect(await memory.maintain({ dryRun: true })).toMatchObject({ merged: 1 })
  })

  test('are merged the most alike first, where not all may be', async () => {
    await memory.profile({ profile: 'balanced', settings: { ...quick, 'forgetting.merge.most': 1 } })
    const cues: Array<string> = []
    for (const question of [`${deploy} The crew would like to know.`, deploy, `${deploy} today?`]) {
      const { edge } = await teach('used', question)
      cues.push((await memory.show({ what: edge })).edges[0]?.source ?? '')
    }
    const [, one, alike] = cues

    expect((await memory.maintain({})).nodes).toEqual([{ node: alike, became: 'merged', into: one }])
  })

  test('take over what either led to; what is weak of that is nobody’s word, and goes with the next run', async () => {
    await memory.profile({
      profile: 'balanced',
      settings: { ...quick, 'forgetting.decay.SEQ': 1, 'forgetting.decay.SIM': 1, 'forgetting.decay.CAUSE': 1 },
    })
    const [right = '', other = ''] = (await memory.recall({ question: deploy, record: false })).items.map(({ node }) => node)
    for (const [question, verdict] of [
      [deploy, 'partial'],
      [`${deploy} today?`, 'used'],
    ] as const) {
      const turn = (await memory.recall({ question })).turn ?? ''
      await memory.feedback({ verdict: 'used', turn, nodes: [right] })
      await memory.feedback({ verdict, turn, nodes: [other], tier: 'agent' })
    }
    await pass(3)
    expect(await memory.maintain({})).toMatchObject({ merged: 1 })
    await pass(1)

    const { edges } = await memory.maintain({})
    expect(edges).toContainEqual(expect.objectContaining({ target: other, strength: 0.02, reason: 'weak' }))
  })

  test('are left alone where they disagree', async () => {
    await teach('used', 'How do we roll back a bad deploy of the API?')
    await teach('not-relevant', 'How do we roll back a bad deploy of the API today?')

    expect(await memory.maintain({})).toMatchObject({ merged: 0 })
  })
})

describe('a run', () => {
  test('tells how many turns passed since the one before', async () => {
    await pass(3)
    expect(await memory.maintain({})).toMatchObject({ turns: 3 })
    await pass(2)
    expect(await memory.maintain({})).toMatchObject({ turns: 2 })
  })

  test('that somebody new asks for is the cause of all that fades in it, and theirs; one that is due is the memory’s own', async () => {
    await teach()
    await pass(40)
    await memory.maintain({ actor: 'caretaker' })
    await teach()
    await pass(10)
    await memory.maintain({ when: 'turn' })

    const requests = (await eventsOf()).filter(({ type }) => type === 'MaintenanceRequested')
    const causes = (await eventsOf()).flatMap(({ cause, type }) => (type === 'StrengthsDecayed' ? [cause] : []))
    expect(new Set(causes)).toEqual(new Set(requests.map(({ position }) => position)))
    const [asked, due] = requests.map(({ commit }) => commit.actor)
    expect(asked).toBeGreaterThan(0)
    expect(due).toBe(0)
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('that is not due does nothing and says why', async () => {
    await teach()
    const { position } = await memory.show({})

    expect(await memory.maintain({ when: 'turn' })).toMatchObject({ waits: 'early', position })
    await pass(10)
    expect(await memory.maintain({ when: 'turn' })).not.toHaveProperty('waits')
    expect(await memory.maintain({ when: 'turn' })).toMatchObject({ waits: 'early' })
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

  test('comes after all that was said is learned; a rehearsal goes by what is learned so far', async () => {
    const learner = heldLearner()
    const held = openStore({ clock, between: learner.between })
    const waiting = await withNotes(await held.memory())
    await waiting.recall({ question: deploy })
    learner.hold(true)
    await expect(waiting.feedback({ verdict: 'used', nodes: [] })).rejects.toMatchObject({ _tag: 'StoreUnavailable' })
    learner.hold(false)

    await waiting.maintain({ dryRun: true })
    expect((await waiting.show({})).backlog).toBe(1)
    await waiting.maintain({})
    expect((await waiting.show({})).backlog).toBe(0)
    expect(await waiting.verify({ rederive: true })).toMatchObject({ ok: true })
    await held.close()
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

  test('twice is protecting once, and so is taking it away', async () => {
    const { node } = await teach()
    await memory.protect({ node })
    const { position } = await memory.show({})

    expect(await memory.protect({ node, actor: 'somebody new' })).toMatchObject({ state: 'protected', position })
    await memory.protect({ node, off: true })
    expect(await memory.protect({ node, off: true })).toMatchObject({ state: 'normal', position: position + 1 })
  })

  test('of what is not there says so', async () => {
    await expect(memory.protect({ node: 'nowhere/at-all.md' })).rejects.toMatchObject({ _tag: 'NotFound' })
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
