/** A worker measures the bar of confidence in the background: a turn that comes meanwhile must not wait for the end. */
import { MessageChannel } from 'node:worker_threads'
import { layerMemory, layerRedactor } from '@crabtrail/core'
import { layerInMemory } from '@crabtrail/store/in-memory'
import { serveMemory } from '@crabtrail/store/worker'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { expect, test } from 'vitest'
import { openWord, type WorkerReply } from '../../packages/store/src/worker/protocol.ts'
import { layerSeededCryptography } from '../contracts/seeded-cryptography.ts'
import { lookTotal, measuredNotes, watchedLooks } from '../scenarios/measured-bar.ts'

test('a recall of a worker is answered after a few looks of the bar’s measuring', async () => {
  const looks = watchedLooks()
  const stores = Layer.effectContext(Effect.map(Layer.build(Layer.fresh(layerInMemory)), looks.between))
  const ports = Layer.mergeAll(stores, layerSeededCryptography(1), layerRedactor)
  const { port1, port2 } = new MessageChannel()
  const served = Effect.runPromise(serveMemory(port1, Layer.provideMerge(layerMemory, ports)))
  const answers = new Map<number, (reply: WorkerReply) => void>()
  port2.on('message', (reply: WorkerReply) => answers.get(reply.id)?.(reply))
  let last = 0
  const ask = (method: string, request: object) =>
    new Promise<WorkerReply>((resolve) => {
      last += 1
      answers.set(last, resolve)
      port2.postMessage({ _tag: 'Request', id: last, method, request, word: openWord() })
    })
  await ask('ingest', { documents: measuredNotes })

  let answeredAt = 0
  const recalled = looks.at(20, async () => {
    const reply = await ask('recall', { question: 'What about the xylophone?', session: 's' })
    answeredAt = looks.seen()
    return reply._tag
  })
  const measured = await ask('maintain', { when: 'heartbeat' })

  expect(measured).toMatchObject({ _tag: 'Answered', answer: { bar: { messages: expect.any(Number) } } })
  expect(await recalled).toBe('Answered')
  expect(answeredAt - 20).toBeLessThanOrEqual(6)
  expect(looks.seen()).toBe(lookTotal + 1)
  port2.postMessage({ _tag: 'Close' })
  await served
  port2.close()
})
