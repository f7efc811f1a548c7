/** A worker over a database whose routing model is that of its host. Its settings say for how long a recall waits for the model. */
import { Router, RouterPace } from '@crabtrail/core'
import { serveStore } from '@crabtrail/store/worker'
import * as Layer from 'effect/Layer'

serveStore((settings, host) =>
  Layer.merge(Layer.succeed(Router, host.router('host/default')), Layer.succeed(RouterPace, settings as RouterPace)),
)
