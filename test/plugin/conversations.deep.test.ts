/**
 * All conversations of the corpus in the fake host. `test/host/conversations.deep.test.ts` holds the same ones in the real host.
 *
 * In short: `test/plugin/conversations.test.ts`
 */
import { devHalves, finalHalves, freshHalves, heldOutHalves, laterHalves } from '../conversations/corpus.ts'
import { holdInFakeHost } from '../conversations/held-in-fake-host.ts'

holdInFakeHost([
  ['development', devHalves],
  ['held-out', heldOutHalves],
  ['fresh', freshHalves],
  ['later', laterHalves],
  ['final', finalHalves],
])
