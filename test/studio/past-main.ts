/**
 * What an answer about the past of a long log takes, without a browser: `pnpm exec node test/studio/past-main.ts [EVENTS] [FILE] [ROUNDS]`. Prints the
 * CPU of this process for each operation that the page of the studio asks, as of positions that are drawn, and as of now.
 *
 * The snapshots of the file must be of this version: `crabtrail doctor --rebuild-snapshots`. Nothing passes or fails here.
 */

import * as Effect from 'effect/Effect'
import { percentile } from '../bench/measure.ts'
import { openMemory } from '../bench/memory.ts'
import { number, say, table } from '../bench/print.ts'
import { random } from '../bench/random.ts'
import { longBrain } from './long-brain.ts'

const cpu = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000
}

/** Says how fast this machine is now: a fixed amount of arithmetic. */
const fixedLoop = (): number => {
  const began = cpu()
  let x = 1
  for (let i = 0; i < 30_000_000; i++) x = (x * 31 + i) | 0
  return x === 0 ? Number.NaN : cpu() - began
}

const [, , events = '1000000', file, rounds = '10'] = process.argv
const path = await longBrain(Number(events), file)
say(`a fixed loop took ${number(fixedLoop())} ms of CPU`)
const opening = cpu()
const { close, memory } = await openMemory(path)
const { position } = await Effect.runPromise(memory.tags({}))
say(`opened in ${number(cpu() - opening)} ms of CPU, ${number(position)} events`)

type When = { readonly at?: string }
const operations = {
  tags: (when: When) => memory.tags(when),
  show: (when: When) => memory.show({ what: 'erased:100', ...when }),
  stats: (when: When) => memory.stats(when),
  list: (when: When) => memory.list({ limit: 10_000, ...when }),
  turns: (when: When) => memory.turns({ limit: 100, ...when }),
  timeline: () => memory.timeline({ buckets: 200 }),
} as const

const draw = random(19)
const rows: Array<ReadonlyArray<string>> = [['CPU in ms', 'median', 'p95', 'most', 'as of now']]
for (const [name, ask] of Object.entries(operations)) {
  const taken: Array<number> = []
  const once = async (when: When): Promise<number> => {
    const began = cpu()
    await Effect.runPromise(Effect.result<unknown, unknown, never>(ask(when)))
    return cpu() - began
  }
  for (let round = 0; round < Number(rounds); round++) taken.push(await once({ at: String(1 + Math.floor(draw.next() * position)) }))
  rows.push([name, ...[0.5, 0.95, 1].map((share) => number(percentile(taken, share))), number(await once({}))])
}
table(rows)
say(`the fixed loop took ${number(fixedLoop())} ms of CPU`)
await close()
