/** Over a real channel: a Telegram of our own on loopback, the real host, and people of whom one is the owner. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { healthPath, readHealth } from '../../../packages/agent-host/src/state/problems.ts'
import { type ChatRequest, currentUserText, toolTexts } from '../../src/chat-request.ts'
import { inFull } from '../../src/in-full.ts'
import { calling, deferred, inTurn } from '../../src/model-script.ts'
import { type Said, startTelegram, type Telegram } from '../../src/telegram.ts'
import { notesRead, writeNotes } from '../notes.ts'
import { sharedHost } from '../one-gateway.ts'
import { patient } from '../stage.ts'

const agent = 'gardener'
const [owner, stranger, group] = [4_200_042, 7_700_077, -100_123_456]
const secret = 'ninety-five euros an hour'
const question = 'What is the hourly rate of the garden work?'
const strangersWords = 'sesquipedalian'
const knownOwner = { commands: { ownerAllowFrom: [`telegram:${owner}`] } }

let telegram: Telegram

const stage = sharedHost({
  agents: [agent],
  prepare: async ({ host }) => {
    // The host takes up a channel when it starts.
    telegram = await startTelegram()
    host.configure({ channels: { telegram: telegram.config }, bindings: [{ agentId: agent, match: { channel: 'telegram' } }] })
    if (!inFull) host.configure(knownOwner)
    writeNotes({ host }, { 'memory/rates.md': `# Rates\n\nThe hourly rate of the garden work is ${secret}.\n` }, agent)
  },
})

beforeAll(() => notesRead({ log: () => stage.log(agent) }, 1))
afterAll(() => telegram?.stop())

/**
 * Returns the requests to the model since the message was sent: at least one. A turn over Telegram ends a moment after its answer
 * is sent. A web chat message that comes in that moment is queued: the host acknowledges it first and asks the model later.
 */
const requestsOf = async (said: () => Promise<unknown>): Promise<ReadonlyArray<ChatRequest>> => {
  const before = stage.model.requests.length
  await said()
  await vi.waitUntil(() => stage.model.requests.length > before, { timeout: 120_000 })
  return stage.model.requests.slice(before)
}
const fences = (requests: ReadonlyArray<ChatRequest>) => requests.map((one) => currentUserText(one).includes('crabtrail-memory'))
const say = (said: Omit<Said, 'text'>, text = question) => requestsOf(() => telegram.say({ ...said, text }))
/** What tools were answered with by us: hits of our corpus, words of our own tools. */
const lookingUp = inTurn(
  calling(deferred('memory_search', { query: question, corpus: 'all' })),
  calling(deferred('memory_why', {})),
  calling(deferred('memory_get', { path: 'crabtrail/memory/rates.md', corpus: 'all' })),
  'Done.',
)
const answersIn = (requests: ReadonlyArray<ChatRequest>): ReadonlyArray<string> => toolTexts(requests.at(-1) ?? fail())
const fail = (): never => {
  throw new Error('the model was not asked')
}

// The watch of the health looks every five seconds, and the host is reloaded.
describe.runIf(inFull)('while the owner list names nobody', () => {
  const advice = 'needs its owner. Tell them: nobody who writes over telegram is known as the owner'
  const isTold = () => stage.model.requests.some(({ body }) => body.includes(advice) && body.includes('telegram:YOUR_ID'))
  const inWebChat = () => requestsOf(() => stage.host.chat(`agent:${agent}:main`, question))
  /** What the watch found wrong at its next look; it looks every five seconds. */
  const problems = async () => {
    const since = Date.now()
    return vi.waitFor(
      async () => {
        const report = await readHealth(healthPath(join(stage.host.state, 'crabtrail', 'crabtrail.db')))
        if (report === undefined || report.at <= since) throw new Error('no status was written since')
        return Object.keys(report.problems)
      },
      { timeout: 90_000, interval: 100 },
    )
  }

  test('the owner is told what to do for Telegram, although he is answered in web chat meanwhile', async () => {
    stage.model.follow(() => 'ACK')

    const overTelegram = await say({ from: owner })
    const answered = await inWebChat()

    expect([overTelegram, answered].map(fences)).toEqual([[false], [true]])
    expect(await problems()).toEqual(['owner list of telegram'])
    // In the main conversation of the first agent.
    const isToldNow = async () => (await stage.host.chat('agent:main:main', 'Good morning!')) !== '' && isTold()
    await vi.waitUntil(isToldNow, { timeout: 120_000, interval: 1_000 })
  }, 180_000)

  test('and nothing is wrong any more once the list names him', async () => {
    await stage.host.reconfigure(knownOwner)
    await inWebChat()

    expect(await problems()).toEqual([])
  }, 180_000)
})

