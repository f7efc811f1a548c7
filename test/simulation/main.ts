/** Simulates weeks: `node test/simulation/main.ts SEED COUNT`, and `trace` behind it to see what happens. */
import { mkdtempSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulate, toldFailure } from './simulate.ts'

// The real host keeps a record of notes in its own state; the simulated one has none.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('openclaw/')
      ? { url: 'data:text/javascript,export {}', format: 'module', shortCircuit: true }
      : next(specifier, context),
})

const [, , from = '1', count = '1', trace, folder = mkdtempSync(join(tmpdir(), 'simulated-'))] = process.argv
for (let seed = Number(from); seed < Number(from) + Number(count); seed++) {
  const before = process.cpuUsage()
  const outcome = await simulate(seed, { home: join(folder, 'home') })
  const { system, user } = process.cpuUsage(before)
  if (trace === 'trace') console.log(outcome.trace.join('\n'))
  console.log(
    `${seed}: ${outcome.digest.slice(0, 12)}, ${outcome.steps} steps, ${outcome.commits} commits, ${outcome.lostRaces} lost races, ${Math.round((user + system) / 1_000)} ms of processor time`,
  )
  if (outcome.failure !== undefined) {
    console.log(toldFailure(outcome))
    if (trace !== undefined) console.log(outcome.failure.error)
  }
}
