import { describe, expect, test } from 'vitest'
import { recordsOnly } from './records.ts'

const note = { origin: 'owner', path: 'notes/ferry.md', title: 'Ferry', isNote: true, isRead: false } as const

describe('a passage', () => {
  test('of a note of the owner is no record', () => {
    expect(recordsOnly(note)).toBe(false)
  })

  test.each([
    ['of others', { origin: 'untrusted' }],
    ['of a talk or a program', { isNote: false }],
    ['of a change log', { path: 'CHANGELOG.md' }],
    ['in a folder of what was true once', { path: 'archive/ferry.md' }],
    ['below a heading of what may be', { title: 'Ferry › Ideas' }],
  ] as const)('%s is a record', (_, more) => {
    expect(recordsOnly({ ...note, ...more })).toBe(true)
  })

  test('of an agent is one unless its order is known: its document was read before, or is named after a day', () => {
    expect(recordsOnly({ ...note, origin: 'agent' })).toBe(true)
    expect(recordsOnly({ ...note, origin: 'agent', isRead: true })).toBe(false)
    expect(recordsOnly({ ...note, origin: 'agent', path: 'memory/2026-11-23.md' })).toBe(false)
  })

  test('below a heading that only has such a word among others is no record', () => {
    expect(recordsOnly({ ...note, title: 'Ideas for the ferry' })).toBe(false)
  })
})
