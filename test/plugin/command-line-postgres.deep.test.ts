/**
 * `openclaw crabtrail` over a PostgreSQL database is the whole of the command line, and prints no password.
 *
 * In short: `test/plugin/command-line-memory.test.ts`
 */
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { json, run, setPluginConfig, setStage } from './command-line-stage.ts'

setStage()
const { describePostgres, server } = sharedPostgres({ auth: 'scram-sha-256' })

const question = 'how are releases deployed'
const passwordOf = (url: string) => /:([0-9a-f]{24})@/.exec(url)?.[1] ?? expect.unreachable('there is no password')
const schemas = async (url: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ nspname: string }>("select nspname from pg_namespace where nspname = 'crabtrail'")
  await client.end()
  return rows.map(({ nspname }) => nspname)
}

describePostgres('openclaw crabtrail over a PostgreSQL database', () => {
  test('says that nothing is remembered yet, and makes no tables for that', async () => {
    const url = await server().createDatabase()
    setPluginConfig({ storePath: url })

    const said = [await run('setup'), await run('status'), await run('doctor'), await run('log')]

    expect(said[0]?.out).toMatch(/✓ store: postgres:\/\/postgres@\S+: not there yet; the first message to an agent makes it/)
    expect(said[1]?.out).toMatch(/\nstore: postgres:\/\/postgres@\S+\n {2}nothing is remembered yet\n/)
    expect(said[3]).toMatchObject({ out: expect.stringContaining('nothing was remembered yet'), exit: 1 })
    expect(await schemas(url)).toEqual([])
    for (const { out } of said) expect(out).not.toContain(passwordOf(url))
  })

  test('is the whole of crabtrail over that database, and prints commands without its password', async () => {
    const url = await server().createDatabase()
    setPluginConfig({ storePath: url })

    const absent = await run('recall', [question])
    const made = await run('init', [])
    await run('note', ['releases are deployed from the main branch'])
    const asked = JSON.parse((await run('recall', [question, '--json'])).out)
    const status = await json('status')

    expect(absent).toMatchObject({ out: expect.stringMatching(/^crabtrail: postgres:.* there is no store yet: check the URL; /), exit: 1 })
    expect(made.out).toMatch(/^local\/main\/default is ready/)
    expect(asked.items[0]).toMatchObject({ content: expect.stringContaining('main branch') })
    expect(status).toMatchObject({ store: { path: expect.stringMatching(/^postgres:\/\/postgres@/), problem: null } })
    expect(status.store.brains).toHaveLength(1)
    for (const out of [absent.out, made.out, JSON.stringify(status), JSON.stringify(asked)]) expect(out).not.toContain(passwordOf(url))
  })

  test('means the brain that the settings name, and tells of no brain but those of its agents', async () => {
    setPluginConfig({ storePath: await server().createDatabase(), brain: 'acme/{agent}/default', gateway: 'ada' })

    const made = await run('init', [])
    await run('init', ['--brain', 'globex/main/default'])
    const noted = JSON.parse((await run('note', ['releases are deployed from the main branch', '--agent', 'main', '--json'])).out)
    const status = await json('status')
    const said = await run('status')

    expect(made.out).toMatch(/^acme\/main\/default is ready/)
    expect(noted).toMatchObject({ brain: 'acme/main/default' })
    expect(status.store.brains).toMatchObject([{ brain: 'acme/main/default' }])
    expect(status.gateway).toMatchObject({ name: 'ada' })
    expect(said.out).toContain('gateway: none has used this memory yet\n  its name in shared brains: ada\n')
  })

  test('says what keeps it from the database', async () => {
    const url = await server().createDatabase('here')
    setPluginConfig({ storePath: url.replace('/here', '/away') })

    const { exit, out } = await run('doctor')

    expect([exit, out]).toEqual([
      1,
      expect.stringContaining('database "away" does not exist: check the name in the URL, or create the database'),
    ])
    expect(out).not.toContain(passwordOf(url))
  })
})
