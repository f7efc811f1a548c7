/** The memory of a call, opened when it is first asked for: a request that fails before that touches no store. */
import type { Embedder, MemoryHere } from '@crabtrail/core'
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
    /** Whose vectors the memory compares; undefined for none. */
    readonly embedder: Effect.Effect<Embedder['Service'] | undefined, Failure>
  }
>()('crabtrail/Opening') {}

export const openMemory = Opening.use((opening) => opening.memory)
