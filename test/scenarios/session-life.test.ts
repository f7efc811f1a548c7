import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { changeSettings } from '../models/append-facts.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'
import { withNotes } from '../models/player.ts'
import { eventsOf, readLog } from '../models/recorded-log.ts'

const question = 'How do we roll back a bad deploy of the API?'
const session = 'agent:main:talk'

let store: OpenStore
let memory: AskedMemory
beforeEach(async () => {
  store = openStore()
  memory = await withNotes(await store.memory())
})
afterEach(() => store.close())

const logged = async () => readLog((await memory.export({})).lines)
const recalled = async (about = question, more: object = {}) => {
  const answer = await memory.recall({ question: about, session, ...more })
  return { ...answer, turn: answer.turn ?? '' }
}
const shownText = (content: string) => content.split(/\s+/).slice(0, 40).join(' ')

describe('a session', () => {
  test('begins once and goes on until it ends; then its key begins the next one', async () => {
    const first = await memory.session({ session, event: 'started' })
    const again = await memory.session({ session, event: 'started' })
    await recalled()
    const ended = await memory.session({ session, event: 'ended', reason: 'reset' })
    const nothing = await memory.session({ session, event: 'ended', reason: 'reset' })
    await recalled()

    const log = await logged()
    expect([first.session, again.session, ended.session, nothing.session]).toEqual(['s2', 's2', 's2', null])
    expect(again.position).toBe(first.position)
    expect(nothing.position).toBe(ended.position)
    expect(eventsOf(log, 'SessionEnded').map(({ data }) => data)).toEqual([{ session: 2, reason: 'reset' }])
    expect(eventsOf(log, 'TurnStarted').map(({ commit }) => commit.session)).toEqual([2, 3])
    expect((await memory.log({ session })).events.filter(({ type }) => type === 'TurnStarted')).toHaveLength(2)
    expect((await memory.log({ session: 's3' })).events.filter(({ type }) => type === 'TurnStarted')).toHaveLength(1)
  })

  test('that was reset gives no verdict to the one before it', async () => {
    const { items } = await recalled()
    await memory.session({ session, event: 'ended', reason: 'reset' })

    await expect(memory.feedback({ verdict: 'used', session, nodes: [items[0]?.node ?? ''] })).rejects.toMatchObject({ _tag: 'NotFound' })
  })
})

