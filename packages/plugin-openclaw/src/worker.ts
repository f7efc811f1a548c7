/** Entry of the worker thread: the memory of one store, with the embedder and the model from the settings. */
import { serveStore } from '@crabtrail/store/worker'
import * as Layer from 'effect/Layer'
import { layerEmbedder } from './host/embedder.ts'
import { layerModel } from './host/model.ts'
import type { WorkerSettings } from './host/worker-settings.ts'

serveStore((given, host) => {
  if (!('embedder' in given)) return undefined
  const settings = given as WorkerSettings
  return Layer.merge(layerEmbedder(settings), layerModel(settings, host))
})
