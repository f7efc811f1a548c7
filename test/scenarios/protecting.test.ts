/** What the owner protects is kept. */
import { describe, expect, test } from 'vitest'
import { inFadingStory, memory, teach } from '../models/fading-story.ts'

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
})
