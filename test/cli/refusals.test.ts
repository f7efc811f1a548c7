import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillNotes, makePlace, onlyDocument } from './place.ts'

describe('a call that is refused changes nothing', () => {
  const place = makePlace()
  const { ask, fail, run } = place
  let position: number
  beforeAll(async () => {
    fillNotes(place)
    await ask('ingest', 'notes')
    position = (await ask('recall', 'how do we roll back the harbour service?', '--key', 'first')).position
  })
  afterAll(() => place.remove())

  test.concurrent.each([
    ['an unknown verdict', ['feedback', 'lovely'], 'VERDICT'],
    ['an unknown option', ['recall', 'harbour', '--loud'], '--loud'],
    ['an unknown command', ['recal', 'harbour'], 'COMMAND'],
    ['an unknown profile', ['init', '--brain', 'b', '--profile', 'wild'], 'profile'],
    ['an unknown event type', ['log', '--type', 'NodeDreamt'], 'type'],
    ['a position that is none', ['show', '--at', 'the other day'], 'position'],
    ['a number that is none', ['recall', 'harbour', '--limit', 'many'], '--limit'],
    ['a limit out of range', ['recall', 'harbour', '--limit', '0'], 'limit'],
    ['an outcome out of range', ['used', 'deploy.md', '--outcome', '2'], 'outcome'],
    ['a strength out of range', ['strength', 'deploy.md', 'incident.md', '99'], 'value'],
    ['a kind that does not learn', ['strength', 'deploy.md', 'incident.md', '0.5', '--kind', 'similarity'], 'kind'],
    ['a question that is too long', ['recall', 'é'.repeat(8_001)], 'question'],
    ['an empty question', ['recall', '  '], 'question'],
    ['a brain key that is none', ['show', '--brain', 'a b'], '--brain'],
    ['a store of an unknown kind', ['show', '--store', 'mysql://db'], '--store'],
    ['an end of what is followed', ['log', '--follow', '--to', '4'], '--to'],
    ['documents that do not lie below the root', ['ingest', 'notes', '--root', 'notes/sub'], '--root'],
    ['two documents of one name', ['ingest', 'notes/deploy.md', 'copy/deploy.md'], 'PATH'],
    ['a name for documents that is none', ['ingest', 'notes', '--as', '..'], '--as'],
  ])('2: %s', async (_, args, field) => {
    place.write('copy/deploy.md', 'another')

    const [code, error] = await fail(...args)

    expect(code).toBe(2)
    expect(error).toMatchObject({ tag: 'InvalidRequest', field, message: expect.stringContaining(field) })
  })

  test.concurrent.each([
    ['a node', ['used', 'nothing.md'], 'node'],
    ['a node of that turn', ['used', 'deploy.md#history', '--turn', 't1'], 'node'],
    ['an edge', ['blame', 'deploy.md>learned>incident.md'], 'edge'],
    ['a turn', ['why', 't99'], 'turn'],
    ['a brain', ['recall', 'harbour', '--brain', 'other'], 'brain'],
    ['a tag', ['show', '--at', 'tag:before'], 'tag'],
    ['a position beyond the end', ['rollback', '--to', '999999'], 'position'],
    ['a position before the beginning', ['log', '--from', '-999999'], 'position'],
    ['a session', ['log', '--session', 'nobody'], 'session'],
  ])('3: %s that is not there', async (_, args, what) => {
    const [code, error] = await fail(...args)

    expect(code).toBe(3)
    expect(error).toMatchObject({ tag: 'NotFound', what, hint: expect.any(String), name: expect.any(String) })
  })

  test('3: the beginning of several names', async () => {
    const [code, error] = await fail('show', 'deploy')

    expect(code).toBe(3)
    expect(error).toMatchObject({ tag: 'Ambiguous', matches: expect.arrayContaining(['deploy.md', 'deploy.md#rollback']) })
  })

  test('4: a key that was used for something else', async () => {
    const again = await ask('recall', 'how do we roll back the harbour service?', '--key', 'first')
    const [code, error] = await fail('recall', 'who answers the telephone?', '--key', 'first')

    expect(again).toMatchObject({ turn: 't1', position })
    expect(code).toBe(4)
    expect(error.tag).toBe('IdempotencyConflict')
  })

  test('an error is one line that says what to do, and where it came from only when asked', async () => {
    const plain = await run('used', 'nothing.md')
    const debugged = await run('used', 'nothing.md', '--debug')

    expect(plain.stdout).toBe('')
    expect(plain.stderr).toMatch(/^crabtrail: no node .*nothing\.md.*: .+\n$/)
    expect(debugged.stderr).toContain('    at ')
  })

  const key = 'sk-ant-abcdefghij1234567890klmn'
  test.concurrent.each([
    ['a node', ['used', key]],
    ['a brain', ['show', '--brain', key]],
    ['a brain key that is none', ['show', '--brain', `${key} x`]],
    ['a store', ['show', '--store', key]],
    ['a file', ['import', key]],
    ['a file to write', ['export', '-o', `none/${key}`]],
    ['an edge', ['blame', `${key}>learned>${key}`]],
    ['an option', ['show', `--${key}`]],
    ['a command', [key]],
    ['a value', ['recall', 'harbour', '--limit', key]],
  ])('%s that is a secret is not told', async (_, args) => {
    for (const more of [[], ['--json'], ['--debug']]) {
      const { code, stderr, stdout } = await run(...args, ...more)

      expect(code).not.toBe(0)
      expect(stdout + stderr).not.toContain(key)
      expect(stdout + stderr).toContain('[redacted:anthropic-key]')
    }
  })

  test('and indeed nothing changed', async () => {
    expect((await ask('show')).position).toBe(position)
    expect((await ask('verify')).ok).toBe(true)
  })
})