describe('in the real host', () => {
  test('the owner is given the memory in private, over every door', async () => {
    stage.model.follow(() => 'ACK')
    const asked = [
      await say({ from: owner }),
      await requestsOf(() => stage.host.chat(`agent:${agent}:main`, question)),
      await requestsOf(() => stage.host.turn(`agent:${agent}:main`, question, { agent })),
      await requestsOf(() => stage.host.turn(`agent:${agent}:terminal`, question, { agent })),
    ]

    expect(asked.map(fences)).toEqual([[true], [true], [true], [true]])
    expect(currentUserText(asked[0]?.[0] ?? fail())).toContain(secret)
  }, 120_000)

  test('nobody is given any in a group, and a stranger none in the same main session', async () => {
    const asked = [
      await say({ from: stranger }, `${question} ${strangersWords}`),
      await say({ from: owner, group }),
      await say({ from: stranger, group }, `${question} ${strangersWords}`),
    ]

    expect(asked.map(fences)).toEqual([[false], [false], [false]])
    for (const request of asked.flat()) expect(currentUserText(request)).not.toContain(secret)
  }, 120_000)

  test('what is looked up by tools keeps the same rule', async () => {
    stage.model.follow(lookingUp)
    const own = answersIn(await say({ from: owner }))
    const theirs = [
      answersIn(await say({ from: stranger })),
      answersIn(await say({ from: owner, group })),
      answersIn(await say({ from: stranger, group })),
    ]

    expect(own[0]).toContain('"corpus": "crabtrail"')
    expect(own[1]).toContain('memory/rates.md')
    expect(own[2]).toContain(secret)
    for (const [search, why, get] of theirs) {
      expect(search).not.toContain('"corpus": "crabtrail"')
      expect(why).toContain('Memory is for private conversations with the owner')
      expect(get).not.toContain(secret)
    }
  }, 120_000)

  test('a subagent looks up what its maker may see', async () => {
    const search = inTurn(calling(deferred('memory_search', { query: question, corpus: 'all' })), 'Done.')
    const made: ChatRequest[] = []
    stage.model.follow((request) => {
      const message = currentUserText(request)
      // The message that tells its maker of its end holds the task too.
      if (message.includes('[Subagent Task]')) {
        made.push(request)
        return search(request)
      }
      return message.includes('Make one')
        ? inTurn(calling(deferred('sessions_spawn', { task: 'SUBTASK: look it up' })), 'Made.')(request)
        : 'Noted.'
    })
    const found = async (said: Omit<Said, 'text'>) => {
      const before = made.length
      // The host has its maker say that it ended. Until that is said, the conversation is not free for what comes next.
      const ended = telegram.told(said.group ?? said.from)
      await telegram.say({ ...said, text: 'Make one' })
      await vi.waitUntil(() => made.length >= before + 2, { timeout: 120_000 })
      await ended
      return toolTexts(made.at(-1) ?? fail())
        .join('\n')
        .includes('"corpus": "crabtrail"')
    }

    expect(await found({ from: stranger, group })).toBe(false)
    expect(await found({ from: owner })).toBe(true)
  }, 180_000)

  test('a command of the owner in a group tells nothing, and in private what it told before', async () => {
    const elsewhere = await telegram.say({ from: owner, group, text: '/trail why' })
    const inPrivate = await telegram.say({ from: owner, text: '/trail why' })

    expect(elsewhere).toBe('Memory is for private conversations with the owner of this agent, not for groups and channels.')
    expect(inPrivate).not.toContain('Memory is for private')
  }, 60_000)

  test('the owner is told behind the reply what was heard, and takes it back', async () => {
    // A model takes longer than the memory; here it waits until the memory has heard.
    const heard = async () => (await stage.log(agent)).some(({ data }) => data['verdict'] === 'correction')
    stage.model.follow(async (request) => {
      const message = currentUserText(request)
      if (message.includes(question)) return `It is ${secret}, the hourly rate of the garden work.`
      if (message.includes('that is wrong')) await vi.waitUntil(heard, { timeout: 120_000, interval: 100 })
      return 'Understood.'
    })
    await telegram.say({ from: owner, text: question })
    await stage.log(agent)

    const plain = (text: string) => text.replaceAll(/<\/?code>/g, '')
    const reply = plain(await telegram.say({ from: owner, text: 'No, that is wrong.' }))
    const remark = await telegram.say({ from: owner, text: 'Thanks, no rush with that.' })
    const undone = plain(await telegram.say({ from: owner, text: '/trail undo' }))

    expect(reply).toMatch(/^Understood\.\s+noted: «memory\/rates\.md» was called wrong · \/trail undo$/)
    expect(remark).toBe('Understood.')
    expect(undone).toContain('memory/rates.md')
  }, 120_000)

  test('what the owner says while the agent is at work is heard, and the turn goes on over it', async () => {
    const grows = {
      brain: `local/${agent}/default`,
      profile: 'balanced',
      settings: { 'growth.statements': 'memory', 'growth.mode': 'grow' },
    }
    await stage.withStore((memory) => memory.ask('profile', grows, patient))
    const code = 'The gate code of the allotment garden is 4711 since March.'
    let rounds = 0
    // The host hands a message to a run between two calls of its model, so the agent is at work until it is there.
    stage.model.follow((request) => {
      if (!request.messages.some((message) => JSON.stringify(message).includes(code)))
        return calling(deferred('memory_search', { query: `garden ${++rounds}`, corpus: 'all' }))
      return `Noted. It is ${secret}, the hourly rate of the garden work.`
    })
    const before = (await stage.log(agent)).length
    // One answer to both: which of the two it replies to is the host's affair.
    const unanswered = () => {}
    telegram.say({ from: owner, text: question }).catch(unanswered)
    await vi.waitUntil(() => rounds > 0, { timeout: 120_000 })
    telegram.say({ from: owner, text: code }).catch(unanswered)
    const later = async () => (await stage.log(agent)).slice(before)
    await vi.waitUntil(async () => (await later()).some(({ type }) => type === 'NodeAdded'), { timeout: 120_000, interval: 100 })

    const log = await later()
    expect(log.filter(({ type }) => type === 'TurnStarted')).toHaveLength(1)
    expect(log.find(({ type }) => type === 'TurnCompleted')?.data).toMatchObject({ outcome: 'success', drew: [expect.anything()] })
  }, 240_000)

  test('the log says why turns went without, and nothing of whose they were', async () => {
    const log = await stage.log(agent)
    const skipped = log.filter(({ type }) => type === 'RecallSkipped').map(({ data }) => data['reason'])
    const lines = await stage.withStore((memory) => memory.ask('export', { brain: `local/${agent}/default` }, patient))
    const turns = log.filter(({ type }) => type === 'TurnStarted').map(({ data }) => data['chatKind'])

    expect(skipped).toEqual(expect.arrayContaining(['group', 'not-owner']))
    expect(new Set(turns)).toEqual(new Set(['main', 'named']))
    for (const theirs of [strangersWords, String(stranger), String(group), 'Person']) expect(lines.lines.join('\n')).not.toContain(theirs)
    expect(stage.host.log()).not.toContain('crabtrail: before_agent_run')
  }, 60_000)
})
