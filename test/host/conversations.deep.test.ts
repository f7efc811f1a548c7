/** All conversations of the corpus in the real host. */
import { beforeAll, describe, expect, test } from 'vitest'
import { meetsBars } from '../conversations/bars.ts'
import { devHalves, finalHalves, freshHalves, heldOutHalves, laterHalves } from '../conversations/corpus.ts'
import { report } from '../conversations/report.ts'
import { casesOf } from '../conversations/talk-case.ts'
import { type HeldHalf, holdHalf, measured } from '../conversations/whole.ts'
import { realTalkStage } from './conversation-stage.ts'

describe.each([
  ['development', devHalves],
  ['held-out', heldOutHalves],
  ['fresh', freshHalves],
  ['later', laterHalves],
  ['final', finalHalves],
])('the %s conversations', (part, halves) => {
  // One gateway for each part, one after the other: `-t fresh` starts only one of them.
  const stage = realTalkStage(halves)
  const all: HeldHalf[] = []

  beforeAll(() => stage.timed('notes read', stage.notesRead), 300_000)

  test.each(halves.map((half) => [half.language, half] as const))('in %s are held', async (language, half) => {
    const held = await stage.timed(`${part} ${language}`, () => holdHalf(stage, half))
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
