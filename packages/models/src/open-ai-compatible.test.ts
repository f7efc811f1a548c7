import { inspect } from 'node:util'
import { Embedder, EmbedderFailed, embedderLimits } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layerOpenAiCompatible, type OpenAiCompatibleOptions, openAiCompatible } from './open-ai-compatible.ts'
import { type Behaviour as Anyhow, type ServedRequest, send, served } from './testing/served.ts'

const key = 'sk-secret-0123456789abcdef'

interface Body {
  readonly model: string
  readonly input: ReadonlyArray<string>
  readonly dimensions?: number
  readonly encoding_format: string
}
type Asked = ServedRequest<Body>
type Behaviour = Anyhow<Body>

/** Different for different texts, of length one or not. */
const numbersOf = (text: string): ReadonlyArray<number> => [
  text.length,
  text.codePointAt(0) ?? 0,
  text.codePointAt(text.length - 1) ?? 0,
  1,
]
const entriesOf = ({ body }: Asked) => body.input.map((text, index) => ({ object: 'embedding', index, embedding: numbersOf(text) }))
const well: Behaviour = (asked, response) => send(response, { object: 'list', data: entriesOf(asked) })

const made = (baseUrl: string, more: Partial<OpenAiCompatibleOptions> = {}): Embedder['Service'] =>
  Result.getOrThrow(openAiCompatible({ baseUrl, key: Redacted.make(key), model: 'tiny', dimension: 4, retryDelayMs: 0, ...more }))

const embed = (embedder: Embedder['Service'], texts: ReadonlyArray<string>, kind: 'document' | 'question' = 'document') =>
  Effect.runPromise(embedder.embed(texts, kind))

const failureOf = async (embedder: Embedder['Service'], texts: ReadonlyArray<string> = ['a', 'bc']): Promise<EmbedderFailed> => {
  const failed = await Effect.runPromise(Effect.flip(embedder.embed(texts, 'document')))
  const printed = [
    inspect(failed, { depth: 9, showHidden: true }),
    JSON.stringify(failed),
    String(failed),
    failed.stack,
    failed.message,
  ].join()
  expect(printed).not.toContain(key)
  expect(printed).not.toContain('0123456789')
  return failed
}

const unit = (numbers: ReadonlyArray<number>): Float32Array => {
  const length = Math.sqrt(numbers.reduce((sum, one) => sum + one * one, 0))
  return Float32Array.from(numbers, (one) => one / length)
}

