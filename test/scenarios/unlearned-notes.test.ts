import { expect, test } from 'vitest'
import { openStage } from './stage.ts'

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
