import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { expect, test } from 'vitest'
import { embedSoundly } from './embed-soundly.ts'
import { KeptVectors } from './kept-vectors.ts'

const answering = (embed: () => Effect.Effect<ReadonlyArray<Float32Array>>) => new KeptVectors({ id: 'e', dimension: 2, embed })

test('an embedder that fails is asked again after a second, then after twice as long each time, ten minutes at most', () => {
  const vectors = answering(() => Effect.succeed([]))
  const waits = Array.from({ length: 12 }, () => {
    vectors.fails({ reason: 'failing', detail: 'ask again later' }, 0)
    return vectors.trouble?.again
  })

  expect(waits.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(waits.at(-1)).toBe(600_000)
})

test.each([
  ['badAnswer', []],
  ['wrongDimension', [Float32Array.of(1)]],
  ['notFinite', [Float32Array.of(Number.NaN, 1)]],
  ['zero', [Float32Array.of(0, 0)]],
])('what is no vector is not taken for one: %s; and whoever gave it is not asked at once', async (reason, made) => {
  let asked = 0
  const vectors = answering(() => Effect.sync(() => (asked++ === 0 ? made : [Float32Array.of(0.6, 0.8)])))
  const now = await Effect.runPromise(Clock.currentTimeMillis)

  expect(await Effect.runPromise(embedSoundly(vectors, ['a'], 'document', 10_000))).toEqual({ failed: reason })
  expect(vectors.trouble).toMatchObject({ reason, times: 1 })
  vectors.trouble = { reason: 'failing', detail: '', times: 1, again: now + 3_600_000 }
  expect(await Effect.runPromise(embedSoundly(vectors, ['a'], 'document', 10_000))).toBe('not asked')
  expect(asked).toBe(1)

  vectors.trouble = { reason: 'failing', detail: '', times: 1, again: now }
  expect(await Effect.runPromise(embedSoundly(vectors, ['a'], 'document', 10_000))).toEqual({ made: [Float32Array.of(0.6, 0.8)] })
  expect(vectors.trouble).toBeUndefined()
})

test('one that breaks, or never answers, fails nobody', async () => {
  const broken = answering(() => Effect.die('a bug'))
  const silent = answering(() => Effect.never)

  for (const vectors of [broken, silent])
    expect(await Effect.runPromise(embedSoundly(vectors, ['a'], 'question', 20))).toHaveProperty('failed')

  expect([broken.trouble?.reason, silent.trouble?.reason]).toEqual(['failing', 'slow'])
})
