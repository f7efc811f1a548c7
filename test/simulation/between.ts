/**
 * Between the memory of a thread and its store: holds appends up so that others come first, ends the thread around a commit where the story says so,
 * and keeps the journal of what was acknowledged.
 */
import { type Append, EventStore } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import type { Random } from '../bench/random.ts'
import type { SimProcess } from './machine.ts'
import type { Between } from './sim-worker.ts'

/** A commit that the memory was told is there. */
export interface Acknowledged {
  readonly brain: string
  readonly first: number
  readonly count: number
  readonly hash: string
  readonly durability: Append['durability']
  readonly types: ReadonlyArray<string>
}

export interface Interference {
  readonly journal: Array<Acknowledged>
  /** Greatest share of appends that are held up, and for how long. */
  busy: { readonly share: number; readonly ms: number }
  /** Where the next commit of a process ends it. */
  trap: Trap | undefined
  lostRaces: number
}

export interface Trap {
  readonly where: 'before' | 'commit' | 'after' | 'told'
  /** So many commits of the process pass before. */
  skip: number
  readonly process: SimProcess
  /** Called in the moment; whoever runs then never goes on. */
  readonly spring: () => void
}

export const noInterference = (): Interference => ({ journal: [], busy: { share: 0, ms: 0 }, trap: undefined, lostRaces: 0 })

/** True if the trap is for this thread, and has now ended it. */
export const springs = (around: Interference, where: Trap['where'], thread: SimProcess): boolean => {
  const { trap } = around
  if (trap === undefined || trap.where !== where || !(trap.process === thread || trap.process.threads.has(thread))) return false
  if (trap.skip-- > 0) return false
  around.trap = undefined
  trap.spring()
  return true
}

export const interfering =
  (around: Interference, chance: Random): Between =>
  (stores, thread) => {
    const store = Context.get(stores, EventStore)
    const held = Effect.suspend(() => (chance.next() < around.busy.share ? Effect.sleep(chance.between(1, around.busy.ms)) : Effect.void))
    const at = (where: Trap['where']) => Effect.suspend(() => (springs(around, where, thread) ? Effect.never : Effect.void))
    const append = (appended: Append) =>
      held.pipe(
        Effect.andThen(at('before')),
        Effect.andThen(store.append(appended)),
        Effect.tapError((error) => Effect.sync(() => void (error._tag === 'WrongExpectedPosition' && around.lostRaces++))),
        Effect.andThen(at('after')),
        Effect.andThen(held),
        Effect.andThen(Effect.sync(() => void around.journal.push(acknowledged(appended)))),
        Effect.andThen(at('told')),
      )
    return Context.add(stores, EventStore, {
      ...store,
      append,
      locked: (brain, body, steady) => {
        const appended: Array<Append> = []
        const watched = store.locked(
          brain,
          (locked) =>
            body({ ...locked, append: (one) => Effect.tap(locked.append(one), () => Effect.sync(() => void appended.push(one))) }),
          steady,
        )
        const told = Effect.sync(() => around.journal.push(...appended.map((one) => acknowledged({ ...one, durability: 'power' }))))
        return Effect.tap(watched, () => at('after').pipe(Effect.andThen(told), Effect.andThen(at('told'))))
      },
    })
  }

const acknowledged = ({ brain, durability, row: { body, count, first, hash } }: Append): Acknowledged => ({
  ...{ brain, first, count, hash, durability },
  types: typesIn(body),
})

/** Names of the types of events in the body of a commit. */
const typesIn = (body: string): ReadonlyArray<string> => [...new Set(body.match(/[A-Z][a-z]+(?:[A-Z][a-z]+)+/g) ?? [])]
