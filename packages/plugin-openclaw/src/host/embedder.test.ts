import { inspect } from 'node:util'
import * as Effect from 'effect/Effect'
import { describe, expect, test } from 'vitest'
import { settingsProblem } from '../health/work.ts'
import { embedderChosen } from './embedder.ts'
import type { PluginConfig } from './settings.ts'

type Server = Exclude<PluginConfig['embedder'], string>

const server = (more: Partial<Server> = {}): Server => ({ baseUrl: 'http://localhost:11434/v1', model: 'tiny', dimension: 4, ...more })
const problemOf = (embedder: PluginConfig['embedder'], environment = {}) => settingsProblem({ deadlineMs: 300, embedder }, environment)

describe('the embedder of the plugin', () => {
  test.each<readonly [string | undefined, PluginConfig['embedder']]>([
    [undefined, 'none'],
    ['hashed/', 'hashed'],
    ['localhost:11434/tiny/4', server()],
    ['localhost:11434/text-embedding-3-small/1536', { baseUrl: 'http://localhost:11434/v1', model: 'text-embedding-3-small' }],
  ])('is what the settings say: %s', async (id, embedder) => {
    const chosen = await Effect.runPromise(embedderChosen({ deadlineMs: 300, embedder }, {}))

    expect(chosen?.id.startsWith(id ?? '')).toBe(id === undefined ? undefined : true)
    expect(await problemOf(embedder)).toBeUndefined()
  })

  test.each<readonly [string, Server]>([
    ['the base URL is no address: give one like https://', server({ baseUrl: 'localhost' })],
    [
      'the base URL has more than scheme, host and path: leave the rest out, and give a key by itself',
      server({ baseUrl: 'http://u:secret@a/v1' }),
    ],
    ['give it as dimension', { baseUrl: 'http://a/v1', model: 'tiny' }],
    ['questionMs is 151, at most half of deadlineMs (150 now): lower it, or raise deadlineMs', server({ questionMs: 151 })],
    ['the environment of the gateway has no OTHER_KEY: set it there', server({ keyVariable: 'OTHER_KEY' })],
    ['keyVariable is no name of an environment variable', server({ keyVariable: 'sk-secret' })],
  ])('is refused with what is wrong and what to do, and without any key: %s', async (problem, embedder) => {
    const told = await problemOf(embedder)

    expect(told).toMatch(/^plugins\.entries\.crabtrail\.config\.embedder: /)
    expect(told).toContain(problem)
    expect(told).not.toContain('secret')
  })

  test('has its key from the environment, and shows it to nobody', async () => {
    const settings = { deadlineMs: 300, embedder: server({ keyVariable: 'OTHER_KEY' }) }
    const chosen = await Effect.runPromise(embedderChosen(settings, { OTHER_KEY: 'sk-secret' }))

    expect(inspect(chosen, { depth: 9, showHidden: true })).not.toContain('secret')
    expect(await problemOf(settings.embedder, { OTHER_KEY: 'sk secret' })).toMatch(/the key cannot be sent/)
    // A terminal looks at the settings without the environment of the gateway.
    expect(await settingsProblem(settings, undefined)).toBeUndefined()
  })
})
