import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openConnection } from '../file/open.ts'
import { backupSqlite } from './backup.ts'
import { abandonedParts, clearAbandoned, partOf } from './parts.ts'
import { restoreSqlite } from './restore.ts'
import { copiesBeside } from './seal.ts'

const root = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let made = 0
let path: string
beforeEach(() => {
  path = join(root, `${made++}`, 'a.db')
  mkdirSync(join(path, '..'))
})

/** Process id of a process that has ended. */
const gone = spawnSync(process.execPath, ['-e', '']).pid
const uuid = '01234567-89ab-4cde-8f01-23456789abcd'
const leftBehind = (target: string): string => {
  const part = `${target}.${uuid}-${gone.toString(16)}.part`
  for (const file of [part, `${part}-journal`]) writeFileSync(file, 'everything')
  return part
}

test('an unfinished copy is one of a store, as long as its process is gone', () => {
  const [abandoned, own] = [leftBehind(path), partOf(path)]
  const old = `${path}.${uuid}.part`
  for (const file of [own, old, `${path}2.${uuid}.part`]) writeFileSync(file, 'everything')

  expect(abandonedParts(path)).toEqual([abandoned, old])
  expect(copiesBeside(path)).toEqual(expect.arrayContaining([abandoned, own, old]))
  clearAbandoned(path)
  expect([abandoned, `${abandoned}-journal`, own, old].map((file) => existsSync(file))).toEqual([false, false, true, true])
})

test('the next backup and the next restore of that name clear away what a killed one left', () => {
  openConnection({ path }).close()
  const target = join(path, '..', 'a.backup')
  const store = join(path, '..', 'b.db')
  const parts = [leftBehind(target), leftBehind(store)]

  const modes: Array<number> = []
  const seen = (part: string) => Effect.sync(() => modes.push(statSync(part).mode & 0o777))
  Effect.runSync(backupSqlite({ path, target, over: 'nothing' }, seen))
  Effect.runSync(restoreSqlite({ backup: target, path: store, over: 'nothing', mode: 'restore' }, seen))

  expect(parts.map((part) => existsSync(part))).toEqual([false, false])
  expect(modes).toEqual([0o600, 0o600])
})

test('a damaged file with changes beside it says that they may be those of another file', () => {
  openConnection({ path }).close()
  const bytes = readFileSync(path)
  writeFileSync(path, Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 0xff)]))
  const problem = () => {
    try {
      openConnection({ path }).close()
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
    return ''
  }

  expect(problem()).toMatch(/damaged/)
  expect(problem()).not.toContain('-wal')
  writeFileSync(`${path}-wal`, 'changes')
  expect(problem()).toMatch(
    /took the place of another one that was in use, .*a\.db-wal and .*a\.db-shm belong to that one: end every program/,
  )
})
