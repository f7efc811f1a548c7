/** Who may reach the memory by the studio: real requests over loopback, and no other way in. */

import * as Effect from 'effect/Effect'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Assets } from '../../packages/studio/src/server/assets.ts'
import { type Serving, serve } from '../../packages/studio/src/server/serve.ts'
import { runningMemory } from '../arbitraries/running-memory.ts'
import { memoryHere } from './memory-here.ts'
import { requestsTo } from './requests-to.ts'

const assets: Assets = new Map([
  ['/', { type: 'text/html; charset=utf-8', bytes: Buffer.from('<!doctype html><title>the page</title>') }],
  ['/assets/page.js', { type: 'text/javascript; charset=utf-8', bytes: Buffer.from('1') }],
])

let serving: Serving
let cookie: string

const send = requestsTo(() => serving.port)

const own = () => ({ cookie, origin: `http://127.0.0.1:${serving.port}`, 'content-type': 'application/json' })

beforeAll(async () => {
  const memory = runningMemory()
  memory.ask((methods) => methods.init({}))
  serving = await serve(0, assets, { memory: Effect.succeed(memoryHere(memory)), write: false })
  const { pathname, search } = new URL(serving.url)
  const { headers, status } = await send('GET', `${pathname}${search}`)
  expect(status).toBe(303)
  expect(headers['location']).toBe('./')
  cookie = String(headers['set-cookie']).split(';')[0] ?? ''
})
afterAll(() => serving.close())

describe('the address that was printed', () => {
  test('opens the studio once: the second one that comes with it gets nothing', async () => {
    const { pathname, search } = new URL(serving.url)

    expect((await send('GET', `${pathname}${search}`)).status).toBe(401)
    expect((await send('GET', `${pathname}${search}`, { cookie })).status).toBe(303)
    expect((await send('GET', '/?token=')).status).toBe(401)
    expect((await send('GET', '/?token=guessed')).status).toBe(401)
  })

  test('gives a cookie that no script reads and no other site sends', async () => {
    const { search } = new URL(serving.url)
    const { headers } = await send('GET', `/${search}`, { cookie })

    expect(String(headers['set-cookie'])).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
  })
})

describe('without the cookie', () => {
  test.each([
    ['the page', 'GET', '/'],
    ['a file of the page', 'GET', '/assets/page.js'],
    ['what the studio says of itself', 'GET', '/about'],
    ['a question', 'POST', '/ask/tags'],
  ])('%s is not given', async (_, method, path) => {
    const { cookie: _none, ...headers } = own()
    expect((await send(method, path, headers, '{}')).status).toBe(401)
    expect((await send(method, path, { ...headers, cookie: 'crabtrail-studio=x' }, '{}')).status).toBe(401)
  })
})

describe('with the cookie', () => {
  test.each<[string, Readonly<Record<string, string>>, number]>([
    ['another name of this machine', { host: 'evil.example' }, 403],
    ['no name', { host: '' }, 403],
    ['the right name and another port', { host: '127.0.0.1:1' }, 403],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page without a site', { origin: 'null' }, 403],
    ['another server of this machine', { origin: 'http://127.0.0.1:1' }, 403],
    ['a form of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another server of the same machine', { 'sec-fetch-site': 'same-site' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a text that a form may send', { 'content-type': 'text/plain' }, 415],
  ])('%s gets nothing', async (_, headers, status) => {
    const answered = await send('POST', '/ask/tags', { ...own(), ...headers }, '{}')

    expect(answered.status).toBe(status)
    expect(answered.text).not.toContain('local/main')
  })

  test('a question that says no origin gets nothing', async () => {
    expect((await send('POST', '/ask/tags', { cookie, 'content-type': 'application/json' }, '{}')).status).toBe(403)
  })

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is not taken', async (method) => {
    expect((await send(method, '/ask/tags', own(), '{}')).status).toBe(405)
  })

  test.each([
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '//etc/passwd',
    '/assets/page.js%00.html',
    '/constructor',
  ])('no path leads out of the page: %s', async (path) => {
    const { status, text } = await send('GET', path, own())

    expect([404, 200]).toContain(status)
    if (status === 200) expect(text).toContain('the page')
  })

  test('what is no operation, no JSON or too long is refused in words', async () => {
    expect((await send('POST', '/ask/nothing', own(), '{}')).status).toBe(404)
    expect((await send('POST', '/ask/__proto__', own(), '{}')).status).toBe(404)
    expect((await send('POST', '/ask/tags', own(), 'no')).status).toBe(400)
    expect((await send('POST', '/ask/tags', own(), '[]')).status).toBe(400)
    expect((await send('POST', '/ask/tags', own(), JSON.stringify({ brain: 'x'.repeat(100_001) }))).status).toBe(413)
  })

  test('the page and the memory answer', async () => {
    expect(await send('GET', '/', own())).toMatchObject({ status: 200, text: expect.stringContaining('the page') })
    expect(JSON.parse((await send('POST', '/ask/tags', own(), '{}')).text)).toMatchObject({ brain: 'local/main/default', tags: [] })
    expect((await send('POST', '/ask/why', own(), JSON.stringify({ turn: 't9' }))).status).toBe(404)
  })

  test('every answer forbids what the page does not need', async () => {
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/nowhere'],
      ['POST', '/ask/tags'],
    ] as const) {
      const { headers } = await send(method, path, own(), method === 'POST' ? '{}' : undefined)

      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      })
    }
  })
})
