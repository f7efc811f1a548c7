import { describe, expect, test } from 'vitest'
import { currentUserText } from '../src/chat-request.ts'
import type { HostTool } from '../src/fake-host/tool-calls.ts'
import { calling, deferred, inTurn } from '../src/model-script.ts'
import { agentsOfOneStage, patient, type Stage, stagesOfEachTest } from './stage.ts'

const releases = '# Releases\n\nReleases are deployed from the main branch by the nightly Argo pipeline.\n'
const question = 'How are releases deployed?'

/** Set by the one test whose agent has a tool of the host. */
let read: HostTool = () => ({ result: { content: [], details: {} } })
const agent = agentsOfOneStage({ hostTools: { read: (args) => read(args) } })
const stage = stagesOfEachTest()

const dataOf = async (one: Stage, type: string, agent?: string) =>
  (await one.log(agent)).filter((event) => event.type === type).map(({ data }) => data)
const said = (one: Stage) => one.host.requests.map(currentUserText)

describe('a turn from its question to its end', () => {
  test('has its session, its memories before the model, its end, its tools and what it used in the log', async () => {
    const script = inTurn(
      calling({ name: 'read', arguments: { path: 'ci/argo.yaml' } }, { name: 'read', arguments: { path: 'gone.md' } }),
      'Releases are deployed from the main branch by the nightly Argo pipeline, so merge today.',
    )
    read = (args: object) =>
      JSON.stringify(args).includes('gone')
        ? { result: { content: [], details: {} }, error: 'no such file' }
        : { result: { content: [], details: {} } }
    const one = await agent(script)
    await one.note('memory/releases.md', releases)

    await one.host.chat(one.session, question)

    expect(said(one)[0]).toMatch(
      /How are releases deployed\?\n\n<crabtrail-memory turn="t\d+">[\s\S]*Argo pipeline[\s\S]*<\/crabtrail-memory>/,
    )
    const types = (await one.types()).filter((type) => type !== 'ActorNamed' && !/^(Node|Edge|Document|Brain|Source)/.test(type))
    expect(types.filter((type) => type === 'SessionStarted')).toHaveLength(2)
    expect(types).toEqual(expect.arrayContaining(['TurnStarted', 'ContextBundled', 'TurnCompleted', 'FeedbackGiven', 'FeedbackAttributed']))
    expect(await dataOf(one, 'TurnCompleted')).toMatchObject([{ outcome: 'success', calls: [2], failures: [1] }])
    expect(await dataOf(one, 'FeedbackGiven')).toMatchObject([{ verdict: 'used', tier: 'agent' }])
  })

  test('gives the model the code of a note byte for byte, behind two spaces a line', async () => {
    const code = '```sh\ncat <<EOF > /etc/proxy.conf\n\tlisten 80 && !debug;\n  <Location "/"> & [a-z]* </Location>\nEOF\n```'
    const one = await agent()
    await one.note('memory/proxy.md', `# Proxy\n\nThe proxy is set up so:\n\n${code}\n`)

    await one.host.chat(one.session, 'How is the proxy set up?')

    expect(said(one)[0]).toContain(`\n  ${code.replaceAll('\n', '\n  ')}\n`)
  })

  test('that failed is told from one that went well, and tried again it is one turn', async () => {
    let answers = 0
    const one = await agent(() => (answers++ < 2 ? { status: 503, message: 'busy' } : 'At last.'))
    await one.note('memory/releases.md', releases)

    expect(await one.host.turn(one.session, question)).toBe('At last.')

    expect(said(one).map((text) => text.includes('Argo'))).toEqual([true, true, true])
    expect(new Set(said(one)).size).toBe(1)
    expect((await one.types()).filter((type) => type === 'TurnStarted')).toHaveLength(1)
    expect(await dataOf(one, 'TurnCompleted')).toMatchObject([{ outcome: 'success' }])
    expect(one.state.held.size).toBe(0)
  })

  test('that failed for good is closed when its session goes on', async () => {
    const one = await agent(() => ({ status: 400, message: 'bad' }))
    await expect(one.host.turn(one.session, question)).rejects.toThrow('502')
    await one.quiet()
    const before = await dataOf(one, 'TurnCompleted')

    one.host.follow(() => 'Done.')
    await one.host.turn(one.session, question)

    expect(before).toEqual([])
    expect(await dataOf(one, 'TurnCompleted')).toMatchObject([{ outcome: 'failure' }, { outcome: 'success' }])
  })

  test('that failed for good is closed when the gateway stops', async () => {
    const one = await agent(() => ({ status: 400, message: 'bad' }))
    await expect(one.host.turn(one.session, question)).rejects.toThrow('502')

    await one.host.settled()
    await one.host.stop()
    await one.host.start()

    expect(await dataOf(one, 'TurnCompleted')).toMatchObject([{ outcome: 'failure' }])
  })
})

