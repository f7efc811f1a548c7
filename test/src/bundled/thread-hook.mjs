/** Loaded before anything else: a thread that is started with a source runs its bundle. */
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const bundles = new Map(Object.entries(JSON.parse(process.env['TEST_BUNDLED'] ?? '{}')))

if (!isMainThread && bundles.size > 0)
  registerHooks({
    resolve: (specifier, context, next) => {
      const source = next(specifier, context)
      const bundle = bundles.get(source.url)
      return bundle === undefined ? source : next(bundle, context)
    },
  })
