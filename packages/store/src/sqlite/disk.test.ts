import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoreUnavailable } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { afterAll, describe, expect, test } from 'vitest'
import { failureOf } from './engine/failure.ts'
import type { Connection } from './file/connection.ts'
import { openConnection } from './file/open.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** With one row in it. */
const ownStore = (): string => {
  const path = join(disk, 'own', 'a.db')
  const connection = openConnection({ path })
  insert(connection, 1)
  connection.close()
  return path
}

const insert = (connection: Connection, brain: number): void => {
  connection.write('process', () => Result.succeed(connection.engine.execute(`insert into tombstones values (${brain}, x'00')`)))
}

const rows = (connection: Connection) => connection.engine.prepare('select brain from tombstones order by brain').rows([]).flat()

const refusal = (place: string, run: () => unknown): StoreUnavailable => {
  try {
    run()
  } catch (error) {
    const failure = failureOf(place, error)
    if (failure instanceof StoreUnavailable) return failure
    throw error
  }
  throw new Error('it was not refused')
}

const opening = (path: string) => refusal(path, () => openConnection({ path }).close())

const disk = join(folder, 'disk')
const mountDisk = (...options: ReadonlyArray<string>) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'crabtrail', disk], { stdio: 'ignore' })
const unmountDisk = () => execFileSync('umount', [disk], { stdio: 'ignore' })

/** Only root may, and not everywhere. */
const mayMount = ((): boolean => {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0) return false
  try {
    mkdirSync(disk)
    mountDisk('size=1m')
    unmountDisk()
    return true
  } catch {
    return false
  }
})()

describe.runIf(mayMount)('a disk', () => {
  const onDisk = (run: () => void): void => {
    mountDisk('size=1m')
    try {
      run()
    } finally {
      unmountDisk()
    }
  }

  test('that is mounted for reading: its store answers, and whoever would write is told so', () =>
    onDisk(() => {
      const path = ownStore()
      mountDisk('remount', 'ro')

      const connection = openConnection({ path, readOnly: true })
      expect(rows(connection)).toEqual([1])
      connection.close()
      expect(opening(path)).toMatchObject({ reason: 'read-only', retryable: false })
      expect(opening(path).message).toContain('its disk can only be read')
      expect(opening(join(disk, 'new', 'a.db')).reason).toBe('read-only')
    }))

  test('that is full: nothing of the transaction is kept, and room is all it needs', () =>
    onDisk(() => {
      const path = ownStore()
      const connection = openConnection({ path })
      const fill = () => connection.engine.execute('insert into posting_blocks values (1, 1, 1, char(97), 1, randomblob(2000000))')

      const full = refusal(path, () => connection.write('process', () => Result.succeed(fill())))
      writeFileSync(join(disk, 'rest'), Buffer.alloc(0))
      const wholly = (): never => {
        for (;;) writeFileSync(join(disk, 'rest'), Buffer.alloc(4_096), { flag: 'a' })
      }
      expect(wholly).toThrow(/ENOSPC/)

      expect(full).toMatchObject({ reason: 'full', retryable: false })
      expect(full.message).toContain('the disk is full, nothing more was written: make room')
      expect(opening(join(disk, 'new.db')).reason).toBe('full')
      expect(rows(connection)).toEqual([1])
      rmSync(join(disk, 'rest'))
      insert(connection, 2)
      expect(rows(connection)).toEqual([1, 2])
      connection.close()
    }))
})
