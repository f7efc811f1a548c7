/**
 * Two gateways with a state of their own and one brain, in one PostgreSQL database: what one learns the other gives with its next answer.
 *
 * In short: `test/plugin/two-gateways.test.ts`
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { healthPath, readHealth } from '../../packages/agent-host/src/state/problems.ts'
import { type ChatRequest, currentUserText, roundsBefore, toolTexts } from '../src/chat-request.ts'
import { type Model, startModel } from '../src/model.ts'
import { calling, deferred, inTurn, type Script } from '../src/model-script.ts'
import { createHost, type Host, packPlugin } from '../src/openclaw.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { installedHome } from './installed-home.ts'
import { writeNotes } from './notes.ts'
import { type Events, ofType, passwordOf, type ServerMemory, serverMemory, storedAt } from './server-memory.ts'
import { patient } from './stage.ts'

const brain = 'local/main/default'
/** Of the same name in both gateways, as it is where nobody chose one. */
const session = 'agent:main:main'
const onReleases = 'How are releases deployed?'
const onBoats = 'Which boat goes to the island?'
const notes = {
  'memory/releases.md': '# Releases\n\nReleases are deployed from the main branch by the nightly Argo pipeline.\n',
  'memory/rollbacks.md': '# Rollbacks\n\nRollbacks of releases are done by hand with the rollback script.\n',
}
const noted = 'The boat to the island is called Pelican.'
/** What each has the agent remember while the other does, one after the other. */
const facts = {
  Ada: [
    'The anchor is painted blue.',
    'Harbour dues are paid in March.',
    'Sailmaker Ruiz lives on the quay.',
    'Fog horns sound twice a minute.',
    'The crane lifts nine tons.',
    'Pilots speak Portuguese.',
  ],
  Ben: [
    'Bread is baked before dawn.',
    'Cheese ripens in the north cellar.',
    'Cooks wear green aprons.',
    'The oven was built in 1962.',
    'Waiters share their tips on Fridays.',
    'Olives come from Crete.',
  ],
} as const
const rounds = facts.Ada.length

const { describePostgres, server } = sharedPostgres({ auth: 'scram-sha-256', tcp: true })

