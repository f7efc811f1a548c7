/** Prints what needs no memory: help, the version, and what is wrong with a call. */
import type { Call } from '../arguments/call.ts'
import { version } from '../version.ts'
import { malformedComplaint } from './complaint.ts'
import { documentOf } from './document.ts'
import { helpOf } from './help.ts'
import { pageOf } from './page.ts'

/** What a malformed call ends with. */
const malformedExit = 2

export const answerAtOnce = async (call: Exclude<Call, { readonly ask: 'run' }>): Promise<void> => {
  process.stdout.on('error', endQuietly)
  if (call.ask === 'nothing') {
    const { complain } = await import('./complain.ts')
    complain(malformedComplaint(call.malformed), call.json)
    process.exitCode = malformedExit
  } else if (call.ask === 'version') print(call.json, 'version', version(), `crabtrail ${version()}`)
  else {
    const colored = call.color && process.stdout.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
    print(
      call.json,
      'help',
      helpOf(call.command, pageOf(undefined, false)).join('\n'),
      helpOf(call.command, pageOf(undefined, colored)).join('\n'),
    )
  }
}

const print = (json: boolean, key: string, value: string, text: string): void => {
  process.stdout.write(`${json ? documentOf({ [key]: value }) : text}\n`)
}

/** Nobody reads any more (`| head`). */
const endQuietly = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
}
