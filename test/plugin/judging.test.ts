/** Judging by the model of the host, in a plugin of the fake host: a message is read once, while the agent answers, and who is not the owner is not heard. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readAnswers, readWeek } from '../eval/judged-week.ts'
import { currentUserText } from '../src/chat-request.ts'
import { offering } from './offered-model.ts'
import { type Stage, type StageOptions, stagesOfEachTest, watchOften } from './stage.ts'

interface Completion {
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>
  readonly purpose: string
}
interface Asked {
  readonly messages: ReadonlyArray<{
    readonly id: string
    readonly text: string
    readonly candidates: ReadonlyArray<{ readonly id: string; readonly text: string }>
  }>
}

const completions: Completion[] = []
type Says = (asked: Asked) => object
let says: Says
let slow: Promise<void>
beforeEach(() => {
  slow = Promise.resolve()
  says = () => ({ judgements: [] })
})
afterEach(() => void completions.splice(0))

/** What the host knows of a call by its asynchronous context: the real one refuses a call in that of an inventory of plugins that is over. */
const contexts = new AsyncLocalStorage<string>()
const heardIn: Array<string | undefined> = []
afterEach(() => void heardIn.splice(0))

const llm = {
  complete: async (asked: Completion) => {
    completions.push(asked)
    heardIn.push(contexts.getStore())
    await slow
    return { text: JSON.stringify(says(JSON.parse(asked.messages.at(-1)?.content ?? '{}'))), usage: { inputTokens: 500, outputTokens: 20 } }
  },
}

watchOften()
const stages = stagesOfEachTest()
const open = async (config: object = {}, options: StageOptions = {}): Promise<Stage> => {
  const one = await stages({ wrap: offering(llm), ...options, config: { model: 'host', modelMs: 5_000, ...config } })
  await one.note('home/cleaning.md', '# Cleaning\n\nDanuta cleans on Thursday, 9 to 12.\nShe gets 18 euro an hour.\n')
  await one
    .memory()
    .ask('profile', { brain: 'local/main/default', profile: 'balanced', settings: { 'model.routingShare': 0 } }, { deadlineMs: 30_000 })
  return one
}
const [owner, stranger, group] = [4_200_042, 7_700_077, -1_007_770] as const
/** Everybody may write to the agent. */
const everybody = { channels: { telegram: { dmPolicy: 'open', allowFrom: ['*'], groupPolicy: 'open' } } }
const session = 'agent:main:chat'
const tuesday = 'danuta comes tuesdays from now on'
const question = 'When does Danuta clean?'

/** Says of the message that danuta comes on another day what it changes, and of every other message nothing. */
const changesDay: Says = ({ messages }) => ({
  judgements: messages.flatMap(({ candidates, id, text }) => {
    const candidate = candidates.find((one) => one.text.includes('Danuta cleans'))
    if (text !== tuesday || candidate === undefined) return []
    return [{ id, verdict: 'supersedes', candidate: candidate.id, old: 'Thursday', new: 'tuesdays', lasting: true, confidence: 0.9 }]
  }),
})

const judgedIn = async (one: Stage) => (await one.log()).filter(({ type }) => type === 'MessageJudged')
/** Waits until so many messages were judged. */
const isJudged = (one: Stage, count: number) =>
  vi.waitUntil(async () => (await judgedIn(one)).length >= count, { timeout: 120_000, interval: 20 })
const isAsked = (count: number) => vi.waitUntil(() => completions.length >= count, { timeout: 120_000, interval: 20 })
const givenFor = async (one: Stage, asked: string, chat = session): Promise<string> => {
  await one.host.turn(chat, asked)
  return currentUserText(one.host.requests.at(-1) ?? expect.unreachable())
}

