import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { createGzip, gzipSync } from 'node:zlib'
import { type LanguageModel, ModelFailed, type ModelFailure, type ModelQuestion, modelLimits } from '@crabtrail/core'
import { countTokens } from '@crabtrail/text/words/context-fence'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import * as TestClock from 'effect/testing/TestClock'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadSdk, type OpenAiModelOptions, openAiModel } from './open-ai-model.ts'
import { type Behaviour as Anyhow, type ServedRequest, send, served } from './testing/served.ts'

const key = 'sk-secret-0123456789abcdef'
const sent = 'the-text-of-the-question'
/** Milliseconds of a deadline that no test reaches. */
const later = 60_000

// Loading takes a third of a second, more than the short deadlines below.
beforeAll(loadSdk)

type Body = Readonly<Record<string, unknown>>
type Request = ServedRequest<Body>
type Behaviour = Anyhow<Body>
const completion = (content: unknown, more: object = {}, finish = 'stop') => ({
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
  ...more,
})
const answers =
  (body: unknown, status = 200, headers = {}): Behaviour =>
  (_request, response) =>
    send(response, body, status, headers)
const well = answers(completion('yes', { usage: { prompt_tokens: 11, completion_tokens: 3 } }))
const fails =
  (status: number, code = 'x', headers = {}): Behaviour =>
  (_request, response) =>
    send(response, { error: { message: `key ${key} said ${sent}`, code } }, status, headers)
const refuses =
  (param: string): Behaviour =>
  (_request, response) =>
    send(response, { error: { message: `Unsupported parameter: '${param}'`, param, code: 'unsupported_parameter' } }, 400)
const destroys: Behaviour = (_request, response) => void response.destroy()
const tears: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"choices":', () => response.destroy())
}
/** One behaviour after the other; the last one for all further requests. */
const inTurn =
  (...behaviours: ReadonlyArray<Behaviour>): Behaviour =>
  (request, response, nth) =>
    (behaviours[nth] ?? behaviours.at(-1))?.(request, response, nth)

const question = (content: string = sent, more: Partial<ModelQuestion> = {}): ModelQuestion => ({
  messages: [
    { role: 'system', content: 'be short' },
    { role: 'user', content },
  ],
  tokens: 64,
  form: { name: 'routes', schema: { type: 'object', properties: { chosen: { type: 'array' } } } },
  ...more,
})

const made = (baseUrl: string, more: Partial<OpenAiModelOptions> = {}): LanguageModel['Service'] =>
  Result.getOrThrow(openAiModel({ baseUrl, key: Redacted.make(key), model: 'tiny', retryDelayMs: 0, ...more }))

const ask = (model: LanguageModel['Service'], asked = question(), deadlineMs = later) => Effect.runPromise(model.ask(asked, deadlineMs))

const failureOf = async (model: LanguageModel['Service'], asked = question(), deadlineMs = later): Promise<ModelFailed> => {
  const failed = await Effect.runPromise(Effect.flip(model.ask(asked, deadlineMs)))
  const printed = [inspect(failed, { depth: 9, showHidden: true }), JSON.stringify(failed), String(failed), failed.stack, failed.message]
  expect(printed.join()).not.toContain('0123456789')
  expect(printed.join()).not.toContain(sent)
  expect(failed).toBeInstanceOf(ModelFailed)
  expect(failed.model).toBe(model.id)
  return failed
}

/** The failure of one question, and the number of requests. */
const failing = (behave: Behaviour, more: Partial<OpenAiModelOptions> = {}, deadlineMs = later) =>
  served(behave, async (baseUrl, requests) => {
    const { detail, reason, retryable } = await failureOf(made(baseUrl, more), question(), deadlineMs)
    return { detail, reason, retryable, count: requests.length }
  })

/** The failure of a question whose deadline passes once so many requests have reached the server, however long that takes. */
const slowAfter = (requestsMost: number, behave: Behaviour) => {
  const arrived = Promise.withResolvers<void>()
  const noticed: Behaviour = (request, response, nth) => {
    const answered = behave(request, response, nth)
    if (nth === requestsMost - 1) arrived.resolve()
    return answered
  }
  return served(noticed, async (baseUrl, requests) => {
    const asked = Effect.gen(function* () {
      const asking = yield* Effect.forkChild(Effect.flip(made(baseUrl).ask(question(), 150)))
      yield* Effect.promise(() => arrived.promise)
      yield* TestClock.adjust(150)
      return yield* Fiber.join(asking)
    })
    const { detail, reason, retryable } = await Effect.runPromise(Effect.provide(asked, TestClock.layer()))
    return { detail, reason, retryable, count: requests.length }
  })
}