describe('a server that behaves', () => {
  test('gives a vector of unit length for each text, in order, whatever order it answers in', async () => {
    const backwards: Behaviour = (asked, response) => send(response, { data: entriesOf(asked).toReversed() })

    const vectors = await served(backwards, (baseUrl) => embed(made(baseUrl), ['one', 'two', 'three', 'one']))

    expect(vectors).toEqual(['one', 'two', 'three', 'one'].map((text) => unit(numbersOf(text))))
    expect(vectors[0]).not.toBe(vectors[3])
  })

  test('may leave the indices out', async () => {
    const plain: Behaviour = (asked, response) => send(response, { data: asked.body.input.map((text) => ({ embedding: numbersOf(text) })) })

    expect(await served(plain, (baseUrl) => embed(made(baseUrl), ['x', 'yz']))).toEqual([unit(numbersOf('x')), unit(numbersOf('yz'))])
  })

  test('hears model, texts and key, and nothing of this machine', async () => {
    process.env['OPENAI_CUSTOM_HEADERS'] = 'x-from-environment: yes'
    process.env['OPENAI_ORG_ID'] = 'org-from-environment'
    const [asked, keyless] = await served(well, async (baseUrl, all) => {
      await embed(made(baseUrl, { prefixes: { document: 'passage: ', question: 'query: ' }, sendDimension: true }), ['hello'], 'question')
      await embed(made(baseUrl, { key: undefined }), ['hello'])
      return all
    }).finally(() => {
      delete process.env['OPENAI_CUSTOM_HEADERS']
      delete process.env['OPENAI_ORG_ID']
    })

    expect(asked?.path).toBe('/v1/embeddings')
    expect(asked?.body).toEqual({ model: 'tiny', input: ['query: hello'], dimensions: 4, encoding_format: 'float' })
    expect(asked?.headers.authorization).toBe(`Bearer ${key}`)
    expect(asked?.headers['user-agent']).toBe('crabtrail')
    expect(keyless?.headers.authorization).toBeUndefined()
    expect(keyless?.body).toEqual({ model: 'tiny', input: ['hello'], encoding_format: 'float' })
    const names = Object.keys({ ...asked?.headers, ...keyless?.headers })
    expect(names.filter((name) => /stainless|openai|environment/.test(name))).toEqual([])
  })

  test('is not asked for nothing, and not twice for what is known', async () => {
    const asked = await served(well, async (baseUrl, all) => {
      const embedder = made(baseUrl)
      expect(await embed(embedder, [])).toEqual([])
      const [first] = await embed(embedder, ['a', 'b', 'a'])
      first?.fill(9)
      expect(await embed(embedder, ['c', 'a'])).toEqual([unit(numbersOf('c')), unit(numbersOf('a'))])
      return all
    })

    expect(asked.map(({ body }) => body.input)).toEqual([['a', 'b'], ['c']])
  })

  test('INV-52 gives the same vectors with and without a cache, in batches of any size', async () => {
    await served(well, async (baseUrl) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.array(
              fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== ''),
              { maxLength: 9 },
            ),
            { maxLength: 4 },
          ),
          fc.record({
            batchTexts: fc.integer({ min: 1, max: 5 }),
            batchTokens: fc.integer({ min: 1, max: 9 }),
            requestsAtOnce: fc.integer({ min: 1, max: 3 }),
          }),
          fc.constantFrom(0, 16, 64, 1_000_000),
          async (calls, limits, cacheBytes) => {
            const embedder = made(baseUrl, { ...limits, cacheBytes })
            for (const texts of calls) {
              expect(await embed(embedder, texts)).toEqual(texts.map((text) => unit(numbersOf(text.toWellFormed()))))
            }
          },
        ),
        { numRuns: 30 },
      )
    })
  })

  test('is asked in batches by count and by tokens', async () => {
    const texts = ['a', 'b', 'c', 'd'.repeat(40), 'e'.repeat(36), 'f']

    const asked = await served(well, async (baseUrl, all) => {
      await embed(made(baseUrl, { batchTexts: 2, batchTokens: 10, requestsAtOnce: 1 }), texts)
      return all
    })

    expect(asked.map(({ body }) => body.input)).toEqual([['a', 'b'], ['c'], ['d'.repeat(40)], ['e'.repeat(36), 'f']])
  })

  test('is an embedder by layer as well, with an id that says all a vector depends on', async () => {
    const layer = layerOpenAiCompatible({ baseUrl: 'https://example.org/v1', model: 'tiny', dimension: 4 })
    const ids = [
      await Effect.runPromise(
        Effect.provide(
          Embedder.useSync(({ id }) => id),
          layer,
        ),
      ),
      made('https://example.org/v1', { dimension: 5 }).id,
      made('https://example.org/v1', { prefixes: { document: '', question: 'q: ' } }).id,
      made('https://example.org/v1', { prefixes: { document: 'q: ', question: '' } }).id,
      made('https://example.org/other/v1').id,
      made('http://example.org/v1').id,
    ]

    expect(ids[0]).toMatch(/^example\.org\/tiny\/4\/[0-9a-f]{8}$/)
    expect(ids[1]).toMatch(/^example\.org\/tiny\/5\/[0-9a-f]{8}$/)
    expect(new Set(ids).size).toBe(6)
    expect(made('https://example.org/v1/').id).toBe(ids[0])
    const long = { model: 'm'.repeat(128) }
    const hosted = `https://${'h'.repeat(60)}.${'i'.repeat(60)}.example.org`
    expect(made(`${hosted}/a`, long).id).not.toBe(made(`${hosted}/b`, long).id)
    expect(made(`${hosted}/a`, long).id.length).toBeLessThanOrEqual(embedderLimits.idCharacters)
  })
})

