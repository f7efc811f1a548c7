/**
 * Two parts of the conversations, in five languages, in the fake host: the held-out half of those that the hearing was made with, and the
 * newest. `pnpm test:deep test/plugin/conversations` holds all of them.
 */
import { finalHalves, heldOutHalves } from '../conversations/corpus.ts'
import { holdInFakeHost } from '../conversations/held-in-fake-host.ts'

holdInFakeHost([
  ['held-out', heldOutHalves],
  ['final', finalHalves],
])
