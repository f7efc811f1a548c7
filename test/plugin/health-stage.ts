/** The health watch over a memory, with what it tells the log and the owner. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { type HealthWatch, healthWatch } from '../../packages/agent-host/src/health/watch.ts'
import { type HealthReport, healthPath } from '../../packages/agent-host/src/state/problems.ts'
import { type SharedMemory, sharedMemory } from '../../packages/agent-host/src/state/shared-memory.ts'
import { sharedState } from '../../packages/agent-host/src/state/shared-state.ts'
import { openClawParts, type PluginParts, usualNaming } from '../../packages/plugin-openclaw/src/host/openclaw.ts'
import { watchedHost } from '../../packages/plugin-openclaw/src/host/services.ts'
import { readPluginConfig } from '../../packages/plugin-openclaw/src/host/settings.ts'

export const patient = { deadlineMs: 30_000 }

export let folder: string
let shared: SharedMemory
// One thread for most; each test knows of nothing that was told before.
let tests = 0
export let path: string
export let parts: PluginParts
export let errors: string[]
let isReloading: boolean
export const reloading = (now: boolean): void => {
  isReloading = now
}
export let infos: string[]
export let events: Array<{ readonly text: string; readonly sessionKey: string }>

/** Called once at the top of a file: registers what sets the stage for its tests. */
export const setStage = (): void => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'health-'))
    shared = memoryOf(join(folder, 'memory.db'))
  })
  afterAll(async () => {
    await shared.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => use(shared))
  afterEach(() => {
    vi.useRealTimers()
    rmSync(healthPath(path), { recursive: true, force: true })
  })
}

/** By another process: within one, SQLite’s two engines do not see each other’s locks, and take each other’s memory away. */
export const alter = (database: string, sql: string) => {
  const script = `const [path, sql] = process.argv.slice(1); const file = new (require('node:sqlite').DatabaseSync)(path); file.exec(sql); file.close()`
  execFileSync(process.execPath, ['-e', script, database, sql], { stdio: 'pipe' })
}

export const memoryOf = (database: string): SharedMemory => {
  const memory = sharedMemory({ path: database, entry: new URL('../../packages/plugin-openclaw/src/worker.ts', import.meta.url) })
  memory.start(() => {})
  return memory
}
export const use = (memory: SharedMemory) => {
  path = memory.files
  const { success: config } = readPluginConfig({}) as { readonly success: PluginParts['config'] }
  parts = { memory, state: sharedState(`${path} ${++tests}`), config, naming: usualNaming, ...openClawParts(() => ({})), warn: () => {} }
  ;[errors, infos, events, isReloading] = [[], [], [], false]
}
export const change = (more: Partial<PluginParts>): void => {
  parts = { ...parts, ...more }
}
export const granted = { allowConversationAccess: true }
export const watch = (hooks: object = granted, config: object = {}): HealthWatch =>
  healthWatch(
    watchedHost(
      {
        id: 'crabtrail',
        config: { ...config, plugins: { entries: { crabtrail: { hooks } } } },
        logger: { error: (text: string) => errors.push(text), info: (text: string) => infos.push(text) },
        runtime: {
          system: {
            enqueueSystemEvent: (text: string, { sessionKey }: { sessionKey: string }) => {
              if (isReloading) throw new Error('the host is replacing the plugin')
              events.push({ text, sessionKey })
            },
          },
        },
      } as never,
      parts,
    ),
    parts,
  )
/** From now on the watch is that of another process, which knows of this one what stands in its status. */
export const nextProcess = (): void => {
  writeFileSync(healthPath(path), JSON.stringify({ ...report(), instance: 'before' }))
  parts = { ...parts, state: sharedState(`${path} ${++tests}`) }
}
export const called = (name: string, calls: number) => {
  parts.state.health.hooks[name] = { calls, failures: 0, lastError: undefined, told: [], lastAt: 0 }
}
export const problems = () => Object.fromEntries(parts.state.health.problems)
export const report = (): HealthReport => JSON.parse(readFileSync(healthPath(path), 'utf8'))
