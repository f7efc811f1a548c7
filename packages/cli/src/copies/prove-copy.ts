/** Proves a copy of a store before anybody relies on it: each of its brains as `verify` does. */
import type { MemoryError } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { NotWhole } from '../failures.ts'
import { readableStore } from './readable-store.ts'

export interface ProvenBrain {
  readonly brain: string
  readonly position: number
  readonly commits: number
  readonly digest: string
}

export interface Proof {
  readonly brains: ReadonlyArray<ProvenBrain>
  /** What is not as it should be and can be made anew from the log. */
  readonly notes: ReadonlyArray<string>
}

/** `of`: the file that is to be told of. Closed again when it is proven. */
export const proveCopy = (copy: string, of: string): Effect.Effect<Proof, MemoryError | NotWhole> =>
  Effect.gen(function* () {
    const store = yield* readableStore(copy)
    const brains: Array<ProvenBrain> = []
    const notes: Array<string> = []
    for (const { brain } of yield* store.brains) {
      const { checks, commits, digest, position } = yield* store.memory.verify({ brain })
      for (const { detail, name, ok, position: at } of checks) {
        if (ok) continue
        if (!derived.has(name)) return yield* new NotWhole({ path: of, brain, check: name, problem: detail, position: at ?? null })
        notes.push(`${brain}: ${name}: ${detail}`)
      }
      brains.push({ brain, position, commits, digest })
    }
    return { brains, notes }
  }).pipe(Effect.scoped)

/** What the log gives again whenever it is gone: no reason not to have a copy. */
const derived: ReadonlySet<string> = new Set(['index', 'snapshots'])
