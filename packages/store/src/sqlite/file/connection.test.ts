import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Result from 'effect/Result'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { queries, statement } from '../../statements/statement.ts'
import { failureOf } from '../engine/failure.ts'
import { Connection } from './connection.ts'
import { openConnection } from './open.ts'

const folder = mkdtempSync(join(tmpdir(), 'crabtrail-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const fresh = (options: { readonly busyTimeoutMs?: number } = {}): Connection =>
  openConnection({ path: join(folder, `${made++}.db`), ...options })

const insert = statement<{ term: string }>()((p) =>
  queries.insertInto('postings').values({ brain: 1, space: 1, term: p('term'), node: 1, valid_from: 1, count: 1, length: 1 }),
)
const select = statement()(() => queries.selectFrom('postings').select('term').orderBy('term'))
const remove = statement()(() => queries.deleteFrom('postings'))

const terms = (connection: Connection) => connection.all(select, {}).map((row) => row.term)

const succeeding = (connection: Connection, term: string) => () => {
  connection.run(remove, {})
  connection.run(insert, { term })
  return Result.succeed(term)
}

describe('durability', () => {
  const synchronous = { power: 2, process: 1 }

  test('holds for the transaction that asks for it, however the ones before it were', () => {
    const connection = fresh()

    for (const durability of ['power', 'process', 'process', 'power', 'power', 'process'] as const) {
      connection.write(durability, () => {
        expect(connection.pragma('synchronous')).toBe(synchronous[durability])
        return succeeding(connection, 'a')()
      })
      expect(connection.pragma('synchronous')).toBe(synchronous[durability])
    }
    connection.close()
  })

  test('is right from the first write on after the file was opened again', () => {
    const { place } = fresh()

    for (const durability of ['power', 'process'] as const) {
      const connection = openConnection({ path: place })
      connection.write(durability, succeeding(connection, 'a'))
      expect(connection.pragma('synchronous')).toBe(synchronous[durability])
      connection.close()
    }
  })

  test('is the greater one under a lock, which may turn out to hold anything', () => {
    const connection = fresh()
    connection.write('process', succeeding(connection, 'a'))

    connection.begin()
    expect(connection.pragma('synchronous')).toBe(synchronous.power)
    connection.end(false)
    connection.close()
  })
})

describe('a transaction', () => {
  test('keeps what succeeds, and nothing of what fails or throws', () => {
    const connection = fresh()
    const failing = () => {
      connection.run(remove, {})
      return Result.fail('no')
    }

    expect(connection.write('process', succeeding(connection, 'kept'))).toEqual(Result.succeed('kept'))
    expect(connection.write('process', failing)).toEqual(Result.fail('no'))
    expect(() =>
      connection.write('process', () => {
        connection.run(remove, {})
        throw new Error('bug')
      }),
    ).toThrow('bug')

    expect(terms(connection)).toEqual(['kept'])
    expect(connection.engine.inTransaction()).toBe(false)
    connection.close()
  })

  test('joined to one that is held takes back only itself', () => {
    const connection = fresh()

    connection.begin()
    expect(connection.unsettled).toBe(false)
    connection.write('process', succeeding(connection, 'first'))
    expect(connection.unsettled).toBe(true)
    connection.write('process', () => {
      connection.run(remove, {})
      return Result.fail('no')
    })
    connection.end(true)

    expect(terms(connection)).toEqual(['first'])
    expect(connection.unsettled).toBe(false)
    connection.close()
  })

  test('that the disk has no room for leaves everything as it was, and room is all it needs', () => {
    const connection = fresh()
    connection.write('process', succeeding(connection, 'a'))
    connection.engine.execute(`pragma max_page_count = ${Number(connection.pragma('page_count')) + 2}`)
    const tooMuch = succeeding(connection, 'x'.repeat(100_000))

    const cause = thrown(() => connection.write('process', tooMuch))
    connection.begin()
    const held = thrown(() => connection.write('process', tooMuch))
    connection.end(false)

    expect([cause, held].map((one) => failureOf('a.db', one)?.reason)).toEqual(['full', 'full'])
    expect(terms(connection)).toEqual(['a'])
    connection.engine.execute('pragma max_page_count = 100000')
    connection.write('process', tooMuch)
    expect(terms(connection)[0]?.length).toBe(100_000)
    connection.close()
  })

  test('that is held and given up by the engine is never reported as kept', () => {
    const connection = fresh()
    connection.begin()
    connection.write('process', succeeding(connection, 'a'))
    connection.engine.execute('rollback')

    expect(
      failureOf(
        'a.db',
        thrown(() => connection.end(true)),
      )?.reason,
    ).toBe('io')
    expect(terms(connection)).toEqual([])
    connection.close()
  })

  test('takes the write lock when it begins, and waits for it no longer than it was told', () => {
    const holder = fresh()
    const waiting = openConnection({ path: holder.place, busyTimeoutMs: 20 })
    holder.begin()

    const cause = thrown(() => waiting.write('process', succeeding(waiting, 'yours')))
    expect(failureOf('a.db', cause)).toMatchObject({ reason: 'locked', retryable: true })
    expect(terms(waiting)).toEqual([])
    holder.end(true)
    waiting.write('process', succeeding(waiting, 'yours'))

    expect(terms(holder)).toEqual(['yours'])
    holder.close()
    waiting.close()
  })

  test('of a closed connection says that it is closed', () => {
    const connection = fresh()
    connection.close()
    connection.close()

    for (const use of [() => connection.get(select, {}), () => connection.write('power', succeeding(connection, 'a'))]) {
      expect(failureOf('a.db', thrown(use))).toMatchObject({ reason: 'closed', retryable: false })
    }
  })
})

const thrown = (run: () => unknown): unknown => {
  try {
    run()
  } catch (cause) {
    return cause
  }
  throw new Error('nothing was thrown')
}

describe('what waits', () => {
  /** Another program holds the lock for so many milliseconds before each transaction. */
  const contended = (waits: ReadonlyArray<number>): Connection => {
    const own = fresh()
    const left = [...waits]
    return new Connection(
      own.place,
      {
        ...own.engine,
        prepare: (sql) => {
          const prepared = own.engine.prepare(sql)
          if (sql !== 'begin immediate') return prepared
          return {
            ...prepared,
            run: (values) => {
              vi.setSystemTime(Date.now() + (left.shift() ?? 0))
              return prepared.run(values)
            },
          }
        },
      },
      own.requireInPlace,
    )
  }

  test('is told, and what does not wait is not', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const told: number[] = []
    const connection = contended([0, 40, 1, 7])
    connection.waited = (ms) => told.push(ms)

    for (const term of ['a', 'b', 'c', 'd']) connection.write('process', succeeding(connection, term))

    expect(told).toEqual([40, 7])
    connection.close()
    vi.useRealTimers()
  })
})
