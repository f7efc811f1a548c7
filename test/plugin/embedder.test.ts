import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type HealthReport, healthPath, readHealth } from '../../packages/agent-host/src/state/problems.ts'
import { type Embeddings, hanging, refusing, startEmbeddings, well } from '../src/embeddings.ts'
import { patient, type Stage, stagesOfEachTest, watchOften } from './stage.ts'

const session = 'agent:main:chat'
const notes = `# Pharmacy

Digitalis tinctures stand in the refrigerator behind the counter.

# Harbour

Lobster crates arrive on Wednesday before the tide turns.
`
const misspelt = 'digitallis tinktures refridgerator'
const key = 'sk-secret-0123456789'

watchOften()
const stage = stagesOfEachTest()
let server: Embeddings
beforeEach(async () => {
  server = await startEmbeddings()
  process.env['TRAIL_TEST_KEY'] = key
})
afterEach(async () => {
  delete process.env['TRAIL_TEST_KEY']
  await server.close()
})

const patience = { timeout: 120_000, interval: 50 }
const brain = 'local/main/default'
/** Returns the sources of the seeds of the newest turn. */
const sources = async (one: Stage) => (await one.log()).findLast(({ type }) => type === 'SeedsSelected')?.data['sources']
const isInForce = (one: Stage) => vi.waitUntil(async () => (await one.types()).includes('EmbedderChanged'), patience)
const report = (one: Stage, is: (report: HealthReport) => boolean) =>
  vi.waitUntil(async () => {
    const read = await readHealth(healthPath(one.path))
    return read !== undefined && is(read) ? read : undefined
  }, patience)
const withServer = (more: object = {}) => ({ config: { embedder: { ...server.settings, keyVariable: 'TRAIL_TEST_KEY', ...more } } })

