import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAiCompatible } from '../../packages/models/src/open-ai-compatible.ts'
import { clozeOf } from './cloze.ts'
import { type EncoderServer, startEncoder } from './encoder-server.ts'
import { misspelt } from './misspelt.ts'
import { openSentenceEncoder } from './sentence-encoder.ts'
import { openVectorCache } from './vector-cache.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vectors-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const likeness = (one: Float32Array | undefined, other: Float32Array | undefined): number =>
  (one ?? new Float32Array()).reduce((sum, number, at) => sum + number * (other?.[at] ?? 0), 0)

describe('the sentence encoder', () => {
  let server: EncoderServer
  beforeAll(async () => {
    server = await startEncoder(openSentenceEncoder(folder))
  })
  afterAll(() => server.close())

  test('answers the embedder of a memory, and finds what is said in other words', async () => {
    const embedder = Result.getOrThrow(openAiCompatible(server.settings))
    const texts = ['How do I repair a flat tyre?', 'Mending a punctured bicycle wheel', 'The price of wheat fell in autumn']

    const [asked, same, other] = await Effect.runPromise(embedder.embed(texts, 'document'))

    expect(likeness(asked, same)).toBeGreaterThan(likeness(asked, other) + 0.2)
  })

  test('makes the same vector of a text alone and among longer ones', async () => {
    const text = 'A short remark.'
    const [among] = await server.encoder.embed([text, 'A far longer text '.repeat(20)])
    rmSync(folder, { recursive: true })
    const [alone] = await openSentenceEncoder(folder).embed([text])

    expect(likeness(among, alone)).toBeCloseTo(1, 5)
  })

  test('computes a text once, also for the next process', async () => {
    await server.encoder.embed(['said once'])
    const before = server.encoder.computed()
    const next = openSentenceEncoder(folder)

    await server.encoder.embed(['said once', 'said once'])
    const [made] = await next.embed(['said once'])

    expect(server.encoder.computed()).toBe(before)
    expect([next.computed(), made?.length]).toEqual([0, 512])
  })

  test.each(['{"input": []}', '{"input": ["a", " "]}', '{"input": 5}', '{'])('refuses %s', async (body) => {
    const answer = await fetch(`${server.settings.baseUrl}/embeddings`, { method: 'POST', body })

    expect(answer.status).toBe(400)
  })
})

describe('the cache of vectors', () => {
  test('reads what several processes wrote, without a record that was cut short', () => {
    const own = join(folder, 'cache')
    openVectorCache(own, 'tiny', 2).put([{ text: 'first', vector: Float32Array.of(1, 0) }])
    const [file = ''] = readdirSync(own)
    appendFileSync(join(own, file), 'cut')
    openVectorCache(own, 'tiny', 2).put([{ text: 'second', vector: Float32Array.of(0, 1) }])

    const read = openVectorCache(own, 'tiny', 2)

    expect(['first', 'second', 'third'].map(read.get)).toEqual([Float32Array.of(1, 0), Float32Array.of(0, 1), undefined])
  })
})

describe('questions that a set asks of its own rows', () => {
  const row = (text: string) => ({ title: 'T', text, session: undefined, scope: '', time: 5, until: undefined })
  const rows = [
    'One sentence alone stays whole.',
    'The ferry leaves at nine. Bring the grey coat along.',
    'Short. Too short.',
    'Lobster arrives on Wednesday. The tide turns at noon.',
  ]
  const set = { name: 'small', format: 'crabtrail' as const, rows: rows.map(row), questions: [] }

  test('are sentences that their rows have no more, of rows of two sentences or more', () => {
    const { questions, rows: left } = clozeOf(set, 10)

    expect(questions.map(({ gold, text }) => [text, [...gold]])).toEqual([
      ['The ferry leaves at nine.', [1]],
      ['The tide turns at noon.', [3]],
    ])
    expect(left.map(({ text }) => text)).toEqual([rows[0], 'Bring the grey coat along.', rows[2], 'Lobster arrives on Wednesday.'])
  })

  test('are as many as were wanted, and no more', () => {
    expect(clozeOf(set, 1).questions).toHaveLength(1)
    expect(clozeOf({ ...set, rows: Array.from({ length: 90 }, () => row(rows[1] ?? '')) }, 40).questions).toHaveLength(40)
  })
})

describe('a misspelt question', () => {
  const question = 'Where does the ferry to Gavrinis leave from in winter?'

  test('is the same for the same seed, and another one for another', () => {
    expect(misspelt(question, 1, 7)).toBe(misspelt(question, 1, 7))
    expect(misspelt(question, 1, 7)).not.toBe(misspelt(question, 1, 8))
  })

  test('has one slip in each longer word, and its first letters', () => {
    const [was, is] = [question.split(' '), misspelt(question, 1, 7).split(' ')]

    expect(is.map((word) => word[0])).toEqual(was.map((word) => word[0]))
    for (const [at, word] of was.entries()) if (!/\p{L}{5}/u.test(word)) expect(is[at]).toBe(word)
    for (const [at, word] of was.entries()) expect(Math.abs((is[at] ?? '').length - word.length)).toBeLessThanOrEqual(1)
    expect(misspelt(question, 0, 7)).toBe(question)
  })
})
