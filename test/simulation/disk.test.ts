/** The simulated disk takes from a log no more than a real one may lose. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeDisk, imageOf, openDisk, restoreImage } from './disk.ts'

let path: string
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'disk-')), 'memory.db')
  openDisk(path)
})
afterEach(() => {
  closeDisk(path)
  rmSync(join(path, '..'), { recursive: true, force: true })
})

/** Writes some pages at once, and more with each call. */
const opened = () => {
  const database = new Database(path)
  database.pragma('journal_mode = wal')
  database.exec('pragma synchronous = normal')
  database.exec('create table notes (id integer primary key, text text)')
  const commit = database.prepare('commit')
  const checkpoint = database.prepare('pragma wal_checkpoint(passive)').raw()
  const write = (id: number) => {
    database.exec('begin immediate')
    database.prepare('insert into notes values (?, ?)').run(id, String(id).repeat(9_000))
    commit.run()
  }
  return { database, write, checkpoint: () => checkpoint.all() }
}

const afterLoss = (cut: number): ReadonlyArray<unknown> => {
  restoreImage(path, imageOf(path, cut))
  const database = new Database(path)
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  const rows = database.prepare('select id from notes order by id').pluck().all()
  database.close()
  return rows
}

test('a power loss may take what no commit waited for', () => {
  const { database, write } = opened()
  for (const id of [1, 2]) write(id)
  const image = imageOf(path, 0)
  database.close()
  restoreImage(path, image)
  expect(afterLoss(0)).toEqual([])
})

test('it takes nothing that any checkpoint copied, so that the pages of the file stay of one moment', () => {
  const { checkpoint, database, write } = opened()
  write(1)
  checkpoint()
  write(2)
  write(3)
  checkpoint()
  const image = imageOf(path, 0.6)
  database.close()
  restoreImage(path, image)
  expect(afterLoss(0.6)).toEqual([1, 2, 3])
})
