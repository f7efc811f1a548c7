import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resultName } from './result-name.ts'

/** What SQLite's own header says: `#define SQLITE_BUSY_SNAPSHOT (SQLITE_BUSY | (2<<8))`. */
const header = readFileSync(join(createRequire(import.meta.url).resolve('better-sqlite3'), '../../deps/sqlite3/sqlite3.h'), 'utf8')

const kinds = new Map(
  [...header.matchAll(/^#define (SQLITE_[A-Z]+) +(\d+) +\/\*/gm)].map(([, name = '', number]) => [name, Number(number)]),
)
const details = [...header.matchAll(/^#define (SQLITE_\w+) +\((SQLITE_[A-Z]+) *\| *\((\d+) *<< *8\)\)/gm)].flatMap(
  ([, name = '', kind = '', number]) =>
    kind === 'SQLITE_OK' ? [] : [[name, (kinds.get(kind) ?? Number.NaN) | (Number(number) << 8)] as const],
)

test('every result of SQLite has the name that SQLite gives it', () => {
  const results = [...kinds].filter(([name, number]) => number < 29 && resultName(number) === name)

  expect(results.length).toBeGreaterThanOrEqual(29)
  expect(details.length).toBeGreaterThan(70)
  expect(details.filter(([name, number]) => resultName(number) !== name)).toEqual([])
})

test('a result that is newer than this program has the name of its kind', () => {
  expect(resultName(10 | (250 << 8))).toBe('SQLITE_IOERR')
  expect(resultName(4 | (1 << 8))).toBe('SQLITE_ABORT')
  expect(resultName(77)).toBe('SQLITE_ERROR')
})
