/** Every conversation of the corpus in the fake host. `test/host/conversations.deep.test.ts` holds the same ones in the real host. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { meetsBars } from '../conversations/bars.ts'
import { devHalves, finalHalves, freshHalves, heldOutHalves, laterHalves } from '../conversations/corpus.ts'
import { type FakeTalkStage, openFakeTalkStage } from '../conversations/fake-stage.ts'
import { report } from '../conversations/report.ts'
import { casesOf } from '../conversations/talk-case.ts'
import { type HeldHalf, holdHalf, measured } from '../conversations/whole.ts'

describe.each([
  ['development', devHalves],
  ['held-out', heldOutHalves],
  ['fresh', freshHalves],
  ['later', laterHalves],
  ['final', finalHalves],
])('the %s conversations', (part, halves) => {
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
