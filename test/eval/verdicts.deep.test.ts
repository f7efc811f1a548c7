/**
 * In every talk of LoCoMo, verdicts move what they are about and similar questions, and nothing else.
 *
 * In short: `test/eval/verdicts.test.ts`
 */
import { expect, test } from 'vitest'
import { inConversations } from './conversations.ts'
import { absence } from './question-sets.ts'
import { blameFirst } from './verdicts-on-talks.ts'

const absent = absence('locomo')

test('INV-67 in every talk, verdicts move what they are about and similar questions, and nothing else', async (context) => {
  if (absent !== undefined) return context.skip(absent)

  const all: Array<string> = []
  await inConversations(10, async (conversation) => {
    const { apart, changed, questions, stayed, unmoved } = await blameFirst(conversation, 8)

    all.push(`${conversation.name}: ${questions} questions, ${apart} rankings apart, ${stayed.length} stayed`)
    expect.soft(unmoved).toEqual([])
    expect.soft(stayed).toEqual([])
    expect.soft(changed).toEqual([])
    expect.soft(apart).toBeGreaterThan(10)
  })
  process.stdout.write(`${all.join('\n')}\n`)
  expect(all.length).toBeGreaterThanOrEqual(5)
})
