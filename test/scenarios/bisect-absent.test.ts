/** Where a memory got lost: a search for it begins by itself before the newest turn that recalled the memory. */
import { describe, expect, test } from 'vitest'
import { type AskedMemory, openStore } from '../models/open-store.ts'

const root = '/home/notes'
const question = 'Where does the spare key of the boathouse hang?'
const key = 'The spare key of the boathouse hangs behind the blue oar.'
const note = 'a.md#shed'
const files = (text = key) => [
  {
    source: 'a.md',
    format: 'markdown' as const,
    text: `# Harbour\n\n## Shed\n\n${text}\n\n## Pumps\n\nThe bilge pump starts with the red lever.\n`,
    root,
  },
]
const read = (memory: AskedMemory, text?: string) => memory.ingest({ documents: files(text) })
const edit = (memory: AskedMemory) => read(memory, 'Nobody lends anything any more.')

const withMemory = async (story: (memory: AskedMemory) => Promise<void>) => {
  const store = openStore()
  try {
    await story(await store.memory())
  } finally {
    await store.close()
  }
}
const lost = (memory: AskedMemory, more: { readonly from?: string; readonly to?: string } = {}) =>
  memory.bisect({ question, node: note, absent: true, ...more })

describe('bisect for where a memory got lost', () => {
  test('begins before the newest turn that asked the same and recalled it', () =>
    withMemory(async (memory) => {
      await read(memory)
      const first = await memory.recall({ question, session: 'a' })
      const second = await memory.recall({ question, session: 'b' })
      const { position } = await edit(memory)
      const found = await lost(memory)

      expect(second.items[0]?.node).toBe(note)
      expect(found.ends.from.recalled).toBe(true)
      expect(found.ends.from.position).toBeGreaterThanOrEqual(first.position)
      expect(found.ends.from.position).toBeLessThan(second.position)
      expect(found.ends.to.recalled).toBe(false)
      expect(found.event).not.toBeNull()
      expect(found.position ?? 0).toBeLessThanOrEqual(position)
    }))

  test('begins before a turn that asked something else, where none asked the same', () =>
    withMemory(async (memory) => {
      await read(memory)
      await memory.recall({ question: 'What hangs behind the blue oar?', session: 'a' })
      await edit(memory)

      expect(await lost(memory)).toMatchObject({
        ends: { from: { recalled: true }, to: { recalled: false } },
        cause: { type: 'NodeRevised' },
      })
    }))

  test('passes over newer turns that did not recall it', () =>
    withMemory(async (memory) => {
      await read(memory)
      await memory.recall({ question, session: 'a' })
      await edit(memory)
      await memory.recall({ question, session: 'b' })

      expect(await lost(memory)).toMatchObject({ ends: { from: { recalled: true } }, cause: { type: 'NodeRevised' } })
    }))

  test('looks no further than the end that is given', () =>
    withMemory(async (memory) => {
      await read(memory)
      await memory.recall({ question, session: 'a' })
      const { position } = await edit(memory)
      await read(memory)
      await memory.recall({ question, session: 'b' })

      expect(await lost(memory, { to: String(position) })).toMatchObject({
        ends: { from: { recalled: true } },
        cause: { type: 'NodeRevised' },
      })
    }))

  test('begins where it is told to', () =>
    withMemory(async (memory) => {
      await read(memory)
      await memory.recall({ question, session: 'a' })
      await edit(memory)

      expect(await lost(memory, { from: '1' })).toMatchObject({ ends: { from: { position: 1, recalled: false } }, event: null })
    }))

  test('says that both ends agree where no turn recalled it', () =>
    withMemory(async (memory) => {
      await read(memory)
      await edit(memory)

      const found = await lost(memory)
      expect(found).toMatchObject({ ends: { from: { position: 0 } }, event: null, note: expect.stringContaining('Both ends agree') })
    }))
})
