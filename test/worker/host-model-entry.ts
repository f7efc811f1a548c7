/** A worker over a database whose routing model is that of its host. Its settings say for how long a recall waits for the model. */
import { LanguageModel, ModelPace } from '@crabtrail/core'
import { serveStore } from '@crabtrail/store/worker'
import * as Layer from 'effect/Layer'

serveStore((settings, host) =>
  Layer.merge(Layer.succeed(LanguageModel, host.model('host/default')), Layer.succeed(ModelPace, settings as ModelPace)),
)
