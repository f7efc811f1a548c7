/** Kinds of question that are one become one. */
import { describe, expect, test } from 'vitest'
import { deploy, eventsOf, inFadingStory, memory, pass, quick, teach } from '../models/fading-story.ts'

inFadingStory()

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
    for (const question of [`${deploy} The crew of the night watch on call would like to know.`, deploy, `${deploy} today?`]) {
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
