#!/usr/bin/env node
/** `crabtrail` from a terminal. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The bundle is compiled once and not at every start, which saves 0.1 s. The cache is in the package, where only users who may change the
// program can write.
if (import.meta.url.endsWith('.js')) enableCompileCache(fileURLToPath(new URL('../.cache', import.meta.url)))

const [{ answerHere }, { parseCall }, { runCall, start }] = await Promise.all([
  import('./calls/help.ts'),
  import('./calls/parse.ts'),
  import('./run.ts'),
])

const call = parseCall(process.argv.slice(2))
if (call.ask === 'run') await start(call, runCall)
else answerHere(call)
