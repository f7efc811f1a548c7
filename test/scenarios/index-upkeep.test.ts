import { layerMemory, layerRedactor, Memory, parseBrainKey, SearchIndex } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerInMemory } from '@crabtrail/store/in-memory'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import { expect, test } from 'vitest'

const ports = Layer.mergeAll(Layer.fresh(layerInMemory), layerCryptography, layerRedactor)

test('an index that was deleted is built anew when its brain is opened', async () => {
  const brain = Result.getOrThrow(parseBrainKey('default'))
  const question = { question: 'where is the harbour light?', record: false }
  const story = Effect.gen(function* () {
    const index = yield* SearchIndex
    const first = yield* Effect.provide(
      Memory.use((memory) =>
        Effect.andThen(
          memory.ingest({ documents: [{ source: 'a.md', format: 'markdown', text: '# Light\n\nThe harbour light stands on the mole.' }] }),
          memory.recall(question),
        ),
      ),
      Layer.fresh(layerMemory),
    )
    const lines = yield* index.lines(brain)

    yield* index.rebuild(brain, [])
    const again = yield* Effect.provide(
      Memory.use((memory) => memory.recall(question)),
      Layer.fresh(layerMemory),
    )

    return { first, again, lines, rebuilt: yield* index.lines(brain) }
  })

  const { again, first, lines, rebuilt } = await Effect.runPromise(Effect.provide(story, ports))

  expect(first.items).toHaveLength(1)
  expect(again.items).toEqual(first.items)
  expect(rebuilt).toEqual(lines)
})
