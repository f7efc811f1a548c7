/** Appending events through the store's door, beside the bare driver: with the very same rows ready-made, with rows it has to write, with a row an event. */
import { join } from 'node:path'
import type { CommitRow, Cryptography } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { appendAll, commandOf, type LogHead, start } from './append-commits.ts'
import { allRowsTable, type Durability, eventTable, rowTable } from './bare-log.ts'
import { type HotCommit, inBatches, rowsOf } from './hot-log.ts'
import { interleave, type Rounds, ratio, spread, type Variant } from './measure.ts'
import { openMemory } from './memory.ts'
import { heading, say, spreadText, table } from './print.ts'

const rounds = 10
const variants = ['crabtrail', 'all', 'written', 'ready', 'events'] as const
type Name = (typeof variants)[number]
const titles = ['crabtrail', 'all rows', 'commit row', 'ready-made', 'a row an event']

/** A round more than is counted: the first one warms up. */
export const eventsToAppend = (counted: number): number => (counted / rounds) * (rounds + 1)

export const appendBench = async (folder: string, crypto: Cryptography['Service'], events: ReadonlyArray<NewEvent>): Promise<void> => {
  const rates = [['events /s', 'events', ...titles]]
  const ratios = [
    ['', '', ...titles.map(() => '')],
    ['crabtrail ÷', '', '', ...titles.slice(1)],
  ]
  for (const size of [1, 10, 100]) {
    const commits = inBatches(events, size)
    const rows = rowsOf(crypto, commits)
    for (const durability of ['process', 'power'] as const) {
      const share = shareOf(commits.length, size, durability)
      const taken = await measured(join(folder, `append-${size}-${durability}`), crypto, commits, rows, durability, share)
      const title = `${durability === 'power' ? 'FULL' : 'NORMAL'}, ${size} a commit`
      const rate = (name: Name) => spread(taken[name].wall.map((ms) => (share * size * 1_000) / ms)).median
      rates.push([title, String(share * size * rounds), ...variants.map((name) => Math.round(rate(name)).toLocaleString('en'))])
      const over = (by: 'wall' | 'cpu') => variants.slice(1).map((name) => spreadText(ratio(taken.crabtrail, taken[name], by)))
      ratios.push([title, '', '', ...over('wall')])
      if (durability === 'process') ratios.push(['  by CPU time', '', '', ...over('cpu')])
    }
  }
  heading('append')
  table([...rates, ...ratios])
  say('crabtrail: schema check, canonical body, sha256 chain, expected head moved, key of the command, commit row')
  say(
    'the bare driver, in the same transactions at the same durability, with JSON.stringify for the body: all rows that an append leaves (commit,',
  )
  say('command, head); the commit row alone; the commit row with body and digests ready-made; each event in a row of its own')
  say('the write-ahead log is copied back between the rounds, off the clock, as the store does it after a turn')
}

/** A round writes fewer pages than the write-ahead log may hold before it is copied back on the clock. */
const commitsARound = 2_500

/** Commits a round. One that waits for the disk takes so long that single events are measured over fewer. */
const shareOf = (commits: number, size: number, durability: Durability): number =>
  Math.min(commitsARound, Math.floor(commits / (rounds + 1) / (size === 1 && durability === 'power' ? 25 : 1)))

const measured = async (
  path: string,
  crypto: Cryptography['Service'],
  commits: ReadonlyArray<HotCommit>,
  rows: ReadonlyArray<CommitRow>,
  durability: Durability,
  share: number,
): Promise<Rounds<Name>> => {
  const { close, ports } = await openMemory(`${path}.db`)
  const [all, ready, written, events] = [
    allRowsTable(`${path}-all.db`, durability),
    rowTable(`${path}-ready.db`, durability),
    rowTable(`${path}-written.db`, durability),
    eventTable(`${path}-events.db`, durability),
  ]
  const slice = <T>(all: ReadonlyArray<T>, round: number) => all.slice(round * share, (round + 1) * share)
  const heads: Array<LogHead> = [start]
  const contenders: ReadonlyArray<Variant<Name>> = [
    {
      name: 'crabtrail',
      prepare: () => Effect.runPromise(ports.events.checkpoint),
      run: async (round) => {
        const log = { store: ports.events, crypto, durability }
        heads.push(await Effect.runPromise(appendAll(log, slice(commits, round), heads[round] ?? start)))
      },
    },
    {
      name: 'all',
      prepare: all.checkpoint,
      run: (round) => {
        const known = slice(rows, round)
        for (const [i, own] of slice(commits, round).entries()) {
          const row = known[i]
          if (row !== undefined) all.append({ row: { ...row, body: JSON.stringify(own) }, ...commandOf(row.first) })
        }
      },
    },
    { name: 'ready', prepare: ready.checkpoint, run: (round) => slice(rows, round).forEach(ready.append) },
    {
      name: 'written',
      prepare: written.checkpoint,
      run: (round) => {
        const known = slice(rows, round)
        for (const [i, own] of slice(commits, round).entries()) {
          const row = known[i]
          if (row !== undefined) written.append({ ...row, body: JSON.stringify(own) })
        }
      },
    },
    { name: 'events', prepare: events.checkpoint, run: (round) => slice(commits, round).forEach(events.append) },
  ]
  const taken = await interleave(contenders, rounds, 1)
  await close()
  for (const bare of [all, ready, written, events]) bare.close()
  return taken
}
