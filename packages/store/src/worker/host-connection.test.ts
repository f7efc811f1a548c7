import { MessageChannel } from 'node:worker_threads'
import { type ModelFailed, type ModelQuestion, modelLimits } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import { afterEach, describe, expect, test } from 'vitest'
import { connectHost, type HostModel, toldBy } from './host-connection.ts'
import { type Asks, type HostMessage, openWord, type Told } from './protocol.ts'

const question = (content = 'Which note is needed?'): ModelQuestion => ({
  messages: [
    { role: 'system', content: 'You choose memories.' },
    { role: 'user', content },
  ],
  tokens: 180,
  form: { name: 'routing', schema: { type: 'object' } },
})
const long = 30_000

const channels: MessageChannel[] = []
afterEach(() => {
  for (const { port1 } of channels.splice(0)) port1.close()
})

/** Both ends of a connection over real ports. The host's end answers by the model; without one it only keeps what it was asked. */
const connected = (model?: HostModel) => {
  const channel = new MessageChannel()
  channels.push(channel)
  const asked: Asks[] = []
  channel.port2.on('message', (message: Asks) => {
    asked.push(message)
    if (model !== undefined) void toldBy(model, message).then((told) => channel.port2.postMessage(told))
  })
  const there = connectHost(channel.port1).model('host/default')
  return { there, asked, tell: (told: Told | HostMessage) => channel.port2.postMessage(told) }
}
type Connected = ReturnType<typeof connected>
const failureOf = ({ there }: Connected, one = question(), deadlineMs = long): Promise<ModelFailed> =>
  Effect.runPromise(Effect.flip(there.ask(one, deadlineMs)))

describe('the model of the host', () => {
  test('is asked what was asked, with its deadline, and answers', async () => {
    const one = connected(async () => ({ text: '{"follow":[1]}', tokensIn: 700, tokensOut: 20 }))

    const reply = await Effect.runPromise(one.there.ask(question(), 1_234_567))

    expect(reply).toEqual({ text: '{"follow":[1]}', tokensIn: 700, tokensOut: 20 })
    expect(one.asked).toMatchObject([{ question: question(), deadlineMs: 1_234_567 }])
  })

  test('is named as the newest request says, in the log and in failures', async () => {
    const one = connected(async () => ({ text: '' }))
    const request = (model?: string): HostMessage => ({
      _tag: 'Request',
      id: 1,
      word: openWord(),
      method: 'open',
      request: {},
      ...(model === undefined ? {} : { model }),
    })
    expect(one.there.id).toBe('host/default')
    one.tell(request('host/utility/openai/small'))
    one.tell(request())
    while (one.there.id === 'host/default') await new Promise(setImmediate)

    expect(await failureOf(one)).toMatchObject({ model: 'host/utility/openai/small' })
    expect(one.there.id).toBe('host/utility/openai/small')
  })

  test.each([
    ['counts it', 0.0123, 0.0123],
    ['counts it as free', 0, 0],
    ['counts what cannot be', -1, undefined],
    ['counts it in words', 'much', undefined],
    ['counts more than any call costs', 1_001, undefined],
  ])('tells the cost of a call where it %s', async (_, costUsd: unknown, told) => {
    const one = connected(async () => ({ text: '{}', costUsd }) as never)

    expect((await Effect.runPromise(one.there.ask(question(), long))).costUsd).toBe(told)
  })

  test.each([
    ['does not count', {}],
    ['counts what cannot be', { tokensIn: -1, tokensOut: 0.5 }],
    ['counts in words', { tokensIn: 'many', tokensOut: Number.NaN } as never],
  ])('has its tokens estimated where it %s', async (_, counts: object) => {
    const one = connected(async () => ({ text: '{"follow":[1]}', ...counts }))

    const { tokensIn, tokensOut } = await Effect.runPromise(one.there.ask(question(), long))

    expect([tokensIn > 5, Number.isInteger(tokensIn), tokensOut > 2, Number.isInteger(tokensOut)]).toEqual([true, true, true, true])
  })

  test.each<readonly [string, HostModel]>([
    ['rejects', () => Promise.reject(new Error('no sk-secret-key for Which note'))],
    [
      'throws',
      () => {
        throw new Error('no sk-secret-key for Which note')
      },
    ],
    ['answers with nothing at all', () => Promise.resolve(undefined as never)],
  ])('that %s is failing, without a word of the error', async (_, model) => {
    const failed = await failureOf(connected(model))

    expect(failed).toMatchObject({ reason: 'failing', retryable: true, model: 'host/default' })
    expect(`${failed.message} ${JSON.stringify(failed)}`).not.toMatch(/secret|Which note/)
  })

  test.each<readonly [string, unknown]>([
    ['too much', 'x'.repeat(modelLimits.answerCharacters + 1)],
    ['nothing', ' \n'],
    ['no text', 7],
  ])('that says %s gives a bad answer', async (_, text) => {
    expect(await failureOf(connected(async () => ({ text }) as never))).toMatchObject({ reason: 'badAnswer', retryable: false })
  })

  test('that a host does not have is misconfigured', async () => {
    const asks: Asks = { _tag: 'Asks', ask: 7, question: question(), deadlineMs: 1 }

    expect(await toldBy(undefined, asks)).toEqual({ _tag: 'Told', ask: 7, failure: 'misconfigured' })
  })

  test('that is silent is slow at the deadline; its late answer is dropped, and is no answer to the next question', async () => {
    const one = connected()
    const slow = await failureOf(one, question(), 1)
    const next = Effect.runPromise(one.there.ask(question('And now?'), long))
    while (one.asked.length < 2) await new Promise(setImmediate)

    const reply = { text: 'late', tokensIn: 1, tokensOut: 1 }
    one.tell({ _tag: 'Told', ask: one.asked[0]?.ask ?? 0, reply })
    one.tell({ _tag: 'Told', ask: one.asked[1]?.ask ?? 0, reply: { ...reply, text: 'in time' } })

    expect(slow).toMatchObject({ reason: 'slow', retryable: true })
    expect(await next).toMatchObject({ text: 'in time' })
  })

  test('gives each question its own answer, in whatever order they come, and none to one that was called off', async () => {
    const one = connected()
    const asking = ['a', 'b'].map((content) => Effect.runPromise(one.there.ask(question(content), long)))
    const calledOff = Effect.runFork(one.there.ask(question('c'), long))
    while (one.asked.length < 3) await new Promise(setImmediate)
    await Effect.runPromise(Fiber.interrupt(calledOff))

    for (const { ask, question: asked } of one.asked.toReversed())
      one.tell({ _tag: 'Told', ask, reply: { text: `to ${asked.messages[1]?.content}`, tokensIn: 1, tokensOut: 1 } })

    expect((await Promise.all(asking)).map(({ text }) => text)).toEqual(['to a', 'to b'])
  })

  test.each<readonly [string, ModelQuestion]>([
    ['too many messages', { ...question(), messages: Array.from({ length: 9 }, () => ({ role: 'user', content: 'x' })) }],
    ['too long messages', question('x'.repeat(modelLimits.characters))],
    ['too many tokens of an answer', { ...question(), tokens: modelLimits.tokens + 1 }],
  ])('is not asked with %s', async (_, one) => {
    const host = connected(async () => ({ text: '{}' }))

    expect(await failureOf(host, one)).toMatchObject({ reason: 'tooLong', retryable: false })
    expect(host.asked).toEqual([])
  })
})
