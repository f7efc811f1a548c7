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

  test('knows the same question with the time stamp of a host', () =>
    withMemory(async (memory) => {
      await read(memory)
      const same = await memory.recall({ question: `[Fri 2026-11-20 14:31 UTC] ${question}`, session: 'a' })
      await memory.recall({ question: 'What hangs behind the blue oar?', session: 'b' })
      await edit(memory)

      expect((await lost(memory)).ends.from).toMatchObject({ recalled: true })
      expect((await lost(memory)).ends.from.position).toBeLessThan(same.position)
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

  test('begins before its text changed, where no turn recalled it', () =>
    withMemory(async (memory) => {
      await read(memory)
      const { position } = await read(memory)
      await edit(memory)

      expect(await lost(memory)).toMatchObject({
        ends: { from: { position, recalled: true }, to: { recalled: false } },
        cause: { type: 'NodeRevised' },
      })
    }))

  const gone = (memory: AskedMemory) => memory.ingest({ documents: [], folders: [{ root, below: '' }], prune: true })

  test('begins before its document was deleted, where nobody ever asked', () =>
    withMemory(async (memory) => {
      const { position } = await read(memory)
      await gone(memory)
      const found = await lost(memory)

      expect(found).toMatchObject({
        ends: { from: { position, recalled: true }, to: { recalled: false } },
        event: { type: 'NodeRetired' },
        next: { says: expect.stringContaining('A document did this') },
      })
      expect(await memory.bisect({ question, node: note, absent: true, to: String(found.position) })).toMatchObject({
        event: { type: 'NodeRetired' },
      })
    }))

  test('begins before the last of several deletions', () =>
    withMemory(async (memory) => {
      await read(memory)
      await gone(memory)
      const { position } = await read(memory)
      await gone(memory)

      expect(await lost(memory)).toMatchObject({ ends: { from: { position, recalled: true } }, event: { type: 'NodeRetired' } })
    }))

  test('begins before one section was taken out of its document', () =>
    withMemory(async (memory) => {
      const { position } = await read(memory)
      await memory.ingest({
        documents: [{ ...files()[0], source: 'a.md', format: 'markdown', root, text: '# Harbour\n\n## Pumps\n\nRed.\n' }],
      })

      expect(await lost(memory)).toMatchObject({ ends: { from: { position, recalled: true } }, event: { type: 'NodeRetired' } })
    }))

  test('begins before an end that is given, where it was deleted before that', () =>
    withMemory(async (memory) => {
      await read(memory)
      const { position } = await gone(memory)
      await read(memory)

      expect(await lost(memory, { to: String(position) })).toMatchObject({ event: { type: 'NodeRetired' } })
    }))

  test('names the search to make where the ends that were given agree', () =>
    withMemory(async (memory) => {
      const { position } = await read(memory)
      const { position: end } = await gone(memory)
      const told = { event: null, next: { commands: [expect.arrayContaining(['--from', String(position), '--to', String(end)])] } }

      expect(await memory.bisect({ question, node: note })).toMatchObject(told)
      expect(await lost(memory, { from: '1' })).toMatchObject(told)
      expect(await memory.bisect({ question, node: note, from: String(position) })).toMatchObject({ event: { type: 'NodeRetired' } })
    }))

  test('says that both ends agree where the question never recalled it, before and after it was deleted', () =>
    withMemory(async (memory) => {
      await read(memory)
      await gone(memory)

      const found = await memory.bisect({ question: 'Who bakes the bread?', node: note, absent: true })
      expect(found).toMatchObject({
        event: null,
        note: expect.stringContaining('Both ends agree'),
        next: { commands: [expect.arrayContaining(['why-not'])] },
      })
    }))

  test('says that both ends agree where it neither went nor changed', () =>
    withMemory(async (memory) => {
      await read(memory)

      expect(await memory.bisect({ question: 'Who bakes the bread?', node: note, absent: true })).toMatchObject({
        ends: { from: { position: 0 } },
        event: null,
        note: expect.stringContaining('Both ends agree'),
      })
    }))
})
