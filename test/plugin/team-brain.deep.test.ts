/**
 * Two gateways on one brain in PostgreSQL, each with a role of the server, a state and a workspace of its own. Sessions and notes have the
 * same names at both, as they have where nobody chose them.
 *
 * In short: `test/plugin/two-gateways.test.ts`
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Answer } from '@crabtrail/core'
import { grantSql } from '@crabtrail/store'
import { serverChoice } from '@crabtrail/store/store-choice'
import { openMemoryWorker } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { placeIn } from '../../packages/agent-host/src/conversation/naming.ts'
import { type HealthReport, healthPath } from '../../packages/agent-host/src/state/problems.ts'
import { type ChatRequest, currentUserText } from '../src/chat-request.ts'
import { calling, deferred, inTurn } from '../src/model-script.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { patient, type Stage, type StageOptions, stagesOfEachTest } from './stage.ts'

const session = 'agent:main:main'
const team = 'acme/team/handbook'
const question = 'How are releases deployed?'
const notes = {
  ada: '# Releases\n\nReleases are deployed from the main branch by the nightly Argo pipeline.\n',
  ben: '# Releases\n\nReleases are deployed by hand with the deploy script.\n',
}
const soon = { timeout: 120_000, interval: 20 }

const { describePostgres, server } = sharedPostgres()
const stage = stagesOfEachTest()

/** A database whose store is made, and what a gateway of this name needs to use the tenant `acme` there. */
const place = async () => {
  const url = await server().createDatabase()
  const store = Result.getOrThrow(serverChoice(url, {}))
  const owner = openMemoryWorker({ store })
  await owner.ask('init', { brain: 'globex/main/default' }, patient)
  await owner.close(10_000)
  const roleOf = async (name: string) => {
    const role = `${name}_${store.address.database}`
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`create role ${role} login`)
    await client.query(grantSql('acme', role))
    await client.end()
    return server().url(store.address.database, role)
  }
  return { url, roleOf }
}

type Gateway = Stage & { readonly events: (brain?: string) => Promise<ReadonlyArray<Answer.LoggedEvent>> }

const gatewayAt = async (url: string, { config = {}, ...options }: StageOptions = {}): Promise<Gateway> => {
  const one = await stage({ url, config: { follow: true, ...config }, ...options })
  return {
    ...one,
    events: async (brain = team) => {
      await one.quiet()
      return (await one.memory().ask('log', { brain, limit: 10_000 }, patient)).events
    },
  }
}

const write = (one: Stage, path: string, text: string, agent = 'main') => {
  const file = join(one.host.workspaceOf(agent), path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
/** The gateway has read the notes of an agent's workspace: those that were there at its next session. */
const noteRead = async (one: Stage, path: string, { agent = 'main', brain = team } = {}) => {
  await one.host.reset(`agent:${agent}:main`)
  const followed = () => one.state.following.workspaces.get(placeIn({ agent, brain }))
  await vi.waitUntil(() => followed()?.fresh === false && followed()?.known.has(path) === true, soon)
}
const given = (request: ChatRequest | undefined) =>
  [...(request === undefined ? '' : currentUserText(request)).matchAll(/^\[([^\]]+\.md)[^\]]*\]/gm)].map(([, id]) => id)
const say = async (one: Stage, message: string) => {
  await one.host.chat(session, message)
  await one.quiet()
  return given(one.host.requests.at(-1))
}
const ofType = (events: ReadonlyArray<Answer.LoggedEvent>, type: string) => events.filter((event) => event.type === type)

/** The verdicts of people on a turn. Those that the memory finds in a reply by itself are left out. */
const verdicts = (events: ReadonlyArray<Answer.LoggedEvent>) =>
  events.filter(({ actor, type }) => actor === 'owner' && ['FeedbackGiven', 'OutcomeGiven'].includes(type))

