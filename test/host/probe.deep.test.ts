/**
 * The real host does what was recorded of it, call by call.
 *
 * In short: `test/plugin/fake-host.test.ts`
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModel } from '../src/model.ts'
import { createHost } from '../src/openclaw.ts'
import probe from '../src/probe-plugin/probe.ts'
import { startTelegram } from '../src/telegram.ts'
import { readCalls } from './heard.ts'
import { recordedOf, recordingFile } from './probe-golden.ts'
import { inShort, tellStory } from './probe-heard.ts'
import { agents, hostConfig } from './probe-story.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heard-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// What changes with another version of the host is recorded by `vitest -u`, and looked through.
test('the real host does what was recorded of it', { timeout: 300_000 }, async () => {
  const file = join(folder, 'real.jsonl')
  writeFileSync(file, '')
  const plugin = fileURLToPath(new URL('../src/probe-plugin', import.meta.url))
  const model = await startModel(() => 'not asked')
  const telegram = await startTelegram()
  const config = { ...hostConfig, channels: { telegram: telegram.config } }
  const host = await createHost(model.url, { agents, config, linked: [{ id: probe.id, folder: plugin, config: { file } }] })
  try {
    await tellStory({ ...host, say: telegram.say, told: telegram.told }, model.follow)
    const heard = inShort({ calls: readCalls(file), requests: model.requests, log: host.log() })

    await expect(recordedOf(heard)).toMatchFileSnapshot(recordingFile)
  } finally {
    await host.dispose()
    await model.stop()
    await telegram.stop()
  }
})
