/** Times one commit at the end of a short log and at the end of a long one. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cryptography } from '@crabtrail/core'
import Database from 'better-sqlite3'
import * as Effect from 'effect/Effect'
import { appendAll, type LogHead, start } from './append-commits.ts'
import { type HotCommit, inBatches } from './hot-log.ts'
import { interleave, ratio, spread, type Variant } from './measure.ts'
import { type OpenMemory, openMemory } from './memory.ts'
import { heading, number, say, spreadText, table } from './print.ts'

const lengths = [1_000, 10_000, 100_000, 1_000_000] as const
type Length = (typeof lengths)[number]
const eventsACommit = 10
const commitsARound = 250
const rounds = 12

/** `commits` are repeated until the log is long enough. */
export const lengthBench = async (folder: string, crypto: Cryptography['Service'], commits: ReadonlyArray<HotCommit>): Promise<void> => {
  const measured = inBatches(commits.flat().slice(0, eventsACommit * commitsARound), eventsACommit)
  const logs = await grown(folder, crypto, inBatches(commits.flat(), 100))
  const frames = new Map<string, number>()
  const contenders = logs.map(({ head, length, open, path }): Variant<`${Length}`> => {
    let at = head
    return {
      name: `${length}`,
      prepare: () => Effect.runPromise(open.ports.events.checkpoint),
      run: async () => {
        at = await Effect.runPromise(appendAll({ store: open.ports.events, crypto, durability: 'process' }, measured, at))
        frames.set(`${length}`, framesIn(path) / commitsARound)
      },
    }
  })
  const taken = await interleave(contenders, rounds, 2)
  for (const { open } of logs) await open.close()

  heading(`one commit of ${eventsACommit} events at the end of a log, durability NORMAL`)
  const rows = lengths.map((length) => {
    const [one, shortest] = [taken[`${length}`], taken[`${lengths[0]}`]]
    const us = number(spread(one.wall).median / (commitsARound / 1_000))
    return [
      `after ${length.toLocaleString('en')} events`,
      us,
      ...(['wall', 'cpu'] as const).map((by) => spreadText(ratio(shortest, one, by))),
    ]
  })
  table([['', 'µs', `÷ after ${lengths[0].toLocaleString('en')}`, 'by CPU time'], ...rows])
  const pages = lengths.map((length) => `${(frames.get(`${length}`) ?? Number.NaN).toFixed(2)}`)
  say(`pages written a commit: ${pages.join(', ')}`)
}

interface Grown {
  readonly length: Length
  readonly path: string
  readonly open: OpenMemory
  readonly head: LogHead
}

/** One log, copied whenever it has one of the lengths. */
const grown = async (folder: string, crypto: Cryptography['Service'], commits: ReadonlyArray<HotCommit>): Promise<ReadonlyArray<Grown>> => {
  const path = join(folder, 'grown.db')
  let head = start
  const logs: Array<Grown> = []
  for (const length of lengths) {
    const open = await openMemory(path)
    while (head.first <= length) {
      const left = Math.ceil((length + 1 - head.first) / 100)
      head = await Effect.runPromise(appendAll({ store: open.ports.events, crypto, durability: 'process' }, commits.slice(0, left), head))
      await Effect.runPromise(open.ports.events.checkpoint)
    }
    await open.close()
    const copy = join(folder, `grown-${length}.db`)
    copyFileSync(path, copy)
    logs.push({ length, path: copy, open: await openMemory(copy), head })
  }
  return logs
}

/** Pages in the write-ahead log since it was last copied back. */
const framesIn = (path: string): number => {
  const file = new Database(path, { readonly: true })
  try {
    const answer = file.pragma('wal_checkpoint(noop)') as ReadonlyArray<{ readonly log: number }>
    return answer[0]?.log ?? Number.NaN
  } finally {
    file.close()
  }
}
