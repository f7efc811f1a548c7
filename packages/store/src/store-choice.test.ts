import { EventStore, StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { noStoreDetail } from './postgres/server/failure.ts'
import { fileChoice, isNoStoreYet, namesServer, sentChoice, sentStore, serverChoice } from './store-choice.ts'

const url = 'postgres://ann:s3cret@db.example/memory'
const chosen = Result.getOrThrow(serverChoice(url, {}))
const unavailable = (reason: StoreUnavailable['reason'], detail: string) =>
  new StoreUnavailable({ reason, place: 'there', detail, retryable: false })

describe('the choice of a store', () => {
  test.each([
    [url, true],
    ['PostgreSQL://db/x', true],
    ['pg://db/x', true],
    ['postgres//ann@db/x', true],
    ['postgres.db', false],
    ['./postgres', false],
    ['sqlite:postgres', false],
    ['postgresx://db', false],
  ])('is that of a server if its text begins as a URL of one: %s', (text, isServer) => {
    expect(namesServer(text)).toBe(isServer)
  })

  test('shows its password only to those who ask for it', () => {
    expect(chosen).toMatchObject({ kind: 'postgres', place: 'postgres://ann@db.example:5432/memory' })
    expect(JSON.stringify(chosen)).not.toContain('s3cret')
    expect([chosen.url(), chosen.address.password()]).toEqual([url, 's3cret'])
  })

  test('is sent to a thread as plain values', () => {
    expect(structuredClone(sentChoice(chosen))).toEqual({ kind: 'postgres', url })
    expect(structuredClone(sentChoice(fileChoice('/a.db')))).toEqual({ kind: 'sqlite', path: '/a.db' })
  })

  test('is refused where a URL no longer leads to a server, and its password is not repeated', async () => {
    const store = sentStore({ kind: 'postgres', url: 'postgres://ann:s3cret@db.example:99999/memory' }, {})
    const failure = await Effect.runPromise(Effect.flip(Effect.scoped(Layer.build(Layer.provide(Layer.effectDiscard(EventStore), store)))))

    expect(failure).toMatchObject({ _tag: 'StoreUnavailable', reason: 'unsupported' })
    expect(failure.message).toBe('postgres://ann:***@db.example:99999/memory: port in the URL: it must be a whole number from 1 to 65535')
  })

  test('knows a database without a store from everything else that is not found', () => {
    expect(isNoStoreYet(unavailable('not-found', noStoreDetail))).toBe(true)
    expect(isNoStoreYet(unavailable('not-found', 'database "x" does not exist'))).toBe(false)
  })
})
