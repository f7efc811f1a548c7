/** `move` between files: what it writes, what it refuses, and that it leaves the source as it was. Databases: `postgres-move.deep.test.ts`. */
import { copyFileSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectExports, exportsOf, fillStore, forgotten, keyed, question } from './move-stage.ts'
import { fillNotes, makePlace, onlyDocument } from './place.ts'
import { callWithin } from './within.ts'

const place = makePlace()
const at = (name: string) => join(place.home, name)
const source = at('source.db')
let exported: Readonly<Record<string, string>>
beforeAll(async () => {
  fillNotes(place)
  await fillStore(place, source)
  exported = await exportsOf(place, source)
  settle(source)
})
afterAll(() => place.remove())

/** Copies the write-ahead log into the file, so that a copy of the file is whole. */
const settle = (path: string): void => changed(path, 'select 1')

const changed = (path: string, sql: string): void => {
  const database = new Database(path)
  database.exec(sql)
  database.pragma('wal_checkpoint(truncate)')
  database.close()
}

/** A copy of the source that a test may change. */
const copied = (name: string): string => {
  copyFileSync(source, at(name))
  return at(name)
}

describe('a move to a store that is not there', () => {
  test('makes it, with the same brains to the last byte, and leaves the source as it was', async () => {
    const before = readFileSync(source)
    const held = Object.values(exported).join('')
    for (const part of ['"key":"', '"erased":true', '{"tombstone"', '"origin":"untrusted"', '"BrainForked"', '"StrengthsRestored"'])
      expect([part, held.includes(part)]).toEqual([part, true])
    expect(held).toMatch(/\{"content":\{"ref":"\w+","salt":"\w+"\}\}/)

    const answer = await place.ask('move', source, `sqlite:${at('fresh.db')}`)

    expect(answer).toMatchObject({ from: source, to: at('fresh.db'), verified: true, notes: [] })
    expect(answer.brains.map(({ before, brain }: { before: number; brain: string }) => [brain, before])).toEqual([
      ['acme/team/handbook', 0],
      ['globex/team/handbook', 0],
      ['local/main/branch', 0],
      ['local/main/default', 0],
    ])
    expect(answer.commits).toBe(
      Object.values(exported)
        .join('')
        .match(/^\{"commit"/gm)?.length,
    )
    await expectExports(place, at('fresh.db'), exported)
    expect(readFileSync(source).equals(before)).toBe(true)
  })

  test('answers what was asked with a key before as it was answered, and goes on from there', async () => {
    await place.ask('move', source, at('keyed.db'))

    const before = await place.ask(...keyed, '--store', copied('kept.db'))
    expect(await place.ask(...keyed, '--store', at('keyed.db'))).toEqual(before)
    const rank = async (store: string) =>
      (await place.ask('recall', question, '--no-record', '--brain', 'default', '--store', store)).items.map(
        ({ node, score }: { node: string; score: number }) => [node, score],
      )
    expect(await rank(at('keyed.db'))).toEqual(await rank(at('kept.db')))
    expect((await place.ask('recall', question, '--brain', 'default', '--store', at('keyed.db'))).position).toBeGreaterThan(0)
  })

  test('of some brains leaves the others where they are', async () => {
    await place.ask('move', source, at('some.db'), '--only', 'acme/team/handbook', 'branch')

    expect(Object.keys(await exportsOf(place, at('some.db')))).toEqual(['acme/team/handbook', 'local/main/branch'])
  })

  test('only shows with --dry-run what it would do, and makes nothing', async () => {
    const look = await place.ask('move', source, at('look.db'), '--dry-run')

    expect(look).toMatchObject({ verified: false })
    expect(existsSync(at('look.db'))).toBe(false)
    expect({ ...(await place.ask('move', source, at('look.db'))), verified: false }).toEqual(look)
    expect(await place.ask('move', source, at('look.db'), '--dry-run')).toMatchObject({ commits: 0, verified: false })
  })

  test('of a store without brains makes none', async () => {
    changed(copied('empty.db'), 'pragma foreign_keys = off; delete from brains')

    expect(await place.ask('move', at('empty.db'), at('never.db'))).toMatchObject({ brains: [], commits: 0 })
    expect((await place.run('move', at('empty.db'), at('never.db'))).stdout).toBe(`${at('empty.db')} has no brain, so nothing is moved\n`)
    expect(existsSync(at('never.db'))).toBe(false)
  })

  test('says in a line what it did, and shows a person how far it is', async () => {
    const around = { env: { HOME: place.home }, home: place.home, folder: place.home }

    const { code, stderr, stdout } = await callWithin(['move', source, at('seen.db'), '--no-color'], around, true)

    const [first, ...brains] = stdout.trimEnd().split('\n')
    expect([code, first]).toEqual([0, `4 brains of ${source} are in ${at('seen.db')}, proven; ${stdout.match(/\d+ commits/)?.[0]} written`])
    expect(brains.map((line) => line.trim().split(' ')[0])).toEqual(Object.keys(exported))
    expect(stderr).toMatch(/\rproving local\/main\/default in .*\rmoving local\/main\/default: \d+ of \d+ events/s)
    expect(stderr.endsWith('\r\u001b[K')).toBe(true)
    expect(await place.run('move', source, at('seen.db'), '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})

describe('a move to a store that has an earlier end of the brains', () => {
  test('writes what is missing, and erases what was erased since', async () => {
    const [growing, target] = [copied('growing.db'), at('behind.db')]
    place.write('notes/later.md', '# Later\n\nThe mercurial harbour gate opens at noon.\n')
    await place.ask('ingest', 'notes', '--brain', 'default', '--store', growing)
    await place.ask('recall', 'when does the mercurial gate open?', '--brain', 'default', '--store', growing)
    await place.ask('used', 'later.md', '--key', 'mercurial', '--brain', 'default', '--store', growing)
    await place.ask('move', growing, target)
    expect(readFileSync(target).includes('mercurial')).toBe(true)
    // So that the target has snapshots and segments of its own.
    await place.ask('recall', question, '--no-record', '--brain', 'default', '--store', target)
    await place.ask('forget', '--subject', 'mercurial', '--brain', 'default', '--store', growing)
    await place.ask('recall', question, '--brain', 'default', '--store', growing)
    const later = await exportsOf(place, growing)

    const answer = await place.ask('move', growing, target)

    expect(answer.commits).toBeGreaterThan(1)
    const database = new Database(target, { readonly: true })
    expect(database.prepare('select * from unfinished_erasures').all()).toEqual([])
    database.close()
    await expectExports(place, target, later)
    expect(readFileSync(target).includes('mercurial')).toBe(false)
    expect(later['local/main/default']).toContain('"erased":true')
    expect(await place.ask('move', growing, target)).toMatchObject({ commits: 0, verified: true })
  })

  test('takes a source to be read in again once that is allowed in the source', async () => {
    const [growing, target] = [copied('unburied.db'), at('unburied-target.db')]
    await place.ask('move', growing, target)
    await place.ask('ingest', 'notes', '--again', '--brain', 'default', '--store', growing)
    const later = await exportsOf(place, growing)

    await place.ask('move', growing, target)

    expect(later['local/main/default']?.match(/^\{"tombstone"/gm) ?? []).toEqual([])
    await expectExports(place, target, later)
  })

  test('takes over tombstones that changed without a commit', async () => {
    const [source, target] = [copied('lifted.db'), at('lifted-target.db')]
    await place.ask('move', source, target)
    changed(source, 'delete from tombstones')
    const later = await exportsOf(place, source)

    expect(await place.ask('move', source, target)).toMatchObject({ commits: 0, verified: true })
    await expectExports(place, target, later)
  })
})

describe('a move is refused with one line, and writes nothing', () => {
  interface Refusal {
    readonly words: () => Promise<ReadonlyArray<string>> | ReadonlyArray<string>
    readonly code: number
    readonly says: RegExp
    /** The store that must be as it was. */
    readonly target?: string
  }
  const refusals: Readonly<Record<string, Refusal>> = {
    'where a brain of the same key is another': {
      words: async () => {
        await place.ask('init', '--brain', 'acme/team/handbook', '--store', at('another.db'))
        return [source, at('another.db')]
      },
      code: 1,
      says: /another\.db: acme\/team\/handbook is there and is another brain than in .*source\.db: move to another store, .* --only$/,
      target: at('another.db'),
    },
    'where a brain has other commits behind a common beginning': {
      words: async () => {
        const [one, other] = [copied('one.db'), copied('other.db')]
        for (const store of [one, other]) await place.ask('note', `${store} is mine`, '--brain', 'globex/team/handbook', '--store', store)
        return [one, other]
      },
      code: 1,
      says: /other\.db: globex\/team\/handbook is there and is another brain/,
      target: at('other.db'),
    },
    'where a brain goes on': {
      words: async () => {
        await place.ask('note', 'the harbour is open', '--brain', 'acme/team/handbook', '--store', copied('used.db'))
        return [source, at('used.db')]
      },
      code: 1,
      says: /used\.db: acme\/team\/handbook is there and has more events than in .*: it was moved and used since; go on with it there/,
      target: at('used.db'),
    },
    'where the stores are one': {
      words: () => {
        symlinkSync(source, at('link.db'))
        return [source, at('link.db')]
      },
      code: 2,
      says: /^TO-URL: it is the same store as FROM-URL: name another$/,
      target: source,
    },
    'where there is no store': {
      words: () => [at('nowhere.db'), at('never.db')],
      code: 1,
      says: /nowhere\.db: there is no store, so nothing can be moved from it: check the path$/,
    },
    'where the source is of a newer Crabtrail': {
      words: () => {
        changed(copied('newer.db'), "update crabtrail_meta set format = 99, min_reader = 99, needs = '9.9.0'")
        return [at('newer.db'), at('never.db')]
      },
      code: 1,
      says: /newer\.db: it was written by a newer Crabtrail .*: install Crabtrail 9\.9\.0 or later$/,
    },
    'where the target is of a newer Crabtrail': {
      words: () => [source, at('newer.db')],
      code: 1,
      says: /newer\.db: it was written by a newer Crabtrail/,
      target: at('newer.db'),
    },
    'where an erasure is not finished': {
      words: () => {
        changed(copied('unfinished.db'), 'insert into unfinished_erasures (brain, position, rewritten) values (1, 1, 0)')
        return [at('unfinished.db'), at('never.db')]
      },
      code: 1,
      says: /unfinished\.db: what was forgotten may still stand in its files: end what reads the store, run forget again there, then move$/,
    },
    'where a commit was changed': {
      words: () => {
        changed(copied('broken.db'), 'update commits set at = at + 1 where first > 1 and brain = 1')
        return [at('broken.db'), at('never.db')]
      },
      code: 5,
      says: /broken\.db: \S+ is not whole at position \d+ \(chain: .*; nothing was moved: run verify/,
    },
    'where a content was changed': {
      words: () => {
        changed(copied('reworded.db'), "update contents set body = body || '.' where body is not null")
        return [at('reworded.db'), at('never.db')]
      },
      code: 5,
      says: /reworded\.db: \S+ is not whole \(contents: .*; nothing was moved: run verify/,
    },
    'where the target has the brain, and that is damaged': {
      words: () => [source, at('reworded.db')],
      code: 5,
      says: /reworded\.db: \S+ is not whole \(contents: .*; the source is as it was, and what is there is damaged: run verify/,
    },
    'where a brain is named that is not there': {
      words: () => [source, at('never.db'), '--only', 'acme/team/nosuch'],
      code: 3,
      says: /^no brain acme\/team\/nosuch: .*source\.db has no such brain; crabtrail brains lists them$/,
    },
  }

  test.each(Object.entries(refusals))('%s', async (_, { code, says, target, words }) => {
    const given = await words()
    if (target !== undefined) settle(target)
    const before = target === undefined ? undefined : readFileSync(target)

    const plain = await place.run('move', ...given)
    const json = await place.run('move', ...given, '--json')

    const { error } = onlyDocument(json.stdout)
    expect(error.message).toMatch(says)
    expect([plain.code, plain.stdout, plain.stderr]).toEqual([code, '', `crabtrail: ${error.message}\n`])
    expect(json.code).toBe(code)
    if (target !== undefined) {
      settle(target)
      expect(readFileSync(target).equals(before ?? Buffer.of())).toBe(true)
    }
    expect(existsSync(at('never.db'))).toBe(false)
  })

  test('and the other brains are moved by name', async () => {
    expect(await place.ask('move', source, at('another.db'), '--only', 'globex/team/handbook')).toMatchObject({ verified: true })
  })

  test('where another program holds the lock of the target', async () => {
    await place.ask('init', '--brain', 'mine', '--store', at('held.db'))
    const holder = new Database(at('held.db'))
    holder.exec('begin immediate')
    try {
      const [code, error] = await place.fail('move', source, at('held.db'))

      expect([code, error.tag, error.reason]).toEqual([1, 'StoreUnavailable', 'locked'])
    } finally {
      holder.close()
    }
    expect(Object.keys(await exportsOf(place, at('held.db')))).toEqual(['local/main/mine'])
  })
})

test('what was forgotten before is not in the target', async () => {
  await place.ask('move', source, at('erased.db'))

  expect(readFileSync(at('erased.db')).includes(forgotten)).toBe(false)
})