describe('a turn that ends', () => {
  test('says how, with which tools, and what of its memories was used', async () => {
    const { items, turn } = await recalled(question, { key: 'recall:1' })
    const used = items[0]
    const answer = await memory.complete({
      session,
      recallKey: 'recall:1',
      outcome: 'success',
      durationMs: 1_200,
      tools: [
        { name: 'exec', calls: 3, failures: 1 },
        { name: 'read', calls: 1, failures: 0 },
      ],
      messages: ['m1'],
      reply: `As the note says: ${shownText(used?.content ?? '')}`,
    })

    const log = await logged()
    expect(answer).toMatchObject({ turn, used: [used?.node] })
    expect(eventsOf(log, 'TurnCompleted').map(({ data }) => data)).toMatchObject([
      { outcome: 'success', durationMs: 1_200, calls: [3, 1], failures: [1, 0] },
    ])
    expect(eventsOf(log, 'FeedbackGiven').map(({ data, origin }) => [data.verdict, data.tier, origin])).toEqual([
      ['used', 'agent', 'agent'],
    ])
    expect((await memory.show({})).digest).toMatch(/^[0-9a-f]{64}$/)
  })

  test('S3.63 names by its position what its workspace held then, whatever was read in since', async () => {
    const plan = (text: string) => ({ source: 'plan.md', format: 'markdown' as const, text: `# Plan\n\n${text}\n` })
    await memory.ingest({ documents: [plan('The zinnia pier opens in May.')] })
    const { turn } = await recalled('When does the zinnia pier open?')
    await memory.ingest({ documents: [plan('The zinnia pier opens in August.')] })

    const begun = eventsOf(await logged(), 'TurnStarted').find((event) => `t${event.turn}` === turn)
    const textAt = async (at: object) => (await memory.show({ what: 'plan.md', ...at })).nodes[0]?.content
    expect(await textAt({ at: String(begun?.position) })).toContain('in May')
    expect(await textAt({})).toContain('in August')
  })

  test('keeps no word of the reply, and makes no cue', async () => {
    const { items } = await recalled()
    const reply = `Quetzalcoatlus says: ${shownText(items[0]?.content ?? '')}`
    await memory.complete({ session, turn: 't1', outcome: 'success', durationMs: 1, reply })

    const { lines } = await memory.export({})
    expect(lines.filter((line) => line.includes('Quetzalcoatlus'))).toEqual([])
    expect(lines.filter((line) => line.includes('auto:'))).toEqual([])
  })

  test('tells a tool by one node, in every turn that calls it, and never recalls it', async () => {
    for (const about of [question, 'Where is the runbook?', 'exec']) {
      const { turn } = await recalled(about)
      await memory.complete({ session, turn, outcome: 'success', durationMs: 1, tools: [{ name: 'exec', calls: 1, failures: 0 }] })
    }

    const completed = eventsOf(await logged(), 'TurnCompleted')
    expect(new Set(completed.flatMap(({ data }) => data.tools ?? [])).size).toBe(1)
    expect((await memory.recall({ question: 'exec', record: false })).items.map(({ node }) => node)).not.toContain('tool:exec')
  })

  test('ends once, unless it had failed and was tried again', async () => {
    const { turn } = await recalled()
    const end = (outcome: 'success' | 'failure') => memory.complete({ session, turn, outcome, durationMs: 1 })
    await end('failure')
    await end('failure')
    await end('success')
    await end('success')

    expect(eventsOf(await logged(), 'TurnCompleted').map(({ data }) => data.outcome)).toEqual(['failure', 'success'])
  })

  test('ends once also when it went on without memory', async () => {
    await memory.skip({ session, key: 'skip:1', reason: 'deadline', skippedAt: 1, waitedMs: 300 })
    const end = (outcome: 'success' | 'failure') => memory.complete({ session, recallKey: 'skip:1', outcome, durationMs: 1 })
    for (const outcome of ['failure', 'success', 'success', 'failure'] as const) await end(outcome)

    expect(eventsOf(await logged(), 'TurnCompleted').map(({ data }) => data.outcome)).toEqual(['failure', 'success'])
  })

  test('after its session was reset stays with that session, and begins none', async () => {
    const { items, turn } = await recalled()
    await memory.session({ session, event: 'ended', reason: 'reset' })
    await memory.complete({ session, turn, outcome: 'success', durationMs: 1, reply: items[0]?.content ?? '' })
    await memory.skip({ session, reason: 'late', turn, skippedAt: 1, waitedMs: 300 })

    const log = await logged()
    expect(eventsOf(log, 'SessionStarted').map(({ data }) => data.session)).toEqual([1, 2])
    for (const type of ['TurnCompleted', 'FeedbackGiven', 'RecallSkipped'] as const)
      expect(eventsOf(log, type).map(({ commit }) => commit.session)).toEqual([2])
  })

  test('that was tried again used no more than one turn may', async () => {
    const text = '# By hand\n\nRoll back a bad deploy of the API by hand where nothing else helps.\n'
    await memory.ingest({ documents: [{ source: 'by-hand.md', format: 'markdown', text }] })
    await changeSettings(store, { context: { ...balanced.context, adds: 0, rivalSure: -100, addsSure: -100 } })
    const { context, turn } = await recalled()
    const ids = context.items
    const reply = (some: ReadonlyArray<string>) => some.map((id) => `[${id}]`).join(' ')
    await memory.complete({ session, turn, outcome: 'failure', durationMs: 1, reply: reply(ids.slice(0, 2)) })
    const answer = await memory.complete({ session, turn, outcome: 'success', durationMs: 1, reply: reply(ids) })

    expect(ids.length).toBeGreaterThan(3)
    expect(answer.used).toHaveLength(1)
    expect(ids.slice(0, 2)).not.toContain(answer.used[0])
  })

  test('used nothing of what came too late to be put before the model', async () => {
    const { items, turn } = await recalled()
    await memory.skip({ session, reason: 'late', turn, skippedAt: 1, waitedMs: 300 })
    const answer = await memory.complete({ session, turn, outcome: 'success', durationMs: 1, reply: items[0]?.content ?? '' })

    expect(answer.used).toEqual([])
  })

  test('in a session that teaches nothing leaves no verdict', async () => {
    const { items, turn } = await recalled(question, { session: 'pulse', sessionKind: 'heartbeat' })
    await memory.complete({ session: 'pulse', turn, outcome: 'success', durationMs: 1, reply: items[0]?.content ?? '' })

    expect(eventsOf(await logged(), 'FeedbackGiven')).toEqual([])
  })

  test('is refused when nothing was recalled under its key', async () => {
    await expect(memory.complete({ session, recallKey: 'nothing', outcome: 'success', durationMs: 1 })).rejects.toMatchObject({
      _tag: 'NotFound',
      what: 'turn',
    })
  })
})

