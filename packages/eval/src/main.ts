#!/usr/bin/env node
/** `crabtrail-eval`: takes the same arguments as `crabtrail eval`, and gives the same answer. */
import { answerHere, parseCall, start } from 'crabtrail'
import { evaluation } from './evaluate.ts'

const call = parseCall(['eval', ...process.argv.slice(2)])
if (call.ask === 'run') await start(call, evaluation)
else await answerHere(call)
