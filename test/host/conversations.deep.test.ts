/**
 * All conversations of the corpus in the real host.
 *
 * In short: `test/plugin/conversations.test.ts`
 */
import { beforeAll } from 'vitest'
import { devHalves, finalHalves, freshHalves, heldOutHalves, laterHalves } from '../conversations/corpus.ts'
import { holdParts, type Parts } from '../conversations/held-parts.ts'
import { holdHalf } from '../conversations/whole.ts'
import { realTalkStage } from './conversation-stage.ts'

const parts: Parts = [
  ['development', devHalves],
  ['held-out', heldOutHalves],
  ['fresh', freshHalves],
  ['later', laterHalves],
  ['final', finalHalves],
]

// One gateway for each part, one after the other: `-t fresh` starts only one of them.
holdParts(parts, (halves) => {
  const stage = realTalkStage(halves)
  beforeAll(() => stage.timed('notes read', stage.notesRead), 300_000)
  return (half, label, cases) => stage.timed(label, () => holdHalf(stage, half, cases))
})
