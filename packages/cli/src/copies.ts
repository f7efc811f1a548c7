/** Reads stores beside the one of a call: proves their brains as `verify` does, and finds up to which position two have the same log. */
import {
  type BrainKey,
  EventStore,
  layerMemory,
  layerRedactor,
  Memory,
  type MemoryError,
  type MemoryHere,
  type StorePorts,
  type StoreUnavailable,
} from '@crabtrail/core'
import { layerCryptography, layerSourcePlaces } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { NotWhole } from './failures.ts'

export interface ProvenBrain {
  readonly brain: string
  readonly position: number
  readonly commits: number
  readonly digest: string
}

export interface Proof {
  readonly brains: ReadonlyArray<ProvenBrain>
  /** Damage that can be repaired from the log. */
  readonly notes: ReadonlyArray<string>
}

/** Proves a copy and closes it again. `of`: the file that messages name. */
export const proveCopy = (copy: string, of: string): Effect.Effect<Proof, MemoryError | NotWhole> =>
  Effect.gen(function* () {
    const store = yield* readableStore(copy)
    const brains: Array<ProvenBrain> = []
    const notes: Array<string> = []
    for (const { brain } of yield* store.brains) {
      const proof = yield* proveBrain(store.memory, brain, { of, outcome: 'nothing was backed up' })
      brains.push(...proof.brains)
      notes.push(...proof.notes)
    }
    return { brains, notes }
  }).pipe(Effect.scoped)

/** Proves one brain. `of`: the store that messages name; `outcome`: what the command did if the brain is not whole. */
export const proveBrain = Effect.fnUntraced(function* (
  memory: Pick<MemoryHere, 'verify'>,
  brain: string,
  { of, outcome }: { readonly of: string; readonly outcome: string },
): Effect.fn.Return<Proof, MemoryError | NotWhole> {
  const { checks, commits, digest, position } = yield* memory.verify({ brain })
  const notes: Array<string> = []
  for (const { detail, name, ok, position: at } of checks) {
    if (ok) continue
    if (!derived.has(name)) return yield* new NotWhole({ path: of, brain, check: name, problem: detail, position: at ?? null, outcome })
    notes.push(`${brain}: ${name}: ${detail}`)
  }
  return { brains: [{ brain, position, commits, digest }], notes }
})

/** Checks of what can be rebuilt from the log: their damage is no reason to refuse a copy. */
const derived: ReadonlySet<string> = new Set(['index', 'snapshots', 'segments'])

export interface BrainBefore {
  readonly brain: string
  readonly position: number
  /** Position of the last erasure; null if there was none, or it cannot be read. */
  readonly erasedAt: number | null
  /** The last position up to which the copy has the same log; null if the copy has no such brain. */
  readonly common: number | null
}

/** Returns the brains of the store; null if there is no store, or none that can be read. */
export const whatIsThere = (path: string, copy: string): Effect.Effect<ReadonlyArray<BrainBefore> | null> =>
  Effect.gen(function* () {
    const store = yield* readableStore(path)
    const taking = yield* readableStore(copy)
    const theirs = new Map((yield* taking.brains).map((one) => [one.brain, one.position]))
    return yield* Effect.forEach(yield* store.brains, ({ brain, position }) =>
      Effect.gen(function* () {
        const erased = yield* Effect.option(store.memory.log({ brain, type: 'ContentErased', limit: 1 }))
        const erasedAt = erased._tag === 'Some' ? (erased.value.events.at(-1)?.position ?? null) : null
        const until = theirs.get(brain)
        const common = until === undefined ? null : yield* lastCommon(store.events, taking.events, brain, Math.min(position, until))
        return { brain, position, erasedAt, common } satisfies BrainBefore
      }),
    )
  }).pipe(
    Effect.scoped,
    Effect.orElseSucceed(() => null),
  )

type Events = EventStore['Service']

/** Finds the end of the last commit that both have, up to `most`. A commit's hash covers everything before it, so a binary search works. */
const lastCommon = Effect.fnUntraced(function* (
  one: Events,
  other: Events,
  brain: BrainKey,
  most: number,
): Effect.fn.Return<number, StoreUnavailable> {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const [[ours], [theirs]] = [yield* one.read(brain, middle, 1), yield* other.read(brain, middle, 1)]
    if (ours !== undefined && ours.hash === theirs?.hash) low = Math.min(high, ours.first + ours.count - 1)
    else high = (ours?.first ?? middle) - 1
  }
  return Math.max(0, low)
})

/** Opens a store to read it, and closes it with the scope. Listing the brains opens none of them, because one may be broken. */
const readableStore = Effect.fnUntraced(function* (path: string) {
  const services = yield* openedStore(layerSqlite({ path, readOnly: true }))
  const events = Context.get(services, EventStore)
  return { brains: events.brains, events, memory: Context.get(services, Memory) }
})

/** Opens a store beside the one of the call: its ports, and a memory over them. It is closed with the scope. */
export const openedStore = (store: Layer.Layer<StorePorts, StoreUnavailable>) =>
  Layer.build(Layer.provideMerge(layerMemory, Layer.mergeAll(store, layerCryptography, layerRedactor, layerSourcePlaces)))
