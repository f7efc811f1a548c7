/** `studio`: a page on which the memory is seen. The optional package @crabtrail/studio serves it, and no other command loads that package. */

import * as Effect from 'effect/Effect'
import { command } from '../command.ts'

/** The declaration that both packages parse by. `run.ts` forwards the call to the package. */
export const studio = command({
  summary: 'show on a page of your browser what the memory knows, what happened, and why',
  details: [
    'It needs the package @crabtrail/studio. It listens on this machine alone, and the address that it prints opens it once: the browser that opened it may then use it until the studio ends.',
    'It only reads. With --write it also offers what takes back or corrects: unlearn, undo, roll back, verdicts, trust, protection, tags and other names. It asks before each, and shows first what would change.',
    'Ctrl-C ends it.',
  ],
  positionals: [],
  flags: {
    port: { value: 'PORT', number: 'whole', help: 'the port that it listens on; a free one unless named' },
    write: { help: 'also offer to take back and correct', writes: true },
  },
  example: 'crabtrail studio',
  access: 'read',
})(() => Effect.die('studio is forwarded'))