describe('INV-258 a server that names the model of its answer', () => {
  const named =
    (names: ReadonlyArray<unknown>): Behaviour =>
    (asked, response, nth) =>
      send(response, { model: names[Math.min(nth, names.length - 1)], data: entriesOf(asked) })

  test.each<[string, string, unknown]>([
    ['as it was asked for', 'tiny', 'tiny'],
    ['not at all', 'tiny', undefined],
    ['with a version', 'text-embedding-ada-002', 'text-embedding-ada-002-v2'],
    ['with a tag', 'nomic-embed-text', 'nomic-embed-text:latest'],
    ['by its file', 'bge-small', '/models/BGE-small.gguf'],
    ['without its maker', 'BAAI/bge-small', 'bge-small'],
  ])('%s is believed', async (_, model, answered) =>
    expect(await served(named([answered]), (baseUrl) => embed(made(baseUrl, { model }), ['a']))).toEqual([unit(numbersOf('a'))]),
  )

  test.each<[string, ReadonlyArray<unknown>]>([
    ['another model', ['large']],
    ['another model than before', ['tiny-v1', 'tiny-v2']],
  ])('and it is %s: nothing of it is used', async (_, names) => {
    const failed = await served(named(names), async (baseUrl) => {
      const embedder = made(baseUrl)
      if (names.length > 1) await embed(embedder, ['a'])
      return failureOf(embedder, ['b'])
    })

    expect({ reason: failed.reason, retryable: failed.retryable }).toEqual({ reason: 'misconfigured', retryable: false })
    expect(failed.detail).toContain('name the model that it serves')
    expect(failed.detail).not.toContain('large')
  })
})

const data = (...embeddings: ReadonlyArray<unknown>) => ({ data: embeddings.map((embedding, index) => ({ index, embedding })) })
const good = [1, 2, 3, 4]

describe('an answer that is none', () => {
  test.each<[string, string, unknown]>([
    ['a vector too short', 'wrongDimension', data(good, [1, 2, 3])],
    ['a vector too long', 'wrongDimension', data([...good, 5], good)],
    ['NaN', 'notFinite', '{"data":[{"index":0,"embedding":[NaN,1,2,3]},{"index":1,"embedding":[1,2,3,4]}]}'],
    ['-Infinity', 'notFinite', '{"data":[{"index":0,"embedding":[1, -Infinity,2,3]},{"index":1,"embedding":[1,2,3,4]}]}'],
    ['a number too large', 'notFinite', '{"data":[{"index":0,"embedding":[1e999,1,2,3]},{"index":1,"embedding":[1,2,3,4]}]}'],
    ['numbers too large to be counted with', 'notFinite', data([1e300, 1, 2, 3], good)],
    ['null in a vector', 'notFinite', data(good, [1, null, 3, 4])],
    ['text in a vector', 'notFinite', data(good, [1, '2', 3, 4])],
    ['a vector of zeros', 'zero', data([0, 0, 0, 0], good)],
    ['a vector as good as zero', 'zero', data([1e-200, 0, 0, 0], good)],
    ['base64 for a vector', 'badAnswer', data('AACAPwAAgD8=', good)],
    ['fewer vectors than texts', 'badAnswer', data(good)],
    ['more vectors than texts', 'badAnswer', data(good, good, good)],
    ['no vectors', 'badAnswer', { data: [] }],
    ['null for the list', 'badAnswer', { data: null }],
    ['null for an entry', 'badAnswer', { data: [null, null] }],
    ['nothing', 'badAnswer', ''],
    ['null', 'badAnswer', 'null'],
    ['a page', 'badAnswer', '<html>sk-secret-0123456789abcdef</html>'],
    ['half of an answer', 'badAnswer', '{"data":[{"index":0,"embed'],
    ['an index twice', 'badAnswer', { data: [0, 0].map((index) => ({ index, embedding: good })) }],
    ['an index of no text', 'badAnswer', { data: [1, 2].map((index) => ({ index, embedding: good })) }],
    ['an index that is no number', 'badAnswer', { data: ['0', '1'].map((index) => ({ index, embedding: good })) }],
    ['an index missing', 'badAnswer', { data: [{ index: 0, embedding: good }, { embedding: good }] }],
  ])('%s is told as %s, once', async (name, reason, body) => {
    const [failed, count] = await served(
      (_asked, response) => send(response, body),
      async (baseUrl, asked) => [await failureOf(made(baseUrl)), asked.length] as const,
    )

    expect(failed).toBeInstanceOf(EmbedderFailed)
    expect({ reason: failed.reason, retryable: failed.retryable, count }).toEqual({ reason, retryable: false, count: 1 })
    expect(failed.detail.includes('indices')).toBe(name.startsWith('an index'))
    expect(failed.detail).toMatch(/: (see|set|give|ask)/)
  })

  test('names the texts whose vectors alone cannot be used, each at all its places', async () => {
    const spoils: Behaviour = (asked, response) =>
      send(response, {
        data: entriesOf(asked).map((entry, at) => (asked.body.input[at] === 'bad' ? { ...entry, embedding: [0, 0, 0, 0] } : entry)),
      })

    const failed = await served(spoils, (baseUrl) => failureOf(made(baseUrl, { batchTexts: 2 }), ['a', 'b', 'bad', 'c', 'bad']))
    const all = await served(spoils, (baseUrl) => failureOf(made(baseUrl), ['bad']))

    expect([failed.reason, failed.spoilt]).toEqual(['zero', [2, 4]])
    expect(all).not.toHaveProperty('spoilt')
  })

  test('a huge one is not read to its end', async () => {
    const closed = Promise.withResolvers<void>()
    const endless: Behaviour = (_asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.on('close', closed.resolve)
      const more = () => {
        while (response.write(' '.repeat(65_536)));
        response.once('drain', more)
      }
      more()
    }

    const failed = await served(endless, async (baseUrl) => {
      const failure = await failureOf(made(baseUrl))
      await closed.promise
      return failure
    })

    expect(failed.reason).toBe('badAnswer')
    expect(failed.detail).toContain('longer than any good one')
  })
})

