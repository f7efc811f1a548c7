import * as Effect from 'effect/Effect'
import { describe, expect, test } from 'vitest'
import { KeptVectors } from '../brain/kept-vectors.ts'
import { type Embedder, EmbedderFailed } from '../ports/embedder.ts'
import { embedEach, failuresMost, noVector } from './embed.ts'

const texts = Array.from({ length: 64 }, (_, i) => `note ${i}`)
const zero = new Float32Array(64)
const vectorOf = (text: string) => zero.map((_, i) => (texts.indexOf(text) === i || (i === 0 && !texts.includes(text)) ? 1 : 0))
type Answer = Effect.Effect<ReadonlyArray<Float32Array>, EmbedderFailed>

/** An embedder that keeps what it was asked for. */
const embedder = (answer: (texts: ReadonlyArray<string>, nth: number) => Answer) => {
  const asked: Array<ReadonlyArray<string>> = []
  const service: Embedder['Service'] = {
    id: 'test/64',
    dimension: 64,
    embed: (some) => Effect.suspend(() => answer(some, asked.push(some))),
  }
  return { asked, embed: () => Effect.runPromise(embedEach(new KeptVectors(service), texts, 'document', 60_000)) }
}

const refusal = () => new EmbedderFailed({ embedder: 'test/64', reason: 'notFinite', detail: 'no number', retryable: false })
const wanted = (without: (text: string) => boolean) => texts.map((text) => (without(text) ? noVector : vectorOf(text)))

describe('INV-252 a text that spoils an answer', () => {
  const isBad = (text: string) => /^note (7|9)$/.test(text)

  test('and whose place in it is known costs two requests more, however many there are', async () => {
    const { asked, embed } = embedder((some) => Effect.succeed(some.map((text) => (isBad(text) ? zero : vectorOf(text)))))

    expect(await embed()).toEqual({ _tag: 'Made', made: wanted(isBad) })
    expect(asked.map(({ length }) => length)).toEqual([64, 62, 2])
  })

  test('once, and not when it is asked for again, has its vector', async () => {
    const { asked, embed } = embedder((some, nth) => Effect.succeed(some.map((text) => (nth === 1 && isBad(text) ? zero : vectorOf(text)))))

    expect(await embed()).toEqual({ _tag: 'Made', made: wanted(() => false) })
    expect(asked).toHaveLength(3)
  })

  test('and whose place is not known is found by halves', async () => {
    const isOne = (text: string) => text === 'note 7'
    const { asked, embed } = embedder((some) => (some.some(isOne) ? refusal() : Effect.succeed(some.map((text) => vectorOf(text)))))

    expect(await embed()).toEqual({ _tag: 'Made', made: wanted(isOne) })
    // Seven answers that fail, six halves beside them, and another text at the first and the last of them.
    expect(asked).toHaveLength(7 + 6 + 2)
  })

  test('among many is looked for with a limited number of requests', async () => {
    const isNote = (text: string) => text.startsWith('note')
    const { asked, embed } = embedder((some) => (some.some(isNote) ? refusal() : Effect.succeed(some.map((text) => vectorOf(text)))))

    expect(await embed()).toEqual({ _tag: 'Failed', failed: 'notFinite' })
    expect(asked.filter((some) => some.some(isNote))).toHaveLength(failuresMost + 1)
    expect(asked.length).toBeLessThanOrEqual(2 * failuresMost + 1)
  })
})
