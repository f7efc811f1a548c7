/** The conversations that the hearing was made with, in the fake host. `test/host/conversations.deep.test.ts` holds the same ones in the real host. */
import { devHalves, heldOutHalves } from '../conversations/corpus.ts'
import { holdInFakeHost } from '../conversations/held-in-fake-host.ts'

holdInFakeHost([
  ['development', devHalves],
  ['held-out', heldOutHalves],
])
