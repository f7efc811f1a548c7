/** The command line without a process of its own: the whole of it from the words to the exit code, and everything it printed. */
import * as Effect from 'effect/Effect'
import { answerAtOnce } from '../../packages/cli/src/calls/help.ts'
import { parseCall } from '../../packages/cli/src/calls/parse.ts'
import type { Streams } from '../../packages/cli/src/render/output.ts'
import { endOf, runCall } from '../../packages/cli/src/run.ts'
import type { Surroundings } from '../../packages/cli/src/surroundings.ts'
import { root } from '../src/openclaw-settings.ts'
import type { Ended } from './place.ts'

/** Calls that stand in their folder; those of one test may run beside each other. */
let running = 0

export const callWithin = async (
  args: ReadonlyArray<string>,
  given: Omit<Surroundings, keyof Streams>,
  isTerminal = false,
): Promise<Ended> => {
  // Names of files are the file system's to resolve, which asks the process where it stands.
  process.chdir(given.folder)
  running++
  const [stdout, stderr] = [heard(isTerminal), heard(isTerminal)]
  const streams = { stdout: stdout.stream, stderr: stderr.stream }
  const call = parseCall(args)
  try {
    const code =
      call.ask === 'run'
        ? endOf(await Effect.runPromiseExit(runCall(call, { ...given, ...streams })), call.everywhere, 0, streams)
        : await answerAtOnce(call, { env: given.env, ...streams })
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    // Other files share this process, and the folder goes with its test.
    if (--running === 0) process.chdir(root)
  }
}

/** Somebody who reads everything. */
export const heard = (isTTY: boolean) => {
  let text = ''
  const write = (given: string | Uint8Array, ...rest: ReadonlyArray<unknown>) => {
    text += given
    const done = rest.at(-1)
    if (typeof done === 'function') done()
    return true
  }
  return { stream: { isTTY, columns: 80, write }, text: () => text }
}
