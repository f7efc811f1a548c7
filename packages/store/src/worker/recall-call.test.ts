import { describe, expect, test } from 'vitest'
import { skipOf } from './recall-call.ts'

describe('the record of a turn without memory', () => {
  test('holds who asked and where, and nothing that only a recall has', () => {
    const asked = {
      brain: 'b',
      session: 's',
      actor: 'ana',
      question: 'Where is the key?',
      key: 'k',
      engine: 'spread' as const,
      budget: 4,
      inPrompt: 'The key is on the hook.',
      filesTouched: ['key.md'],
    }

    const skip = skipOf(asked, 'deadline', { waitedMs: 3 })

    expect(skip).toEqual({
      brain: 'b',
      session: 's',
      actor: 'ana',
      reason: 'deadline',
      skippedAt: expect.any(Number),
      waitedMs: 3,
      key: 'deadline:k',
    })
  })
})