describe('a message of the owner', () => {
  test('is read in the context of its own turn, although it is read behind the reply', async () => {
    const one = await contexts.run('the load', () => open())
    await contexts.run('the turn', () => one.host.turn(session, tuesday))
    await isAsked(1)
    await contexts.run('the next turn', () => one.host.turn(session, `${tuesday}!`))
    await isAsked(2)

    expect(heardIn).toEqual(['the turn', 'the next turn'])
  })

  test('is read once, with the notes near it, and what it says is given with the next question', async () => {
    says = changesDay
    const one = await open()
    await one.host.turn(session, question)
    await one.host.turn(session, tuesday)
    await isJudged(one, 1)
    const given = await givenFor(one, question, 'agent:main:another')
    expect(given).toContain('no longer true: "Thursday"; said by its owner')
    expect(given).toContain(tuesday)
    expect(given).toContain('18 euro an hour')
    await one.quiet()
    const asked = completions.flatMap(({ messages }) =>
      (JSON.parse(messages.at(-1)?.content ?? '') as Asked).messages.map(({ text }) => text),
    )
    expect(asked.filter((text) => text === tuesday)).toHaveLength(1)
    expect(completions.every(({ purpose }) => purpose === 'crabtrail judge')).toBe(true)
  })

  test('INV-280 is read once where it came in while the agent answered, and nobody else is', async () => {
    says = changesDay
    const one = await open()
    const page = 'danuta comes saturdays from now on'
    await one.host.turnWith(session, question, [
      { by: 'others', text: page },
      { by: 'owner', text: tuesday },
      { by: 'host', text: page },
    ])
    await isJudged(one, 1)
    const given = await givenFor(one, question, 'agent:main:another')
    await one.quiet()

    expect(given).toContain('no longer true: "Thursday"; said by its owner')
    expect(given).toContain(tuesday)
    expect(completions.flatMap(({ messages }) => messages.map(({ content }) => content)).join()).not.toContain('saturdays')
    const asked = completions.flatMap(({ messages }) => (JSON.parse(messages.at(-1)?.content ?? '') as Asked).messages)
    expect(asked.filter(({ text }) => text === tuesday)).toHaveLength(1)
  })

  test('is read behind what was said before it, also where messages are judged in batches', async () => {
    says = changesDay
    const one = await open({ judging: 'batches' })
    await one.host.turnWith(session, question, [{ by: 'owner', text: tuesday }])
    await isJudged(one, 1)

    expect(
      completions.map(({ messages }) => (JSON.parse(messages.at(-1)?.content ?? '') as Asked).messages.map(({ text }) => text)),
    ).toEqual([[question], [tuesday]])
  })

  test('waits for the heartbeat where messages are judged in batches', async () => {
    says = changesDay
    const one = await open({ judging: 'batches' })
    await one.host.turn(session, question)
    await one.host.turn(session, tuesday)
    await one.quiet()
    expect(completions).toEqual([])
    await one.host.heartbeat('Look around')
    await isJudged(one, 1)
    expect(completions).toHaveLength(1)
    expect((JSON.parse(completions[0]?.messages.at(-1)?.content ?? '') as Asked).messages.map(({ text }) => text)).toEqual([
      question,
      tuesday,
    ])
  })

  test('waits at most until the conversation is shortened where messages are judged in batches', async () => {
    says = changesDay
    const one = await open({ judging: 'batches' })
    await one.host.turn(session, question)
    await one.host.turn(session, tuesday)
    await one.quiet()
    await one.host.compact(session)
    await isJudged(one, 1)
    expect(completions).toHaveLength(1)
  })

  test('waits for the one before, while the model is slow, and questions are answered meanwhile', async () => {
    const gate = Promise.withResolvers<void>()
    slow = gate.promise
    says = changesDay
    const one = await open()
    await one.host.turn(session, question)
    await isAsked(1)
    await one.host.turn(session, tuesday)
    await one.host.turn('agent:main:another', 'what does danuta get an hour?')
    const given = await givenFor(one, question, 'agent:main:third')
    expect(given).toContain('Danuta cleans on Thursday')
    expect(completions).toHaveLength(1)
    gate.resolve()
    await isJudged(one, 1)
    expect(await givenFor(one, question, 'agent:main:fourth')).toContain(tuesday)
    const asked = completions.flatMap(({ messages }) =>
      (JSON.parse(messages.at(-1)?.content ?? '') as Asked).messages.map(({ text }) => text),
    )
    expect(asked.filter((text) => text === tuesday)).toHaveLength(1)
  })

  test('is read by no model where judging is off', async () => {
    const one = await open({ judging: 'off' })
    await one.host.turn(session, question)
    await one.host.turn(session, tuesday)
    await one.quiet()
    expect(completions).toEqual([])
    expect((await one.log()).filter(({ type }) => type === 'MessageWaits')).toEqual([])
  })
})

test('of what everybody says, only the owner’s own words in private are sent', async () => {
  const one = await open(
    { groups: 'own', senders: 'each' },
    { hostConfig: { commands: { ownerAllowFrom: [`telegram:${owner}`] }, ...everybody } },
  )
  await one.host.say({ from: stranger, group, text: tuesday })
  await one.host.say({ from: owner, group, text: 'danuta is on holiday in august' })
  await one.host.say({ from: stranger, text: 'danuta told me she comes on mondays' })
  await one.host.heartbeat('danuta is at the door')
  await one.host.subagent('find out when danuta cleans in winter')
  await one.host.turn(session, 'look what danuta wrote:\n> danuta stops working in march\nhm, ask her')
  await isAsked(1)
  await one.quiet()
  const sent = JSON.stringify(completions)
  expect(sent).toContain('ask her')
  for (const words of ['tuesdays', 'holiday', 'mondays', 'at the door', 'winter', 'stops working']) expect(sent).not.toContain(words)
})

test('messages of an unseen week change what an independent reader says, each right, and cost one call each at most', async () => {
  const [week, answers] = [readWeek('unseen-week-c'), readAnswers()]
  says = ({ messages }) => ({
    judgements: messages.flatMap(({ candidates, id, text }) => {
      const said = answers.get(text)
      const candidate = candidates.find((one) => said?.candidate != null && one.text.startsWith(said.candidate))?.id ?? null
      return said === undefined ? [] : [{ ...said, id, candidate }]
    }),
  })
  const one = await stages({ wrap: offering(llm), config: { model: 'host', modelMs: 5_000 } })
  for (const [source, text] of Object.entries(week.notes)) await one.note(source, text)
  await one
    .memory()
    .ask(
      'profile',
      { brain: 'local/main/default', profile: 'balanced', settings: { 'model.routingShare': 0, 'judging.batchFrom': 1 } },
      { deadlineMs: 30_000 },
    )
  const said = week.talk.slice(0, 30)
  for (const { text } of said) {
    await one.host.turn(session, text)
    await one.quiet()
  }
  await vi.waitUntil(async () => (await one.memory().ask('judge', { brain: 'local/main/default' }, { deadlineMs: 30_000 })).left === 0, {
    timeout: 120_000,
  })
  const superseded = (await judgedIn(one)).filter(({ data }) => (data as { readonly became?: string }).became === 'superseded')
  const changes = said.filter((message) => 'changed' in message)
  // What was read in beside other notes is judged, too, several notes in one call.
  const ofMessages = completions.filter(({ messages }) => !(messages.at(-1)?.content ?? '').includes('"kind":"note"'))
  expect(ofMessages.length).toBeLessThanOrEqual(said.length)
  expect(superseded.length).toBeGreaterThanOrEqual(Math.floor(0.8 * changes.length))
  expect(superseded.length).toBeLessThanOrEqual(changes.length)
})
