import { describe, expect, test } from 'vitest'
import { verdicts } from '../events/feedback-events.ts'
import { appliedVerdict, outcomeRange, usualOutcome } from './verdict-policy.ts'

describe('a verdict', () => {
  test.each(verdicts)('%s counts in its own direction and within a unit', (verdict) => {
    const usual = usualOutcome(verdict)
    const [min, max] = outcomeRange(verdict)

    expect(Math.abs(usual)).toBeLessThanOrEqual(1)
    expect(usual >= min && usual <= max).toBe(true)
    expect(min * usual >= 0 && max * usual >= 0).toBe(true)
  })

  test('of wrong is what the profile makes of it, and nothing else is', () => {
    const profile = { wrong: 'not-useful' } as const

    expect(verdicts.map((verdict) => appliedVerdict(verdict, profile))).toEqual(
      verdicts.map((verdict) => (verdict === 'wrong' ? 'not-useful' : verdict)),
    )
  })
})
