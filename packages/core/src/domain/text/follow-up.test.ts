import { describe, expect, test } from 'vitest'
import { isFollowUp } from './follow-up.ts'

const nothingKnown = () => false

describe('a follow-up', () => {
  test.each(['and when?', 'Why is that?', 'And who was happy about it?', 'Und wann?', 'Et pourquoi ?', 'And when？'])(
    'is %s',
    (question) => {
      expect(isFollowUp(question, nothingKnown)).toBe(true)
    },
  )

  test.each(['ok', 'And thank you!', 'Zeppelins?', 'What time is it?', 'And when does the ferry leave?', ''])('is not %s', (message) => {
    expect(isFollowUp(message, nothingKnown)).toBe(false)
  })

  test('has a subject of its own where a memory has its word', () => {
    expect(isFollowUp('And the zeppelin?', nothingKnown)).toBe(true)
    expect(isFollowUp('And the zeppelin?', () => true)).toBe(false)
  })
})
