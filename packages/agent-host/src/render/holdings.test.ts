import type { Answer } from '@crabtrail/core'
import { expect, test } from 'vitest'
import { memoryInWords } from './holdings.ts'

test.each([
  [{ bare: true as const }, 'It was called wrong by its owner on 2026-11-23'],
  [{}, 'It was corrected in conversation on 2026-11-23: "No, on 6044."'],
])('a memory is shown with the newest word against it', (bare, line) => {
  const doubts = [
    { feedback: 'f1', day: '2026-11-22', said: 'That is wrong.', bare: true as const },
    { feedback: 'f2', day: '2026-11-23', said: 'No, on 6044.', ...bare },
  ]
  const life = { seen: 0, fired: 1, used: 0, corrected: 2, first: 't1', last: 't1', grown: null }
  const memory = { node: 'db.md', title: '', content: 'It listens on 5433.', state: 'normal', life, doubts, supersededBy: [] }

  const lines = memoryInWords({ nodes: [memory] } as unknown as Answer.ShowAnswer, 2_000).split('\n')

  expect(lines.filter((one) => one.startsWith('It was'))).toEqual([line])
})
