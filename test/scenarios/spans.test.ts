/** Every operation is a span of its own, so that a tracer sees it without further work. */
import { layerMemory, layerRedactor, Memory } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerInMemory } from '@crabtrail/store/in-memory'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Tracer from 'effect/Tracer'
import { expect, test } from 'vitest'

test('a tracer is told the name of every operation and how it ended, and no text', async () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    },
  })
  const story = Memory.use((memory) =>
    Effect.gen(function* () {
      yield* memory.ingest({ documents: [{ source: 'a.md', format: 'markdown', text: '# A\n\nThe harbour light is lit at dusk.' }] })
      yield* memory.recall({ question: 'when is the harbour light lit?' })
      yield* Effect.flip(memory.show({ what: 'nothing.md' }))
    }),
  )
  const layer = layerMemory.pipe(Layer.provide([Layer.fresh(layerInMemory), layerCryptography, layerRedactor]))

  await Effect.runPromise(story.pipe(Effect.provide(layer), Effect.withTracer(tracer)))

  const ends = spans.map(({ attributes, name, status }) => [
    name,
    status._tag === 'Ended' ? status.exit._tag : status._tag,
    attributes.size,
  ])
  expect(ends).toEqual([
    ['crabtrail.ingest', 'Success', 0],
    ['crabtrail.recall', 'Success', 0],
    ['crabtrail.show', 'Failure', 0],
  ])
})