describe('what a person says next', () => {
  const wrong = 'No, that is wrong.'
  /** Asks, and is answered with what the first memory says. */
  const answered = async () => {
    const recall = await recalled()
    const [first] = recall.items
    await memory.complete({ session, turn: recall.turn, outcome: 'success', durationMs: 1, reply: first?.content ?? '' })
    return recall
  }

  test('is a verdict on what the reply before drew on, if it surely is one; the learner works it in', async () => {
    const first = await answered()
    const second = await recalled(wrong, { key: 'recall:2' })
    const heard = await memory.hear({ session, text: wrong, recallKey: 'recall:2' })
    await memory.learn({})

    const given = eventsOf(await logged(), 'FeedbackGiven').at(-1)
    const [drewOn] = eventsOf(await logged(), 'TurnCompleted')[0]?.data.drew ?? []
    expect(heard).toMatchObject({ feedback: 'f2', turn: first.turn, reason: null, doubted: [first.items[0]?.node] })
    expect(second.turn).not.toBe(first.turn)
    expect(given).toMatchObject({
      origin: 'owner',
      data: { verdict: 'correction', nodes: [drewOn], tier: 'conscious', given: 'heard', outcome: -300_000_000 },
    })
    const moved = eventsOf(await logged(), 'StrengthAdjusted').filter(({ cause }) => cause === given?.position)
    expect(moved.every(({ data }) => data.to < data.from)).toBe(true)
    expect(moved.length).toBeGreaterThan(0)
  })

  test('counts for more where it is said with force, and no more than all', async () => {
    await answered()
    await memory.hear({ session, text: 'No, that is completely wrong!!' })
    await memory.profile({ profile: 'crabpath' })
    await answered()
    await memory.hear({ session, text: 'No, that is completely wrong!!' })

    const heard = eventsOf(await logged(), 'FeedbackGiven').filter(({ data }) => data.given === 'heard')
    expect(heard.map(({ data }) => data.outcome)).toEqual([-600_000_000, -1_000_000_000])
  })

  test.each(['Thank you!', 'What is wrong with the build?', 'no'])('is nothing when it is not: %s', async (text) => {
    await recalled()

    expect(await memory.hear({ session, text })).toMatchObject({ feedback: null, turn: null })
    expect(eventsOf(await logged(), 'FeedbackGiven')).toEqual([])
  })

  test('is nothing from somebody who is not the owner', async () => {
    await recalled()

    expect(await memory.hear({ session, text: wrong, origin: 'untrusted' })).toMatchObject({ feedback: null })
  })

  test('is nothing about another session, or about a turn that had no memory', async () => {
    await recalled()
    await memory.skip({ session, reason: 'deadline', skippedAt: 1, waitedMs: 300 })

    expect(await memory.hear({ session, text: wrong })).toMatchObject({ feedback: null })
    expect(await memory.hear({ session: 'other', text: wrong })).toMatchObject({ feedback: null })
  })
})

