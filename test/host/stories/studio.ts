/** The owner opens the page of the studio at a real gateway. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cookieOf, requestsTo } from '../../studio/requests-to.ts'
import { settingsMeanwhile, sharedHost } from '../one-gateway.ts'
import { patient } from '../stage.ts'

const agent = 'curator'
const brain = `local/${agent}/default`
const stage = sharedHost({
  agents: [agent],
  prepare: ({ withStore }) => withStore(async (memory) => void (await memory.ask('init', { brain }, patient))),
})

test('switched off, there is no page of it at a real gateway, whoever asks', async () => {
  const said = await stage.host.chat(`agent:${agent}:main`, '/trail studio')
  const { gateway } = JSON.parse(readFileSync(stage.host.places.config, 'utf8')) as { readonly gateway: { readonly port: number } }
  const send = requestsTo(() => gateway.port)
  const told: Array<readonly [string, number, boolean]> = []
  for (const headers of [{}, { authorization: 'Bearer host-test' }, { cookie: 'crabtrail-studio=guessed' }]) {
    for (const path of ['/crabtrail/studio', '/crabtrail/studio/', '/crabtrail/studio/?token=x', '/crabtrail/studio/about']) {
      const { status, text } = await send('GET', path, headers)
      told.push([path, status, text.includes('<title>Crabtrail</title>')])
    }
    told.push(['ask', (await send('POST', '/crabtrail/studio/ask/tags', headers, '{}')).status, false])
  }

  expect(said).toContain('The studio is off.')
  expect(told).toEqual(told.map(([path]) => [path, 404, false]))
}, 60_000)

describe('the studio, in a real gateway', () => {
  settingsMeanwhile(stage, { studio: 'read' })

  test('an address that the owner asks for opens the page once, and without it there is none', async () => {
    const told = await stage.host.chat(`agent:${agent}:main`, '/trail studio')
    const { origin, pathname, port, search } = new URL(/http:\S+/.exec(told)?.[0] ?? told)
    const send = requestsTo(() => Number(port))
    const without = [
      await send('GET', pathname),
      await send('GET', `${pathname}?token=x`),
      await send('GET', pathname, { authorization: 'Bearer host-test' }),
    ]
    const entered = await send('GET', `${pathname}${search}`)
    const headers = { cookie: cookieOf(entered), origin, 'content-type': 'application/json' }
    const page = await send('GET', pathname, headers)
    const asked = await send('POST', `${pathname}ask/tags`, headers, '{}')
    const again = await send('GET', `${pathname}${search}`)

    expect(without.map(({ status, text }) => [status, text])).toEqual(without.map(() => [404, 'Not Found']))
    expect([entered.status, page.status, asked.status, again.status]).toEqual([303, 200, 200, 404])
    expect(page.text).toContain('<title>Crabtrail</title>')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(JSON.parse(asked.text)).toMatchObject({ brain })
  }, 60_000)
})
