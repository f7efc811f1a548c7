/** The page below a path of a server that others reach as well: who gets it, and what it may ask. */

import type { Server } from 'node:http'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { handlerOf } from '../../packages/studio/src/server/handler.ts'
import { addressMs, type OwnerDoor, ownerDoor, pageMs } from '../../packages/studio/src/server/owner-door.ts'
import type { Carrying } from '../../packages/studio/src/server/requests.ts'
import { play } from '../arbitraries/plausible-log.ts'
import { brain, runningMemory } from '../arbitraries/running-memory.ts'
import { signals } from '../arbitraries/signal.ts'
import { runs } from '../properties/runs.ts'
import { asked } from './asked.ts'
import { memoryHere } from './memory-here.ts'
import { type Answered, closed, cookieOf, portOf, requestsTo, serverOf } from './requests-to.ts'

const base = '/crabtrail/studio'
const assets = new Map([
  ['/', { type: 'text/html; charset=utf-8', bytes: Buffer.from('<!doctype html><title>the page</title>') }],
  ['/assets/index.js', { type: 'text/javascript; charset=utf-8', bytes: Buffer.from('1') }],
])

let server: Server | undefined
let now = 0
let door: OwnerDoor
const send = requestsTo(() => (server === undefined ? 0 : portOf(server)))

const open = async (carrying: Carrying): Promise<void> => {
  const handle = handlerOf({ door, base, assets, carrying })
  server = await serverOf((request, response) => void handle(request, response).catch(() => response.destroy()))
}
const enter = (whose: string = brain, headers: Readonly<Record<string, string>> = {}): Promise<Answered> =>
  send('GET', `${base}/?token=${door.issue(whose)}`, headers)
const own = (cookie: string) => ({ cookie, origin: `http://127.0.0.1:${server && portOf(server)}`, 'content-type': 'application/json' })

beforeEach(() => {
  now = 0
  door = ownerDoor(base, () => now)
})
afterEach(async () => {
  if (server !== undefined) await closed(server)
  server = undefined
})

const emptyMemory = (): Carrying => {
  const memory = runningMemory()
  memory.ask((methods) => methods.init({}))
  return { memory: Effect.succeed(memoryHere(memory)), write: false }
}

const nothing = { status: 404, text: 'Not Found' }

describe('without the cookie', () => {
  test('INV-272 every request but a fresh address gets one and the same answer, whatever it asks', async () => {
    await open(emptyMemory())
    const used = door.issue(brain)
    await send('GET', `${base}/?token=${used}`)
    const path = fc.oneof(
      fc.constantFrom(
        '',
        '/',
        '/about',
        '/assets/index.js',
        '/ask/tags',
        '/ask/export',
        '/nowhere',
        `/?token=${used}`,
        '/?token=',
        '/%2e%2e/',
      ),
      fc.webPath(),
    )
    const headers = fc.record(
      {
        cookie: fc.constantFrom('crabtrail-studio=', 'crabtrail-studio=guessed', `crabtrail-studio=${used}`, 'x=y'),
        origin: fc.constantFrom('null', 'https://evil.example', `http://127.0.0.1:${server && portOf(server)}`),
        'content-type': fc.constantFrom('application/json', 'text/plain'),
        'sec-fetch-site': fc.constantFrom('same-origin', 'none', 'cross-site'),
        'x-forwarded-for': fc.constant('127.0.0.1'),
        authorization: fc.constant('Bearer host-test'),
      },
      { requiredKeys: [] },
    )
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS')
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(method, fc.constantFrom(base, ''), path, headers, async (how, before, rest, said) => {
        const { headers: told, status, text } = await send(how, `${before}${rest}` || '/', said, how === 'GET' ? undefined : '{}')
        const { date, ...others } = told

        expect({ status, text }).toEqual(nothing)
        seen.add(JSON.stringify(others))
      }),
      runs,
    )

    expect(seen.size).toBe(1)
  })

  test('an address opens the page once, for some minutes, and is gone from the address that the browser keeps', async () => {
    await open(emptyMemory())
    const late = door.issue(brain)
    now = addressMs
    const token = door.issue(brain)

    expect(await send('GET', `${base}/?token=${late}`)).toMatchObject(nothing)
    expect(await send('POST', `${base}/?token=${token}`)).toMatchObject(nothing)
    const entered = await send('GET', `${base}/?token=${token}`)
    expect([entered.status, entered.headers['location']]).toEqual([303, './'])
    expect(String(entered.headers['set-cookie'])).toMatch(
      /^crabtrail-studio=[\w-]{32}; Path=\/crabtrail\/studio; HttpOnly; SameSite=Strict$/,
    )
    expect(await send('GET', `${base}/?token=${token}`)).toMatchObject(nothing)
  })

  test('of the addresses that wait the oldest goes first', async () => {
    await open(emptyMemory())
    const [oldest = '', second = ''] = Array.from({ length: 9 }, () => door.issue(brain))

    expect(await send('GET', `${base}/?token=${oldest}`)).toMatchObject(nothing)
    expect((await send('GET', `${base}/?token=${second}`)).status).toBe(303)
  })
})

