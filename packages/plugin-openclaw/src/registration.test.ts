import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
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

interface Hook {
  readonly name: string
  readonly timeoutMs: number
}

/** Registers the plugin with a host that records every hook, service and tool it is given. */
const register = (registrationMode: string, pluginConfig?: object, more: object = {}) => {
  const registered = {
    hooks: [] as Hook[],
    services: [] as Service[],
    offered: [] as string[],
    tools: [] as Array<(context: object) => unknown>,
    errors: [] as string[],
  }
  const offer = (what: string) => () => registered.offered.push(what)
  const api = {
    registrationMode,
    pluginConfig,
    get runtime() {
      if (registrationMode === 'cli-metadata' || registrationMode === 'setup-only') throw new Error('the runtime is not available')
      return { state: { resolveStateDir: () => folder } }
    },
    logger: { warn: () => {}, error: (message: string) => registered.errors.push(message) },
    registerService: (service: Service) => registered.services.push(service),
    on: (name: string, _handler: unknown, { timeoutMs }: { timeoutMs: number }) => registered.hooks.push({ name, timeoutMs }),
    registerHook: offer('internal hook'),
    registerCli: offer('command line'),
    registerTool: (tool: (context: object) => unknown) => {
      registered.offered.push('tool')
      registered.tools.push(tool)
    },
    registerCommand: offer('command'),
    registerMemoryCorpusSupplement: offer('corpus'),
    ...more,
  }
  plugin.register(api as never)
  return registered
}

const nothing = { hooks: [], services: [], offered: ['command line'], tools: [], errors: [] }

describe('the plugin', () => {
  test.each(['full', 'discovery', 'tool-discovery', 'setup-runtime'])('registers all it has in %s mode, and opens nothing', (mode) => {
    const { errors, hooks, offered, services } = register(mode)

    const names = ['session_start', 'session_end', 'before_reset', 'before_compaction', 'heartbeat_prompt_contribution']
    expect(new Set(hooks.map(({ name }) => name))).toEqual(
      new Set([
        ...names,
        'before_prompt_build',
        'before_agent_run',
        'before_tool_call',
        'after_tool_call',
        'agent_end',
        'reply_payload_sending',
      ]),
    )
    expect(services.map(({ id }) => id)).toEqual([
      'crabtrail-memory',
      'crabtrail-workspace',
      'crabtrail-health',
      'crabtrail-proof',
      'crabtrail-forgotten',
    ])
    expect(offered.toSorted()).toEqual(['command', 'command line', 'corpus', 'internal hook', 'tool', 'tool', 'tool', 'tool', 'tool'])
    expect(errors).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })

  test.each(['cli-metadata', 'setup-only'])('names its command line and touches nothing else in %s mode', (mode) => {
    expect(register(mode)).toEqual(nothing)
  })

  test('gives the host a deadline behind its own', () => {
    const { hooks } = register('full', { deadlineMs: 8_000 })

    expect(hooks.map(({ timeoutMs }) => timeoutMs > 0)).not.toContain(false)
    expect(hooks.find(({ name }) => name === 'before_prompt_build')?.timeoutMs).toBeGreaterThan(8_200)
  })

  test('gives a turn that may ask a routing model its time as well', () => {
    const timeOf = (config: object) => register('full', config).hooks.find(({ name }) => name === 'before_prompt_build')?.timeoutMs
    const model = { baseUrl: 'http://127.0.0.1:1/v1', model: 'tiny' }

    expect(timeOf({ deadlineMs: 300, model, modelMs: 4_000 })).toBe(4_000 + (timeOf({ deadlineMs: 300 }) ?? 0))
    expect(timeOf({ deadlineMs: 300, modelMs: 4_000 })).toBe(timeOf({ deadlineMs: 300 }))
  })

  test('claims no memory slot, and no private recall of the host (ADR 0082)', () => {
    const manifest = JSON.parse(readFileSync(new URL('../openclaw.plugin.json', import.meta.url), 'utf8'))
    const claimed: string[] = []
    const claim = (name: string) => () => claimed.push(name)
    register('full', undefined, {
      registerMemoryCapability: claim('capability'),
      registerMemoryPromptPreparation: claim('preparation'),
      registerContextEngine: claim('context engine'),
    })

    expect(manifest).not.toHaveProperty('kind')
    expect(claimed).toEqual([])
  })

  test('does nothing when it is switched off', () => {
    expect(register('full', { enabled: false })).toEqual(nothing)
  })

  test('gives the agent no tools when it shall have none', () => {
    const { errors, hooks, tools } = register('full', { tools: false })

    // They are asked for all the same: that is where the host says who asks.
    expect(tools.map((tool) => tool({ agentId: 'main', sessionKey: 'agent:main:main', senderIsOwner: true }))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
    expect(hooks).toHaveLength(register('full').hooks.length)
    expect(errors).toEqual([])
  })

  test('names a setting that is wrong, once, and does nothing', () => {
    const { errors, services } = register('full', { deadlineMs: 'soon' })

    expect(errors).toEqual([expect.stringMatching(/plugins\.entries\.crabtrail\.config.*deadlineMs/)])
    expect(services).toEqual([])
    expect(register('discovery', { deadlineMs: 'soon' })).toEqual(nothing)
  })

  test('starts its service without waiting for the store, and stops it', async () => {
    const service = register('full').services.find(({ id }) => id === 'crabtrail-memory')

    expect(service?.start()).toBeUndefined()
    await service?.stop()
  })
})
