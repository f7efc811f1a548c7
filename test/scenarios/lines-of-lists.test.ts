/** Files of long lists as their owners change them: each line stays the memory that it was, and nothing of another line is touched. */
import { describe, expect, test } from 'vitest'
import { type AskedMemory, openStore } from '../models/open-store.ts'

const rooms = ['cellar', 'attic', 'kitchen', 'garage', 'study', 'nursery', 'pantry', 'laundry', 'workshop', 'hall']
const keyLine = (room: string) => `Key of the ${room}: hangs on the green hook behind the door, next to the fuse box`
const listed = (lines: ReadonlyArray<string>) => `# House\n\n## Keys\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`
const keys = rooms.map(keyLine)
const read = (memory: AskedMemory, text: string) =>
  memory.ingest({ documents: [{ source: 'house.md', format: 'markdown', text }], today: '2026-11-28' })
const firstOf = async (memory: AskedMemory, question: string) => (await memory.recall({ question, record: false })).items[0]

const withMemory = async (story: (memory: AskedMemory) => Promise<void>) => {
  const store = openStore()
  try {
    await story(await store.memory())
  } finally {
    await store.close()
  }
}

describe('a file with a long list', () => {
  test('of lines that differ in one word gives the line that is asked for', () =>
    withMemory(async (memory) => {
      await read(memory, listed(keys))

      for (const room of rooms) expect((await firstOf(memory, `Where is the key of the ${room}?`))?.content).toContain(keyLine(room))
    }))

  test('that becomes prose and a list again has its lines back, with what was learned on them', () =>
    withMemory(async (memory) => {
      await read(memory, listed(keys))
      const question = 'Where is the key of the garage?'
      const before = await memory.recall({ question, session: 'a' })
      const node = before.items[0]?.node ?? ''
      await memory.feedback({ verdict: 'used', nodes: [node], session: 'a', text: 'yes' })
      const learned = await firstOf(memory, question)
      await read(memory, `# House\n\n## Keys\n\nAll keys are with the neighbour, Mrs Ostrander, since the burglary of last winter.\n`)
      const during = await memory.recall({ question, record: false })
      const prose = await firstOf(memory, 'Who has all keys since the burglary?')
      await read(memory, listed(keys))
      const after = await firstOf(memory, question)

      expect(during.items.map((item) => item.node)).not.toContain(node)
      expect(prose?.content).toContain('Ostrander')
      expect(learned?.score).toBeGreaterThan(before.items[0]?.score ?? 0)
      expect(after).toEqual(learned)
      expect((await memory.recall({ question: 'Ostrander', record: false })).items).toEqual([])
      expect((await memory.verify({ rederive: true })).ok).toBe(true)
    }))

  test('of four lines keeps what was learned on one where another is deleted, and where the file is gone for a time', () =>
    withMemory(async (memory) => {
      const four = keys.slice(0, 4)
      await read(memory, listed(four))
      const question = 'Where is the key of the attic?'
      const node = (await memory.recall({ question, session: 'a' })).items[0]?.node ?? ''
      await memory.feedback({ verdict: 'used', nodes: [node], session: 'a', text: 'yes' })
      const lesson = async () => {
        const { path = [], node: first } = (await firstOf(memory, question)) ?? {}
        return { first, edges: path.map(({ edge, kind, strength }) => ({ edge, kind, strength })) }
      }
      const learned = await lesson()
      const counts = []
      for (const left of [four.slice(1), four.slice(1, 3), four.slice(1, 2), four.slice(0, 2)]) {
        const { added, retired } = (await read(memory, listed(left))).nodes
        counts.push([added, retired])
        expect(await lesson()).toEqual(learned)
      }
      const folder = { root: '/notes', below: '' }
      const file = { source: 'house.md', format: 'markdown' as const, root: folder.root }
      await memory.ingest({ documents: [{ ...file, text: listed(four.slice(0, 2)) }], folders: [folder] })
      await memory.ingest({ documents: [], folders: [folder], prune: true })
      const gone = await lesson()
      await memory.ingest({ documents: [{ ...file, text: listed(four.slice(0, 3)) }], folders: [folder] })

      expect(counts).toEqual([
        [0, 1],
        [0, 1],
        [0, 1],
        [1, 0],
      ])
      expect(gone).toEqual({ first: undefined, edges: [] })
      expect(learned).toMatchObject({ first: node, edges: [{ kind: 'learned' }] })
      expect(await lesson()).toEqual(learned)
      expect((await memory.verify({ rederive: true })).ok).toBe(true)
    }))

  test('with the same line twice loses neither where they are moved, and one where one is deleted', () =>
    withMemory(async (memory) => {
      const twice = [keyLine('cellar'), ...keys, keyLine('cellar')]
      const nodesOf = async () => (await memory.list({})).documents.items[0]?.passages
      await read(memory, listed(twice))
      const all = await nodesOf()
      const { nodes } = await read(memory, listed([...twice].reverse()))
      const moved = await nodesOf()
      await read(memory, listed(keys))

      expect(nodes).toMatchObject({ added: 0, retired: 0 })
      expect(moved).toBe(all)
      expect(await nodesOf()).toBe((all ?? 0) - 2)
    }))

  test('with a secret in one line leaves out the secret and keeps the line and all others', () =>
    withMemory(async (memory) => {
      const secret = 'sk-proj-9aZ81bYc72Xd63We54Vf45Ug36Th27Si18Rj09Qk'
      await read(memory, listed([...keys, `API key of the heating: ${secret}`]))
      const found = await firstOf(memory, 'What is the API key of the heating?')

      expect(found?.content).toContain('API key of the heating')
      expect(JSON.stringify(await memory.export({}))).not.toContain(secret)
      expect((await firstOf(memory, 'Where is the key of the attic?'))?.content).toContain(keyLine('attic'))
    }))
})
