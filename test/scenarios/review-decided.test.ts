/** What the owner decided last about what waited: told with the list, each with the place by which it is taken back alone. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage('empty')
  await stage.memory.init({})
  await stage.memory.profile({ profile: 'balanced', settings: { review: 'on' } })
  for (const boat of ['red', 'blue', 'green']) await read(`${boat}.md`, `The ${boat} boat is in repair.`)
})
afterEach(() => stage.leave())

const read = (source: string, text: string) =>
  stage.memory.ingest({ documents: [{ source, format: 'markdown', text: `# Boat\n\n${text}\n` }], origin: 'agent' })
const decide = (decision: 'approve' | 'refuse', ...nodes: ReadonlyArray<string>) => stage.memory.review({ decision, nodes })
const lately = async (most = 10, at?: string) =>
  ((await stage.memory.review({ lately: most, ...(at === undefined ? {} : { at }) })).lately ?? []).map(({ node, review }) => [
    node,
    review,
  ])
const takeBack = async (node: string) => {
  const { position } = (await stage.memory.review({ lately: 10 })).lately?.find((one) => one.node === node) ?? { position: 0 }
  return stage.memory.unlearn({ since: String(position - 1), until: String(position) })
}

test('the newest first, as many as are asked for, each memory once, and none in a list that does not ask', async () => {
  await decide('refuse', 'red.md')
  await decide('approve', 'red.md', 'blue.md')
  const { position } = await stage.memory.review({})
  await decide('refuse', 'green.md')

  expect((await stage.memory.review({})).lately).toBeUndefined()
  expect(await lately()).toEqual([
    ['green.md', 'refused'],
    ['blue.md', 'approved'],
    ['red.md', 'approved'],
  ])
  expect(await lately(1)).toEqual([['green.md', 'refused']])
  expect(await lately(10, String(position))).toEqual([
    ['blue.md', 'approved'],
    ['red.md', 'approved'],
  ])
  await expect(stage.memory.review({ decision: 'approve', nodes: ['red.md'], lately: 3 })).rejects.toThrow('it belongs to the list')
})

test('one is taken back alone by its position, also one of several that were decided at once', async () => {
  await decide('approve', 'red.md', 'blue.md')
  await decide('refuse', 'green.md')

  expect((await takeBack('red.md')).reviews).toEqual([{ node: 'red.md', from: 'approved', to: 'waits' }])

  expect((await stage.memory.review({})).waiting.map(({ node }) => node)).toEqual(['red.md'])
  expect(await lately()).toEqual([
    ['green.md', 'refused'],
    ['blue.md', 'approved'],
  ])
})

test('of a decision that was changed, the one before stands again when the last is taken back', async () => {
  await decide('approve', 'red.md')
  await decide('refuse', 'red.md')
  await takeBack('red.md')
  expect(await lately()).toEqual([['red.md', 'approved']])
})

test('what got another text since is decided no more', async () => {
  await decide('approve', 'red.md')
  await read('red.md', 'The red boat is sold.')
  expect(await lately()).toEqual([])
})