describe('what the host’s own search found', () => {
  test('is where the next question of the session begins from, once', async () => {
    const one = await agent(inTurn(calling(deferred('memory_search', { query: 'releases nightly' })), 'Done.'))
    await one.note('memory/releases.md', releases)

    await one.host.turn(one.session, 'Please look it up')
    one.host.follow(() => 'Done.')
    for (const message of ['And who may start it?', 'And who may stop it?']) await one.host.turn(one.session, message)

    const seeds = await dataOf(one, 'SeedsSelected')
    expect(seeds.map((data) => (data['sources'] as ReadonlyArray<string> | undefined)?.includes('hit') ?? false)).toEqual([
      false,
      true,
      false,
    ])
    expect(one.state.hits.size).toBe(0)
  })
})

describe('the files that tools touched', () => {
  test('are told by name with the next question of the session, once', async () => {
    const one = await agent(inTurn(calling({ name: 'read', arguments: { path: 'memory/releases.md' } }), 'Done.'))
    await one.note('memory/releases.md', releases)
    await one.host.turn(one.session, 'Please look it up')
    one.host.follow(() => 'Done.')
    for (const message of ['And who may start it?', 'And who may stop it?']) await one.host.turn(one.session, message)

    const told = (await dataOf(one, 'TurnStarted')).map((data) => typeof data['situation'])
    expect(told).toEqual(['undefined', 'string', 'undefined'])
    expect([...one.state.touched.keys()].filter((conversation) => conversation.endsWith(one.session))).toEqual([])
  })
})

describe('a follow-up', () => {
  test('is given what the turn before was given, and thanks are not', async () => {
    const one = await agent(() => 'Done.')
    await one.note('memory/releases.md', releases)

    for (const message of [question, 'And why is that?', 'Thank you!']) await one.host.turn(one.session, message)

    const seeds = await dataOf(one, 'SeedsSelected')
    expect(seeds.map((data) => data['sources'])).toEqual([['lexical'], ['warm'], []])
    expect(said(one).map((text) => text.includes('Argo'))).toEqual([true, true, false])
  })
})

describe('what the owner says next', () => {
  test('is a verdict on what the reply before drew on, if it surely is a correction', async () => {
    const one = await agent()
    await one.note('memory/releases.md', releases)
    one.host.follow(() => releases)
    await one.host.chat(one.session, question)

    // The note is given again, because the correction names what it is about; this reply draws on nothing.
    one.host.follow(() => 'I see.')
    await one.host.chat(one.session, "No, that's wrong. Releases are not deployed like that.")

    expect(await dataOf(one, 'FeedbackGiven')).toMatchObject([
      { tier: 'agent', given: 'inferred' },
      { tier: 'conscious', given: 'heard' },
    ])
    expect(await one.types()).toContain('StrengthAdjusted')
  })

  test('is about no memory where the reply drew on none', async () => {
    const one = await agent()
    await one.note('memory/releases.md', releases)
    one.host.follow(() => 'I do not know.')
    await one.host.chat(one.session, question)

    await one.host.chat(one.session, "No, that's wrong.")

    expect(await dataOf(one, 'OutcomeGiven')).toMatchObject([{ reason: 'not-drawn-on', turns: [] }])
    expect(await one.types()).not.toContain('StrengthAdjusted')
  })

  test('is nothing when it is not', async () => {
    const one = await agent()
    await one.note('memory/releases.md', releases)

    for (const message of [question, 'Thank you! What is next?']) await one.host.chat(one.session, message)

    expect(await one.types()).not.toContain('FeedbackGiven')
  })
})

describe('a session', () => {
  test('ends and begins with a reset, once, by whatever way it was asked for', async () => {
    const one = await agent()
    await one.note('memory/releases.md', releases)

    await one.host.chat(one.session, question)
    await one.host.reset(one.session)
    await one.host.chat(one.session, question)
    await one.host.chat(one.session, '/new')
    await one.host.chat(one.session, question)

    const told = (await one.log())
      .filter(({ type }) => ['SessionStarted', 'SessionEnded', 'TurnStarted'].includes(type))
      .map(({ type }) => type)
    const turn = ['SessionStarted', 'TurnStarted']
    expect(told).toEqual(['SessionStarted', ...turn, 'SessionEnded', ...turn, 'SessionEnded', ...turn])
    expect(said(one).map((text) => text.includes('Argo'))).toEqual([true, true, true])
  })

  test('goes on after the gateway was stopped and started again', async () => {
    const one = await agent()
    await one.note('memory/releases.md', releases)
    await one.host.chat(one.session, question)

    await one.host.stop()
    await one.host.start()
    await one.host.turn(one.session, question)

    const types = await one.types()
    expect(types).not.toContain('SessionEnded')
    expect(types.filter((type) => type === 'TurnStarted')).toHaveLength(2)
    expect(said(one)[1]).toContain('Argo')
  })

  test('that is muted is neither asked nor learned from, and the log says so', async () => {
    const one = await agent(inTurn(calling(deferred('memory_search', { query: 'releases' })), 'The nightly Argo pipeline.'))
    await one.note('memory/releases.md', releases)

    one.state.muted.add(one.session)
    await one.host.turn(one.session, question)

    expect(said(one)[0]).not.toContain('crabtrail-memory')
    expect(await dataOf(one, 'RecallSkipped')).toMatchObject([{ reason: 'off' }])
    expect(await one.types()).not.toContain('TurnCompleted')
    expect(one.state.hits.size).toBe(0)
  })
})