describe('a server that fails', () => {
  const status =
    (code: number, word: string, headers = {}): Behaviour =>
    (_asked, response) =>
      send(response, { error: { message: `Incorrect API key provided: ${key}; you said "a"`, code: word } }, code, headers)

  test.each<[number, string, string, boolean, number]>([
    [400, 'x', 'unfit', false, 1],
    [400, 'context_length_exceeded', 'tooLong', false, 1],
    [401, 'invalid_api_key', 'refused', false, 1],
    [403, key, 'refused', false, 1],
    [404, 'model_not_found', 'refused', false, 1],
    [413, '', 'tooLong', false, 1],
    [429, 'insufficient_quota', 'rateLimited', false, 1],
    [429, 'rate_limit_exceeded', 'rateLimited', true, 3],
    [500, 'server_error', 'failing', true, 3],
    [503, '', 'failing', true, 3],
  ])('with %d (%s) is told as %s, asked again: %s, %d requests', async (code, word, reason, retryable, requests) => {
    const [failed, count] = await served(
      status(code, word),
      async (baseUrl, asked) => [await failureOf(made(baseUrl)), asked.length] as const,
    )

    expect({ reason: failed.reason, retryable: failed.retryable, count }).toEqual({ reason, retryable, count: requests })
    expect(failed.detail).toContain(`answers ${code}`)
  })

  test('at first is asked again and then has answered', async () => {
    const recovering: Behaviour = (asked, response, nth) =>
      nth === 0
        ? status(429, 'x', { 'retry-after': '0' })(asked, response, nth)
        : nth === 1
          ? response.destroy()
          : well(asked, response, nth)

    const [vectors, count] = await served(recovering, async (baseUrl, asked) => [
      await embed(made(baseUrl, { retryDelayMs: 0 }), ['ok']),
      asked.length,
    ])

    expect(vectors).toEqual([unit(numbersOf('ok'))])
    expect(count).toBe(3)
  })

  test.each([
    ['seconds', '3600'],
    ['a date', 'Fri, 01 Jan 2100 00:00:00 GMT'],
  ])('and wants to be left alone for longer than there is time, in %s, is not waited for', async (_, wait) => {
    const [failed, count] = await served(
      status(429, 'x', { 'retry-after': wait }),
      async (baseUrl, asked) => [await failureOf(made(baseUrl)), asked.length] as const,
    )

    expect([failed.reason, failed.retryable, count]).toEqual(['rateLimited', true, 1])
  })

  test('by never answering is slow, by request and by deadline', async () => {
    await served(
      () => {},
      async (baseUrl) => {
        const failures = [
          await failureOf(made(baseUrl, { requestMs: 40, retries: 1 })),
          await failureOf(made(baseUrl, { deadlineMs: 41, retries: 0 })),
        ]

        expect(failures.map(({ reason, retryable }) => [reason, retryable])).toEqual([
          ['slow', true],
          ['slow', true],
        ])
        expect(failures.map(({ detail }) => /within (\d+) ms/.exec(detail)?.[1])).toEqual(['40', '41'])
      },
    )
  })

  test('by never answering is left when nobody waits any more', async () => {
    const heard = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const never: Behaviour = (_asked, response) => {
      response.on('close', closed.resolve)
      heard.resolve()
    }

    await served(never, async (baseUrl) => {
      const waiting = Effect.runFork(made(baseUrl).embed(['a'], 'document'))
      await heard.promise
      await Effect.runPromise(Fiber.interrupt(waiting))

      await closed.promise
    })
  })

  test('in the middle of an answer is failing: the server took the texts', async () => {
    const torn: Behaviour = (_asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"data":', () => response.destroy())
    }

    const [failed, count] = await served(torn, async (baseUrl, asked) => [await failureOf(made(baseUrl)), asked.length] as const)

    expect([failed.reason, failed.retryable, count]).toEqual(['failing', true, 3])
  })

  test('by leading elsewhere is not followed', async () => {
    const there = await served(well, async (elsewhere, heard) => {
      const leading: Behaviour = (_asked, response) => send(response, '', 307, { location: `${elsewhere}/embeddings` })
      const failed = await served(leading, (baseUrl) => failureOf(made(baseUrl)))
      expect([failed.reason, failed.detail.includes('leads elsewhere')]).toEqual(['refused', true])
      return heard.length
    })

    expect(there).toBe(0)
  })

  test('by not being there is unreachable', async () => {
    const gone = await served(well, async (baseUrl) => baseUrl)

    const failed = await failureOf(made(gone))

    expect([failed.reason, failed.retryable, failed.detail.includes('ECONNREFUSED')]).toEqual(['unreachable', true, true])
  })

  test('for one batch of many keeps what the others answered', async () => {
    const once: Behaviour = (asked, response, nth) => (nth === 1 ? status(400, 'x')(asked, response, nth) : well(asked, response, nth))

    const asked = await served(once, async (baseUrl, all) => {
      const embedder = made(baseUrl, { batchTexts: 1, requestsAtOnce: 1 })
      await failureOf(embedder, ['a', 'b', 'c'])
      expect(await embed(embedder, ['a', 'b', 'c'])).toHaveLength(3)
      return all
    })

    expect(asked.map(({ body }) => body.input)).toEqual([['a'], ['b'], ['b'], ['c']])
  })
})

