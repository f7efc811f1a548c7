/** What every command understands. */
import type { CommandShape } from '../arguments/command-shape.ts'

export const globalFlags = {
  store: { value: 'URL', help: 'sqlite:PATH or a path; else $CRABTRAIL_STORE, else ~/.crabtrail/crabtrail.db' },
  brain: { value: 'KEY', help: "[[tenant/]agent/]name; else $CRABTRAIL_BRAIN, else the store's only one" },
  host: { value: 'AGENT', otherwise: 'main', help: "the OpenClaw plugin's store and that agent's brain; agent main unless named" },
  embedder: {
    value: 'WHICH',
    help: 'vectors where words fail: none, hashed or URL#MODEL#DIMENSION; else $CRABTRAIL_EMBEDDER, else none',
  },
  json: { help: 'print one JSON document and nothing else' },
  quiet: { short: 'q', help: 'no notes and no progress; a command that changes something prints nothing' },
  'no-color': { help: 'no colour, as $NO_COLOR says' },
  debug: { help: 'say where in the program an error came from' },
  help: { short: 'h', help: 'explain the command' },
  version: { short: 'V', help: 'print the version' },
} as const satisfies CommandShape['flags']
