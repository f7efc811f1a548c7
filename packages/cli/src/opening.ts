/** The memory of a call, opened when it is first asked for: a request that fails before that touches no store. */
import type { MemoryHere } from '@crabtrail/core'
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { Failure } from './failures.ts'

export class Opening extends Context.Service<
  Opening,
  {
    /** The database file, there or not. */
    readonly store: string
    /** The same memory every time; closed when the command ends, however it ends. */
    readonly memory: Effect.Effect<MemoryHere, Failure>
  }
>()('crabtrail/Opening') {}

export const openMemory = Opening.use((opening) => opening.memory)
