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
    'With --export it serves nothing and writes one file that any browser opens without a network: the newest 200 turns, the notes and documents, and what the sessions taught, at the position of now; with --session the turns of one. Secrets are taken out. It holds what people said, so look before you pass it on: the size is told first, and nothing is written before you agree.',
  ],
  positionals: [],
  flags: {
    port: { value: 'PORT', number: 'whole', help: 'the port that it listens on; a free one unless named' },
    write: { help: 'also offer to take back and correct', writes: true },
    export: { value: 'FILE', help: 'write one HTML file instead, which holds the page and what it shows' },
    session: { value: 'NAME', help: 'with --export: only the turns of this session, and what they gave' },
    yes: { help: 'with --export: write without asking, and replace a file that is there' },
  },
  example: 'crabtrail studio',
  access: 'read',
})(() => Effect.die('studio is forwarded'))
