/** `archive`: the older part of the log is packed, and every command says what it said before. */
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layerMemory, layerRedactor, Memory } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import Database from 'better-sqlite3'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inShort } from '../src/in-full.ts'
import { ended, fillNotes, type Json, makePlace, makePlaceOfProcesses, onlyDocument } from './place.ts'

const question = 'how do we roll back the harbour service?'
const place = makePlace()
afterAll(() => place.remove())

const [packed, plain, broken] = ['packed', 'plain', 'broken'].map((name) => join(place.home, `${name}.db`)) as [string, string, string]

/** Everything that reads the log, its contents, or what is made from them. */
const readers: ReadonlyArray<ReadonlyArray<string>> = [
  ['brains'],
  ['show'],
  ['show', 'deploy.md'],
  ['show', '--at', '20'],
  ['log', '--limit', '1000'],
  ['log', '--node', 'deploy.md', '--limit', '50'],
  ['log', '--from', '3', '--limit', '2'],
  ['why', 't1'],
  ['why', 't1', 'deploy.md'],
  ['why-not', question, 'sub/team.txt'],
  ['blame', 'deploy.md>sequential>deploy.md#rollback'],
  ['diff', '1', '-1', '--questions'],
  ['bisect', question, '--node', 'deploy.md#rollback', '--present'],
  ['recall', question, '--no-record'],
  ['recall', question, '--at', 'tag:before'],
  ['recall', question, '--at', '12'],
  ['sessions'],
  ['tags'],
  ['replay'],
  ['unlearn', '--session', 's1', '--dry-run'],
  ['forget', '--node', 'sub/team.txt', '--dry-run'],
  ['export'],
  ['export', '--at', '30'],
  ['verify', '--rederive'],
]

/** Fields that say how long something took, what is counted of a process, and what a store says of itself. */
const own = ['latencyMs', 'tookMs', 'counters', 'store', 'places']

const said = async (store: string, words: ReadonlyArray<string>): Promise<Json> => {
  const { code, stderr, stdout } = await place.run(...words, '--store', store, '--json')
  return JSON.parse(JSON.stringify([code, stderr, onlyDocument(stdout)]), (name, value) => (own.includes(name) ? undefined : value))
}

beforeAll(async () => {
  fillNotes(place)
  await place.ask('ingest', 'notes')
  await place.ask('recall', question)
  await place.ask('used', 'deploy.md#rollback')
  await place.ask('tag', 'before')
  for (const asked of ['who answers the telephone?', 'when does the alarm ring?', question])
    await place.ask('recall', asked, '--session', 'ann')
  await place.ask('wrong', 'deploy.md', '--instead', 'incident.md')
  copyFileSync(place.store, plain)
  copyFileSync(place.store, packed)
})

describe('archive', () => {
  test('tells first what it would do, and does just that', async () => {
    const before = readFileSync(packed)
    const told = await place.ask('archive', '--before', '-1', '--dry-run', '--store', packed)
    expect(readFileSync(packed)).toEqual(before)
    expect(told.commits).toBeGreaterThan(5)
    expect(told.bytes.after).toBeLessThan(told.bytes.before)

    expect(await place.ask('archive', '--before', '-1', '--store', packed)).toEqual(told)
    expect(await place.ask('archive', '--before', '-1', '--store', packed)).toEqual({ ...told, commits: 0, bytes: { before: 0, after: 0 } })
  })

  test('goes on where it ended before, commit by commit', async () => {
    const store = join(place.home, 'growing.db')
    copyFileSync(plain, store)
    const { events } = await place.ask('log', '--limit', '1000', '--store', store)
    for (const { position } of events.filter((_: unknown, at: number) => at % inShort(5, 1) === 0))
      await place.ask('archive', '--before', `${position}`, '--store', store)

    for (const words of inShort([['log', '--limit', '1000'], ['export'], ['verify', '--rederive']], readers))
      expect(await said(store, words)).toEqual(await said(plain, words))
  })

  test.each(readers.map((words) => [words.join(' '), words] as const))('%s says the same after it', async (_, words) => {
    expect(await said(packed, words)).toEqual(await said(plain, words))
  })

  test('a memory goes on over it: recall, verdicts, erasure, and a proof of all of it', async () => {
    for (const words of [
      ['recall', 'who ships on Mondays?'],
      ['used', 'sub/team.txt'],
      ['forget', '--node', 'sub/team.txt'],
      ['unlearn', '--turn', 't1'],
      ['rollback', '--to', 'tag:before'],
      ['verify', '--rederive'],
    ])
      expect(await place.ask(...words, '--store', packed)).toBeDefined()
    expect((await place.run('export', '--store', packed)).stdout).not.toContain('telephone')
  })

  test('refuses a position that is none, and needs one', async () => {
    expect(await place.fail('archive', '--before', '99999')).toMatchObject([3, { message: expect.stringContaining('ends at') }])
    expect(await place.fail('archive', '--before', 'soon')).toMatchObject([2, { message: expect.stringContaining('soon') }])
    expect((await place.run('archive')).stderr).toContain('--before: archive needs it')
  })
})