describe('what a person says after a turn without memory', () => {
  const wrong = 'No, that is wrong, I meant something else.'

  test('is nothing about memories that came too late for it', async () => {
    const { turn } = await recalled()
    await memory.skip({ session, reason: 'late', turn, skippedAt: 1, waitedMs: 300 })

    expect(await memory.hear({ session, text: wrong })).toMatchObject({ feedback: null })
  })

  test('is nothing about the turn before that, though its own turn has no memory either', async () => {
    await recalled()
    await memory.skip({ session, key: 'skip:1', reason: 'deadline', skippedAt: 1, waitedMs: 300 })
    await memory.skip({ session, key: 'skip:2', reason: 'deadline', skippedAt: 2, waitedMs: 300 })

    expect(await memory.hear({ session, text: wrong, recallKey: 'skip:2' })).toMatchObject({ feedback: null })
  })
})

describe('a heartbeat', () => {
  test('is kept with its tags, and memories of that area come first for a while', async () => {
    const about = 'Where do we roll back?'
    const plain = await memory.recall({ question: about, record: false })
    await memory.heartbeat({ session: 'pulse', sessionKind: 'heartbeat', tags: ['deploy'] })
    const hinted = await recalled(about)
    const score = (answer: typeof plain, node: string) => answer.items.find((item) => item.node === node)?.score ?? 0
    const node = 'deploy.md#rolling-back'

    const [observed] = eventsOf(await logged(), 'HeartbeatObserved')
    expect(observed?.data.tags).toHaveLength(1)
    expect(score(hinted, node)).toBeGreaterThan(score(plain, node))
    expect(hinted.items.find((item) => item.node === node)?.why).toContain('the area that the last heartbeat named')
    expect(await memory.recall({ question: about, record: false })).toMatchObject({
      items: plain.items.map(({ node: id }) => ({ node: id })),
    })
  })
})

describe('the tags of a heartbeat', () => {
  test('hold for twenty turns, of any session, and no longer', async () => {
    await memory.heartbeat({ session: 'pulse', sessionKind: 'heartbeat', tags: ['deploy'] })
    for (let turn = 0; turn < 21; turn++) await recalled(question, { session: `talk-${turn % 2}` })

    const hinted = eventsOf(await logged(), 'TurnStarted').map(({ data }) => data.hints?.length ?? 0)
    expect(hinted).toEqual([...Array.from({ length: 20 }, () => 1), 0])
  })
})

describe('what another search found', () => {
  test('is a weak seed of the next recall, and says so', async () => {
    const far = 'And the zeppelins?'
    const { items } = await memory.recall({ question, record: false })
    const [found] = items
    const answer = await recalled(far, { hits: [{ source: found?.source ?? '', text: found?.content ?? '', from: 1, to: 4 }] })

    const [seeds] = eventsOf(await logged(), 'SeedsSelected')
    expect(answer.items[0]).toMatchObject({ node: found?.node, why: expect.stringContaining('another search of the session found it') })
    expect(seeds?.data).toMatchObject({ scores: [250_000_000], sources: ['hit'] })
    expect(answer.context.items[0]).toBe(found?.node)
  })

  test('counts for nothing where it is in no source we know', async () => {
    const answer = await recalled('Zeppelins?', { hits: [{ source: 'elsewhere.md', text: 'Zeppelins fly.' }] })

    expect(answer.items).toEqual([])
  })
})
