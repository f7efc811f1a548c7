/** Names that a brain has at hand, and those that it reads: a recall has them all, whatever is no longer kept by then. */

import { EventStore } from '@crabtrail/core'
import { layerInMemory } from '@crabtrail/store/in-memory'
import * as Effect from 'effect/Effect'
import { expect, test } from 'vitest'
import { catchUp, openBrain } from '../../packages/core/src/application/brain/brain.ts'
import { namesOf } from '../../packages/core/src/application/naming/names.ts'
import { append, brain, content, row, sha256 } from '../contracts/sample-log.ts'
import { inStore } from '../contracts/store-layer.ts'
import { openStore } from '../models/open-store.ts'

const ada = content({ body: 'Ada' })
const bell = content({ body: 'Bell' })

/** A brain with as many names at hand as it keeps, the last of them Ada's. */
const fullBrain = Effect.gen(function* () {
  const store = yield* EventStore
  yield* store.append(append(row(), { contents: [ada, bell] }))
  const open = openBrain(brain, sha256('key'), sha256)
  for (let i = 0; i < 8_191; i++) open.words.keepName(content().ref, `name ${i}`)
  open.words.keepName(ada.ref, 'Ada')
  return open
})

test('INV-58 a recall has the names that were at hand when it began, though those that it reads take their room', () =>
  inStore(
    layerInMemory,
    Effect.gen(function* () {
      const open = yield* fullBrain

      const names = yield* namesOf(open, [ada.ref, bell.ref])

      expect(open.words.name(ada.ref)).toBeUndefined()
      expect([names(ada.ref), names(bell.ref), names(undefined)]).toEqual(['Ada', 'Bell', undefined])
    }),
  ))

test('names are read once, and only those that were asked for are told', () =>
  inStore(
    layerInMemory,
    Effect.gen(function* () {
      const open = yield* fullBrain
      yield* namesOf(open, [bell.ref])
      expect(open.words.name(bell.ref)).toBe('Bell')

      const names = yield* namesOf(open, [bell.ref])

      expect([names(bell.ref), names(ada.ref)]).toEqual(['Bell', undefined])
    }),
  ))

test('labels and participants that were found by name are forgotten when an erasure is read', async () => {
  const store = openStore()
  const memory = await store.memory()
  await memory.ingest({ documents: [{ source: 'pier.md', format: 'markdown', text: '# Pier\n\nAda mends the pier.\n' }] })
  const open = openBrain(brain, sha256('key'), sha256)
  await store.run(catchUp(open))
  const { graph, participants } = open.state
  const before = { erased: new Set<typeof ada.ref>(), graph, participants: { ...participants } }
  const asked: Array<string> = []
  const looked = (name: string) =>
    Effect.sync(() => {
      asked.push(name)
      return []
    })
  const ask = async () => {
    await store.run(open.labels.find(before, ['Ada'], () => Effect.as(looked('label'), [[]])))
    await store.run(open.participants.find(before, 'actor-name', 'Ada', () => looked('actor')))
  }
  await ask()
  await store.run(catchUp(open))
  await ask()
  expect(asked).toEqual(['label', 'actor'])

  await memory.forget({ source: 'pier.md' })
  await store.run(catchUp(open))
  await ask()

  expect(asked).toEqual(['label', 'actor', 'label', 'actor'])
  await store.close()
})
