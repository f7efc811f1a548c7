import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ended, fillNotes, makePlace, onlyDocument, type Place } from './place.ts'

const brain = 'local/main/default'

let place: Place
beforeEach(async () => {
  place = makePlace()
  fillNotes(place)
  await place.ask('ingest', 'notes')
})
afterEach(() => place.remove())

const at = (name: string) => join(place.home, name)
const digestAndPosition = async (...where: ReadonlyArray<string>) => {
  const { digest, position } = await place.ask('show', ...where)
  return { digest, position }
}
/** Changes a store behind our back. */
const alter = (path: string, sql: string): void => {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

describe('a store that is backed up and restored', () => {
  test('is what it was, with every brain; what came later is kept aside, and said', async () => {
    await place.ask('init', '--brain', 'second')
    const then = await digestAndPosition('--brain', 'default')
    const backup = await place.ask('backup', 'a.backup')
    await place.ask('recall', 'how do we roll back the harbour service?', '--brain', 'default')
    const later = await digestAndPosition('--brain', 'default')

    const restored = await place.ask('restore', 'a.backup', '--force')

    expect(backup).toMatchObject({
      file: at('a.backup'),
      bytes: statSync(at('a.backup')).size,
      brains: [
        { brain, ...then, commits: expect.any(Number) },
        { brain: 'local/main/second', position: 2 },
      ],
      notes: [],
      tookMs: expect.any(Number),
    })
    expect(restored).toMatchObject({
      store: place.store,
      brains: backup.brains,
      before: [
        { brain, position: later.position, erasedAt: null, common: then.position },
        { brain: 'local/main/second', position: 2, erasedAt: null, common: 2 },
      ],
      aside: `${place.store}.aside-1`,
    })
    expect(await digestAndPosition('--brain', 'default')).toEqual(then)
    expect(await digestAndPosition('--brain', 'default', '--store', restored.aside)).toEqual(later)
    // What is forgotten now is there yet.
    const { unreachable } = await place.ask('forget', '--brain', 'default', '--subject', 'harbour', '--dry-run')
    expect(unreachable).toContainEqual({ place: restored.aside, why: expect.stringContaining('forget there too') })
  })

  test('has what superseded what, and not what was said otherwise since', async () => {
    const write = (name: string, text: string) => writeFileSync(join(place.home, 'notes', name), text)
    const supersededBy = async () => (await place.ask('show', 'ferry.md'))['nodes'][0].supersededBy
    write('ferry.md', '# Night ferry to Ostmole\n\nDeparture: 21:40\n')
    await place.ask('ingest', 'notes')
    write('news.md', '# Night ferry to Ostmole\n\nDeparture: 22:15\n')
    await place.ask('ingest', 'notes')
    const then = await supersededBy()
    expect(then).toMatchObject([{ by: 'news.md', reason: 'later' }])
    await place.ask('backup', 'a.backup')
    await place.ask('recall', 'What is the departure of the night ferry to Ostmole?')
    await place.ask('wrong', 'news.md', '--instead', 'ferry.md')
    expect(await supersededBy()).toEqual([])

    await place.ask('restore', 'a.backup', '--force')

    expect(await supersededBy()).toEqual(then)
    expect(await place.ask('verify', '--rederive')).toMatchObject({ ok: true })
    const { context } = await place.ask('recall', 'What is the departure of the night ferry to Ostmole?')
    expect(context).toMatchObject({ text: expect.stringContaining('22:15') })
    expect(context).toMatchObject({ text: expect.not.stringContaining('21:40') })
  })

  test('goes on as it would have', async () => {
    const { turn } = await place.ask('recall', 'harbour alarm')
    await place.ask('backup', 'a.backup')
    await place.ask('restore', 'a.backup', '--store', 'elsewhere/b.db')

    const [here, there] = [
      await place.ask('used', 'incident.md', '--turn', turn),
      await place.ask('used', 'incident.md', '--turn', turn, '--store', 'elsewhere/b.db'),
    ]

    expect(there).toEqual(here)
    expect(await place.ask('verify', '--rederive', '--store', 'elsewhere/b.db')).toMatchObject({ ok: true })
  })

  test('is told of in words', async () => {
    const { stdout: said } = await place.run('backup', 'a.backup')
    await place.ask('recall', 'harbour')
    const { stdout: would } = await place.run('restore', 'a.backup', '--force', '--dry-run')
    const { stdout: is } = await place.run('restore', 'a.backup', '--force')

    expect(said).toMatch(
      /a\.backup {2}[\d.]+ KB, proven, in \d+ ms; it holds everything, so guard it\n {2}local\/main\/default {2}position \d+ {2}digest/,
    )
    expect(would).toMatch(/crabtrail\.db would be restored .*\n.*\nlocal\/main\/default was at \d+: \d+ events later than the backup\n$/)
    expect(is).toContain('crabtrail.db is restored')
    expect(is).toContain(`the store that was there is ${place.store}.aside-1 now\n`)
  })

  test('says what it brings back that was erased since', async () => {
    await place.ask('backup', 'a.backup')
    await place.ask('forget', '--source', 'sub/team.txt')
    const { position } = await place.ask('show')

    const { stdout } = await place.run('restore', 'a.backup', '--force')

    expect(stdout).toMatch(/what was erased from local\/main\/default at \d+ is in the backup: forget it again\n/)
    expect(Number(/at (\d+) is in the backup/.exec(stdout)?.[1])).toBeLessThanOrEqual(position)
    expect(await place.ask('show', 'sub/team.txt')).toMatchObject({ nodes: expect.anything() })
  })

  test('says so too where the backup went another way and came further', async () => {
    await place.ask('backup', 'a.backup')
    const { position: common } = await place.ask('show')
    await place.ask('restore', 'a.backup', '--store', 'other.db')
    for (const question of ['harbour', 'alarm']) await place.ask('recall', question, '--store', 'other.db')
    await place.ask('backup', 'b.backup', '--store', 'other.db')
    await place.ask('forget', '--source', 'sub/team.txt')

    const { stdout } = await place.run('restore', 'b.backup', '--force', '--dry-run')

    expect(stdout).toMatch(new RegExp(`local/main/default was at \\d+: \\d+ events since ${common}, where the backup went another way\n`))
    expect(stdout).toMatch(/what was erased from local\/main\/default at \d+ is in the backup: forget it again\n/)
  })

  test.each(['-wal', '-shm', '-journal'])('lies nowhere as what a database keeps beside it: %s', async (ending) => {
    const { code, stderr } = await place.run('backup', `elsewhere.db${ending}`)

    expect(code).toBe(1)
    expect(stderr).toContain('belongs to a database')
    expect(existsSync(at(`elsewhere.db${ending}`))).toBe(false)
  })

  test('changes nothing in a dry run', async () => {
    await place.ask('backup', 'a.backup')
    const later = await place.ask('recall', 'harbour')
    const before = readFileSync(place.store)

    expect(await place.ask('restore', 'a.backup', '--force', '--dry-run')).toMatchObject({ aside: null, brains: [{ brain }] })

    expect((await place.ask('show')).position).toBe(later.position)
    expect(readFileSync(place.store).equals(before)).toBe(true)
    expect(readdirSync(join(place.home, '.crabtrail')).filter((name) => /part|aside/.test(name))).toEqual([])
  })
})

describe('a backup', () => {
  test('while another process writes is the store at one moment', async () => {
    const child = place.start(
      'ingest',
      place.write('berths.md', Array.from({ length: 400 }, (_, i) => `## Berth ${i}\n\nShip ${i}.\n`).join('\n')),
    )
    const end = ended(child)
    const positions: Array<number> = []
    let isOver = false
    void end.then(() => {
      isOver = true
    })
    for (let i = 0; !isOver; i++) {
      positions.push((await place.ask('backup', `${i}.backup`)).brains[0].position)
      // The end of a process is heard of only between two turns of the loop.
      await setImmediate()
    }
    await end

    expect(positions.length).toBeGreaterThan(1)
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
    expect((await place.ask('backup', 'last.backup')).brains[0].position).toBe((await place.ask('show')).position)
  })

  test('of a store whose log is broken is refused, and an earlier one stays', async () => {
    await place.ask('backup', 'a.backup')
    const before = readFileSync(at('a.backup'))
    alter(place.store, "update commits set body = replace(body, 'NodeAdded', 'NodeAddee') where first > 1")

    const [code, error] = await place.fail('backup', 'a.backup', '--force')

    expect(code).toBe(5)
    expect(error).toMatchObject({ tag: 'NotWhole', path: place.store, brain, check: 'chain', position: expect.any(Number) })
    expect(error.message).toMatch(/not whole at position \d+ \(chain: .*\); nothing was backed up: run verify/)
    expect(readFileSync(at('a.backup')).equals(before)).toBe(true)
    expect(readdirSync(place.home).filter((name) => name.includes('part'))).toEqual([])
  })

  test('of a store whose text index is broken is made, and says so', async () => {
    alter(place.store, 'delete from postings where term = (select min(term) from postings)')

    const { notes } = await place.ask('backup', 'a.backup')

    expect(notes).toEqual([expect.stringMatching(/^local\/main\/default: index: .*doctor --rebuild-index/)])
    await place.ask('restore', 'a.backup', '--store', 'b.db')
    await place.run('doctor', '--rebuild-index', '--store', 'b.db')
    expect(await place.ask('verify', '--store', 'b.db')).toMatchObject({ ok: true })
  })

  test.skipIf(process.platform === 'win32')('that does not fit on the disk is none, and an earlier one stays', async () => {
    await place.ask('backup', 'a.backup')
    const before = readFileSync(at('a.backup'))
    const [shell = '', ...args] = ['sh', '-c', 'ulimit -f 160; exec "$@"', 'sh', ...place.argv('backup', 'a.backup', '--force', '--json')]

    const { code, stdout } = await ended(spawn(shell, args, { cwd: place.home, env: place.env }))

    expect(code).toBe(1)
    expect(JSON.parse(stdout).error).toMatchObject({ tag: 'StoreUnavailable', place: at('a.backup') })
    expect(readFileSync(at('a.backup')).equals(before)).toBe(true)
    expect(readdirSync(place.home).filter((name) => name.includes('part'))).toEqual([])
  })

  test('of no store says that there is none', async () => {
    expect(await place.fail('backup', 'a.backup', '--store', 'none.db')).toMatchObject([
      1,
      { tag: 'StoreUnavailable', reason: 'not-found' },
    ])
    expect([existsSync(at('a.backup')), existsSync(at('none.db'))]).toEqual([false, false])
  })
})

describe('restoring is refused, and changes nothing,', () => {
  test.each([
    ['of a backup that was cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 5_000), /damaged|malformed/],
    ['of one of which a bit was turned', (bytes: Buffer) => bytes.with(bytes.length - 9, (bytes.at(-9) ?? 0) ^ 1), /its seal does not fit/],
    ['of a text', () => Buffer.from('x'.repeat(4_096)), /not a database/],
  ])('%s', async (_, spoil, problem) => {
    await place.ask('backup', 'a.backup')
    const file = place.write('bad.backup', spoil(readFileSync(at('a.backup'))))
    const before = await digestAndPosition()

    const [code, error] = await place.fail('restore', file, '--force')

    expect(code).toBe(1)
    expect(error).toMatchObject({ tag: 'StoreUnavailable', place: file, message: expect.stringMatching(problem) })
    expect(await digestAndPosition()).toEqual(before)
    expect(readdirSync(join(place.home, '.crabtrail')).filter((name) => /part|aside/.test(name))).toEqual([])
  })

  test('of a copy of a store whose log is broken', async () => {
    await place.ask('backup', 'a.backup')
    await place.ask('restore', 'a.backup', '--store', 'b.db')
    alter(at('b.db'), "update contents set body = body || '.' where body is not null")

    const [code, error] = await place.fail('restore', 'b.db', '--force')

    expect(code).toBe(1)
    expect(error).toMatchObject({ tag: 'FileRefused', path: 'b.db', message: expect.stringContaining('(contents: ') })
    expect(await place.ask('verify')).toMatchObject({ ok: true })
  })

  test('where a store is, unless --force keeps that aside', async () => {
    await place.ask('backup', 'a.backup')

    expect(await place.fail('restore', 'a.backup')).toMatchObject([1, { tag: 'FileRefused', message: expect.stringContaining('--force') }])
  })

  test('under a process that follows the log, which goes on', async () => {
    await place.ask('backup', 'a.backup')
    const child = place.start('log', '--follow', '--from', '1', '--json')
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += chunk
    })
    await vi.waitUntil(() => said.includes('\n'), { timeout: 120_000 })

    const refused = await place.fail('restore', 'a.backup', '--force')
    const { position } = await place.ask('recall', 'harbour')
    await vi.waitUntil(() => said.includes(`"position":${position},`), { timeout: 120_000 })
    child.kill('SIGINT')
    await ended(child)

    expect(refused).toMatchObject([1, { tag: 'StoreUnavailable', reason: 'locked', message: expect.stringContaining('gateway stop') }])
    expect(await place.ask('restore', 'a.backup', '--force')).toMatchObject({ aside: expect.any(String) })
  })
})

test('what a killed restore left behind is named where there is no store, and by doctor where there is one', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid.toString(16)
  const left = (store: string) => `${store}.01234567-89ab-4cde-8f01-23456789abcd-${gone}.part`
  for (const store of [at('fresh.db'), place.store]) writeFileSync(left(store), 'everything')

  const [code, error] = await place.fail('show', '--store', 'fresh.db')
  const { code: odd, stdout } = await place.run('doctor', '--json')

  expect([code, error.message]).toEqual([1, expect.stringContaining(`delete ${left(at('fresh.db'))}`)])
  expect([odd, onlyDocument(stdout).findings.find(({ name }: { name: string }) => name === 'copies')]).toEqual([
    1,
    { name: 'copies', ok: false, detail: expect.stringContaining(`delete ${left(place.store)}`) },
  ])
  for (const store of [at('fresh.db'), place.store]) rmSync(left(store))
})
