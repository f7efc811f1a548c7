/** Answers calls that need no memory: help, the version, and malformed calls. */
import type { Call } from '../arguments/call.ts'
import type { Surroundings } from '../surroundings.ts'
import { version } from '../version.ts'
import { malformedComplaint } from './complaint.ts'
import { documentOf } from './document.ts'
import { helpOf } from './help.ts'
import { pageOf } from './page.ts'

type AtOnce = Exclude<Call, { readonly ask: 'run' }>

/** Exit code of a malformed call. */
const malformedExit = 2

/** Resolves to the exit code. */
export const answerAtOnce = async (call: AtOnce, { env, stderr, stdout }: Omit<Surroundings, 'home' | 'folder'>): Promise<number> => {
  const print = (key: string, value: string, text: string) => stdout.write(`${call.json ? documentOf({ [key]: value }) : text}\n`)
  if (call.ask === 'nothing') {
    const { complain } = await import('./complain.ts')
    complain(malformedComplaint(call.malformed), call.json, { stdout, stderr })
    return malformedExit
  }
  if (call.ask === 'version') print('version', version(), `crabtrail ${version()}`)
  else {
    const colored = call.color && stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
    const [plain, shown] = [false, colored].map((color) => helpOf(call.command, pageOf(undefined, color)).join('\n'))
    print('help', plain ?? '', shown ?? '')
  }
  return 0
}

/** Answers on the streams of this process and sets its exit code. A reader that closes standard output early (`| head`) is no error. */
export const answerHere = async (call: AtOnce): Promise<void> => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.exitCode = await answerAtOnce(call, process)
}
