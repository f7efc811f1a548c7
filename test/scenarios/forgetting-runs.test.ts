/** When a run of forgetting comes, what it writes, and what it tells. */
import { describe, expect, test } from 'vitest'
import { clock, deploy, eventsOf, inFadingStory, memory, pass, strengthOf, teach, typesSince } from '../models/fading-story.ts'
import { heldLearner } from '../models/held-learner.ts'
import { openStore } from '../models/open-store.ts'
import { withNotes } from '../models/player.ts'
import { ranking } from './stage.ts'

inFadingStory()

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

  test('that let a kind of question die is taken back by a rollback, and so is that rollback: every ranking is back, to the bit', async () => {
    const ranked = async () => ranking(await memory.recall({ question: deploy, record: false }))
    await teach()
    const { position } = await memory.show({})
    const then = await ranked()
    await pass(40)
    await memory.maintain({})
    expect(await typesSince(position)).toContain('NodeRetired')
    const dead = { position: (await memory.show({})).position, ranked: await ranked() }
    expect(dead.ranked).not.toEqual(then)
    const cue = expect.stringMatching(/^auto:/)

    const would = await memory.rollback({ to: String(position), dryRun: true })
    const done = await memory.rollback({ to: String(position) })

    expect(await ranked()).toEqual(then)
    expect([would.back, done.back]).toEqual([[cue], [cue]])
    const foreseen = would.rankings?.find(({ question }) => question === deploy)
    expect(foreseen?.after.map(({ node, score }) => [node, score])).toEqual(then.slice(0, 5))

    expect((await memory.rollback({ to: String(dead.position) })).out).toEqual([cue])
    expect(await ranked()).toEqual(dead.ranked)
    expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
    expect(await memory.replay({})).toMatchObject({ effects: { equal: true } })
  })

  test('after a word that was just said leaves it alone', async () => {
    await pass(100)
    const { edge } = await teach()

    await memory.maintain({})

    expect(await strengthOf(edge)).toBe(0.6)
  })
})
