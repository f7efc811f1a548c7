/** Entry of the worker thread: the memory of one store, with the embedder and the model from the settings. */
import { serveStore } from '@crabtrail/store/worker'
import * as Layer from 'effect/Layer'
import { layerEmbedder, layerModel, type WorkerSettings } from './model/chosen-models.ts'

serveStore((given, host) => {
  if (!('embedder' in given)) return undefined
  const settings = given as WorkerSettings
  return Layer.merge(layerEmbedder(settings, host), layerModel(settings, host))
})
