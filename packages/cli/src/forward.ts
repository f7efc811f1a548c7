/** Runs `crabtrail eval` in the package that measures. The package is optional and nothing else loads it. */
import { createRequire, findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'
import * as Effect from 'effect/Effect'
import type { RunCall } from './arguments/call.ts'
import { type ExitCode, PackageMissing } from './failures.ts'
import type { Surroundings } from './surroundings.ts'

const name = '@crabtrail/eval'

interface Evaluation {
  readonly evaluate: (call: RunCall, surroundings: Surroundings, signal: AbortSignal) => Promise<ExitCode>
}

/** `from`: URL of the module whose packages are searched. */
export const forward = (
  call: RunCall,
  surroundings: Surroundings,
  from: string = import.meta.url,
): Effect.Effect<ExitCode, PackageMissing> =>
  Effect.gen(function* () {
    const path = yield* Effect.try({
      try: () => createRequire(findPackageJSON(name, from) ?? from).resolve(name),
      catch: () => new PackageMissing({ command: call.command, package: name }),
    })
    const { evaluate } = yield* Effect.promise((): Promise<Evaluation> => import(pathToFileURL(path).href))
    return yield* Effect.promise((signal) => evaluate(call, surroundings, signal))
  })
