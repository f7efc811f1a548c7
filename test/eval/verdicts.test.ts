/** The effects of one verdict on one public conversation; `verdicts.deep.test.ts` takes all ten. */
import { expect, test } from 'vitest'
import { inConversations } from './conversations.ts'
import { absence } from './question-sets.ts'
import { blameFirst } from './verdicts-on-talks.ts'

const absent = absence('locomo')

test('INV-67 in a talk, verdicts move what they are about and similar questions, and nothing else', async (context) => {
  if (absent !== undefined) return context.skip(absent)

  await inConversations(1, async (conversation) => {
    const { apart, changed, questions, stayed, unmoved } = await blameFirst(conversation, 33)

    expect(questions).toBeGreaterThan(5)
    expect(unmoved).toEqual([])
    expect(stayed).toEqual([])
    expect(changed).toEqual([])
    expect(apart).toBeGreaterThan(10)
  })
})
