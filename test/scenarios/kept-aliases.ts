/** What becomes of aliases when their text moves, and when what they led to is learned from: one story for every store. */
import { expect } from 'vitest'
import type { AskedMemory } from '../models/open-store.ts'

const [fact, other] = ['Nora keeps the key of the archive in a tin.', 'The lift is inspected every spring.'] as const
const [alias, asked] = ['What opens the records room?', 'what opens the records room'] as const
const note = (source: string, ...texts: ReadonlyArray<string>) => ({
  source,
  format: 'markdown' as const,
  text: texts.map((text, i) => `${'#'.repeat(i === 0 ? 1 : 2)} Part ${i}\n\n${text}\n`).join('\n'),
})

/** The aliases of the memory with the first fact, and what a question in their words finds. */
const seen = async (memory: AskedMemory) => {
  const { items } = await memory.recall({ question: asked, record: false })
  const node = items.find(({ content }) => content.includes(fact))?.node
  const shown = node === undefined ? [] : ((await memory.show({ what: node })).nodes[0]?.aliases ?? [])
  return [node, shown.map(({ text }) => text)] as const
}

/** Aliases of a person go with their text, and stay with the memory when it gets another text, until they are taken back. */
export const movedStory = async (memory: AskedMemory): Promise<void> => {
  const folder = { root: 'notes', below: '' }
  const read = (...documents: ReadonlyArray<ReturnType<typeof note>>) =>
    memory.ingest({ documents: documents.map((one) => ({ ...one, root: 'notes' })), folders: [folder], prune: true })
  await read(note('a.md', fact, other), note('b.md', other))
  const [node = ''] = (await memory.recall({ question: 'key archive tin', record: false })).items.map((one) => one.node)
  await memory.alias({ node, aliases: [alias] })
  expect((await seen(memory))[1]).toEqual([alias])

  await read(note('renamed.md', fact, other), note('b.md', other))
  expect(await seen(memory)).toEqual([expect.stringMatching(/^renamed\.md/), [alias]])
  await read(note('renamed.md', other), note('b.md', other, fact))
  expect(await seen(memory)).toEqual([expect.stringMatching(/^b\.md/), [alias]])
  await read(note('renamed.md', other), note('b.md', other, 'The tin is empty.'))
  const [kept = ''] = (await memory.recall({ question: asked, record: false })).items.map((one) => one.node)
  expect(kept).toMatch(/^b\.md/)
  expect((await memory.show({ what: kept })).nodes[0]?.aliases).toEqual([{ text: alias, by: 'person' }])
  await memory.alias({ node: kept, aliases: [alias], remove: true })
  expect((await memory.recall({ question: asked, record: false })).items).toEqual([])
  expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
}

/** A memory that only its alias led to is learned from as any other; a reply in the words of an alias alone is no use of it. */
export const learnedStory = async (memory: AskedMemory): Promise<void> => {
  await memory.ingest({ documents: [note('a.md', fact), note('b.md', other)] })
  await memory.alias({ node: 'a.md', aliases: [alias] })
  const turn = async (reply: string) => {
    const { items, turn: number } = await memory.recall({ question: asked, session: 's', sessionKind: 'interactive' })
    expect(items[0]?.node).toBe('a.md')
    return memory.complete({ turn: number ?? '', session: 's', outcome: 'success', durationMs: 1, reply })
  }
  // The words of the alias alone.
  expect((await turn(`${alias} I do not know.`)).used).toEqual([])
  expect((await turn(fact)).used).toEqual(['a.md'])

  await memory.feedback({ verdict: 'used', nodes: ['a.md'], session: 's' })
  await memory.learn({})
  expect((await memory.log({ type: 'StrengthAdjusted' })).events.length).toBeGreaterThan(0)
  const { items } = await memory.recall({ question: asked, record: false })
  expect(items[0]?.node).toBe('a.md')
  expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
}
