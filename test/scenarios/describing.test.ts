import { afterAll, describe, expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'

const store = openStore({ seed: 'describing' })
afterAll(() => store.close())

describe('the description of a brain', () => {
  test('is shown by the list of brains, and the last one holds', async () => {
    const memory = await store.memory()
    for (const brain of ['work', 'home']) await memory.init({ brain })
    const first = await memory.describe({ brain: 'work', about: 'notes of the release team' })
    const second = await memory.describe({ brain: 'work', about: 'notes of the payments team' })
    const { brains } = await memory.brains({})

    expect(second.position).toBeGreaterThan(first.position)
    expect(brains.map(({ about, key }) => [key, about])).toEqual([
      ['local/main/home', undefined],
      ['local/main/work', 'notes of the payments team'],
    ])
  })

  test('is for the owner, and has words and no secret', async () => {
    const memory = await store.memory()
    const secret = 'the key is sk-proj-0A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t'

    await expect(memory.describe({ brain: 'work', about: 'x', origin: 'agent' })).rejects.toMatchObject({ field: 'origin' })
    await expect(memory.describe({ brain: 'work', about: '  ' })).rejects.toMatchObject({ _tag: 'InvalidRequest', field: 'about' })
    expect((await memory.describe({ brain: 'work', about: secret })).about).not.toContain('sk-proj')
  })
})
