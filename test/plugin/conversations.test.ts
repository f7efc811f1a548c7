/** The newest conversations, in five languages, in the fake host. `pnpm test:deep test/plugin/conversations` holds all of them. */
import { finalHalves } from '../conversations/corpus.ts'
import { holdInFakeHost } from '../conversations/held-in-fake-host.ts'

holdInFakeHost([['final', finalHalves]])
