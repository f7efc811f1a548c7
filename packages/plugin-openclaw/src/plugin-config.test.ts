import { readFileSync } from 'node:fs'
import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { configJsonSchema, readPluginConfig } from './plugin-config.ts'
import { version } from './version.ts'

const file = (name: string) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))

describe('the settings of the plugin', () => {
  test('stand in the manifest as they are read', () => {
    expect(file('openclaw.plugin.json').configSchema).toEqual(configJsonSchema())
  })

  test('need none to be given', () => {
    expect(readPluginConfig(undefined)).toEqual(
      Result.succeed({ enabled: true, deadlineMs: 300, follow: true, searchTools: ['memory_search'], tools: true }),
    )
  })

  test.each([
    ['deadlineMs', { deadlineMs: 5 }],
    ['deadlineMs', { deadlineMs: 20.5 }],
    ['enabled', { enabled: 'yes' }],
    ['storePath', { storePath: '' }],
    ['tokens', { tokens: -1 }],
    ['searchTools', { searchTools: [''] }],
    ['follow', { follow: 'no' }],
    ['tools', { tools: 'none' }],
    ['unknown', { unknown: 1 }],
  ])('are refused with the name of the one that is wrong: %s', (name, given) => {
    const read = readPluginConfig(given)

    expect(Result.isFailure(read) && read.failure.message).toContain(name)
  })

  test('belong to a manifest of the same version as the package', () => {
    expect([file('openclaw.plugin.json').version, file('package.json').version]).toEqual([version, version])
  })
})
