/**
 * The plugin with its memory in PostgreSQL: made by the first turn, shared by what the host loads, and its password nowhere.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type HealthReport, healthPath } from '../../packages/agent-host/src/state/problems.ts'
import { currentUserText } from '../src/chat-request.ts'
import { type PostgresServer, startPostgres } from '../src/postgres.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { type Stage, stagesOfEachTest } from './stage.ts'

const session = 'agent:main:chat'
const question = 'How are releases deployed?'
const releases = '# Releases\n\nReleases are deployed from the main branch by the nightly Argo pipeline.\n'

const { describePostgres, server } = sharedPostgres({ auth: 'scram-sha-256' })
const stage = stagesOfEachTest()

const given = (one: Stage) => one.host.requests.map((request) => currentUserText(request).includes('crabtrail-memory'))
const told = (one: Stage) =>
  one.host
    .log()
    .split('\n')
    .filter((line) => line.includes('goes on without memory'))
const reasons = async (one: Stage) => (await one.log()).filter(({ type }) => type === 'RecallSkipped').map(({ data }) => data['reason'])
const health = (one: Stage): HealthReport => JSON.parse(readFileSync(healthPath(one.path), 'utf8'))
const passwordOf = (url: string) => /:([0-9a-f]{24})@/.exec(url)?.[1] ?? expect.unreachable('there is no password')

describePostgres('a memory in PostgreSQL', () => {
  test('is made by the first turn, gives memories to the next and is shared by what the host loads', async () => {
    const one = await stage({ url: await server().createDatabase() })
    await one.note('memory/releases.md', releases)

    expect(await one.host.chat(session, question)).toBe('Done.')
    await one.host.reset(session)

    expect(given(one)).toEqual([true])
    expect(await one.types()).toEqual(expect.arrayContaining(['TurnStarted', 'ContextBundled', 'TurnCompleted', 'SessionEnded']))
    expect(one.threads).toHaveLength(1)
    expect(one.state.health.absences).toEqual({})
  })

  test('says nowhere what its password is', async () => {
    const url = await server().createDatabase('said')
    const one = await stage({ url: url.replace('said', 'not%20there') })

    await one.host.chat(session, question)
    const status = await one.host.chat(session, '/trail status')
    await vi.waitUntil(() => existsSync(healthPath(one.path)) && Object.keys(health(one).problems).length > 0, { timeout: 120_000 })

    expect(status).toContain('"not there" does not exist')
    expect(one.memory().status()).toMatchObject({ place: expect.stringMatching(/^postgres:\/\/postgres@.*not%20there/) })
    for (const text of [status, one.host.log(), readFileSync(healthPath(one.path), 'utf8'), JSON.stringify(one.memory().status())]) {
      expect(text).not.toContain(passwordOf(url))
    }
  })

  test.each([
    ['no port', 'postgres://ann:s3cret@db.example:99999/memory', 'storePath: port in the URL: it must be a whole number from 1 to 65535'],
    ['too long', `postgres://ann:s3cret@db.example/${'m'.repeat(9_000)}`, 'storePath'],
  ])('is not begun with a URL that leads nowhere, and that is said without the password: %s', async (_, storePath, problem) => {
    const one = await stage({ config: { storePath } })

    expect(await one.host.chat(session, question)).toBe('Done.')

    expect(one.host.log()).toContain(problem)
    expect(one.host.log()).toContain('nothing is remembered until it is put right')
    expect(one.host.log()).not.toContain('s3cret')
  })
})

describePostgres('a server that is away', () => {
  let own: PostgresServer
  beforeAll(async () => {
    own = await startPostgres()
  })
  afterAll(() => own.stop())

  test('costs the turns their memory and nothing else; with it the memory and the record of those turns are back', async () => {
    const one = await stage({ url: await own.createDatabase() })
    await one.note('memory/releases.md', releases)
    const answers = [await one.host.chat(session, question)]

    await own.kill()
    answers.push(await one.host.chat(session, question), await one.host.chat(session, question))
    const { queued } = one.memory().status().signals
    await own.start()
    await vi.waitUntil(() => one.memory().status().signals.queued === 0, { timeout: 120_000 })
    answers.push(await one.host.chat(session, question))

    expect(answers).toEqual(['Done.', 'Done.', 'Done.', 'Done.'])
    expect(given(one)).toEqual([true, false, false, true])
    expect(queued).toBeGreaterThan(0)
    expect(told(one)).toHaveLength(1)
    expect(one.state.health.absences).toEqual({ unavailable: 2 })
    expect(await reasons(one)).toEqual(['unavailable', 'unavailable'])
    expect((await one.types()).filter((type) => type === 'TurnCompleted')).toHaveLength(4)
    expect(one.memory().status()).toMatchObject({ signals: { lost: 0 }, thread: { deaths: 0, starts: 1 } })
    await expect(one.memory().ask('verify', { rederive: true }, { deadlineMs: 60_000 })).resolves.toMatchObject({ ok: true })
  })

  test('at the start of the gateway is one more: the first turn after its return makes the store', async () => {
    const url = await own.createDatabase()
    await own.kill()
    const one = await stage({ url })

    const answers = [await one.host.chat(session, question)]
    await own.start()
    await one.note('memory/releases.md', releases)
    answers.push(await one.host.chat(session, question))

    expect(answers).toEqual(['Done.', 'Done.'])
    expect(given(one)).toEqual([false, true])
    expect(told(one)).toHaveLength(1)
  })
})
