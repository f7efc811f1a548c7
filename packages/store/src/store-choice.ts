/**
 * The store that a text names: a file of SQLite, or a database of PostgreSQL. Command line and plugin choose their store by it.
 *
 * The code of PostgreSQL and the package `pg` are loaded when a database is opened, so that nobody who has a file needs them.
 */
import { homedir } from 'node:os'
import { type StorePorts, StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import { hidePassword, type PostgresAddress, postgresAddress } from './postgres/address/address.ts'
import { nodeFiles } from './postgres/address/address-files.ts'
import type { InvalidAddress } from './postgres/address/parameters.ts'
import { noStoreDetail } from './postgres/server/failure.ts'
import { layerSqlite } from './sqlite.ts'

export { hidePassword } from './postgres/address/address.ts'
export type { InvalidAddress } from './postgres/address/parameters.ts'

/** `place` names the store in messages. It never has a password. */
export type StoreChoice =
  | { readonly kind: 'sqlite'; readonly path: string; readonly place: string }
  /** `url` is a function, so that no log of the choice shows the password. */
  | { readonly kind: 'postgres'; readonly address: PostgresAddress; readonly url: () => string; readonly place: string }

/** True for a text that is meant to be the URL of a PostgreSQL server, even if it is not correct. */
export const namesServer = (text: string): boolean => /^(?:pg|postgres(?:ql)?)(?::|\/\/)/i.test(text)

export const fileChoice = (path: string): StoreChoice => ({ kind: 'sqlite', path, place: path })

/** Reads a URL, completed by the variables and files of `psql`. Nothing is connected. `home` is the folder with the password file. */
export const serverChoice = (
  url: string,
  env: Readonly<Record<string, string | undefined>>,
  home: string = homedir(),
): Result.Result<Extract<StoreChoice, { readonly kind: 'postgres' }>, InvalidAddress> =>
  Result.map(postgresAddress(url, env, { ...nodeFiles(), home }), (address) => ({
    kind: 'postgres',
    address,
    url: () => url,
    place: address.place,
  }))

export interface ChosenOptions {
  /** True to write nothing and to make no store. */
  readonly readOnly?: boolean
  /** False to fail where a server has no store yet, instead of making one. A file is made in any case. */
  readonly mayMake?: boolean
  /**
   * Milliseconds that a write waits for another program. For a server it is also the time for which a lost connection is tried again. If it is
   * absent, the store has its own times.
   */
  readonly busyTimeoutMs?: number
}

export const chosenStore = (choice: StoreChoice, options: ChosenOptions = {}): Layer.Layer<StorePorts, StoreUnavailable> => {
  const { busyTimeoutMs, mayMake = true, readOnly = false } = options
  if (choice.kind === 'sqlite') {
    return layerSqlite({ path: choice.path, readOnly, ...(busyTimeoutMs === undefined ? {} : { busyTimeoutMs }) })
  }
  const patience = busyTimeoutMs === undefined ? {} : { patienceMs: busyTimeoutMs }
  const address = busyTimeoutMs === undefined ? choice.address : hasty(choice.address, busyTimeoutMs)
  return Layer.unwrap(
    Effect.map(loadPostgres(choice.place), ({ layerPostgres }) => layerPostgres({ address, readOnly, mayMake, ...patience })),
  )
}

/** A choice as another thread gets it: plain values, the password among them. */
export type SentChoice = { readonly kind: 'sqlite'; readonly path: string } | { readonly kind: 'postgres'; readonly url: string }

export const sentChoice = (choice: StoreChoice): SentChoice =>
  choice.kind === 'sqlite' ? { kind: 'sqlite', path: choice.path } : { kind: 'postgres', url: choice.url() }

/** Opens the store of a choice that was sent. Variables and files may have changed since, so a URL can be refused here. */
export const sentStore = (sent: SentChoice, options: ChosenOptions): Layer.Layer<StorePorts, StoreUnavailable> =>
  sent.kind === 'sqlite'
    ? chosenStore(fileChoice(sent.path), options)
    : Layer.unwrap(
        Effect.suspend(() => {
          const choice = serverChoice(sent.url, process.env)
          if (Result.isSuccess(choice)) return Effect.succeed(chosenStore(choice.success, options))
          const detail = choice.failure.message
          return Effect.fail(new StoreUnavailable({ reason: 'unsupported', place: hidePassword(sent.url), detail, retryable: false }))
        }),
      )

/** True if the database can be reached and has no store yet. */
export const isNoStoreYet = ({ detail, reason }: StoreUnavailable): boolean => reason === 'not-found' && detail === noStoreDetail

const lockTimeoutMin = 100

const hasty = ({ options, ...address }: PostgresAddress, waitMs: number): PostgresAddress => ({
  ...address,
  options: { ...options, lockTimeoutMs: Math.max(lockTimeoutMin, Math.min(options.lockTimeoutMs, waitMs)) },
})

const loadPostgres = (place: string) =>
  Effect.tryPromise({
    try: () => import('./postgres.ts'),
    catch: (cause) =>
      new StoreUnavailable({
        reason: 'unsupported',
        place,
        detail: 'PostgreSQL needs the package pg, which is not installed: install Crabtrail again without --omit=optional',
        retryable: false,
        cause,
      }),
  })