describe('an embedder in the settings of the plugin', () => {
  test('seeds a misspelt question of a turn, built in', async () => {
    const one = await stage({ config: { embedder: 'hashed' } })
    await one.note('notes.md', notes)
    await isInForce(one)

    await one.host.turn(session, misspelt)

    expect(await sources(one)).toEqual(['vector', 'vector'])
    expect(await one.host.chat(session, '/trail why')).toContain('not sure enough; it is spelled or meant like the question')
    expect(await one.host.chat(session, '/trail status')).toContain('Vectors: 2 memories have a vector.')
  })

  test('is none unless it is set', async () => {
    const one = await stage()
    await one.note('notes.md', notes)

    await one.host.turn(session, misspelt)

    expect(await sources(one)).toEqual([])
    expect(await one.types()).not.toContain('EmbedderChanged')
    expect(await one.host.chat(session, '/trail status')).not.toContain('ectors')
  })

  test('may be a server, which hears the key of the environment', async () => {
    const one = await stage(withServer())
    await one.note('notes.md', notes)
    await isInForce(one)

    await one.host.turn(session, misspelt)

    expect(await sources(one)).toEqual(['vector'])
    expect(server.asked.map(({ input }) => input.length)).toEqual([2, 1])
    expect(new Set(server.asked.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${key}`]))
    const counters = await vi.waitUntil(async () => {
      const read = await one.memory().ask('counters', {}, patient)
      return read.embedder?.brains[0]?.vectors === 2 ? read : undefined
    }, patience)
    expect(counters).toMatchObject({ embedded: expect.any(Number), embedder: { brains: [{ brain, missing: 0 }] } })
    expect(JSON.stringify([counters, one.host.log()])).not.toContain('secret')
  })

  test('is another one after a reload', async () => {
    const one = await stage({ config: { embedder: 'hashed' } })
    await one.note('notes.md', notes)
    await isInForce(one)

    await one.host.reconfigure({ plugins: { entries: { crabtrail: withServer() } } })
    await vi.waitUntil(async () => (await one.types()).filter((type) => type === 'EmbedderChanged').length === 2, patience)
    await one.host.turn(session, misspelt)

    expect(await sources(one)).toEqual(['vector'])
  })
})

describe('a server that does not answer', () => {
  test('leaves a question to its words, within the deadline, and is left alone for a while; the status says why', async () => {
    const one = await stage({ config: { ...withServer({ questionMs: 100 }).config, deadlineMs: 5_000 } })
    await one.note('notes.md', notes)
    await isInForce(one)
    server.behave(hanging)

    const before = server.asked.length
    const questions = ['counter', 'tide', 'crates', 'harbour', 'pharmacy', 'wednesday', 'lobster', 'stand'].map(
      (word) => `${misspelt} ${word}`,
    )
    for (const question of questions) await one.host.turn(session, question)

    expect(await sources(one)).toEqual(['lexical'])
    expect(one.state.health.absences).toEqual({})
    // It waits a second after the first failure and twice as long after each other; on a busy machine the questions take longer than that.
    expect(server.asked.length - before).toBeGreaterThan(0)
    expect(server.asked.length - before).toBeLessThan(questions.length / 2)
    expect(await one.host.chat(session, '/trail status')).toMatch(
      /Vectors: 2 memories .*\nThe embedder: .* \d calls? failed, and the words decided alone; the last: no answer within 100 ms\./,
    )
  })

  test('to the notes either holds up no turn, and no reading in', async () => {
    server.behave(hanging)
    const one = await stage({ config: { ...withServer().config, deadlineMs: 5_000 } })
    await one.note('notes.md', notes)
    await vi.waitUntil(() => server.asked.length > 0, patience)

    await one.host.turn(session, 'When do the lobster crates arrive?')
    await one.note('more.md', '# Workshop\n\nThe bandsaw needs another blade.\n')
    expect(await one.host.turn(session, 'Which blade does the bandsaw need?')).toBe('Done.')

    expect(one.state.health.absences).toEqual({})
    expect(await sources(one)).toEqual(['lexical'])
    expect(server.asked).toHaveLength(1)
  })
})

describe('a server that refuses', () => {
  test('is told of when it goes on, in words of ours, and no more when it gives vectors', async () => {
    server.behave(refusing)
    const one = await stage(withServer())
    await one.note('notes.md', notes)
    await one.host.turn(session, 'When do the lobster crates arrive?')

    // Who asks for the status has it tried again, when it may be.
    await vi.waitUntil(async () => (await one.host.chat(session, '/trail status')).includes('3 calls failed'), {
      ...patience,
      interval: 250,
    })
    const broken = await report(one, ({ problems }) => problems['embedder'] !== undefined)
    server.behave(well)
    await report(one, ({ problems }) => problems['embedder'] === undefined)

    expect(await sources(one)).toEqual(['lexical'])
    expect(one.state.health.absences).toEqual({})
    expect(broken.problems['embedder']).toMatch(
      /gives no vectors, so the words of a question decide alone: the server answers 401.*: give a key/,
    )
    expect(one.host.log()).toMatch(/gives no vectors.*\n(.*\n)*.*the embedder gives vectors again/)
    expect(JSON.stringify([broken, one.host.log()])).not.toContain('secret')
    await isInForce(one)
  })
})

describe('settings that cannot work', () => {
  test('cost the vectors and nothing else, and say what to do', async () => {
    const one = await stage(withServer({ keyVariable: 'NOT_THERE' }))
    await one.note('notes.md', notes)

    await one.host.turn(session, 'When do the lobster crates arrive?')
    const { problems } = await report(one, (read) => read.problems['embedder'] !== undefined)

    expect(problems['embedder']).toMatch(/config\.embedder: the environment of the gateway has no NOT_THERE: set it there/)
    expect(await sources(one)).toEqual(['lexical'])
    expect(server.asked).toEqual([])
    expect(await one.host.chat(session, '/trail status')).toContain('has no NOT_THERE')
  })
})
