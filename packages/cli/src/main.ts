#!/usr/bin/env node
/** `crabtrail` from a terminal. Help, the version and malformed calls are answered before anything else is loaded. */
import { parseCall } from './arguments/parse-call.ts'
import { answerHere } from './render/at-once.ts'

const call = parseCall(process.argv.slice(2))
if (call.ask === 'run') {
  const { runCall } = await import('./run-call.ts')
  const { start } = await import('./start.ts')
  start(call, runCall)
} else await answerHere(call)