describe('a server that behaves', () => {
  test('gives its text and the tokens that it reports', async () => {
    expect(await served(well, (baseUrl) => ask(made(baseUrl)))).toEqual({ text: 'yes', tokensIn: 11, tokensOut: 3 })
  })

  test.each<[string, unknown]>([
    ['no usage', undefined],
    ['null', null],
    ['fractions', { prompt_tokens: 1.5, completion_tokens: 0.5 }],
    ['negative numbers', { prompt_tokens: -1, completion_tokens: -1 }],
    ['numbers too large', { prompt_tokens: 1_000_001, completion_tokens: 1e300 }],
    ['texts', { prompt_tokens: '3', completion_tokens: [] }],
  ])('and reports %s has its tokens estimated', async (_, usage) => {
    const reply = await served(answers(completion('a longer text', { usage })), (baseUrl) => ask(made(baseUrl)))

    expect(reply).toEqual({
      text: 'a longer text',
      tokensIn: countTokens('be short') + countTokens(sent),
      tokensOut: countTokens('a longer text'),
    })
  })

  test('hears model, messages, form and key, and nothing of this machine', async () => {
    const variables = {
      OPENAI_CUSTOM_HEADERS: 'x-from-environment: yes',
      OPENAI_ORG_ID: 'org-environment',
      OPENAI_BASE_URL: 'http://[::1]:9',
    }
    Object.assign(process.env, variables)
    const [request, keyless] = await served(well, async (baseUrl, all) => {
      await ask(made(baseUrl, { temperature: 0.5 }), question('half \ud800 of a pair'))
      await ask(made(baseUrl, { key: undefined }))
      return all
    }).finally(() => {
      for (const name of Object.keys(variables)) delete process.env[name]
    })

    const { form } = question()
    expect(request?.path).toBe('/v1/chat/completions')
    expect(request?.body).toEqual({
      model: 'tiny',
      messages: question('half \ufffd of a pair').messages,
      temperature: 0.5,
      max_tokens: 64,
      response_format: { type: 'json_schema', json_schema: { name: form.name, schema: form.schema, strict: true } },
    })
    expect(request?.headers.authorization).toBe(`Bearer ${key}`)
    expect(request?.headers['user-agent']).toBe('crabtrail')
    expect(keyless?.headers.authorization).toBeUndefined()
    const names = Object.keys({ ...request?.headers, ...keyless?.headers })
    expect(names.filter((name) => /stainless|openai|environment/.test(name))).toEqual([])
  })

  test('may write each character of the longest text as an escape', async () => {
    const text = '長'.repeat(modelLimits.answerCharacters)
    const escaped = JSON.stringify(completion(text)).replaceAll('長', '\\u9577')

    const reply = await served(answers(escaped), (baseUrl) => ask(made(baseUrl)))

    expect(reply.text).toBe(text)
  })

  test('has an id that says all an answer depends on', () => {
    const ids = [
      made('https://example.org/v1').id,
      made('https://example.org/v1', { temperature: 1 }).id,
      made('https://example.org/v1', { model: 'tinier' }).id,
      made('https://example.org/other/v1').id,
      made('http://example.org/v1').id,
    ]

    expect(ids[0]).toMatch(/^example\.org\/tiny\/[0-9a-f]{8}$/)
    expect(new Set(ids).size).toBe(5)
    expect(made('https://example.org/v1/').id).toBe(ids[0])
    const hosted = `https://${'h'.repeat(60)}.${'i'.repeat(60)}.${'j'.repeat(60)}.example.org`
    const long = ['a', 'b'].map((path) => made(`${hosted}/${path}`, { model: 'm'.repeat(128) }).id)
    expect(long[0]).not.toBe(long[1])
    expect(long[0]).toMatch(/^[\x21-\x7e]{1,256}$/)
  })
})

