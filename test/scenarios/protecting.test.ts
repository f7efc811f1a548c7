/** A memory that the owner protects is kept. */
import { describe, expect, test } from 'vitest'
import { inFadingStory, linked, memory, pass, strengthOf, teach } from '../models/fading-story.ts'

inFadingStory()

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

  test('lasts where a document loses the passage and has it again; what was not protected then comes back as any other', async () => {
    const tides = '# Tides\n\nThe tide turns twice a day.\n'
    const crabs = '\n## Low tide\n\nCrabs walk at low tide, and leave a trail.\n'
    const node = 'tides.md#low-tide'
    const stateOf = async () => (await memory.show({ what: node })).nodes[0]?.state
    const read = async (text: string) => {
      await memory.ingest({ documents: [{ source: 'tides.md', format: 'markdown', text }] })
      return stateOf()
    }
    await read(tides + crabs)
    await memory.protect({ node })

    expect(await read(tides)).toBe('retired')
    expect(await read(tides + crabs)).toBe('protected')

    await memory.protect({ node, off: true })
    await read(tides)
    expect(await read(tides + crabs)).toBe('normal')
  })

  test('holds while its document does not have the passage, and can be taken away then', async () => {
    const tides = '# Tides\n\nThe tide turns twice a day.\n'
    const whole = `${tides}\n## Low tide\n\nCrabs walk at low tide, and leave a trail.\n`
    const node = 'tides.md#low-tide'
    const read = (text: string) => memory.ingest({ documents: [{ source: 'tides.md', format: 'markdown', text }] })
    await read(whole)
    const { turn } = await memory.recall({ question: 'When do crabs walk and leave a trail?' })
    const { adjustments } = await memory.feedback({ verdict: 'used', turn: turn ?? '', nodes: [node] })
    const edge = adjustments[0]?.edge ?? expect.unreachable()
    const weak = await memory.recall({ question: 'Who leaves a trail?' })
    const said = await memory.feedback({ verdict: 'used', turn: weak.turn ?? '', nodes: [node], tier: 'agent' })
    const weakEdge = said.adjustments[0]?.edge ?? expect.unreachable()
    await memory.protect({ node })

    await read(tides)
    await pass(40)
    await memory.maintain({})
    await read(whole)
    expect([await linked(edge), await strengthOf(edge)]).toEqual([true, 0.3])
    expect([await linked(weakEdge), await strengthOf(weakEdge)]).toEqual([true, 0.02])

    await read(tides)
    expect(await memory.protect({ node, off: true })).toMatchObject({ state: 'retired' })
    await read(whole)
    expect((await memory.show({ what: node })).nodes[0]?.state).toBe('normal')
  })
})
