/**
 * A process that simulates weeks, and tells each outcome as a line of JSON.
 *
 * Argument: an order as JSON. By hand: `node test/simulation/main.ts '{"from":7,"traced":true}'`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FaultName, faults } from './faults.ts'
import { hearing } from './heard-hooks.ts'
import { type Failure, simulate } from './simulate.ts'

export interface Order {
  readonly from: number
  readonly count?: number
  readonly fault?: FaultName
  /** True to end with the first seed that fails. */
  readonly untilFailure?: boolean
  /** URLs of empty databases, one for each seed; absent: files. */
  readonly urls?: ReadonlyArray<string>
  /** A folder that exists. Paths stand in the log: two runs are the same in one folder alone. */
  readonly folder?: string
  readonly traced?: boolean
  /** A file to which every call of a hook is added. */
  readonly heard?: string
}

/** What a process tells of one seed. */
export interface Told {
  readonly seed: number
  readonly steps: number
  readonly digest: string
  readonly commits: number
  readonly lostRaces: number
  /** Processor time. */
  readonly ms: number
  readonly failure?: Failure
  readonly trace?: ReadonlyArray<string>
}

// The real host keeps a record of notes in its own state; the simulated one has none.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('openclaw/')
      ? { url: 'data:text/javascript,export {}', format: 'module', shortCircuit: true }
      : next(specifier, context),
})

const order: Order = JSON.parse(process.argv[2] ?? '{"from":1}')
const folder = order.folder ?? mkdtempSync(join(tmpdir(), 'simulated-'))

for (let at = 0; at < (order.count ?? 1); at++) {
  const seed = order.from + at
  const before = process.cpuUsage()
  const { commits, digest, failure, lostRaces, steps, trace } = await simulate(seed, {
    home: join(folder, 'home'),
    fault: order.fault === undefined ? undefined : faults[order.fault],
    url: order.urls?.[at],
    wrap: order.heard === undefined ? undefined : hearing(order.heard),
  })
  const { system, user } = process.cpuUsage(before)
  const told: Told = {
    ...{ seed, steps, digest, commits, lostRaces, ms: Math.round((user + system) / 1_000) },
    ...(failure === undefined ? {} : { failure }),
    ...(failure === undefined && order.traced !== true ? {} : { trace }),
  }
  process.stdout.write(`${JSON.stringify(told)}\n`)
  if (failure !== undefined && order.untilFailure === true) break
}
if (order.folder === undefined) rmSync(folder, { recursive: true, force: true })
