import { readFileSync } from 'node:fs'
import { version } from '@crabtrail/agent-host/state/shared-memory'
import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { configJsonSchema, readPluginConfig } from './settings.ts'

const file = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))

describe('the settings of the plugin', () => {
  test('stand in the manifest as they are read', () => {
    expect(file('openclaw.plugin.json').configSchema).toEqual(configJsonSchema())
  })

  test('need none to be given', () => {
    expect(readPluginConfig(undefined)).toEqual(
      Result.succeed({
        enabled: true,
        brain: 'local/{agent}/default',
        deadlineMs: 'auto',
        embedder: 'none',
        follow: true,
        groups: 'none',
        model: 'off',
        modelMs: 2_000,
        searchTools: ['memory_search'],
        senders: 'owner',
        tools: true,
        judging: 'each',
        aliases: true,
        capture: 'facts',
        studio: 'off',
      }),
    )
  })

  test.each([
    ['deadlineMs', { deadlineMs: 5 }],
    ['deadlineMs', { deadlineMs: 20.5 }],
    ['enabled', { enabled: 'yes' }],
    ['storePath', { storePath: '' }],
    ['brain', { brain: 'acme/default' }],
    ['brain', { brain: 'acme/{name}/default' }],
    ['gateway', { gateway: 'Ada’s' }],
    ['tokens', { tokens: -1 }],
    ['searchTools', { searchTools: [''] }],
    ['embedder', { embedder: 'off' }],
    ['model', { embedder: { baseUrl: 'http://a/v1' } }],
    ['questionMs', { embedder: { baseUrl: 'http://a/v1', model: 'm', questionMs: 5 } }],
    ['model', { model: 'on' }],
    ['baseUrl', { model: { model: 'm' } }],
    ['modelMs', { modelMs: 30_001 }],
    ['modelMs', { modelMs: -1 }],
    ['follow', { follow: 'no' }],
    ['groups', { groups: 'all' }],
    ['senders', { senders: 'everybody' }],
    ['tools', { tools: 'none' }],
    ['unknown', { unknown: 1 }],
  ])('are refused with the name of the one that is wrong: %s', (name, given) => {
    const read = readPluginConfig(given)

    expect(Result.isFailure(read) && read.failure.message).toContain(name)
  })

  test.each([
    { model: 'sk-secret' },
    { storePath: `postgres://ann:sk-secret@db.example/${'m'.repeat(9_000)}` },
    { storePath: ['postgres://ann:sk-secret@db.example/memory'] },
    { model: { baseUrl: 'http://a/v1', model: 'm', apiKey: 'sk-secret' } },
    { brain: 'postgres://ann:sk-secret@db.example/memory' },
    { embedder: 'sk-secret' },
    { embedder: { baseUrl: 'http://a/v1', model: 'm', apiKey: 'sk-secret' } },
  ])('repeat nothing of what may be a key: %j', (given) => {
    const read = readPluginConfig(given)

    expect(Result.isFailure(read) && read.failure.message).toEqual(expect.not.stringContaining('secret'))
  })

  test('belong to a manifest of the same version as the package', () => {
    expect([file('openclaw.plugin.json').version, file('package.json').version]).toEqual([version, version])
  })
})
