import type { Answer } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../render/page.ts'
import { listed } from './list.ts'

const page = pageOf(undefined, false)
const answer: Answer.ListAnswer = {
  brain: 'local/main/default',
  position: 210,
  documents: {
    items: [
      { document: 'people/petra.md', passages: 12, changed: '2026-11-20', origin: 'owner', root: '/home/notes' },
      { document: 'team.txt', passages: 1, changed: null, origin: null, root: null },
    ],
    count: 2,
  },
  notes: {
    items: [
      {
        node: 'note:3f2a9c1e77b0',
        begins: 'The tide turns\ntwice a day.',
        type: 'fact',
        state: 'probation',
        origin: 'agent',
        changed: '2026-11-21',
      },
    ],
    count: 3,
  },
}

describe('a list', () => {
  test('has documents with passages, day, writer and folder, notes with their first words, and says how to see the rest', () => {
    expect(listed(undefined)(answer, page)).toEqual([
      '2 documents  local/main/default at 210',
      '  people/petra.md  12 passages  2026-11-20  owner  in /home/notes',
      '  team.txt           1 passage',
      '',
      '3 notes',
      '  note:3f2a9c1e77b0  2026-11-21  agent, probation  The tide turns twice a day.',
      '  and 2 more; crabtrail list --limit 3 lists more, or a beginning of a name fewer',
    ])
  })

  test('of nothing says so', () => {
    const nothing = { ...answer, documents: { items: [], count: 0 }, notes: { items: [], count: 0 } }

    expect(listed(undefined)(nothing, page)).toEqual(['nothing was read in or said yet  local/main/default at 210'])
    expect(listed('zan')(nothing, page)).toEqual(['no document or note begins with "zan"  local/main/default at 210'])
  })
})
