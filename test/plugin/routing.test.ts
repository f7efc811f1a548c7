/** Routing by the model of the host, in a plugin of the fake host. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type HealthReport, healthPath, readHealth } from '../../packages/agent-host/src/state/problems.ts'
import { settings, talkDocument, unsure } from '../scenarios/routing-model.ts'
import { currentUserText, prefixBefore, toolTexts, withoutRun } from '../src/chat-request.ts'
import { calling, deferred, inTurn } from '../src/model-script.ts'
import { offering } from './offered-model.ts'
import { type AgentStage, agentsOfOneStage, patient, type Stage, type StageOptions, stagesOfEachTest, watchOften } from './stage.ts'

const sure = 'Who is the tax adviser?'
const patience = { timeout: 120_000, interval: 20 }

interface Completion {
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>
  readonly purpose: string
}

/** A question to the host's model, and its answer. */
const completions: Completion[] = []
let says: () => Promise<string>
beforeEach(() => {
  says = async () => '{"explanation":"nothing to change"}'
})
afterEach(() => void completions.splice(0))

/** What the host knows of a call by its asynchronous context. */
const contexts = new AsyncLocalStorage<string>()
const heardIn: Array<string | undefined> = []
afterEach(() => void heardIn.splice(0))

const llm = {
  complete: async (asked: Completion) => {
    completions.push(asked)
    heardIn.push(contexts.getStore())
    return { text: await says(), usage: { inputTokens: 500, outputTokens: 20 } }
  },
}

const settingsOf = (model: unknown): StageOptions => ({ wrap: offering(llm), config: { model, modelMs: 10_000, judging: 'off' } })
watchOften()
const stage = stagesOfEachTest()
const agent = { host: agentsOfOneStage(settingsOf('host')), off: agentsOfOneStage(settingsOf('off')) }
/** An agent of a gateway with this setting, whose brain holds a talk in which a call is worth it. */
const open = async (model: 'host' | 'off' = 'host'): Promise<AgentStage> => {
  const one = await agent[model]()
  await teach(one, one.agent)
  return one
}
/** The same of a gateway of its own. */
const openAlone = async (model: unknown, options: StageOptions = {}): Promise<AgentStage> => {
  const one = await stage({ ...settingsOf(model), ...options })
  await teach(one, 'main')
  return { ...one, agent: 'main', session: 'agent:main:chat' }
}
const teach = async (one: Stage, agent: string) => {
  const brain = `local/${agent}/default`
  await one.memory().ask('init', { brain, settings }, patient)
  const other = { source: 'taxes.md', format: 'markdown', text: '# Taxes\n\nThe tax adviser is Mr Brandt.\n' } as const
  await one.memory().ask('ingest', { brain, documents: [talkDocument, other] }, patient)
}
const routed = async (one: Stage) => (await one.log()).filter(({ type }) => type === 'ModelAsked' || type === 'ModelAnswered')
const report = (one: Stage, is: (report: HealthReport) => boolean) =>
  vi.waitUntil(async () => {
    const read = await readHealth(healthPath(one.path))
    return read !== undefined && is(read) ? read : undefined
  }, patience)

