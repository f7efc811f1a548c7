/** The page of the studio at the gateway: `/trail studio` gives its owner an address, and nobody else finds anything there. */
import type { Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GatewayConfig, studioPage } from '../../packages/plugin-openclaw/src/studio/gateway-page.ts'
import { closed, cookieOf, portOf, requestsTo, serverOf } from '../studio/requests-to.ts'
import { openStage, patient, type Stage } from './stage.ts'

const base = '/crabtrail/studio'
const brain = 'local/main/default'
const chat = 'agent:main:chat'

let stage: Stage
let server: Server
const send = requestsTo(() => portOf(server))

const openedWith = (studio: 'off' | 'read' | 'write') => {
  beforeAll(async () => {
    stage = await openStage({ config: { studio }, hostConfig: { gateway: { port: 4711 } } })
    server = await serverOf((request, response) => void stage.host.serve(request, response))
    await stage.note('memory/releases.md', '# Releases\n\nReleases are deployed from the main branch.\n')
  })
  afterAll(async () => {
    await closed(server)
    await stage.leave()
  })
}

const address = async (): Promise<URL> => {
  const [, line = ''] = (await stage.host.chat(chat, '/trail studio')).split('\n')
  return new URL(line)
}
/** The headers of a browser that opened a fresh address. */
const entered = async () => {
  const { pathname, search } = await address()
  const cookie = cookieOf(await send('GET', `${pathname}${search}`))
  return { cookie, origin: `http://127.0.0.1:${portOf(server)}`, 'content-type': 'application/json' }
}
const rows = async () => (await stage.memory().ask('export', { brain }, patient)).lines

describe('switched off', () => {
  openedWith('off')

  test('there is no route, and the chat says which setting makes one', async () => {
    const told = await stage.host.chat(chat, '/trail studio')

    expect(told).toBe('The studio is off. Set plugins.entries.crabtrail.config.studio to read, or to write, in the host’s configuration.')
    expect(await send('GET', `${base}/`)).toMatchObject({ status: 404, text: 'the host' })
  })
})

describe('set to read', () => {
  openedWith('read')

  test('nothing is there before the owner asks for an address, nor by another way of writing the path', async () => {
    for (const path of [base, `${base}/`, `${base}/?token=guessed`, `${base}/about`, '/CRABTRAIL/Studio/', '/crabtrail/%73tudio/'])
      expect(await send('GET', path)).toMatchObject({ status: 404, text: 'Not Found' })
    expect(await send('POST', `${base}/ask/tags`, { 'content-type': 'application/json' }, '{}')).toMatchObject({ status: 404 })
  })

  test('the address opens the page once; the page has its files below it and asks the memory of this agent', async () => {
    const opened = await address()
    const before = await send('GET', `${base}/`)
    const first = await send('GET', `${opened.pathname}${opened.search}`)
    const second = await send('GET', `${opened.pathname}${opened.search}`)
    const headers = { cookie: cookieOf(first), origin: `http://127.0.0.1:${portOf(server)}`, 'content-type': 'application/json' }
    const page = await send('GET', `${base}/`, headers)
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => new URL(name, `http://host${base}/`).pathname)

    expect(opened.origin).toBe('http://127.0.0.1:4711')
    expect([before.status, first.status, second.status, page.status]).toEqual([404, 303, 404, 200])
    expect(files.length).toBeGreaterThanOrEqual(3)
    for (const file of files) expect([file, (await send('GET', file, headers)).status]).toEqual([file, 200])
    expect((await send('POST', `${base}/ask/show`, headers, '{"what":"memory/releases.md"}')).text).toContain('main branch')
    expect(JSON.parse((await send('GET', `${base}/about`, headers)).text)).toEqual({ brain, write: false })
  })

  test('no request changes the log, and the refusal names the setting', async () => {
    const headers = await entered()
    const before = await rows()
    const refused = await send('POST', `${base}/ask/trust`, headers, '{"node":"memory/releases.md"}')
    const ingested = await send('POST', `${base}/ask/note`, headers, '{"text":"something new","dryRun":true}')

    expect([refused.status, ingested.status]).toEqual([403, 403])
    expect(refused.text).toContain('Set plugins.entries.crabtrail.config.studio to write')
    expect(await rows()).toEqual(before)
  })

  test('nothing is there any more once the memory is switched off', async () => {
    const headers = await entered()
    stage.state.serving.isOff = true
    await stage.host.reconfigure({ plugins: { entries: { crabtrail: { config: { studio: 'off' } } } } })

    expect((await send('GET', `${base}/`, headers)).status).toBe(404)
    await stage.host.reconfigure({ plugins: { entries: { crabtrail: { config: { studio: 'read' } } } } })
    expect((await send('GET', `${base}/`, headers)).status).toBe(200)
  })
})

describe('switched off after it was set to read', () => {
  openedWith('read')

  test('there is nothing for anybody, neither for the browser that had opened it nor for an address that waits', async () => {
    const headers = await entered()
    const waiting = await address()
    expect((await send('GET', `${base}/`, headers)).status).toBe(200)
    await stage.host.reconfigure({ plugins: { entries: { crabtrail: { config: { studio: 'off' } } } } })

    for (const one of [{}, { authorization: 'Bearer host-test' }, headers]) {
      for (const path of [base, `${base}/`, `${base}/about`, `${base}/?token=guessed`, `${waiting.pathname}${waiting.search}`])
        expect([path, (await send('GET', path, one)).status]).toEqual([path, 404])
      expect((await send('POST', `${base}/ask/tags`, one, '{}')).status).toBe(404)
    }
    expect(await stage.host.chat(chat, '/trail studio')).toMatch(/^The studio is off\./)
  })
})

describe('set to write', () => {
  openedWith('write')

  test('the owner corrects there, and the log says so', async () => {
    const headers = await entered()
    const { status } = await send('POST', `${base}/ask/protect`, headers, '{"node":"memory/releases.md","actor":"somebody"}')
    const forgotten = await send('POST', `${base}/ask/forget`, headers, '{"node":"memory/releases.md"}')

    expect([status, forgotten.status]).toEqual([200, 403])
    const { events } = await stage.memory().ask('log', { brain, type: 'NodeProtected' }, patient)
    expect(events).toMatchObject([{ actor: 'owner' }])
  })
})

test.each<[string, GatewayConfig, Readonly<Record<string, string>>, string]>([
  ['a gateway for which nothing is set', {}, {}, 'http://127.0.0.1:18789'],
  ['a port of its own', { gateway: { port: 1234 } }, {}, 'http://127.0.0.1:1234'],
  ['a port that the environment names', { gateway: { port: 1234 } }, { OPENCLAW_GATEWAY_PORT: '99' }, 'http://127.0.0.1:99'],
  ['a gateway that encrypts', { gateway: { tls: { enabled: true } } }, {}, 'https://127.0.0.1:18789'],
])('%s is in the address', async (_, config, env, origin) => {
  const told = await studioPage('read', 'addresses', () => config, env)?.open(brain)

  expect(told?.address.startsWith(`${origin}${base}/?token=`)).toBe(true)
  expect(told).toMatchObject({ minutes: 5, elsewhere: expect.stringContaining(origin) })
})
