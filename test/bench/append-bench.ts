/** Appending events through the store's door, beside the bare driver: with the very same rows ready-made, with rows it has to write, with a row an event. */
import { join } from 'node:path'
import type { CommitRow, Cryptography, EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { commitRow } from '../../packages/core/src/application/brain/brain.ts'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { type Durability, eventTable, rowTable } from './bare-log.ts'
import { keyDigest } from './bench-brain.ts'
import { type HotCommit, hotBrain, inBatches, rowsOf } from './hot-log.ts'
import { interleave, type Rounds, ratio, spread, type Variant } from './measure.ts'
import { openMemory } from './memory.ts'
import { heading, say, spreadText, table } from './print.ts'

const rounds = 10
const variants = ['crabtrail', 'ready', 'written', 'events'] as const
type Name = (typeof variants)[number]

/** A round more than is counted: the first one warms up. */
export const eventsToAppend = (counted: number): number => (counted / rounds) * (rounds + 1)

export const appendBench = async (folder: string, crypto: Cryptography['Service'], events: ReadonlyArray<NewEvent>): Promise<void> => {
  const rates = [['events /s', 'events', 'crabtrail', 'rows ready-made', 'rows stringified', 'a row an event']]
  const blank = ['', '', '', '', '', '']
  const ratios = [blank, ['crabtrail ÷', '', '', 'rows ready-made', 'rows stringified', 'a row an event']]
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
  say('the bare driver, in the same batches at the same durability: inserts those commit rows with bodies and digests ready-made; writes')
  say('their bodies itself with JSON.stringify; or writes each event with JSON.stringify into a row of its own')
}

/** Commits a round. One that waits for the disk takes so long that single events are measured over fewer. */
const shareOf = (commits: number, size: number, durability: Durability): number =>
  Math.floor(commits / (rounds + 1) / (size === 1 && durability === 'power' ? 25 : 1))

const measured = async (
  path: string,
  crypto: Cryptography['Service'],
  commits: ReadonlyArray<HotCommit>,
  rows: ReadonlyArray<CommitRow>,
  durability: Durability,
  share: number,
): Promise<Rounds<Name>> => {
  const { close, ports } = await openMemory(`${path}.db`)
  const [ready, written, events] = [
    rowTable(`${path}-ready.db`, durability),
    rowTable(`${path}-written.db`, durability),
    eventTable(`${path}-events.db`, durability),
  ]
  const slice = <T>(all: ReadonlyArray<T>, round: number) => all.slice(round * share, (round + 1) * share)
  const heads: Array<Head> = [{ prev: '', first: 1 }]
  const contenders: ReadonlyArray<Variant<Name>> = [
    {
      name: 'crabtrail',
      prepare: () => Effect.runPromise(ports.events.checkpoint),
      run: async (round) => {
        const head = heads[round] ?? { prev: '', first: 1 }
        heads.push(await Effect.runPromise(appendAll(ports.events, crypto, slice(commits, round), head, durability)))
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
  for (const bare of [ready, written, events]) bare.close()
  return taken
}

interface Head {
  readonly prev: string
  readonly first: number
}

const appendAll = Effect.fnUntraced(function* (
  store: EventStore['Service'],
  crypto: Cryptography['Service'],
  commits: ReadonlyArray<HotCommit>,
  { prev, first }: Head,
  durability: Durability,
) {
  let head: Head = { prev, first }
  for (const events of commits) {
    const row = commitRow(crypto, events, { ...head, at: 1_700_000_000_000 + head.first, actor: 1, session: 1 })
    const key = { key: keyDigest(`command ${head.first}`), signal: keyDigest('signal') }
    const create = head.first === 1 ? { create: { fingerprintKey: keyDigest('a key') + keyDigest('another') } } : {}
    yield* store.append({ brain: hotBrain, row, contents: [], index: [], key, durability, ...create })
    head = { prev: row.hash, first: row.first + row.count }
  }
  return head
})