describe('an answer that is none', () => {
  test.each<[string, unknown]>([
    ['nothing', ''],
    ['null', 'null'],
    ['a page', `<html>${key}</html>`],
    ['half of an answer', '{"choices":[{"mess'],
    ['a list', []],
    ['an error with status 200', { error: { message: key } }],
    ['null for the choices', { choices: null }],
    ['no choice', { choices: [] }],
    ['null for a choice', { choices: [null] }],
    ['a choice without message', { choices: [{ text: 'yes' }] }],
    ['no content', completion(undefined)],
    ['null for the content', completion(null)],
    ['an empty text', completion('')],
    ['a text of nothing but space', completion(' \n')],
    ['a list for the content', completion([{ type: 'text', text: 'yes' }])],
    ['a text that was cut short', completion('ye', {}, 'length')],
    ['a text that was filtered', completion('ye', {}, 'content_filter')],
    ['a text too long', completion('x'.repeat(modelLimits.answerCharacters + 1))],
  ])('%s is a bad answer, without another request', async (_, body) => {
    const { detail, ...failed } = await failing(answers(body))

    expect(failed).toEqual({ reason: 'badAnswer', retryable: false, count: 1 })
    expect(detail).toMatch(/: (see|give|ask)/)
    expect(detail).not.toContain('longer than any')
  })

  test('names the tokens that it cost all the same, where the server does', async () => {
    const paid = { ...completion('ye', {}, 'length'), usage: { prompt_tokens: 700, completion_tokens: 180 } }
    const { usage } = await served(answers(paid), (baseUrl) => failureOf(made(baseUrl)))

    expect(usage).toEqual({ tokensIn: 700, tokensOut: 180 })
  })

  test.each<[string, (response: ServerResponse) => void]>([
    [
      'an endless one',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const more = () => {
          while (response.write(' '.repeat(65_536)));
          response.once('drain', more)
        }
        more()
      },
    ],
    [
      'an endless compressed one',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        const zip = createGzip()
        zip.pipe(response)
        response.once('close', () => zip.destroy())
        const more = () => {
          while (zip.write(Buffer.alloc(65_536, 32)));
          zip.once('drain', more)
        }
        more()
      },
    ],
  ])('%s is not read to its end', async (_, answer) => {
    const closed = Promise.withResolvers<void>()

    const failed = await served(
      (_request, response) => {
        response.once('close', closed.resolve)
        answer(response)
      },
      async (baseUrl) => {
        const failure = await failureOf(made(baseUrl))
        await closed.promise
        return failure
      },
    )

    expect([failed.reason, failed.detail.includes('longer than any good one')]).toEqual(['badAnswer', true])
  })

  test.each([200, 400, 500])('a compressed one of status %d is bounded after decompression', async (status) => {
    const bomb = gzipSync(Buffer.alloc(16_000_000, 32))
    expect(bomb.length).toBeLessThan(65_536)

    const { count, detail, reason } = await failing((_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
    )

    expect([reason, count, detail.includes('longer than any good one')]).toEqual(['badAnswer', 1, true])
  })
})