describe('routing by the model of the host', () => {
  test('asks it once about a turn that is unsure, and not about one that is sure', async () => {
    const one = await open()

    await one.host.turn(one.session, unsure)
    await one.host.turn(one.session, sure)

    expect(completions).toMatchObject([{ purpose: 'crabtrail routing', messages: [{ role: 'system' }, { role: 'user' }] }])
    expect(completions[0]?.messages[1]?.content).toContain(unsure)
    expect((await routed(one)).map(({ turn, type }) => [type, turn])).toEqual([
      ['ModelAsked', 't1'],
      ['ModelAnswered', 't1'],
    ])
    // A completion is no turn: the memory has two, and the host's model was asked for two replies.
    expect((await one.types()).filter((type) => type === 'TurnStarted')).toHaveLength(2)
    expect(one.host.requests).toHaveLength(2)
    expect(one.state.health.absences).toEqual({})
  })

  test('is made in the context of its turn, not in that of whoever started the memory: to the host that one may be of before a reload', async () => {
    const one = await contexts.run('the load', () => openAlone('host'))

    await contexts.run('the turn', () => one.host.turn(one.session, unsure))

    expect(heardIn).toEqual(['the turn'])
  })

  test('is made in the context of its turn, whoever uses the memory while it goes on', async () => {
    const one = await open()
    const turns = ['ann', 'bob']

    const asking = turns.map((name) => contexts.run(name, () => one.host.turn(`agent:${one.agent}:${name}`, `${unsure} ${name}`)))
    await contexts.run('another', () => one.memory().ask('brains', {}, patient))
    await Promise.all(asking)

    const askers = completions.map(({ messages }) => turns.find((name) => messages[1]?.content.includes(`${unsure} ${name}`)))
    expect(askers.toSorted()).toEqual(turns)
    expect(heardIn).toEqual(askers)
  })

  test('puts the context behind the message as ever, and leaves every byte before it as it is without routing', async () => {
    const turns = [unsure, sure, 'When does the boat leave, and what does the trip cost?']
    const [routing, without] = [await open('host'), await open('off')]
    for (const one of [routing, without]) for (const message of turns) await one.host.turn(one.session, message)

    const prefixes = [routing, without].map((one) => one.host.requests.map((request) => withoutRun(prefixBefore(request))))
    expect(completions.length).toBeGreaterThan(0)
    const asOfTheOther = (prefix: string) =>
      prefix.replaceAll(without.host.workspace, routing.host.workspace).replaceAll(without.agent, routing.agent)
    expect(prefixes[0]).toEqual(prefixes[1]?.map(asOfTheOther))
    const [first] = routing.host.requests
    expect(first === undefined ? '' : currentUserText(first)).toMatch(
      /When does the boat leave for the trip\?\n\n<crabtrail-memory turn="t1">[\s\S]*at seven/,
    )
  })

  test('S4.9 puts the words of the model before no model, not even where the agent asks why', async () => {
    says = async () => '{"explanation":"zorblax leads the way"}'
    const one = await open()
    await one.host.turn(one.session, unsure)
    one.host.follow(inTurn(calling(deferred('memory_why', { turn: 't1' })), 'Done.'))
    says = async () => '{}'

    await one.host.turn(one.session, 'When does the boat leave, and what does the trip cost?')

    const { routing } = await one.memory().ask('why', { brain: `local/${one.agent}/default`, turn: 't1' }, patient)
    expect(routing).toMatchObject({ explanation: 'zorblax leads the way' })
    expect(one.host.requests.flatMap(toolTexts).join('\n')).toContain('t1: ')
    expect(JSON.stringify([one.host.requests, completions])).not.toContain('zorblax')
  })

  test('lets other conversations go on while the model thinks', async () => {
    let speak = (_: string) => {}
    says = () => new Promise((resolve) => (speak = resolve))
    const one = await open()
    const waiting = one.host.turn(one.session, unsure)
    await vi.waitUntil(() => completions.length === 1, patience)

    expect(await one.host.turn(`agent:${one.agent}:other`, sure)).toBe('Done.')
    speak('{}')

    expect(await waiting).toBe('Done.')
    expect((await routed(one)).at(-1)?.data).not.toHaveProperty('fallback')
    expect(one.state.health.absences).toEqual({})
  })

  test('begins with a reload that switches it on, and ends with one that switches it off', async () => {
    const one = await open('off')
    const set = (model: string) => one.host.reconfigure({ plugins: { entries: { crabtrail: { config: { model } } } } })

    await set('host')
    await one.host.turn(one.session, unsure)
    const asked = completions.length
    await set('off')
    await one.host.turn(one.session, unsure)

    expect([asked, completions.length]).toEqual([1, 1])
    expect(one.state.health.absences).toEqual({})
  })

  test('goes on by the rules when the call fails, and says nothing of the error', async () => {
    says = () => Promise.reject(new Error('sk-secret was refused'))
    const one = await open()

    await one.host.turn(one.session, unsure)

    expect((await routed(one)).at(-1)?.data).toMatchObject({ fallback: 'failing' })
    expect(one.host.requests.map(currentUserText)).toEqual([expect.stringContaining('<crabtrail-memory')])
    expect(JSON.stringify([await one.log(), one.host.log()])).not.toContain('secret')
  })
})

describe('routing that is off, or cannot be', () => {
  test.each([
    ['is off', () => open('off')],
    ['has no time', () => openAlone('host', { config: { model: 'host', modelMs: 0 } })],
  ])('asks nothing where it %s', async (_, opened) => {
    const one = await opened()

    await one.host.turn(one.session, unsure)

    expect(completions).toEqual([])
    expect((await one.log()).find(({ type }) => type === 'TurnStarted')?.data).toMatchObject({ unasked: 'no-model' })
  })

  test.each<readonly [string, unknown, StageOptions, RegExp]>([
    ['the host has no model for plugins', 'host', { wrap: offering(undefined) }, /config\.model: this host offers no model to plugins: /],
    [
      'the key of the server is missing',
      { baseUrl: 'http://127.0.0.1:1/v1', model: 'tiny', keyVariable: 'NOT_THERE' },
      {},
      /config\.model: the environment of the gateway has no NOT_THERE: set it there/,
    ],
  ])('costs the model only and is told where %s', async (_, routing, options, told) => {
    const one = await openAlone(routing, options)

    await one.host.turn(one.session, unsure)
    const { problems } = await report(one, (read) => read.problems['model'] !== undefined)

    expect(problems['model']).toMatch(told)
    expect(one.host.requests.map(currentUserText)).toEqual([expect.stringContaining('<crabtrail-memory')])
    expect(one.state.health.absences).toEqual({})
    expect(await one.host.chat(one.session, '/trail status')).toMatch(told)
  })
})

describe('/trail model', () => {
  test('asks the model once from where it is asked, in the gateway', async () => {
    const one = await open()

    expect(await one.host.chat(one.session, '/trail model')).toMatch(
      /^The language model answered in \d+ ms, 500 tokens in and 20 out, 0\.000087 USD by the default prices\. The plugin’s setting modelMs is 10000; \d+00 is enough\.$/,
    )
    expect(completions).toHaveLength(1)
    expect(await routed(one)).toEqual([])
  })

  test('is against a model of which a call fails', async () => {
    says = () => Promise.reject(new Error('sk-secret was refused'))
    const one = await open()

    expect(await one.host.chat(one.session, '/trail model')).toMatch(/of no use like this: the call failed: (?!.*secret)/)
  })

  test('says what it would cost where it is off', async () => {
    const one = await open('off')
    await one.host.turn(one.session, unsure)

    expect(await one.host.chat(one.session, '/trail model')).toMatch(
      /^No language model is set\. .* about 1 times a day, for less than 0\.01 USD/,
    )
    expect(completions).toEqual([])
  })
})
