/** Tests that hold all halves of some parts of the corpus, in the host that is given. */
import { describe, expect, test } from 'vitest'
import { meetsBars } from './bars.ts'
import type { Half } from './half.ts'
import { report } from './report.ts'
import { casesOf, sixthOf, type TalkCase } from './talk-case.ts'
import { type HeldHalf, measured } from './whole.ts'

export type Parts = ReadonlyArray<readonly [part: string, halves: ReadonlyArray<Half>]>
/** `label` names the part and the language. */
export type HoldHalf = (half: Half, label: string, cases: ReadonlyArray<TalkCase>) => Promise<HeldHalf>

/**
 * `opened` is called once for each part and registers what opens and closes its host. `inSixth`: only every sixth case of each kind is held; what is
 * asked beside the cases is asked all the same.
 */
export const holdParts = (parts: Parts, opened: (halves: ReadonlyArray<Half>) => HoldHalf, inSixth = false): void => {
  const chosen = inSixth ? sixthOf : casesOf
  describe.each(parts)('the %s conversations', (part, halves) => {
    const hold = opened(halves)
    const all: HeldHalf[] = []

    test.each(halves.map((half) => [half.language, half] as const))('in %s are held', { timeout: 1_800_000 }, async (language, half) => {
      const held = await hold(half, `${part} ${language}`, chosen(half))
      all.push(held)
      process.stdout.write(report(`${part}, ${language}`, measured([held])))
      expect(held.held).toHaveLength(chosen(half).length)
    })

    test('leave the right notes in their places and nothing else, as far as the bars say', () => {
      expect(all).toHaveLength(halves.length)
      process.stdout.write(report(`${part}, all languages`, measured(all)))
      meetsBars(part, measured(all), inSixth)
    })
  })
}
