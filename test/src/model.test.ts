import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { currentUserText, prefixBefore, roundsBefore, toolTexts, withoutRun } from './chat-request.ts'
import { type Model, startModel } from './model.ts'
import { calling, deferred, inTurn } from './model-script.ts'

const internal = { role: 'user', content: [{ type: 'text', text: '<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nnone' }] }
const system = { role: 'system', content: 'You are the ägent.' }
const asking = { role: 'user', content: '[Sat 2026-11-21 20:14 UTC] How do I deploy?' }

let model: Model
beforeEach(async () => {
  model = await startModel(() => 'Hello.')
})
afterEach(() => model.stop())

const ask = async (messages: ReadonlyArray<object>, stream = false) => {
  const body = JSON.stringify({ model: 'scripted', messages, stream })
  const response = await fetch(`${model.url}/chat/completions`, { method: 'POST', body })
  return { body, status: response.status, text: await response.text() }
}

describe('a scripted model', () => {
  test('answers whole or streamed, and keeps the bytes that it was sent', async () => {
    const whole = await ask([system, asking, internal])
    const streamed = await ask([system, asking, internal], true)

    expect(JSON.parse(whole.text).choices[0].message.content).toBe('Hello.')
    expect(streamed.text).toMatch(/"content":"Hello\."[\s\S]*\[DONE\]/)
    expect(model.requests.map(({ body }) => body)).toEqual([whole.body, streamed.body])
  })

  test('calls tools first and then says something, by what has been answered in this turn', async () => {
    model.follow(inTurn(calling(deferred('memory_search', { query: 'deploy' })), 'Done.'))

    const first = JSON.parse((await ask([asking, internal])).text).choices[0]
    const called = { role: 'assistant', content: null, tool_calls: first.message.tool_calls }
    const second = await ask([asking, called, { role: 'tool', tool_call_id: 'call_1_0', content: 'a hit' }, internal])

    expect(first).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        tool_calls: [{ id: 'call_1_0', function: { name: 'tool_call', arguments: '{"id":"memory_search","args":{"query":"deploy"}}' } }],
      },
    })
    expect(JSON.parse(second.text).choices[0].message.content).toBe('Done.')
    expect(model.requests.map(roundsBefore)).toEqual([0, 1])
    expect(model.requests.map(toolTexts)).toEqual([[], ['a hit']])
  })

  test('fails as it is told, and a script that throws is a failure too', async () => {
    model.follow(() => ({ status: 429, message: 'slow down' }))
    const told = await ask([asking])
    model.follow(() => {
      throw new Error('a fault')
    })

    expect(told).toMatchObject({ status: 429, text: expect.stringContaining('slow down') })
    expect(await ask([asking])).toMatchObject({ status: 400, text: expect.stringContaining('a fault') })
  })

  test('is as slow as the test wants', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    model.follow(() => promise)

    const answer = ask([asking])
    resolve('At last.')

    expect((await answer).text).toContain('At last.')
  })
})

describe('a request', () => {
  test('has the message of this turn, which is not what the host says under the same role', async () => {
    await ask([system, { role: 'user', content: 'earlier' }, asking, internal])

    expect(model.requests.map(currentUserText)).toEqual([asking.content])
  })

  test('has a prefix up to that message, byte by byte', async () => {
    const { body } = await ask([system, asking, { role: 'assistant', content: 'x' }, { ...asking }, internal])

    const [prefix] = model.requests.map(prefixBefore)
    expect(body.startsWith(prefix ?? 'none')).toBe(true)
    expect(prefix).toMatch(/ägent[\s\S]*How do I deploy\?[\s\S]*"x"},$/)
  })

  test('is compared without what another run would say otherwise', () => {
    const text = 'Current date: 2026-11-21\n[Sat 2026-11-21 20:14 UTC] Hi sessionId=0b4f0000-0000-4000-8000-000000000001 | 2026-11-21'

    expect(withoutRun(text)).toBe('Current date: DATE\n[STAMP] Hi sessionId=ID | 2026-11-21')
  })
})
