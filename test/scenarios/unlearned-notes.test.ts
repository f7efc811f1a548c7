import { expect, test } from 'vitest'
import { openStage, ranking, type Stage } from './stage.ts'

test('notes that an unlearning took out stay out when their file is read in again, and the answer says how they come back', async () => {
  const stage = await openStage('empty')
  const { memory } = stage
  const note = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
  const visitors = [note('visitor.md', '# Ferry\n\nThe ferry leaves from the north pier.')]
  await memory.ingest({ documents: [note('own.md', '# Ferry\n\nThe ferry leaves at nine.')] })
  await memory.ingest({ documents: visitors, actor: 'visitor' })
  const { request } = await memory.unlearn({ ofActor: 'visitor', withNodes: true })

  const again = await memory.ingest({ documents: visitors, actor: 'visitor' })

  expect(again).toMatchObject({ nodes: { added: 0, unchanged: 0 }, unlearned: { nodes: 1, requests: [request] } })
  expect(await memory.ingest({ documents: [note('own.md', '# Ferry\n\nThe ferry leaves at nine.')] })).not.toHaveProperty('unlearned')
  await memory.unlearn({ undo: String(request) })
  expect(await memory.ingest({ documents: visitors, actor: 'visitor' })).not.toHaveProperty('unlearned')
  await stage.leave()
})

/** Reads in what a visitor brought and teaches on it. Returns the position before it. */
const visited = async ({ memory }: Stage) => {
  const note = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
  const { position: since } = await memory.ingest({ documents: [note('harbour.md', '# Harbour\n\nThe key of the harbour hangs inside.')] })
  await memory.ingest({ documents: [note('visitor.md', '# Visitor\n\nThe key of the ferry is under the mat.')] })
  await memory.recall({ question: ferry, session: 'talk' })
  await memory.feedback({ verdict: 'used', nodes: ['visitor.md'], session: 'talk' })
  await memory.learn({})
  return String(since)
}
const ferry = 'Where is the key of the ferry?'

test('a rollback brings back the notes of an unlearning that it ends, and a later one takes them out again', async () => {
  const stage = await openStage('empty')
  const { memory } = stage
  const ranked = async () => ranking(await memory.recall({ question: ferry, record: false }))
  const since = await visited(stage)
  const taught = await memory.show({})
  const then = await ranked()
  const { nodes, request } = await memory.unlearn({ since, withNodes: true })
  const unlearned = { position: String((await memory.show({})).position), ranked: await ranked() }

  const to = String(taught.position)
  const would = await memory.rollback({ to, dryRun: true })
  const done = await memory.rollback({ to })
  expect([would.back, done.back].map((back = []) => back.toSorted())).toEqual([nodes.toSorted(), nodes.toSorted()])
  expect(await ranked()).toEqual(then)
  expect(would.rankings?.[0]?.after.map(({ node, score }) => [node, score])).toEqual(then.slice(0, 5))
  expect(await memory.unlearn({ undo: String(request) })).toMatchObject({ request: null, nodes: [] })

  const again = await memory.rollback({ to: unlearned.position })
  expect(again.out?.toSorted()).toEqual(nodes.toSorted())
  expect(await ranked()).toEqual(unlearned.ranked)
  const back = await memory.unlearn({ undo: String(request), dryRun: true })
  expect(back.rankings?.[0]?.after.map(({ node, score }) => [node, score])).toEqual(then.slice(0, 5))
  await memory.unlearn({ undo: String(request) })
  expect(await ranked()).toEqual(then)
  expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
  await stage.leave()
})

test('a note that two unlearnings took out comes back when both are withdrawn', async () => {
  const stage = await openStage('empty')
  const { memory } = stage
  const since = await visited(stage)
  const one = await memory.unlearn({ since, withNodes: true })
  await memory.recall({ question: ferry, session: 'later' })
  await memory.feedback({ verdict: 'not-useful', nodes: ['harbour.md'], session: 'later' })
  const other = await memory.unlearn({ since, withNodes: true })

  expect((await memory.unlearn({ undo: String(one.request) })).nodes).not.toContain('visitor.md')
  expect((await memory.unlearn({ undo: String(other.request) })).nodes).toContain('visitor.md')
  await stage.leave()
})
