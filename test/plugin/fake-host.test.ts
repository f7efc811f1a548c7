import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCalls } from '../host/heard.ts'
import { installedVersion, recording } from '../host/probe-golden.ts'
import { type HeardInShort, inShort, tellStory } from '../host/probe-heard.ts'
import { agents, hostConfig } from '../host/probe-story.ts'
import { createFakeHost } from '../src/fake-host/fake-host.ts'
import probe from '../src/probe-plugin/probe.ts'

const { heard: real, openclaw } = recording()
let folder: string
let fake: HeardInShort

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'heard-'))
  const file = join(folder, 'fake.jsonl')
  writeFileSync(file, '')
  const entry = { hooks: { allowConversationAccess: true }, config: { file } }
  const host = createFakeHost({
    home: join(folder, 'fake'),
    agents,
    config: hostConfig,
    load: () => probe,
    entry,
    script: () => 'not asked',
  })
  await tellStory(host, host.follow)
  await host.idle()
  fake = inShort({ calls: readCalls(file), requests: host.requests, log: host.log() })
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the fake host is like the real one, as that was recorded', () => {
  test('of the version that is installed: `pnpm test:deep test/host/probe -u` records another', () => {
    expect(openclaw).toBe(installedVersion())
  })

  test('the same story calls the same things of the same registrations in the same order', () => {
    expect(fake.titles).toEqual(real.titles)
    expect(real.titles.length).toBeGreaterThan(100)
  })

  test('each call is given the same fields', () => {
    expect(fake.given).toEqual(real.given)
  })

  test('nothing that the fake gives, however deep, is unknown to the real one', () => {
    const invented = Object.entries(fake.known).flatMap(([call, paths]) =>
      paths.filter((path) => real.known[call]?.includes(path) !== true).map((path) => `${call}: ${path}`),
    )

    expect(invented).toEqual([])
  })

  test('the model is sent the same turns, with what the plugin put into them', () => {
    expect(fake.sent).toEqual(real.sent)
  })

  test('a handler that throws or is late is told of in the same words', () => {
    expect(fake.failures).toEqual(real.failures)
    expect(fake.late).toEqual(real.late)
    expect(real.late).toEqual([{ active: '[Error: prompt hook invocation is no longer active]' }])
  })
})
