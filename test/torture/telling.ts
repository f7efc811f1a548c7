/** Reports of a writer: one line of JSON each, written at once, so that no report is lost when the writer is killed. */
import { writeSync } from 'node:fs'
import { type Append, EventStore } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import type { Stores } from '../contracts/store-layer.ts'

export type Told =
  | { readonly ready: true }
  /** Work that the writer is about to do, or has done. */
  | { readonly began: string }
  | { readonly ended: string }
  | { readonly commit: Acknowledged }
  /** Number of statements that the database was given. */
  | { readonly statements: number }

export interface Acknowledged {
  readonly brain: string
  readonly first: number
  readonly count: number
  readonly hash: string
  readonly durability: Append['durability']
}

export const tell = (told: Told): void => void writeSync(1, `${JSON.stringify(told)}\n`)

const acknowledge = ({ brain, durability, row: { count, first, hash } }: Append) =>
  Effect.sync(() => tell({ commit: { brain, first, count, hash, durability } }))

/** Tells of every commit of whoever uses the store. What is appended under a lock is committed when the lock is left. */
export const telling = (stores: Context.Context<Stores>): Context.Context<Stores> => {
  const store = Context.get(stores, EventStore)
  return Context.add(stores, EventStore, {
    ...store,
    append: (append) => Effect.tap(store.append(append), () => acknowledge(append)),
    locked: (brain, body, steady) => {
      const appended: Array<Append> = []
      const remembering = store.locked(
        brain,
        (locked) =>
          body({
            ...locked,
            append: (append) =>
              Effect.tap(locked.append(append), () => Effect.sync(() => appended.push({ ...append, durability: 'power' }))),
          }),
        steady,
      )
      return Effect.tap(remembering, () => Effect.forEach(appended, acknowledge))
    },
  })
}