describe('before anybody is asked', () => {
  test.each<[string, string, ReadonlyArray<string>]>([
    ['an empty text', 'empty', ['a', ' \n']],
    ['a text of too many characters', 'tooLong', ['x'.repeat(32_001)]],
    ['a text of too many tokens', 'tooLong', ['a', '長'.repeat(8_001)]],
    ['too many texts', 'tooLong', new Array<string>(4_097).fill('a')],
  ])('%s is refused', async (_, reason, texts) => {
    const [failed, count] = await served(well, async (baseUrl, asked) => [await failureOf(made(baseUrl), texts), asked.length] as const)

    expect([failed.reason, failed.retryable, count]).toEqual([reason, false, 0])
  })

  test.each<[string, Partial<OpenAiCompatibleOptions>]>([
    ['no address', { baseUrl: 'localhost' }],
    ['an address of a file', { baseUrl: 'file:///etc' }],
    ['credentials in the address', { baseUrl: `https://user:${key}@example.org/v1` }],
    ['a key in the query', { baseUrl: `https://example.org/v1?key=${key}` }],
    ['a model without a name', { model: '' }],
    ['a key of two lines', { key: Redacted.make(`${key}\n`) }],
    ['a dimension of 0', { dimension: 0 }],
    ['a dimension beyond the limit', { dimension: 8_193 }],
    ['half a text a batch', { batchTexts: 0.5 }],
    ['no time', { deadlineMs: Number.NaN }],
    ['a long prefix', { prefixes: { document: 'x'.repeat(513), question: '' } }],
  ])('settings with %s are refused', (_, settings) => {
    const failed = Result.getOrThrow(
      Result.flip(openAiCompatible({ baseUrl: 'https://example.org', model: 'm', dimension: 4, ...settings })),
    )

    expect([failed.reason, failed.retryable]).toEqual(['misconfigured', false])
    expect(inspect(failed, { depth: 9, showHidden: true })).not.toContain(key)
  })

  test('the key can be seen nowhere in an embedder', () => {
    const embedder = made('https://example.org')

    expect(inspect(embedder, { depth: 20, showHidden: true })).not.toContain(key)
    expect(JSON.stringify(embedder)).not.toContain(key)
  })
})
