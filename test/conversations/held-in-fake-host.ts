/** Tests that hold all halves of some parts of the corpus in the fake host. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { meetsBars } from './bars.ts'
import { type FakeTalkStage, openFakeTalkStage } from './fake-stage.ts'
import type { Half } from './half.ts'
import { report } from './report.ts'
import { casesOf } from './talk-case.ts'
import { type HeldHalf, holdHalf, measured } from './whole.ts'

export const holdInFakeHost = (parts: ReadonlyArray<readonly [part: string, halves: ReadonlyArray<Half>]>): void => {
  describe.each(parts)('the %s conversations', (part, halves) => {
    let stage: FakeTalkStage
    const all: HeldHalf[] = []

    beforeAll(async () => {
      stage = await openFakeTalkStage(halves)
    }, 300_000)
    afterAll(() => stage.leave())

    const languages = halves.map((half) => [half.language, half] as const)

    test.each(languages)('in %s are held', { timeout: 600_000 }, async (language, half) => {
      const held = await holdHalf(stage, half)
      all.push(held)
      process.stdout.write(report(`${part}, ${language}`, measured([held])))
      expect(held.held).toHaveLength(casesOf(half).length)
    })

    test('leave the right notes in their places and nothing else, as far as the bars say', () => {
      expect(all).toHaveLength(halves.length)
      process.stdout.write(report(`${part}, all languages`, measured(all)))
      meetsBars(part, measured(all))
    })
  })
}
