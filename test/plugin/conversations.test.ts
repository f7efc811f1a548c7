/**
 * The newest part of the conversations, on which nothing was tuned, in five languages, in the fake host: every sixth case of each kind, and all that is
 * asked beside them. `pnpm test:deep test/plugin/conversations` holds all of all parts.
 */
import { finalHalves } from '../conversations/corpus.ts'
import { holdInFakeHost } from '../conversations/held-in-fake-host.ts'

holdInFakeHost([['final', finalHalves]], true)
