/** Conversations that were written without a look at how a message is heard, in the fake host. */
import { finalHalves, freshHalves, laterHalves } from '../conversations/corpus.ts'
import { holdInFakeHost } from '../conversations/held-in-fake-host.ts'

holdInFakeHost([
  ['fresh', freshHalves],
  ['later', laterHalves],
  ['final', finalHalves],
])
