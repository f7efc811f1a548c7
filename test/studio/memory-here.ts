/** A running memory as a program of the same process has it: for the server of the studio. */

import { type MemoryHere, type MemoryMethods, operationNames } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type { RunningMemory } from '../arbitraries/running-memory.ts'

export const memoryHere = (memory: RunningMemory): MemoryHere => {
  const methods = Object.fromEntries(
    operationNames.map((name) => [
      name,
      (request: never) =>
        Effect.suspend(() =>
          Effect.fromResult(memory.ask((all) => (all[name] as (request: never) => ReturnType<MemoryMethods['tags']>)(request))),
        ),
    ]),
  ) as unknown as MemoryMethods
  return { ...methods, watch: () => Effect.die('the studio asks and does not watch') }
}
