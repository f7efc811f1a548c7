#!/usr/bin/env node
/** `crabtrail` from a terminal. What needs no memory, help above all, is answered before anything else is loaded. */
import { parseCall } from './arguments/parse-call.ts'
import { answerAtOnce } from './render/at-once.ts'

const call = parseCall(process.argv.slice(2))
if (call.ask === 'run') {
  const { start } = await import('./start.ts')
  start(call)
} else {
  // Nobody reads any more (`| head`).
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.exitCode = await answerAtOnce(call, process)
}
