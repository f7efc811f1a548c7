#!/usr/bin/env node
/** `crabtrail` from a terminal. */

// As a whole: a name that an older Node lacks would end the program before it can say which Node it needs.
import nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { nodeComplaint } from './node-version.ts'

const complaint = nodeComplaint(process.versions.node)
if (complaint === undefined) {
  // The bundle is compiled once and not at every start, which saves 0.1 s. The cache is in the package, where only users who may change the
  // program can write.
  if (import.meta.url.endsWith('.js')) nodeModule.enableCompileCache(fileURLToPath(new URL('../.cache', import.meta.url)))

  const [{ answerHere }, { parseCall }, { runCall, start }] = await Promise.all([
    import('./calls/help.ts'),
    import('./calls/parse.ts'),
    import('./run.ts'),
  ])

  const call = parseCall(process.argv.slice(2))
  if (call.ask === 'run') await start(call, runCall)
  else answerHere(call)
} else {
  process.stderr.write(`${complaint}\n`)
  process.exitCode = 1
}
