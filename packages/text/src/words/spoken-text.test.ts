import { describe, expect, test } from 'vitest'
import { spokenDay, spokenText } from './spoken-text.ts'

describe('the day of a message', () => {
  test.each([
    ['its time stamp', '[Fri 2026-11-20 14:31 UTC] How do I deploy?', '2026-11-20'],
    ['a time stamp behind metadata', 'Sender: ⟦openclaw:ctx⟧\n```json\n{}\n```\n\n[Fri 2026-11-20 14:31 +01:00] How?', '2026-11-20'],
    ['no time stamp', 'What was on 2026-11-20?', undefined],
    ['a day that is none', '[Fri 2026-13-45 14:31 UTC] How do I deploy?', undefined],
  ])('is told by %s', (_, prompt, day) => {
    expect(spokenDay(prompt)).toBe(day)
  })
})

describe('what somebody said', () => {
  test.each([
    ['a plain message', 'How do I deploy?', 'How do I deploy?'],
    ['a timestamp', '[Fri 2026-11-20 14:31 UTC] How do I deploy?', 'How do I deploy?'],
    ['brackets of its own', '[draft] How do I deploy?', '[draft] How do I deploy?'],
    [
      'fenced metadata before it',
      'Sender: ⟦openclaw:ctx⟧\n```json\n{"name":"A\\n\\nB"}\n```\n\n[Fri 2026-11-20 14:31 +01:00] How do I deploy?',
      'How do I deploy?',
    ],
    ['a block up to an empty line', 'Chat history since last reply: ⟦openclaw:ctx⟧\nA: hi\nB: ho\n\nHow do I deploy?', 'How do I deploy?'],
    ['context behind it', 'How do I\ndeploy?\n\nContext: ⟦openclaw:ctx⟧\nanything\n\nelse', 'How do I\ndeploy?'],
    ['metadata that never ends', 'Sender: ⟦openclaw:ctx⟧\n```json\n{"name":', ''],
    ['memories given before', '<crabtrail-memory>\nNotes\n\n[a] b\n</crabtrail-memory>\n\nHow do I deploy?', 'How do I deploy?'],
    ['memories given in a numbered turn', '<crabtrail-memory turn="t12">\n[a] b <c>\n</crabtrail-memory>\n\nAnd now?', 'And now?'],
    ['a tag that is only like ours', '<crabtrail-memory x="y">a</crabtrail-memory>', '<crabtrail-memory x="y">a</crabtrail-memory>'],
    ['an opening fence alone', 'What is <crabtrail-memory>?', 'What is <crabtrail-memory>?'],
    ['nothing', ' \n', ''],
  ])('is found in %s', (_, prompt, spoken) => {
    expect(spokenText(prompt)).toBe(spoken)
  })

  test('is found in a large hostile message in one pass', () => {
    const openings = '<crabtrail-memory>'.repeat(50_000)

    expect(spokenText(openings)).toBe(openings)
  })
})