// The tests are one story: each goes on where the one before ended.
describePostgres('two gateways on one brain in PostgreSQL', () => {
  let model: Model
  let memory: ServerMemory
  let ada: Host
  let ben: Host

  beforeAll(async () => {
    const url = await server().createDatabase()
    memory = serverMemory(url, brain)
    model = await startModel(() => 'Done.')
    ada = await createHost(model.url, { home: await installedHome((_, work) => work()), config: gatewayAt(url, 'ada') })
    writeNotes({ host: ada }, notes)
    ben = await secondHost(model.url, url)
    writeNotes({ host: ben }, { 'memory/market.md': '# Market\n\nThe fish market opens on Thursdays.\n' })
    await Promise.all([ada.start(), ben.start()])
  }, 300_000)
  afterAll(async () => {
    await memory?.worker.close(10_000)
    await Promise.all([ada?.dispose(), ben?.dispose()])
    await model?.stop()
  }, 60_000)

  const say = async (host: Host, message: string, script: Script = inTurn('Done.')): Promise<ChatRequest> => {
    model.follow(script)
    await host.chat(session, message)
    return model.requests.at(-1) ?? expect.unreachable()
  }
  const turnsEnded = (number: number) =>
    memory.eventsWith(`${number} ends of turns`, (events) => ofType(events, 'TurnCompleted').length === number)

  test('both read the notes of their workspaces into it, and each gives what the other read', async () => {
    await memory.eventsWith('three notes', (events) => ofType(events, 'SourceAdded').length === 3)

    const [toBen, toAda] = [await say(ben, onReleases), await say(ada, 'When does the fish market open?')]

    expect(given(toBen)).toEqual(['ada/memory/releases.md'])
    expect(given(toAda)).toEqual(['ben/memory/market.md'])
    expect(ofType(await turnsEnded(2), 'BrainCreated')).toHaveLength(1)
  })

  test('a verdict that one is told changes the next answer of the other', async () => {
    const wrong = { verdict: 'wrong', nodes: ['ada/memory/releases.md'], instead: ['ada/memory/rollbacks.md'], turn: 't3' }
    await say(ada, onReleases)
    // It is given nothing, so that the words of the correction are a verdict on nothing by themselves.
    await say(ada, 'Hello!')
    await say(ada, 'No, that is wrong. I meant what is done by hand.', inTurn(calling(deferred('memory_feedback', wrong)), 'Done.'))
    await memory.eventsWith('learned from the verdict', (events) => ofType(events, 'FeedbackAttributed').length > 0)

    const toBen = await say(ben, onReleases)

    expect(given(toBen)[0]).toBe('ada/memory/rollbacks.md')
    await turnsEnded(6)
  })

  test('a note that one keeps is behind the next question to the other', async () => {
    const kept = await say(ben, 'Remember how the boat is called.', inTurn(calling(deferred('memory_note', { text: noted })), 'Noted.'))

    const toAda = await say(ada, onBoats)

    expect(toolTexts(kept).join('\n')).toMatch(/Noted as note:[0-9a-f]{12}\./)
    expect(currentUserText(toAda)).toContain(noted)
    await turnsEnded(8)
  })

  test('both write turns and notes at the same time, and nothing is lost', async () => {
    const known = (await memory.events()).length
    const keep = (host: Host, name: string, round: number) => host.chat(session, `Keep note ${round} of ${name}, please.`)
    const answers: string[] = []
    for (const round of facts.Ada.keys()) {
      model.follow(meeting(2))
      answers.push(...(await Promise.all([keep(ada, 'Ada', round), keep(ben, 'Ben', round)])))
    }
    const events = (await turnsEnded(8 + 2 * rounds)).slice(known)
    const [toBen, toAda] = [await say(ben, 'Which language do pilots speak?'), await say(ada, 'Who wears green aprons?')]

    expect(answers).toEqual(answers.map(() => 'Done.'))
    expect(ofType(events, 'TurnStarted')).toHaveLength(2 * rounds)
    expect(ofType(events, 'RecallSkipped')).toEqual([])
    for (const round of facts.Ada.keys()) expect(endedBefore(events, 2 * round + 2)).toBeLessThanOrEqual(2 * round)
    expect(ofType(events, 'NodeAdded').filter(({ data }) => data['nodeType'] === 'fact')).toHaveLength(2 * rounds)
    expect(currentUserText(toBen)).toContain('Pilots speak Portuguese.')
    expect(currentUserText(toAda)).toContain('Cooks wear green aprons.')
    await turnsEnded(10 + 2 * rounds)
  })

  test('a note of a name that the other has, too, is a note beside it, and is given by both', async () => {
    writeNotes({ host: ben }, { 'memory/releases.md': '# Releases\n\nReleases are baked by the cook.\n' })

    const told = await ben.cli('crabtrail', 'follow')
    const toAda = await say(ada, 'By whom are releases baked?')

    expect(told).toContain('2 notes of')
    expect(given(toAda)).toContain('ben/memory/releases.md')
    const events = await turnsEnded(11 + 2 * rounds)
    expect(ofType(events, 'SourceAdded')).toHaveLength(4)
    expect(events.map(({ type }) => type).filter((type) => type === 'SourceRetired' || type === 'SourceRevised')).toEqual([])
  })

  test('what is said at one is no verdict on an answer of the other, though their sessions have one key', async () => {
    await say(ada, onBoats, inTurn(noted))
    const known = (await turnsEnded(12 + 2 * rounds)).length

    await say(ben, 'No, that’s wrong.')

    const events = (await turnsEnded(13 + 2 * rounds)).slice(known)
    expect(ofType(events, 'FeedbackGiven').filter(({ actor }) => actor === 'owner')).toEqual([])
    const { sessions } = await memory.worker.ask('sessions', { brain }, patient)
    expect(sessions.map(({ key }) => key)).toEqual(expect.arrayContaining([`${session}@ada`, `${session}@ben`]))
  })

  test('in the end every commit verifies, every position is there, and neither gateway lost or missed anything', async () => {
    const told = JSON.parse(await ada.cli('crabtrail', 'verify', '--rederive', '--json'))
    await Promise.all([ada.stop(), ben.stop()])

    expect(told).toMatchObject({ brain, ok: true })
    await memory.expectProven()
    const events = await memory.events()
    expect(events.map(({ position }) => position)).toEqual(events.map((_, at) => at + 1))
    for (const { log, state } of [ada, ben]) {
      const health = await readHealth(healthPath(join(state, 'crabtrail', 'postgres')))
      expect(health).toMatchObject({ stopped: true, absences: {}, problems: {}, worker: { signals: { queued: 0, lost: 0 } } })
      expect(log()).not.toMatch(/crabtrail.*(error|without memory|another gateway)|DeprecationWarning/i)
    }
  })
})

/** The settings of a gateway of this name. */
const gatewayAt = (url: string, gateway: string): object => storedAt(url, { gateway })

/** A second gateway, which takes the password from the file of its home. */
const secondHost = async (modelUrl: string, url: string): Promise<Host> => {
  const host = await createHost(modelUrl)
  const { port, username } = new URL(url)
  writeFileSync(join(host.places.home, '.pgpass'), `127.0.0.1:${port}:*:${username}:${passwordOf(url)}\n`, { mode: 0o600 })
  await host.install(await packPlugin(mkdtempSync(join(tmpdir(), 'packed-'))))
  host.configure(gatewayAt(url.replace(`:${passwordOf(url)}@`, '@'), 'ben'))
  return host
}

/** Keeps the note that it is asked for, but answers nobody before everybody has asked: the turns are open at the same time. */
const meeting = (everybody: number): Script => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let there = 0
  return async (request) => {
    if (roundsBefore(request) > 0) return 'Done.'
    if (++there === everybody) resolve()
    await promise
    const [, round, name] = currentUserText(request).match(/Keep note (\d) of (Ada|Ben)/) ?? expect.unreachable()
    const text = facts[name as keyof typeof facts][Number(round)] ?? expect.unreachable()
    return calling(deferred('memory_note', { text }))
  }
}

/** Counts the turns that had ended when the turn of this number began: with two of a round before its end, both were open. */
const endedBefore = (events: Events, number: number): number => {
  const begun = ofType(events, 'TurnStarted')[number - 1] ?? expect.unreachable()
  return ofType(events, 'TurnCompleted').filter(({ position }) => position < begun.position).length
}

/** The ids of the memories that are given, in their order. */
const given = (request: ChatRequest) => [...currentUserText(request).matchAll(/^\[([^\]]+\.md)\]/gm)].map(([, id]) => id)
