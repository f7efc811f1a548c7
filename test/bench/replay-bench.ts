/** Replaying a log from its file into the fold of a brain that is in use, beside reading and parsing the same rows and beside a row an event. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type CommitRow, type Cryptography, commitsPerRead } from '@crabtrail/core'
import Database from 'better-sqlite3'
import * as Effect from 'effect/Effect'
import { decodeRow, foldRow } from '../../packages/core/src/application/brain/commit-row.ts'
import { type BrainFold, cloneFold, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { unpackText } from '../../packages/store/src/rows/columns.ts'
import { keyDigest } from './bench-brain.ts'
import { type HotCommit, hotBrain, rowsOf } from './hot-log.ts'
import { interleave, ratio, spread, type Variant } from './measure.ts'
import { openMemory, type Ports } from './memory.ts'
import { heading, say, spreadText, table } from './print.ts'

const rounds = 11

export const replayBench = async (
  folder: string,
  crypto: Cryptography['Service'],
  commits: ReadonlyArray<HotCommit>,
  base: BrainFold,
): Promise<void> => {
  const path = join(folder, 'replay.db')
  const rows = rowsOf(crypto, commits)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const open = await openMemory(path)
  await Effect.runPromise(Effect.forEach(rows, (row) => appendRow(open.ports, row), { discard: true }))
  await open.close()
  const bytes = statSync(path).size
  const fatPath = join(folder, 'replay-events.db')
  const payloads = writeEvents(fatPath, rows)
  const fatBytes = statSync(fatPath).size

  const reopened = await openMemory(path)
  const rowFile = new Database(path, { readonly: true })
  const eventFile = new Database(fatPath, { readonly: true })
  const taken = await interleave(replays(reopened.ports, rowFile, eventFile, base), rounds, 2)
  await reopened.close()
  for (const file of [rowFile, eventFile]) file.close()

  const line = (title: string, name: keyof typeof taken, size: string): ReadonlyArray<string> => [
    title,
    Math.round(spread(taken[name].wall.map((ms) => (count * 1_000) / ms)).median).toLocaleString('en'),
    size,
    ...(['wall', 'cpu'] as const).map((by) => (name === 'replay' ? '1' : spreadText(ratio(taken.replay, taken[name], by)))),
  ]
  const perEvent = (all: number) => `${(all / count).toFixed(1)}`
  heading(`replay of ${count.toLocaleString('en')} hot events in ${rows.length.toLocaleString('en')} commits (events a second)`)
  table([
    ['', 'events /s', 'bytes an event', 'replay ÷ it', 'by CPU time'],
    line('replay: read, decode, fold', 'replay', perEvent(bytes)),
    line('the same, an event at a time', 'singly', ''),
    line('bare driver: read, JSON.parse of the same rows', 'parse', ''),
    line('bare driver: read the same rows', 'read', ''),
    line('a JSON row an event: read, parse, fold', 'events', perEvent(fatBytes)),
  ])
  say(
    `the bodies alone: ${perEvent(rows.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0))} bytes an event; the JSON rows ${perEvent(payloads)}`,
  )
}

const replays = (
  ports: Ports,
  rowFile: Database.Database,
  eventFile: Database.Database,
  base: BrainFold,
): ReadonlyArray<Variant<'replay' | 'singly' | 'parse' | 'read' | 'events'>> => {
  let fold = cloneFold(base)
  const fresh = () => {
    fold = cloneFold(base)
  }
  return [
    { name: 'replay', prepare: fresh, run: () => Effect.runPromise(eachRow(ports, (row) => foldRow(hotBrain, fold, row))) },
    { name: 'singly', prepare: fresh, run: () => Effect.runPromise(eachRow(ports, (row) => foldSingly(fold, row))) },
    { name: 'parse', run: () => eachBareRow(rowFile, (body) => JSON.parse(body)) },
    { name: 'read', run: () => eachBareRow(rowFile, () => undefined) },
    { name: 'events', prepare: fresh, run: () => eachBareEvent(eventFile, (payload) => foldEvent(fold, JSON.parse(payload))) },
  ]
}

const eachRow = Effect.fnUntraced(function* <E>({ events }: Ports, visit: (row: CommitRow) => Effect.Effect<void, E>) {
  for (let from = 1; ; ) {
    const rows = yield* events.read(hotBrain, from, commitsPerRead)
    for (const row of rows) yield* visit(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < commitsPerRead) return
    from = last.first + last.count
  }
})

const foldSingly = (fold: BrainFold, row: CommitRow) =>
  Effect.map(decodeRow(hotBrain, row), (events) => {
    for (const event of events) foldEvent(fold, event)
  })

const eachBareRow = (file: Database.Database, visit: (body: string) => void): void => {
  const read = file.prepare<[number, number], CommitRow>(
    `select first, count, at, actor, session, body, lower(hex(prev)) as prev, lower(hex(hash)) as hash
     from commits where brain = 1 and first > ? order by first limit ?`,
  )
  for (let after = 0; ; ) {
    const rows = read.all(after, commitsPerRead)
    for (const { body, first } of rows) {
      visit(unpackText(body))
      after = first
    }
    if (rows.length < commitsPerRead) return
  }
}

const eachBareEvent = (file: Database.Database, visit: (payload: string) => void): void => {
  const read = file.prepare<[number, number], { readonly position: number; readonly payload: string }>(
    'select position, payload from events where position > ? order by position limit ?',
  )
  for (let after = 0; ; ) {
    const rows = read.all(after, commitsPerRead)
    for (const { payload, position } of rows) {
      visit(payload)
      after = position
    }
    if (rows.length < commitsPerRead) return
  }
}

const appendRow = ({ events }: Ports, row: CommitRow) =>
  events.append({
    brain: hotBrain,
    row,
    contents: [],
    index: [],
    durability: 'process',
    ...(row.first === 1 ? { create: { fingerprintKey: keyDigest('a key') + keyDigest('another') } } : {}),
  })

/** Each event whole in a row of its own with what most stores keep of it, texts for the most part: about 260 bytes. Gives their mean. */
const writeEvents = (path: string, rows: ReadonlyArray<CommitRow>): number => {
  const file = new Database(path)
  file.exec('create table events (position integer primary key, payload text not null) strict')
  const insert = file.prepare('insert into events values (?, ?)')
  let bytes = 0
  file.transaction(() => {
    for (const row of rows) {
      for (const event of Effect.runSync(decodeRow(hotBrain, row))) {
        const payload = JSON.stringify({ id: row.hash.slice(0, 32), brain: hotBrain, schemaVersion: 1, ...event })
        insert.run(event.position, payload)
        bytes += payload.length
      }
    }
  })()
  file.close()
  return bytes
}
