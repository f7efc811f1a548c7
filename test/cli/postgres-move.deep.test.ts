/**
 * `move` between files and databases, there and back: every brain is the same to the last byte of its export.
 *
 * In short: `test/cli/move.test.ts`
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serverChoice } from '@crabtrail/store/store-choice'
import * as Result from 'effect/Result'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { expectExports, exportsOf, fillStore, keyed, question } from './move-stage.ts'
import { fillNotes, type Json, makePlace } from './place.ts'
import { changed, password, sql, urlOfUser } from './postgres-stage.ts'

const place = makePlace()
fillNotes(place)
const at = (name: string) => join(place.home, name)
afterAll(() => place.remove())
const { describePostgres, server } = sharedPostgres({ tcp: true, auth: 'scram-sha-256' })
const fresh = () => server().createDatabase()
const shown = (url: string) => Result.getOrThrow(serverChoice(url, {})).place
const superPassword = () => /:([0-9a-f]{24})@/.exec(server().url())?.[1] ?? expect.unreachable('there is no password')

describePostgres('with a database', () => {
  const file = at('source.db')
  let base: string
  let inFile: Readonly<Record<string, string>>
  let inBase: Readonly<Record<string, string>>
  beforeAll(async () => {
    base = await fresh()
    await fillStore(place, file)
    await fillStore(place, base)
    inFile = await exportsOf(place, file)
    inBase = await exportsOf(place, base)
  })

  test('INV-18 from a file to a database and back, a move gives the same brains', async () => {
    const there = await fresh()

    const answer = await place.ask('move', file, there)
    await expectExports(place, there, inFile)
    await place.ask('move', there, at('back.db'))

    await expectExports(place, at('back.db'), inFile)
    expect(answer).toMatchObject({ from: file, to: shown(there), verified: true })
    expect(await place.ask(...keyed, '--store', there)).toEqual(await place.ask(...keyed, '--store', file))
  })

  test('INV-18 from a database to a file and back, and to another database, a move gives the same brains', async () => {
    const [there, beside] = [await fresh(), await fresh()]

    await place.ask('move', base, at('there.db'))
    await expectExports(place, at('there.db'), inBase)
    await place.ask('move', at('there.db'), there)
    await place.ask('move', base, beside)

    await expectExports(place, there, inBase)
    await expectExports(place, beside, inBase)
    await expectExports(place, base, inBase)
  })

  test('to a database with an earlier end writes what is missing, and erases what was erased since', async () => {
    const [growing, target] = [at('growing.db'), await fresh()]
    await place.ask('move', file, growing)
    place.write('notes/later.md', '# Later\n\nThe mercurial harbour gate opens at noon.\n')
    await place.ask('ingest', 'notes', '--brain', 'default', '--store', growing)
    await place.ask('recall', 'when does the mercurial gate open?', '--brain', 'default', '--store', growing)
    await place.ask('used', 'later.md', '--key', 'mercurial', '--brain', 'default', '--store', growing)
    await place.ask('move', growing, target)
    const count = async () => (await sql(target, "select count(*) as n from crabtrail.contents where body like '%mercurial%'"))[0]?.['n']
    expect(await count()).not.toBe('0')
    await place.ask('forget', '--subject', 'mercurial', '--brain', 'default', '--store', growing)
    await place.ask('recall', question, '--brain', 'default', '--store', growing)
    const later = await exportsOf(place, growing)

    await place.ask('move', growing, target)

    await expectExports(place, target, later)
    expect(await count()).toBe('0')
  })

  test('with --dry-run makes no tables in a database', async () => {
    const there = await fresh()

    expect(await place.ask('move', file, there, '--dry-run')).toMatchObject({ verified: false })
    expect(await sql(there, "select 1 from pg_namespace where nspname = 'crabtrail'")).toEqual([])
  })

  test('is refused with one line that says what to do and shows no password', async () => {
    const other = await fresh()
    await place.ask('init', '--brain', 'acme/team/handbook', '--store', other)
    const closed = await urlOfUser(server(), await fresh())
    const refused: ReadonlyArray<readonly [words: ReadonlyArray<string>, code: number, says: RegExp]> = [
      [[base, base], 2, /^TO-URL: it is the same store as FROM-URL: name another$/],
      [[base, changed(base, /$/, '?pool=2')], 2, /^TO-URL: it is the same store/],
      [[file, other], 1, /: acme\/team\/handbook is there and is another brain than in .*source\.db: move to another store/],
      [[await fresh(), at('never.db')], 1, /: there is no store, so nothing can be moved from it: check the URL$/],
      [[file, closed], 1, /permission denied for database/],
      [[changed(base, /:[0-9a-f]{24}@/, ':wrong-s3cret@'), at('never.db')], 1, /the server does not let this user in/],
      [[`postgres://ann:${password}@127.0.0.1:1/memory`, at('never.db')], 1, /the server cannot be reached \(ECONNREFUSED\)/],
      [[`pg://ann:${password}@h/memory`, at('never.db')], 2, /^FROM-URL: /],
      [[file, `postgres://ann:${password}@h:99999/memory`], 2, /^TO-URL: port in the URL: /],
    ]
    for (const [words, code, says] of refused) {
      const { stderr, stdout, ...ended } = await place.run('move', ...words)

      expect([ended.code, stdout, stderr.replace(/^crabtrail: |\n$/g, '')]).toEqual([code, '', expect.stringMatching(says)])
      for (const secret of [password, 'wrong-s3cret', superPassword()]) expect(stderr).not.toContain(secret)
      expect(existsSync(at('never.db'))).toBe(false)
    }
    expect((await place.ask('brains', '--store', other)).brains).toHaveLength(1)
  })

  test('to a tenant of a database brings its brains, and no others', async () => {
    const owner = await fresh()
    const acme = await urlOfUser(server(), owner)
    const role = new URL(acme.replace('postgres:', 'http:')).username
    await place.ask('init', '--brain', 'globex/team/own', '--store', owner)
    for (const statement of [(await place.ask('grant', 'acme', role)).sql]) await sql(owner, statement)

    const whole = await place.run('move', file, acme)
    const own = await place.ask('move', file, acme, '--only', 'acme/team/handbook')

    expect([whole.code, whole.stderr]).toEqual([
      1,
      expect.stringMatching(/the server keeps this brain from this user: crabtrail grant TENANT ROLE/),
    ])
    expect(own).toMatchObject({ verified: true })
    const keys = (await place.ask('brains', '--store', owner)).brains.map(({ key }: Json) => key)
    expect(keys).toEqual(['acme/team/handbook', 'globex/team/own'])
    expect(whole.stderr).not.toContain(password)
  })
})
