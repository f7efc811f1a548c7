import { MessageChannel } from 'node:worker_threads'
import { embedderLimits } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import { afterEach, describe, expect, test } from 'vitest'
import { connectEmbedder, embedderFor, type HostEmbedder, NoHostEmbedder } from './host-embedder.ts'
import type { AsksVectors, GivesUp } from './protocol.ts'

const id = 'host/fake/tiny'
/** One number tells the text's length, so that the order can be seen. */
const vectorsOf = (texts: ReadonlyArray<string>) => texts.map((text) => Float32Array.of(text.length, 1))
const well: HostEmbedder = async (texts) => ({ id, vectors: vectorsOf(texts) })
const long = 30_000

const channels: MessageChannel[] = []
afterEach(() => {
  for (const { port1 } of channels.splice(0)) port1.close()
})

/** Both ends over real ports. */
const connected = (embedder: HostEmbedder | undefined) => {
  const channel = new MessageChannel()
  channels.push(channel)
  const asked: AsksVectors[] = []
  const answered = embedderFor(embedder, channel.port2)
  channel.port2.on('message', (message: AsksVectors | GivesUp) => {
    if (message._tag === 'GivesUp') return answered.giveUp(message)
    asked.push(message)
    void answered.ask(message)
  })
  return { asked, open: (firstMs = long) => connectEmbedder(channel.port1)(firstMs) }
}

describe('the embedder of the host', () => {
  test('has the id and the dimension of its first answer, and gives vectors in order, 64 texts a call', async () => {
    const one = connected(well)
    const texts = Array.from({ length: 130 }, (_, at) => 'x'.repeat(at + 1))

    const embedder = await Effect.runPromise(one.open())
    const vectors = await Effect.runPromise(embedder.embed(texts, 'question'))

    expect([embedder.id, embedder.dimension]).toEqual([id, 2])
    expect(vectors).toEqual(vectorsOf(texts))
    expect(one.asked.map((asks) => [asks.texts.length, asks.kind])).toEqual([
      [1, 'document'],
      [64, 'question'],
      [64, 'question'],
      [2, 'question'],
    ])
  })

  test('asks for nothing without texts, and for none that every embedder refuses', async () => {
    const one = connected(well)
    const embedder = await Effect.runPromise(one.open())

    expect(await Effect.runPromise(embedder.embed([], 'document'))).toEqual([])
    const failure = await Effect.runPromise(Effect.flip(embedder.embed(['x'.repeat(embedderLimits.textCharacters + 1)], 'document')))

    expect(failure.reason).toBe('tooLong')
    expect(one.asked).toHaveLength(1)
  })

  test('INV-254 gives no vectors of another model: the two would be compared', async () => {
    let now = id
    const one = connected(async (texts) => ({ id: now, vectors: vectorsOf(texts) }))
    const embedder = await Effect.runPromise(one.open())
    now = 'host/fake/other'

    const failure = await Effect.runPromise(Effect.flip(embedder.embed(['a note'], 'document')))

    expect(failure).toMatchObject({ embedder: id, reason: 'misconfigured', retryable: false })
    expect(failure.detail).toContain('restart the gateway')
  })

  test('gives up at the host what nobody waits for any more', async () => {
    let begun: () => void = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    let calls = 0
    const given = new Promise<unknown>((resolve) => {
      const one = connected((texts, _, signal) => {
        calls += 1
        if (calls === 1) return well(texts, 'document', signal)
        signal.addEventListener('abort', () => resolve(signal.reason.name))
        begun()
        return new Promise(() => {})
      })
      void Effect.runPromise(one.open()).then(async (embedder) => {
        const fiber = Effect.runFork(embedder.embed(['a note'], 'question'))
        await hasBegun
        await Effect.runPromise(Fiber.interrupt(fiber))
      })
    })

    expect(await given).toBe('AbortError')
  })

  test('tells the host of a first call that took too long, for it leaves no embedder', async () => {
    const reasons: string[] = []
    const one = connected(
      (_, __, signal) =>
        new Promise(() => {
          signal.addEventListener('abort', () => reasons.push(signal.reason.name))
        }),
    )

    const failure = await Effect.runPromise(Effect.flip(one.open(1)))

    expect(failure.reason).toBe('slow')
    await expect.poll(() => reasons).toEqual(['TimeoutError'])
  })

  test.each<readonly [string, string, HostEmbedder | undefined]>([
    ['has none', 'misconfigured', undefined],
    ['says that none is set up', 'misconfigured', () => Promise.reject(new NoHostEmbedder('sk-secret'))],
    ['fails', 'failing', () => Promise.reject(new Error('sk-secret: memory'))],
    ['answers without vectors', 'badAnswer', async () => ({ id, vectors: [] })],
    ['answers with an empty one', 'badAnswer', async () => ({ id, vectors: [new Float32Array(0)] })],
  ])('is none where the host %s, and the failure is in words of ours', async (_, reason, embedder) => {
    const failure = await Effect.runPromise(Effect.flip(connected(embedder).open()))

    expect(failure.reason).toBe(reason)
    expect(failure.message).not.toContain('secret')
  })

  test('fails for vectors that are too few, or of another length', async () => {
    let made = [Float32Array.of(1, 0)]
    const one = connected(async () => ({ id, vectors: made }))
    const embedder = await Effect.runPromise(one.open())
    const reasonOf = async () => (await Effect.runPromise(Effect.flip(embedder.embed(['a note'], 'document')))).reason

    made = []
    expect(await reasonOf()).toBe('badAnswer')
    made = [Float32Array.of(1, 0, 0)]
    expect(await reasonOf()).toBe('wrongDimension')
  })
})