describe('a store that is not there', () => {
  const place = makePlace()
  afterAll(() => place.remove())

  test.concurrent.each([
    [['brains']],
    [['show']],
    [['used', 'a.md']],
    [['log']],
    [['export']],
    [['verify']],
    [['recall', 'harbour']],
    [['recall', 'harbour', '--no-record']],
    [['recall', 'harbour', '--brain', 'b']],
    [['ingest', '.', '--host', 'ops']],
  ])('1: %j says that there is none, where, and how to make one', async (args) => {
    place.write('a.md', 'harbour')

    const [code, error] = await place.fail(...args)

    expect(code).toBe(1)
    expect(error).toMatchObject({ tag: 'StoreUnavailable', reason: 'not-found', message: expect.stringContaining('crabtrail init') })
    expect(error.message).toContain(args.includes('--host') ? '.openclaw' : place.store)
    expect(existsSync(place.store)).toBe(false)
  })

  test.concurrent.each([
    [1, ['recall', '']],
    [2, ['init', '--profile', 'wild']],
    [2, ['ingest', 'a.md', '--as', '..']],
    [1, ['ingest', 'none.md']],
    [1, ['import', 'none.jsonl']],
    [1, ['import', 'a.md']],
    [1, ['show', '--store', 'postgres://ann:secret@db/x']],
  ])('%i: %j makes none', async (wanted, args) => {
    place.write('a.md', 'harbour')

    const [code, error] = await place.fail(...args)

    expect(code).toBe(wanted)
    expect(JSON.stringify(error)).not.toContain('secret')
    expect(existsSync(place.store)).toBe(false)
  })

  test('looking at it makes none either, and says what would be', async () => {
    place.write('a.md', 'harbour')
    const dry = await place.ask('ingest', 'a.md', '--dry-run')

    expect(dry.nodes.added).toBe(1)
    expect(existsSync(place.store)).toBe(false)
  })

  test.concurrent.each([['init'], ['ingest', 'a.md']])('is made by %s', async (...args) => {
    place.write('a.md', 'harbour')
    const store = join(place.home, `made-by-${args[0]}`, 'crabtrail.db')

    await place.ask(...args, '--store', store)

    expect((await place.ask('brains', '--store', store)).brains).toMatchObject([{ key: 'local/main/default' }])
  })
})

describe('a store that cannot be used', () => {
  const place = makePlace()
  beforeAll(async () => {
    fillNotes(place)
    await place.ask('ingest', 'notes')
    mkdirSync(join(place.home, 'folder'))
    place.write('text.db', 'a shopping list that is long enough to be looked at as if it were a database file, which it is not at all')
    const other = new Database(join(place.home, 'other.db'))
    other.exec('create table recipe (name text)')
    other.close()
    for (const name of ['newer.db', 'broken.db', 'unread.db']) cpSync(place.store, join(place.home, name))
    symlinkSync(join(place.home, 'gone.db'), join(place.home, 'dangling.db'))
  })
  afterAll(() => place.remove())

  const alter = (name: string, sql: string) => {
    const database = new Database(join(place.home, name))
    database.exec(sql)
    database.close()
  }

  test.concurrent.each([
    ['a folder', 'folder', 'not-a-database'],
    ['a text', 'text.db', 'not-a-database'],
    ["another program's database", 'other.db', 'foreign'],
    ['below a file', 'text.db/crabtrail.db', 'not-found'],
    ['where nothing can be made', '/sys/crabtrail/crabtrail.db', 'permission'],
    ['a link to nothing', 'dangling.db', 'not-found'],
  ])('1: %s', async (_, store, reason) => {
    const path = join(place.home, store)
    const before = statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path) : undefined

    const [code, error] = await place.fail('init', '--store', store)

    expect(code).toBe(1)
    expect(error).toMatchObject({ tag: 'StoreUnavailable', reason })
    if (before !== undefined) expect(readFileSync(path)).toEqual(before)
  })

  test('1: a newer database says so', async () => {
    alter('newer.db', 'update crabtrail_meta set format = 99, min_reader = 99')

    for (const args of [['show'], ['recall', 'harbour']]) {
      const [code, error] = await place.fail(...args, '--store', 'newer.db')

      expect(code).toBe(1)
      expect(error).toMatchObject({ tag: 'StoreUnavailable', reason: 'newer' })
    }
  })

  test('5: a log that is not what its hashes say', async () => {
    alter('broken.db', `update commits set body = replace(body, '"owner"', '"agent"') where first > 1`)

    const { code, stdout } = await place.run('verify', '--store', 'broken.db', '--json')

    expect(code).toBe(5)
    expect(onlyDocument(stdout).ok).toBe(false)
  })

  test('5: a log that cannot be read', async () => {
    alter('unread.db', `update commits set body = '{' where first > 1`)

    for (const args of [['show'], ['recall', 'harbour']]) {
      const [code, error] = await place.fail(...args, '--store', 'unread.db')

      expect(code).toBe(5)
      expect(error).toMatchObject({ tag: 'IntegrityBroken', position: expect.any(Number) })
    }
  })

  test('1: a settings file that cannot be used', async () => {
    const config = makePlace({ XDG_CONFIG_HOME: place.home })
    mkdirSync(join(place.home, 'crabtrail'))
    writeFileSync(join(place.home, 'crabtrail', 'config.json'), '{"sotre":"a.db"}')

    const [code, error] = await config.fail('show')

    expect(code).toBe(1)
    expect(error).toMatchObject({ tag: 'FileRefused', path: join(place.home, 'crabtrail', 'config.json') })
    expect((await config.run('--help')).code).toBe(0)
    config.remove()
  })
})
