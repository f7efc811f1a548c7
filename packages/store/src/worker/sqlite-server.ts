/** What a worker thread runs: the memory of the SQLite database that the host named. */
import { parentPort, workerData } from 'node:worker_threads'
import { layerMemory, layerRedactor } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { layerCryptography } from '../cryptography.ts'
import { layerSourcePlaces } from '../source-places.ts'
import { layerSqlite } from '../sqlite.ts'
import type { WorkerPlace } from './protocol.ts'
import { serveMemory } from './worker-server.ts'

/**
 * To be called once, by the entry file of a worker. `beside` gives what the memory can do without, an embedder for one; it is made with the
 * store at the first request, from the settings that the host gave.
 */
export const serveSqlite = (beside: (settings: object) => Layer.Layer<never> | undefined = () => undefined): void => {
  if (parentPort === null) throw new Error('this file is started as a worker thread, with the database path as its data')
  const { busyTimeoutMs, path, readOnly, settings = {} } = workerData as WorkerPlace
  const ports = Layer.mergeAll(layerSqlite({ path, busyTimeoutMs, readOnly }), layerCryptography, layerRedactor, layerSourcePlaces)
  void Effect.runPromise(serveMemory(parentPort, Layer.provideMerge(layerMemory, Layer.merge(ports, beside(settings) ?? Layer.empty))))
}