describe('with the cookie', () => {
  test('the page, its files and the memory answer', async () => {
    await open(emptyMemory())
    const headers = own(cookieOf(await enter()))

    expect(await send('GET', `${base}/`, headers)).toMatchObject({ status: 200, text: expect.stringContaining('the page') })
    expect((await send('GET', `${base}/assets/index.js`, headers)).status).toBe(200)
    expect(JSON.parse((await send('GET', `${base}/about`, headers)).text)).toEqual({ brain, write: false })
    expect(JSON.parse((await send('POST', `${base}/ask/tags`, headers, '{}')).text)).toMatchObject({ brain, tags: [] })
    expect((await send('GET', `${base}/?token=used`, headers)).status).toBe(303)
  })

  test.each<[string, Readonly<Record<string, string>>]>([
    ['by another name of the server', { host: 'evil.example' }],
    ['from a page of another site', { origin: 'https://evil.example' }],
    ['from a page without a site', { origin: 'null' }],
    ['from another server of the same machine', { 'sec-fetch-site': 'same-site' }],
    ['from a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('a request %s gets nothing', async (_, headers) => {
    await open(emptyMemory())
    const cookie = cookieOf(await enter())

    expect(await send('POST', `${base}/ask/tags`, { ...own(cookie), ...headers }, '{}')).toMatchObject(nothing)
  })

  test('a request that says no origin, and one that is neither GET nor POST, gets nothing', async () => {
    await open(emptyMemory())
    const cookie = cookieOf(await enter())

    expect(await send('POST', `${base}/ask/tags`, { cookie, 'content-type': 'application/json' }, '{}')).toMatchObject(nothing)
    expect(await send('DELETE', `${base}/ask/tags`, own(cookie))).toMatchObject(nothing)
  })

  test('a server that is reached by https, and by a name of its own, is the same page', async () => {
    await open(emptyMemory())
    const host = 'gateway.example'
    const cookie = cookieOf(await enter(brain, { host }))

    expect((await send('POST', `${base}/ask/tags`, { ...own(cookie), host, origin: `https://${host}` }, '{}')).status).toBe(200)
    expect(await send('GET', `${base}/`, { cookie })).toMatchObject(nothing)
  })

  test('it ends after some hours', async () => {
    await open(emptyMemory())
    const headers = own(cookieOf(await enter()))
    now = pageMs - 1
    const before = await send('GET', `${base}/`, headers)
    now = pageMs

    expect(before.status).toBe(200)
    expect(await send('GET', `${base}/`, headers)).toMatchObject(nothing)
  })

  test('a request is about the brain that its address was for, whatever it names', async () => {
    const carrying = emptyMemory()
    await open({ ...carrying, write: true })
    const headers = own(cookieOf(await enter('local/other/default')))

    expect((await send('POST', `${base}/ask/tags`, headers, JSON.stringify({ brain }))).text).toContain('local/other/default')
    expect((await send('POST', `${base}/ask/brains`, headers, '{}')).status).toBe(403)
    expect((await send('POST', `${base}/ask/counters`, headers, '{}')).status).toBe(403)
  })

  test('what is no operation, no JSON or too long is refused in words', async () => {
    await open(emptyMemory())
    const headers = own(cookieOf(await enter()))

    expect((await send('POST', `${base}/ask/nothing`, headers, '{}')).status).toBe(404)
    expect((await send('POST', `${base}/ask/tags`, headers, '[]')).status).toBe(400)
    expect((await send('POST', `${base}/ask/tags`, headers, JSON.stringify({ x: 'x'.repeat(100_001) }))).status).toBe(413)
  })
})

test('INV-271 the page of a gateway that only reads leaves every row of the log as it was', async () => {
  let told = 0
  await fc.assert(
    fc.asyncProperty(signals(), fc.array(asked, { minLength: 1, maxLength: 12 }), async (history, requests) => {
      const { memory } = play(history)
      await open({ memory: Effect.succeed(memoryHere(memory)), write: false })
      const headers = own(cookieOf(await enter()))
      const before = memory.rows()
      // The last one is taken by every memory that may be written.
      for (const [name, request] of [...requests, ['note', { text: 'the harbour is closed' }] as const]) {
        const { status } = await send('POST', `${base}/ask/${name}`, headers, JSON.stringify(request))
        expect(status).not.toBe(500)
        if (status === 200) told++
      }
      if (server !== undefined) await closed(server)
      server = undefined

      expect(memory.rows()).toEqual(before)
    }),
    { ...runs, numRuns: Math.max(1, Math.floor(runs.numRuns / 2)) },
  )
  if (runs.numRuns >= 25) expect(told).toBeGreaterThan(0)
})
