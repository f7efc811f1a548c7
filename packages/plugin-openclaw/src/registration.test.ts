import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import plugin from './index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plugin-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

interface Service {
  readonly id: string
  readonly start: () => unknown
  readonly stop: () => Promise<void>
}

/** What the host gives a plugin, and what it keeps of it. */
const register = (registrationMode: string, pluginConfig?: object) => {
  const registered = { hooks: new Map<string, { timeoutMs: number }>(), services: [] as Service[], errors: [] as string[] }
  const api = {
    registrationMode,
    pluginConfig,
    get runtime() {
      if (registrationMode === 'cli-metadata' || registrationMode === 'setup-only') throw new Error('the runtime is not available')
      return { state: { resolveStateDir: () => folder } }
    },
    logger: { warn: () => {}, error: (message: string) => registered.errors.push(message) },
    registerService: (service: Service) => registered.services.push(service),
    on: (name: string, _handler: unknown, options: { timeoutMs: number }) => registered.hooks.set(name, options),
  }
  plugin.register(api as never)
  return registered
}

describe('the plugin', () => {
  test.each(['full', 'discovery', 'tool-discovery', 'setup-runtime'])(
    'registers its hook and its service in %s mode, and opens nothing',
    (mode) => {
      const { errors, hooks, services } = register(mode)

      expect([...hooks.keys()]).toEqual(['before_prompt_build'])
      expect(services.map(({ id }) => id)).toEqual(['crabtrail-memory'])
      expect(errors).toEqual([])
    },
  )

  test.each(['cli-metadata', 'setup-only'])('touches nothing in %s mode', (mode) => {
    expect(register(mode)).toMatchObject({ services: [], errors: [] })
  })

  test('gives the host a deadline behind its own', () => {
    expect(register('full', { deadlineMs: 1_000 }).hooks.get('before_prompt_build')?.timeoutMs).toBeGreaterThan(1_050)
  })

  test('does nothing when it is switched off', () => {
    expect(register('full', { enabled: false })).toMatchObject({ services: [], errors: [] })
  })

  test('names a setting that is wrong and does nothing', () => {
    const { errors, services } = register('full', { deadlineMs: 'soon' })

    expect(errors).toEqual([expect.stringMatching(/plugins\.entries\.crabtrail\.config[\s\S]*deadlineMs/)])
    expect(services).toEqual([])
  })

  test('starts its service without waiting for the store, and stops it', async () => {
    const [service] = register('full').services

    expect(service?.start()).toBeUndefined()
    await service?.stop()
  })
})
