/** Hooks over a memory that only takes what it is told; each test has a state of its own. */

import { randomUUID } from 'node:crypto'
import * as Result from 'effect/Result'
import { beforeEach } from 'vitest'
import { beginRun } from '../../packages/agent-host/src/state/runs.ts'
import { type Run, sharedState } from '../../packages/agent-host/src/state/shared-state.ts'
import { openClawParts, type PluginParts, usualNaming } from '../../packages/plugin-openclaw/src/host/openclaw.ts'
import { readPluginConfig } from '../../packages/plugin-openclaw/src/host/settings.ts'

export const place = { agentId: 'main', sessionKey: 'agent:main:s', sessionId: '0b4f' }
export const turn = { ...place, runId: 'r1', trigger: 'user' }
export const beat = { ...place, runId: 'r2', trigger: 'heartbeat', activeProjectKeys: ['crabtrail'] }
export const talk = {
  brain: 'local/main/default',
  session: 'agent:main:s',
  sessionKind: 'interactive',
  actor: 'openclaw',
  actorKind: 'host',
  agent: 'main',
} as const

export const access = { memory: 'owner', chatKind: 'named' } as const

export let signals: Array<{ readonly method: string; readonly request: Readonly<Record<string, unknown>> }>
export let parts: PluginParts
/** Called once at the top of a file: registers what sets the stage for its tests. */
export const setStage = (): void => {
  beforeEach(() => {
    signals = []
    const worker = {
      signal: (method: string, request: Readonly<Record<string, unknown>>) => void signals.push({ method, request }),
      skip: (request: Readonly<Record<string, unknown>>, reason: string) => {
        signals.push({ method: 'skip', request: { ...request, reason } })
        return `${reason}:key`
      },
      drained: () => Promise.resolve(),
      ask: (method: string, request: Readonly<Record<string, unknown>>) => {
        signals.push({ method, request })
        return Promise.resolve(method === 'learn' ? { backlog: 0, facts: 1 } : {})
      },
    }
    const memory = { worker: () => worker } as unknown as PluginParts['memory']
    const config = Result.getOrThrow(readPluginConfig({}))
    parts = {
      memory,
      state: sharedState(`hooks ${randomUUID()}`),
      config,
      naming: usualNaming,
      ...openClawParts(() => ({})),
      warn: () => {},
    }
  })
}

/** A run whose question was answered with a memory. */
export const answered = (about: Partial<Run> = {}): Run => {
  const request = { ...talk, question: 'How are releases deployed?' }
  const run = beginRun(parts.state, turn, { talk, access, interactive: true, request, ...about })
  return Object.assign(run, { turnKey: 'recall:r1', turn: 't1', included: ['releases'], senderIsOwner: true })
}
export const said = (text: string) => ({
  messages: [
    { role: 'user', content: 'How are releases deployed?' },
    { role: 'assistant', content: [{ type: 'text', text }], stopReason: 'stop' },
  ],
  success: true,
  durationMs: 20.4,
})
export const failing = {
  messages: [{ role: 'user' }, { role: 'assistant', content: [], stopReason: 'error' }],
  success: true,
  durationMs: 5,
}
export const methods = () => signals.map(({ method }) => method)
