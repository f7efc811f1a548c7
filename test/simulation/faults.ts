/**
 * Faults that a test plants around the memory, never in it: each is a mistake of a kind that is easily made, and that the invariants must find.
 *
 * A fault is drawn now and then, from the chance of the surroundings.
 */
import { type Append, ContentStore, canonicalJson, EventStore, SearchIndex } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import type { Random } from '../bench/random.ts'
import { sha256 } from '../contracts/sample-log.ts'
import type { HostedPlugin } from '../src/fake-host/registration.ts'
import type { Between } from './sim-worker.ts'

export interface Fault {
  readonly name: string
  /** Built in the simulated machine, innermost: the journal is kept outside of it. */
  readonly between?: (chance: Random) => Between
  /** Whether a message from a thread arrives at its host. */
  readonly arrives?: (chance: Random) => () => boolean
  /** The plugin as the host loads it. */
  readonly wrap?: (plugin: HostedPlugin) => HostedPlugin
  /** `lies`: a commit that should wait for the disk does not. */
  readonly disk?: 'lies'
}

/** One in so many. */
const rarely = (chance: Random, times: number): boolean => chance.below(times) === 0

/** The answer of a thread gets lost: whoever waits for it is never woken up. */
const lostWakeUp: Fault = { name: 'lost wake-up', arrives: (chance) => () => !rarely(chance, 40) }

const skippedFsync: Fault = { name: 'skipped fsync', disk: 'lies' }

/** An append that lost a race goes behind the winner as it is, and is not decided again. */
const wrongOrder: Fault = {
  name: 'wrong order after a lost race',
  between: () => (stores) => {
    const store = Context.get(stores, EventStore)
    const behind = (append: Append): ReturnType<typeof store.append> =>
      Effect.flatMap(store.brain(append.brain), (head) =>
        head === undefined ? store.append(append) : store.append({ ...append, row: rowBehind(append.row, head) }),
      )
    return Context.add(stores, EventStore, {
      ...store,
      append: (append) => Effect.catchTag(store.append(append), 'WrongExpectedPosition', () => behind(append)),
    })
  },
}

const rowBehind = (row: Append['row'], head: { readonly position: number; readonly hash: string }): Append['row'] => {
  const { actor, at, body, count, session } = row
  const first = head.position + 1
  return { ...row, first, prev: head.hash, hash: sha256(canonicalJson([head.hash, first, count, at, actor, session ?? null, body])) }
}

/** A thread keeps the postings that it read, whoever writes meanwhile. */
const staleCache: Fault = {
  name: 'forgotten cache invalidation',
  between: () => (stores) => {
    const contents = Context.get(stores, ContentStore)
    const index = Context.get(stores, SearchIndex)
    const kept = new Map<string, unknown>()
    const remembering = <A, E>(key: string, read: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.suspend(() =>
        kept.has(key) ? Effect.succeed(kept.get(key) as A) : Effect.tap(read, (value) => Effect.sync(() => void kept.set(key, value))),
      )
    const cachedIndex: typeof index = {
      ...index,
      statistics: (brain, space, at) => remembering(`s ${brain} ${space} ${at}`, index.statistics(brain, space, at)),
      postings: (brain, space, terms, at) =>
        remembering(`p ${brain} ${space} ${terms.join(' ')} ${at}`, index.postings(brain, space, terms, at)),
    }
    const cachedContents: typeof contents = {
      ...contents,
      bodies: (brain, refs) => remembering(`b ${brain} ${refs.join(' ')}`, contents.bodies(brain, refs)),
    }
    return stores.pipe(Context.add(SearchIndex, cachedIndex), Context.add(ContentStore, cachedContents))
  },
}

/** Now and then the texts of a commit go into the brain beside it. */
const leak: Fault = {
  name: 'leak between brains',
  between: (chance) => (stores) => {
    const contents = Context.get(stores, ContentStore)
    const store = Context.get(stores, EventStore)
    const bodies: typeof contents.bodies = (brain, refs) =>
      Effect.flatMap(contents.bodies(brain, refs), (own) =>
        refs.length === 0 || !rarely(chance, 20)
          ? Effect.succeed(own)
          : Effect.gen(function* () {
              const other = (yield* store.brains).find((one) => one.brain !== brain)
              if (other === undefined) return own
              const page = yield* contents.page(other.brain, undefined, refs.length)
              const texts = page.flatMap(({ body }) => (body === undefined ? [] : [body]))
              return new Map([...own].map(([ref, body], place) => [ref, texts[place] ?? body]))
            }),
      )
    return Context.add(stores, ContentStore, { ...contents, bodies })
  },
}

type Handler = (event: object, ctx: Readonly<Record<string, unknown>>) => unknown

/** The run of an automation is told as a message of the owner in web chat. */
const unattended: Fault = {
  name: 'an automation taken for a person',
  wrap: (plugin) => ({
    ...plugin,
    register: (api: never) => {
      const given = api as { readonly on: (name: string, handler: Handler, options?: object) => void }
      const on = (name: string, handler: Handler, options?: object) =>
        given.on(name, (event, ctx) => handler(event, ctx['trigger'] === 'cron' ? personal(ctx) : ctx), options)
      plugin.register(new Proxy(given, { get: (target, key) => (key === 'on' ? on : Reflect.get(target, key)) }) as never)
    },
  }),
}

const personal = (ctx: Readonly<Record<string, unknown>>) => ({
  ...ctx,
  trigger: 'user',
  channel: 'webchat',
  messageProvider: 'webchat',
  senderId: 'gateway-client',
  sessionKey: `agent:${String(ctx['agentId'])}:chat0`,
})

export type FaultName = keyof typeof faults

export const faults = { lostWakeUp, skippedFsync, wrongOrder, staleCache, leak, unattended } as const satisfies {
  readonly [name: string]: Fault
}