describe('an archived stretch that was changed', () => {
  beforeAll(async () => {
    copyFileSync(plain, broken)
    await place.ask('archive', '--before', '-1', '--store', broken)
    const database = new Database(broken)
    database.prepare("update archived_commits set data = cast(substr(data, 1, 40) || x'00' || substr(data, 42) as blob)").run()
    database.close()
  })

  test('is named by verify, with its positions', async () => {
    const [code, , answer] = await said(broken, ['verify'])
    expect(code).toBe(5)
    const [chain] = answer.checks
    expect(chain).toMatchObject({ name: 'chain', ok: false, position: 1 })
    expect(chain.detail).toMatch(/the archived commits of positions 1 to \d+ are not what was stored.*restore/)
  })

  test('is refused by whoever reads it', async () => {
    const [code, error] = await place.fail('log', '--limit', '1000', '--store', broken)
    expect(code).toBe(1)
    expect(error.message).toMatch(/archived commits of positions 1 to \d+ are not what was stored/)
  })
})

describe('commits that were changed before', () => {
  test('are not archived, and nothing else is', async () => {
    const store = join(place.home, 'changed.db')
    copyFileSync(plain, store)
    const database = new Database(store)
    database.prepare('update commits set at = at + 1 where first = (select max(first) from commits where first < 40)').run()
    const count = database.prepare('select count(*) as commits from commits').pluck()
    const before = count.get()
    expect(await place.fail('archive', '--before', '-1', '--store', store)).toMatchObject([
      5,
      { message: expect.stringContaining('is not what its hash says') },
    ])
    expect(count.get()).toBe(before)
    database.close()
  })
})

/** Turns in this process: each is a commit. */
const recallOften = (path: string, turns: number): Promise<void> =>
  Effect.runPromise(
    Effect.provide(
      Effect.gen(function* () {
        const memory = yield* Memory
        for (let turn = 0; turn < turns; turn++)
          yield* memory.recall({ question: `who ships harbour service ${turn % 97}?`, session: `s${turn % 7}` })
      }),
      layerMemory.pipe(Layer.provide([layerSqlite({ path }), layerCryptography, layerRedactor])),
    ),
  )

describe('archive as a process', () => {
  const own = makePlaceOfProcesses()
  afterAll(() => own.remove())

  test('that is killed has archived whole stretches only, and the next one ends the work', async () => {
    const store = join(own.home, 'large.db')
    fillNotes(own)
    expect((await own.within.run('ingest', 'notes', '--store', store)).code).toBe(0)
    await recallOften(store, inShort(250, 2_500))
    const exported = (await own.within.run('export', '--store', store)).stdout
    const { commits } = await own.within.ask('archive', '--before', '-1', '--dry-run', '--store', store)

    const child = own.start('archive', '--before', '-1', '--store', store)
    const done = ended(child)
    const database = new Database(store, { readonly: true })
    const stretches = database.prepare('select count(*) from archived_commits').pluck()
    await new Promise<void>((resolve) => {
      const look = () => (Number(stretches.get()) > 0 || child.exitCode !== null ? resolve() : setImmediate(look))
      child.once('exit', () => resolve())
      look()
    })
    child.kill('SIGKILL')
    await done
    const left = database.prepare('select coalesce(sum(commits), 0) from archived_commits').pluck().get()
    database.close()
    expect(Number(left)).toBeGreaterThan(0)

    expect((await own.within.run('verify', '--store', store)).code).toBe(0)
    expect((await own.within.run('export', '--store', store)).stdout).toBe(exported)
    expect((await own.ask('archive', '--before', '-1', '--store', store)).commits).toBe(commits - Number(left))
    expect((await own.within.run('export', '--store', store)).stdout).toBe(exported)
  }, 60_000)
})