describe('a heartbeat', () => {
  test('is recorded with its tags and sets off learning, and leaves its session a person’s', async () => {
    const one = await agent()
    await one.note('memory/releases.md', releases)

    const learningFailures = () => one.state.health.hooks['learn']?.failures ?? 0
    const before = learningFailures()

    await one.host.heartbeat('Check the pipeline [deploy] #releases')
    await one.quiet()
    const after = learningFailures()
    one.host.follow(() => releases)
    await one.host.chat(`agent:${one.agent}:main`, question)
    await one.host.chat(`agent:${one.agent}:main`, "No, that's wrong. Releases are not deployed like that.")

    const types = await one.types()
    expect(types.filter((type) => type === 'HeartbeatObserved')).toHaveLength(1)
    const { lines } = await one.memory().ask('export', { brain: `local/${one.agent}/default` }, patient)
    for (const tag of ['deploy', 'releases']) expect(lines.join('\n')).toContain(`"body":"${tag}"`)
    expect(after - before).toBe(0)
    expect(await dataOf(one, 'RecallSkipped')).toMatchObject([{ reason: 'not-interactive' }])
    expect(await dataOf(one, 'FeedbackAttributed')).not.toMatchObject([{ refused: expect.anything() }])
    expect(types).toContain('StrengthAdjusted')
  })
})

describe('an automation', () => {
  test('gets no memory and teaches nothing, also where its answer is delivered to the owner, and its session ends', async () => {
    const one = await agent(() => 'Releases are deployed from the main branch by the nightly Argo pipeline.')
    await one.note('memory/releases.md', releases)

    await one.host.cron(question, { agent: one.agent })
    const delivered = one.host.told(42)
    await one.host.cron(question, { agent: one.agent, to: 42 })
    await one.quiet()

    expect(await delivered).toContain('Argo pipeline')
    for (const text of said(one)) expect(text).not.toContain('crabtrail-memory')
    expect(await dataOf(one, 'RecallSkipped')).toMatchObject([{ reason: 'not-interactive' }, { reason: 'not-interactive' }])
    const sessions = await dataOf(one, 'SessionStarted')
    expect(sessions.filter(({ kind }) => kind === 'cron')).toHaveLength(2)
    expect(await dataOf(one, 'SessionEnded')).toHaveLength(2)
    expect(await one.types()).not.toContain('FeedbackGiven')
  })
})

describe('a subagent', () => {
  test('gets no memory and teaches nothing', async () => {
    const one = await agent(() => 'Releases are deployed from the main branch by the nightly Argo pipeline.')
    await one.note('memory/releases.md', releases)

    await one.host.subagent(question)

    expect(said(one)[0]).not.toContain('crabtrail-memory')
    expect(await dataOf(one, 'RecallSkipped')).toMatchObject([{ reason: 'not-interactive' }])
    expect(await one.types()).not.toContain('FeedbackGiven')
  })
})

describe('two agents', () => {
  test('have a memory each, also in turns that run at the same time', async () => {
    const one = await stage({ agents: ['main', 'work'] })
    await one.note('memory/a.md', '# Kitchen\n\nThe kitchen is painted in mainblue.\n', 'main')
    await one.note('memory/a.md', '# Kitchen\n\nThe kitchen is painted in workred.\n', 'work')

    const turns = [0, 1, 2, 3].flatMap((turn) =>
      ['main', 'work'].map((agent) => one.host.turn(`agent:${agent}:s${turn}`, 'How is the kitchen painted?', { agent })),
    )
    await Promise.all(turns)

    const of = (agent: string) => said(one).filter((text) => text.includes(`Runtime: agent=${agent} `))
    expect(of('main').map((text) => [text.includes('mainblue'), text.includes('workred')])).toEqual(Array(4).fill([true, false]))
    expect(of('work').map((text) => [text.includes('mainblue'), text.includes('workred')])).toEqual(Array(4).fill([false, true]))
    for (const agent of ['main', 'work']) expect((await one.types(agent)).filter((type) => type === 'TurnCompleted')).toHaveLength(4)
  })
})
