/**
 * The life of a gateway whose memory is in a PostgreSQL database: the same as with a file, and nobody is told the password.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { healthPath } from '../../packages/agent-host/src/state/problems.ts'
import { currentUserText, historyBefore, prefixBefore, toolTexts } from '../src/chat-request.ts'
import { calling, deferred, inTurn, type Script } from '../src/model-script.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { writeNotes } from './notes.ts'
import { type Events, ofType, passwordOf, type ServerMemory, serverMemory, storedAt } from './server-memory.ts'
import { realHost } from './stage.ts'

const brain = 'local/main/default'
const session = 'agent:main:story'
const onReleases = 'How are releases deployed?'
const onBoats = 'Which boat goes to the island?'
const notes = {
  'memory/releases.md': '# Releases\n\nReleases are deployed from the main branch by the nightly Argo pipeline.\n',
  'memory/rollbacks.md': '# Rollbacks\n\nRollbacks of releases are done by hand with the rollback script.\n',
  'memory/airport.md': '# Airport\n\nThe second gate and the staff entrance open for crews at four.\n',
}
const noted = 'The boat to the island is called Pelican.'
const done = inTurn('Done.')

const { describePostgres, server } = sharedPostgres({ auth: 'scram-sha-256' })

// The tests are one story: each goes on where the one before ended.
describePostgres('a gateway whose memory is in a PostgreSQL database', () => {
  let url: string
  let memory: ServerMemory
  beforeAll(async () => {
    url = await server().createDatabase()
    memory = serverMemory(url, brain)
  })
  const stage = realHost({
    prepare: async (prepared) => {
      writeNotes(prepared, notes)
      prepared.host.configure(storedAt(url, { gateway: 'desk' }))
    },
  })
  afterAll(() => memory?.worker.close(10_000))

  const say = (message: string, script: Script = done): Promise<string> => {
    stage.model.follow(script)
    return stage.host.chat(session, message)
  }
  const ends = (number: number) =>
    memory.eventsWith(`${number} ends of turns`, (events) => ofType(events, 'TurnCompleted').length === number)
  const answeredByTools = () => toolTexts(stage.model.requests.at(-1) ?? expect.unreachable()).join('\n')
  /** Everything that the gateway wrote, said or sent, but for its configuration, which has the URL. */
  const written = (): ReadonlyArray<string> => [
    stage.host.log(),
    readFileSync(join(stage.host.places.home, 'openclaw.log'), 'utf8'),
    readFileSync(healthPath(filesOf(stage.host.state)), 'utf8'),
    ...stage.model.requests.map(({ body }) => body),
  ]

  test('session start: the notes are read into the database, and a session is known before its first question', async () => {
    await memory.eventsWith('all notes', (events) => ofType(events, 'SourceAdded').length === Object.keys(notes).length)
    const asked = stage.model.requests.length

    await stage.timed('first turn', () => say('Hello!'))

    const events = await ends(1)
    expect(asked).toBe(0)
    expect(events[0]?.type).toBe('BrainCreated')
    expect(ofType(events, 'SessionStarted').map(({ data }) => data['kind'])).toEqual(['cron', 'interactive'])
    expect(ofType(events, 'SessionStarted')[1]?.position).toBeLessThan(ofType(events, 'TurnStarted')[0]?.position ?? 0)
    expect(existsSync(join(stage.host.state, 'crabtrail', 'crabtrail.db'))).toBe(false)
  })

  test('pre-response: what a question reminds it of is in the database before the model is asked, and behind the message', async () => {
    const before: Events[] = []

    await say(onReleases, async () => {
      before.push(await memory.events())
      return 'Done.'
    })

    const [asked = []] = before
    const turn = ofType(asked, 'TurnStarted').at(-1)?.turn
    const [bundled] = ofType(asked, 'ContextBundled').filter((event) => event.turn === turn)
    expect(bundled?.data['included']).toHaveLength(1)
    expect(stage.sent()).toMatch(/How are releases deployed\?\n\n<crabtrail-memory /)
    expect(given(stage.sent())).toEqual(['desk/memory/releases.md'])
    const [end] = ofType(await ends(2), 'TurnCompleted').filter((event) => event.turn === turn)
    expect(end?.data).toMatchObject({ outcome: 'success' })
  })

  test('the tools: a verdict changes the next answer, a note is given, and both can be asked about', async () => {
    const wrong = { verdict: 'wrong', nodes: ['desk/memory/releases.md'], instead: ['desk/memory/rollbacks.md'], turn: 't2' }
    // It is given nothing, so that the words of the correction are a verdict on nothing by themselves.
    await say('Hello again!')
    await say('No, that is wrong. I meant what is done by hand.', inTurn(calling(deferred('memory_feedback', wrong)), 'Done.'))
    const verdict = answeredByTools()
    await say('Remember how the boat is called.', inTurn(calling(deferred('memory_note', { text: noted })), 'Noted.'))
    const note = answeredByTools()
    await memory.eventsWith('learned from the verdict', (events) => ofType(events, 'FeedbackAttributed').length > 0)

    await say(onBoats, inTurn(calling(deferred('memory_why', {})), 'Pelican.'))
    const [onBoat, why] = [stage.sent(), answeredByTools()]
    await say(onReleases)

    expect(verdict).toMatch(/Noted as f\d+ on t2: wrong\./)
    expect(note).toMatch(/Noted as note:[0-9a-f]{12}\./)
    expect(onBoat).toContain(noted)
    expect(why).toContain('note:')
    expect(given(stage.sent())[0]).toBe('desk/memory/rollbacks.md')
    await ends(7)
  })

  test('heartbeat: it is on record with its tags and gets no memories', async () => {
    stage.model.follow(() => 'NO_REPLY')

    await stage.timed('heartbeat', () => stage.host.heartbeat('Look after the planes [airport] #ramp'))

    const events = await ends(8)
    expect(stage.model.requests.at(-1)?.body).toContain('Look after the planes')
    expect(stage.model.requests.at(-1)?.body).not.toContain('crabtrail-memory')
    expect(ofType(events, 'HeartbeatObserved').map(({ data }) => data['tags'])).toEqual([expect.objectContaining({ length: 2 })])
    expect(ofType(events, 'RecallSkipped').map(({ data }) => data['reason'])).toEqual(['not-interactive'])
  })

  test('status: the chat is told how much is remembered, a terminal also where, and nobody the password', async () => {
    const chat = await say('/trail status')
    const terminal = await stage.timed('openclaw crabtrail status', () => stage.host.cli('crabtrail', 'status'))

    expect(chat).toMatch(/^Memory is on in this conversation\.\nlocal\/main\/default: \d+ nodes, .* 8 turns, /)
    expect(chat).not.toContain('Wrong')
    expect(terminal).toMatch(/^store: postgres:\/\/postgres@.*\/db_[0-9a-f]{12}/m)
    expect(terminal).toContain('gateway: running')
    // The gateway does have it.
    expect(readFileSync(stage.host.places.config, 'utf8').includes(passwordOf(url))).toBe(true)
    for (const text of [chat, terminal, ...written()]) expect(text.includes(passwordOf(url))).toBe(false)
  })

  test('a restart of the gateway changes neither the memory nor the session', { timeout: 240_000 }, async () => {
    const [taught, before] = [
      fenced(stage.model.requests.map(currentUserText).findLast((text) => text.includes(onReleases))),
      await ends(8),
    ]

    await stage.timed('stop', () => stage.host.stop())
    await memory.expectProven()
    await stage.timed('start again', () => stage.host.start())
    await say(onReleases)

    const events = await ends(9)
    expect(taught).toContain('rollback script')
    expect(fenced(stage.sent())).toBe(taught)
    expect(events.slice(0, before.length)).toEqual(before)
    expect(ofType(events, 'SessionStarted')).toEqual(ofType(before, 'SessionStarted'))
    expect(ofType(events, 'TurnStarted').at(-1)?.session).toBe(ofType(events, 'TurnStarted')[0]?.session)
    expect(ofType(events, 'SessionEnded')).toEqual([])
  })

  test('the requests: memories are behind the newest message only, and what is before it goes on from request to request', () => {
    const inStory = stage.model.requests.filter(({ body }) => body.includes('Hello!'))
    const prefixes = inStory.map(prefixBefore)

    expect(inStory.length).toBeGreaterThanOrEqual(10)
    for (const request of inStory) expect(historyBefore(request)).not.toContain('<crabtrail-memory')
    for (const [at, prefix] of prefixes.slice(1).entries()) expect(prefix.startsWith(prefixes[at] ?? 'none')).toBe(true)
  })

  test('in the end every commit verifies, every position is there, and nothing went wrong on the way', async () => {
    await stage.host.stop()

    await memory.expectProven()
    const events = await memory.events()
    expect(events.map(({ position }) => position)).toEqual(events.map((_, at) => at + 1))
    expect(stage.host.log()).not.toMatch(/crabtrail.*(error|without memory)|DeprecationWarning/i)
    for (const text of written()) expect(text.includes(passwordOf(url))).toBe(false)
  })
})

/** Where the plugin keeps the files of its host when the memory is on a server. */
const filesOf = (state: string) => join(state, 'crabtrail', 'postgres')
/** The ids of the memories in a message, in their order. */
const given = (text: string) => [...text.matchAll(/^\[([^\]]+\.md)\]/gm)].map(([, id]) => id)
/** The memories behind a message, without the number of the turn. */
const fenced = (text = '') => text.match(/<crabtrail-memory turn="t\d+">[\s\S]*<\/crabtrail-memory>/)?.[0]?.replace(/ turn="t\d+"/, '')
