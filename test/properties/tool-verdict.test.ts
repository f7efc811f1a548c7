import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ToolVerdictFacts, toolVerdictTier } from '../../packages/core/src/domain/learning/movement-policy.ts'

const corrections = ['No, that is wrong.', 'Nein, das ist falsch.', 'That was not what I meant.'] as const
const message = fc.oneof(
  fc.constantFrom(...corrections, undefined, '', 'How are releases deployed?', 'Thanks, that note helped.', 'He said “no, that is wrong”.'),
  fc.string({ maxLength: 200 }),
)
const facts: fc.Arbitrary<ToolVerdictFacts> = fc.record({ isOwners: fc.boolean(), readOthers: fc.boolean(), message })

describe('a verdict by a tool', () => {
  test('INV-49 is the owner’s where he said so and nothing of others was read', () => {
    for (const said of corrections.slice(0, 2))
      expect(toolVerdictTier({ isOwners: true, readOthers: false, message: said })).toBe('conscious')
  })

  test('INV-49 is the agent’s where any of that is in doubt, and more doubt never makes it the owner’s', () => {
    fc.assert(
      fc.property(facts, (known) => {
        expect(toolVerdictTier({ ...known, isOwners: false })).toBe('agent')
        expect(toolVerdictTier({ ...known, readOthers: true })).toBe('agent')
        expect(toolVerdictTier({ ...known, message: undefined })).toBe('agent')
        if (toolVerdictTier(known) === 'conscious') expect(known).toMatchObject({ isOwners: true, readOthers: false })
      }),
    )
  })
})