describe('a server that fails', () => {
  test.each<[number, string, string, boolean, number]>([
    [400, 'x', 'refused', false, 1],
    [400, 'context_length_exceeded', 'tooLong', false, 1],
    [401, 'invalid_api_key', 'refused', false, 1],
    [403, key, 'refused', false, 1],
    [404, 'model_not_found', 'refused', false, 1],
    [413, '', 'tooLong', false, 1],
    [422, '', 'refused', false, 1],
    [429, 'insufficient_quota', 'rateLimited', false, 1],
    [429, 'rate_limit_exceeded', 'rateLimited', true, 3],
    [500, 'server_error', 'failing', true, 3],
    [503, '', 'failing', true, 3],
  ])('with %d (%s) is reported as %s, retryable: %s, after %d requests', async (status, code, reason, retryable, count) => {
    const { detail, ...failed } = await failing(fails(status, code))

    expect(failed).toEqual({ reason, retryable, count })
    expect(detail).toContain(`answers ${status}`)
  })

  test('twice is asked a third time', async () => {
    const [reply, count] = await served(inTurn(fails(500), destroys, well), async (baseUrl, requests) => [
      await ask(made(baseUrl)),
      requests.length,
    ])

    expect([reply.text, count]).toEqual(['yes', 3])
  })

  test.each([0, 1, 2])('is asked again %d times if so many repetitions are allowed', async (retries) => {
    expect((await failing(fails(500), { retries })).count).toBe(retries + 1)
  })

  test.each<[string, object]>([
    ['seconds', { 'retry-after': '0' }],
    ['milliseconds', { 'retry-after-ms': '1', 'retry-after': '3600' }],
  ])('and names a wait in %s that fits is waited for', async (_, headers) => {
    const slowByItself = { retryDelayMs: 60_000 }

    const count = await served(inTurn(fails(429, 'x', headers), well), async (baseUrl, requests) => {
      await ask(made(baseUrl, slowByItself), question(), later - 1)
      return requests.length
    })

    expect(count).toBe(2)
  })

  test.each<[string, string]>([
    ['seconds', '3600'],
    ['a date', 'Fri, 01 Jan 2100 00:00:00 GMT'],
  ])('and names a wait in %s that does not fit is not waited for', async (_, wait) => {
    const { count, reason, retryable } = await failing(fails(429, 'x', { 'retry-after': wait }))

    expect([reason, retryable, count]).toEqual(['rateLimited', true, 1])
  })

  test('is not asked again if the wait of the settings does not fit', async () => {
    const { count, reason } = await failing(fails(500), { retryDelayMs: 60_000 }, later - 1)

    expect([reason, count]).toEqual(['failing', 1])
  })

  test.each<[string, Behaviour]>([
    ['never answers', () => {}],
    [
      'answers half and no more',
      (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":'),
    ],
  ])('and %s is slow at the deadline, and its connection is closed', async (_, behave) => {
    const closed = Promise.withResolvers<void>()
    const { count, detail, reason, retryable } = await slowAfter(1, (request, response, nth) => {
      response.once('close', closed.resolve)
      return behave(request, response, nth)
    })
    await closed.promise

    expect([reason, retryable, count, detail.includes('within 150 ms')]).toEqual(['slow', true, 1, true])
  })

  test('and then never answers is slow at the deadline of the whole call', async () => {
    const { count, detail, reason } = await slowAfter(
      2,
      inTurn(fails(500), () => {}),
    )

    expect([reason, count, detail.includes('within 150 ms')]).toEqual(['slow', 2, true])
  })

  test('and never answers is left when nobody waits any more', async () => {
    const heard = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const never: Behaviour = (_request, response) => {
      response.once('close', closed.resolve)
      heard.resolve()
    }

    await served(never, async (baseUrl) => {
      const waiting = Effect.runFork(made(baseUrl).ask(question(), later))
      await heard.promise
      await Effect.runPromise(Fiber.interrupt(waiting))

      await closed.promise
    })
  })

  test('in the middle of an answer is failing: the server took the question', async () => {
    const { count, detail, reason, retryable } = await failing(tears)

    expect([reason, retryable, count]).toEqual(['failing', true, 3])
    expect(detail).toContain('the connection broke off (')
  })

  test.each([301, 302, 303, 307, 308])('and leads elsewhere with %d is not followed', async (status) => {
    const there = await served(well, async (elsewhere, requests) => {
      const { count, detail, reason } = await failing(answers('', status, { location: `${elsewhere}/chat/completions` }))
      expect([reason, count, detail.includes('leads elsewhere')]).toEqual(['refused', 1, true])
      return requests.length
    })

    expect(there).toBe(0)
  })

  test('by not being there is unreachable', async () => {
    const gone = await served(well, async (baseUrl) => baseUrl)

    const failed = await failureOf(made(gone))

    expect([failed.reason, failed.retryable, failed.detail.includes('ECONNREFUSED')]).toEqual(['unreachable', true, true])
  })
})

/** The parameters of each request that some servers refuse. */
const parametersOf = (requests: ReadonlyArray<Request>) =>
  requests.map(({ body }) => ['max_tokens', 'max_completion_tokens', 'response_format', 'temperature'].filter((name) => name in body))

/** Refuses these parameters, one after the other, and answers requests without them. */
const without =
  (...refused: ReadonlyArray<string>): Behaviour =>
  (request, response, nth) => {
    const parameter = refused.find((name) => name in request.body)
    return parameter === undefined ? well(request, response, nth) : refuses(parameter)(request, response, nth)
  }

describe('a server that refuses a parameter', () => {
  test.each<[string, ReadonlyArray<string>]>([
    ['max_tokens', ['max_completion_tokens', 'response_format', 'temperature']],
    ['response_format', ['max_tokens', 'temperature']],
    ['temperature', ['max_tokens', 'response_format']],
  ])('%s does not get it again', async (refused, rest) => {
    const all = await served(without(refused), async (baseUrl, requests) => {
      const model = made(baseUrl, { retries: 0 })
      expect((await ask(model)).text).toBe('yes')
      await ask(model, question('another'))
      return parametersOf(requests)
    })

    expect(all).toEqual([['max_tokens', 'response_format', 'temperature'], rest, rest])
  })

  test('and another one gets an answer with the third request', async () => {
    const count = await served(without('max_tokens', 'temperature'), async (baseUrl, requests) => {
      await ask(made(baseUrl))
      return requests.length
    })

    expect(count).toBe(3)
  })

  test('three times over fails once, and gets the next question without them', async () => {
    const all = await served(without('max_tokens', 'temperature', 'response_format'), async (baseUrl, requests) => {
      const model = made(baseUrl)
      const { reason, retryable } = await failureOf(model)
      expect([reason, retryable]).toEqual(['refused', true])
      expect(requests).toHaveLength(3)
      await ask(model)
      return parametersOf(requests)
    })

    expect(all[3]).toEqual(['max_completion_tokens'])
    expect(all).toHaveLength(4)
  })

  test('and the one in its place as well has refused', async () => {
    const { count, reason } = await failing(without('max_tokens', 'max_completion_tokens'))

    expect([reason, count]).toEqual(['refused', 2])
  })

  test('of calls at once is asked again by each of them', async () => {
    const waiting: Array<() => void> = []
    const together: Behaviour = (request, response, nth) => {
      const answer = () => without('max_tokens')(request, response, nth)
      if (nth >= 2) return answer()
      if (waiting.push(answer) === 2) for (const one of waiting) one()
    }

    const count = await served(together, async (baseUrl, requests) => {
      const model = made(baseUrl, { retries: 0 })
      await Promise.all([ask(model, question('a')), ask(model, question('b'))])
      return requests.length
    })

    expect(count).toBe(4)
  })
})

describe('a remembered answer', () => {
  test('costs no request and no token', async () => {
    const [replies, count] = await served(well, async (baseUrl, requests) => {
      const model = made(baseUrl)
      return [[await ask(model), await ask(model), await ask(model, question(sent, { tokens: 65 }))], requests.length]
    })

    const remembered = { text: 'yes', tokensIn: 0, tokensOut: 0 }
    expect(replies).toEqual([{ text: 'yes', tokensIn: 11, tokensOut: 3 }, remembered, remembered])
    expect(count).toBe(1)
  })

  test('is one of the same messages and form, and one of the last so many', async () => {
    const other = question(sent, { form: { name: 'other', schema: {} } })

    const count = await served(well, async (baseUrl, requests) => {
      const model = made(baseUrl, { cacheEntries: 2 })
      for (const one of [question('a'), other, question('a'), question('b'), question('a'), other]) await ask(model, one)
      return requests.length
    })

    expect(count).toBe(4)
  })

  test('is none with a cache of 0, and none of a bad answer', async () => {
    const counts = [
      await served(well, async (baseUrl, requests) => {
        const model = made(baseUrl, { cacheEntries: 0 })
        await ask(model)
        await ask(model)
        return requests.length
      }),
      await served(inTurn(answers(completion('')), well), async (baseUrl, requests) => {
        const model = made(baseUrl)
        await failureOf(model)
        await ask(model)
        return requests.length
      }),
    ]

    expect(counts).toEqual([2, 2])
  })

  test('can be forgotten', async () => {
    const count = await served(well, async (baseUrl, requests) => {
      const model = made(baseUrl)
      await ask(model)
      await Effect.runPromise(model.forget)
      await ask(model)
      return requests.length
    })

    expect(count).toBe(2)
  })

  test('is not made of an answer that was under way when all were forgotten', async () => {
    const heard = Promise.withResolvers<() => void>()
    const held: Behaviour = (request, response, nth) => {
      if (nth === 0) heard.resolve(() => well(request, response, nth))
      else well(request, response, nth)
    }

    const [text, count] = await served(held, async (baseUrl, requests) => {
      const model = made(baseUrl)
      const underWay = ask(model)
      const answer = await heard.promise
      await Effect.runPromise(model.forget)
      answer()
      const { text } = await underWay
      await ask(model)
      return [text, requests.length]
    })

    expect([text, count]).toEqual(['yes', 2])
  })
})

describe('before anything is sent', () => {
  const message = (characters: number) => ({ role: 'user' as const, content: 'x'.repeat(characters) })

  test.each<[string, ModelFailure, Partial<ModelQuestion>]>([
    ['too many messages', 'tooLong', { messages: new Array(9).fill(message(1)) }],
    ['too many characters', 'tooLong', { messages: [message(40_000), message(24_001)] }],
    ['an answer of too many tokens', 'tooLong', { tokens: 4_097 }],
    ['an answer of endless tokens', 'tooLong', { tokens: Number.POSITIVE_INFINITY }],
    ['no message', 'misconfigured', { messages: [] }],
    ['an answer of no token', 'misconfigured', { tokens: 0 }],
    ['an answer of half a token', 'misconfigured', { tokens: 0.5 }],
    ['an answer of NaN tokens', 'misconfigured', { tokens: Number.NaN }],
  ])('%s is refused', async (_, reason, more) => {
    const [failed, count] = await served(well, async (baseUrl, requests) => [
      await failureOf(made(baseUrl), question(sent, more)),
      requests.length,
    ])

    expect([failed.reason, failed.retryable, count]).toEqual([reason, false, 0])
  })

  test('the limits themselves are not', async () => {
    const most = { messages: [...new Array(7).fill(message(8_000)), message(8_000)], tokens: 4_096 }

    expect((await served(well, (baseUrl) => ask(made(baseUrl), question(sent, most)))).text).toBe('yes')
  })

  test.each<[number, string]>([
    [0, 'slow'],
    [-1, 'slow'],
    [Number.NaN, 'misconfigured'],
  ])('a deadline of %d ms ends the call', async (deadlineMs, reason) => {
    const [failed, count] = await served(well, async (baseUrl, requests) => [
      await failureOf(made(baseUrl), question(), deadlineMs),
      requests.length,
    ])

    expect([failed.reason, count]).toEqual([reason, 0])
  })

  test('a deadline beyond any timer is brought forward', async () => {
    expect((await served(well, (baseUrl) => ask(made(baseUrl), question(), Number.POSITIVE_INFINITY))).text).toBe('yes')
  })

  test.each<[string, Partial<OpenAiModelOptions>]>([
    ['no address', { baseUrl: 'localhost' }],
    ['an address of a file', { baseUrl: 'file:///etc' }],
    ['credentials in the address', { baseUrl: `https://user:${key}@example.org/v1` }],
    ['a key in the query', { baseUrl: `https://example.org/v1?key=${key}` }],
    ['a model without a name', { model: '' }],
    ['a model of two words', { model: 'a b' }],
    ['a key of two lines', { key: Redacted.make(`${key}\n`) }],
    ['a temperature below 0', { temperature: -0.1 }],
    ['a temperature above 2', { temperature: 2.1 }],
    ['no temperature', { temperature: Number.NaN }],
    ['three repetitions', { retries: 3 }],
    ['half a repetition', { retries: 0.5 }],
    ['no time to wait', { retryDelayMs: -1 }],
    ['an endless cache', { cacheEntries: Number.POSITIVE_INFINITY }],
  ])('settings with %s are refused', (_, settings) => {
    const failed = Result.getOrThrow(Result.flip(openAiModel({ baseUrl: 'https://example.org', model: 'm', ...settings })))

    expect([failed.reason, failed.retryable]).toEqual(['misconfigured', false])
    expect(inspect(failed, { depth: 9, showHidden: true })).not.toContain(key)
  })

  test('the key can be seen nowhere in a model', async () => {
    const printed = await served(well, async (baseUrl) => {
      const model = made(baseUrl)
      await ask(model)
      return inspect(model, { depth: 20, showHidden: true }) + JSON.stringify(model)
    })

    expect(printed).not.toContain(key)
  })
})

describe('whatever a server does', () => {
  /** Each behaviour with its meaning: a text, a final failure, one that may be repeated, or a refused parameter. */
  const behaviours = {
    good: { behave: well, means: 'text' },
    'bad JSON': { behave: answers('{'), means: 'badAnswer' },
    'no choices': { behave: answers({}), means: 'badAnswer' },
    'cut short': { behave: answers(completion('x', {}, 'length')), means: 'badAnswer' },
    'wrong key': { behave: fails(401), means: 'refused' },
    elsewhere: { behave: answers('', 307, { location: 'http://127.0.0.1:1/' }), means: 'refused' },
    'too long': { behave: fails(413), means: 'tooLong' },
    busy: { behave: fails(429, 'x', { 'retry-after': '3600' }), means: 'rateLimited' },
    'busy for now': { behave: fails(429, 'x', { 'retry-after-ms': '0' }), means: 'again', reason: 'rateLimited' },
    broken: { behave: fails(503), means: 'again', reason: 'failing' },
    gone: { behave: destroys, means: 'again', reason: 'failing' },
    torn: { behave: tears, means: 'again', reason: 'failing' },
    max_tokens: { behave: refuses('max_tokens'), means: 'parameter' },
    response_format: { behave: refuses('response_format'), means: 'parameter' },
    temperature: { behave: refuses('temperature'), means: 'parameter' },
  } as const
  type Name = keyof typeof behaviours
  const names = Object.keys(behaviours) as ReadonlyArray<Name>

  /** The outcome of a call and its number of requests. `avoided` gets the parameters that were refused. */
  const expected = (script: ReadonlyArray<Name>, retries: number, avoided: Set<Name>): readonly [outcome: string, requests: number] => {
    let left = retries
    for (let nth = 0; ; nth++) {
      const name = script[nth] ?? 'good'
      const one = behaviours[name]
      const isLast = nth === 2
      if (one.means === 'parameter') {
        if (avoided.has(name)) return ['refused', nth + 1]
        avoided.add(name)
        if (isLast) return ['refused', 3]
      } else if (one.means === 'again') {
        if (left === 0 || isLast) return [one.reason, nth + 1]
        left -= 1
      } else return [one.means, nth + 1]
    }
  }

  test('a call ends with a text or a failure, after at most three requests', async () => {
    let script: ReadonlyArray<Name> = []
    let nth = 0
    const scripted: Behaviour = (request, response) => behaviours[script[nth++] ?? 'good'].behave(request, response, 0)

    await served(scripted, async (baseUrl) => {
      const calls = fc.array(fc.array(fc.constantFrom(...names), { maxLength: 4 }), { minLength: 1, maxLength: 4 })
      await fc.assert(
        fc.asyncProperty(calls, fc.integer({ min: 0, max: 2 }), async (scripts, retries) => {
          const model = made(baseUrl, { retries, cacheEntries: 0 })
          const avoided = new Set<Name>()
          for (const one of scripts) {
            script = one
            nth = 0
            const outcome = await Effect.runPromise(Effect.result(model.ask(question(), later)))
            expect([Result.isSuccess(outcome) ? outcome.success.text && 'text' : outcome.failure.reason, nth]).toEqual(
              expected(one, retries, avoided),
            )
            expect(nth).toBeLessThanOrEqual(modelLimits.requests)
          }
        }),
        { numRuns: 60 },
      )
    })
  })

  test('a call within a short deadline ends with a text or a failure', async () => {
    const script: Array<() => void> = []
    const anything: Behaviour = (request, response, nth) => {
      const name = names[nth % (names.length + 1)]
      if (name === undefined) script.push(() => response.destroy())
      else behaviours[name].behave(request, response, nth)
    }

    const outcomes = await served(anything, async (baseUrl, requests) => {
      const model = made(baseUrl, { cacheEntries: 0 })
      const results = []
      for (let calls = 0; calls < 30; calls++) {
        const result = await Effect.runPromise(Effect.result(model.ask(question(`call ${calls}.`), 100)))
        results.push(Result.isSuccess(result) || result.failure instanceof ModelFailed)
      }
      // A request may come after its call is over, so each is known by what it asks.
      const asked = (call: number) => requests.filter(({ body }) => JSON.stringify(body).includes(`call ${call}.`)).length
      return results.map((isEnd, call) => [isEnd, asked(call) <= modelLimits.requests])
    })

    expect(outcomes).toEqual(new Array(30).fill([true, true]))
  })
})