describePostgres('two gateways on one brain', () => {
  const both = async (named = team) => {
    const brain = named.replace('{agent}', 'main')
    const { roleOf } = await place()
    const [ada, ben] = [
      await gatewayAt(await roleOf('ada'), { config: { brain: named, gateway: 'ada' } }),
      await gatewayAt(await roleOf('ben'), { config: { brain: named, gateway: 'ben' } }),
    ]
    write(ada, 'MEMORY.md', notes.ada)
    write(ben, 'MEMORY.md', notes.ben)
    for (const one of [ada, ben]) await noteRead(one, 'MEMORY.md', { brain })
    return { ada, ben, brain }
  }

  test.each([
    ['a team brain', team, ['ada/main/MEMORY.md', 'ben/main/MEMORY.md']],
    ['the brain of an agent of one name', 'acme/{agent}/default', ['ada/MEMORY.md', 'ben/MEMORY.md']],
  ])('both have their notes in it, though these have one name: %s', async (_, named, sources) => {
    const { ada, ben, brain } = await both(named)
    // A note that is gone at one gateway says nothing about the notes of the other.
    write(ben, 'memory/market.md', '# Market\n\nThe fish market opens on Thursdays.\n')
    await noteRead(ben, 'memory/market.md', { brain })
    rmSync(join(ben.host.workspaceOf('main'), 'memory/market.md'))
    await noteRead(ada, 'MEMORY.md', { brain })
    await ben.host.reset(session)
    await vi.waitUntil(async () => ofType(await ben.events(brain), 'SourceRetired').length === 1, soon)

    expect((await say(ada, question)).toSorted()).toEqual(sources)
    expect((await say(ben, question)).toSorted()).toEqual(sources)
    const events = await ada.events(brain)
    expect(ofType(events, 'SourceAdded')).toHaveLength(3)
    expect(ofType(events, 'SourceRetired')).toHaveLength(1)
    expect(ofType(events, 'SourceRevised')).toEqual([])
    for (const one of [ada, ben]) {
      expect([...one.state.following.workspaces.values()].map(({ problem, skipped }) => ({ problem, skipped }))).toEqual([
        { problem: undefined, skipped: [] },
      ])
    }
  })

  test('what is said at one judges no turn of the other, and what it teaches is given by both', async () => {
    const { ada, ben } = await both()
    write(ada, 'memory/boats.md', '# Boats\n\nThe boat to the island is called Pelican.\n')
    await noteRead(ada, 'memory/boats.md')
    ada.host.follow(() => 'The boat to the island is called Pelican.')
    const shown = await say(ada, 'Which boat goes to the island?')
    await say(ben, 'No, that’s wrong.')
    const judgedByBen = verdicts(await ben.events())
    await say(ada, 'No, that’s wrong.')
    const judgedByAda = verdicts(await ada.events())

    expect(shown).toEqual(['ada/main/memory/boats.md'])
    expect(judgedByBen).toEqual([])
    expect(judgedByAda).toMatchObject([{ turn: 't1', data: { verdict: 'correction' } }])

    await say(ada, question)
    const turn = (await ada.events()).findLast(({ type }) => type === 'ContextBundled')?.turn
    const verdict = { verdict: 'wrong', nodes: ['ada/main/MEMORY.md'], instead: ['ben/main/MEMORY.md'], turn }
    ada.host.follow(inTurn(calling(deferred('memory_feedback', verdict)), 'Done.'))
    await say(ada, 'No, that is wrong. I meant what is done by hand.')
    ada.host.follow(() => 'Done.')

    expect((await say(ben, question))[0]).toBe('ben/main/MEMORY.md')
    expect((await say(ada, question))[0]).toBe('ben/main/MEMORY.md')
  })

  test('a session is switched off and unlearned at its own gateway by the key that the host has for it', async () => {
    const { ada, ben } = await both()
    await say(ada, question)
    await say(ada, 'No, that’s wrong.')
    const shown = await ada.host.chat(session, `/trail unlearn session ${session}`)
    const atBen = await ben.host.chat(session, `/trail unlearn session ${session}`)
    await ada.host.chat(session, '/trail off')

    expect(shown).toContain(`To do it: /trail unlearn session ${session} yes`)
    expect(atBen).toContain('Nothing was changed')
    expect(await say(ada, question)).toEqual([])
    expect((await say(ben, question)).length).toBeGreaterThan(0)
    const { sessions } = await ada.memory().ask('sessions', { brain: team }, patient)
    expect(sessions.map(({ key }) => key)).toEqual(expect.arrayContaining([`${session}@ada`, `${session}@ben`]))
  })

  test('a gateway opens the brains of its own agents alone: what is wrong with one of others is none of its problems', async () => {
    const { url } = await place()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('delete from crabtrail.commits')
    await client.end()
    const problemsOf = async (brain: string) => {
      const one = await gatewayAt(url, { config: { brain, gateway: 'ada', follow: false } })
      await vi.waitUntil(() => existsSync(healthPath(one.path)), soon)
      const report: HealthReport = JSON.parse(readFileSync(healthPath(one.path), 'utf8'))
      return Object.keys(report.problems)
    }

    expect(await problemsOf('acme/{agent}/default')).toEqual([])
    expect(await problemsOf('globex/{agent}/default')).toEqual(['store'])
  })
})

describePostgres('a gateway on a server', () => {
  test('names itself, and keeps the name over a restart', async () => {
    const url = await server().createDatabase()
    const home = mkdtempSync(join(tmpdir(), 'named-'))
    const one = await gatewayAt(url, { home, config: { follow: false } })
    await say(one, question)
    const file = join(one.host.state, 'crabtrail', 'gateway.json')
    const { name } = JSON.parse(readFileSync(file, 'utf8'))
    await one.host.stop()
    await one.host.start()
    await say(one, question)

    const { sessions } = await one.memory().ask('sessions', { brain: 'local/main/default' }, patient)
    expect(name).toMatch(/-[0-9a-f]{4}$/)
    expect(sessions.map(({ key }) => key)).toEqual([`${session}@${name}`])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ format: 1, name })
  })

  test('that cannot keep a name goes on without memory, and says what to do', async () => {
    const home = mkdtempSync(join(tmpdir(), 'nameless-'))
    mkdirSync(join(home, 'state', 'crabtrail'), { recursive: true })
    writeFileSync(join(home, 'state', 'crabtrail', 'gateway.json'), 'ada')

    const one = await gatewayAt(await server().createDatabase(), { home })

    expect(await one.host.chat(session, question)).toBe('Done.')
    expect(one.host.log()).toContain('no memory for turns like this one: the name of this gateway cannot be kept in')
    expect(await one.host.chat(session, '/trail why')).toContain('plugins.entries.crabtrail.config.gateway')
  })
})
