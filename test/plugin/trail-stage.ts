/** A memory of its own for each test, in which the owner asks questions and types `/trail`. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer } from '@crabtrail/core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type SharedMemory, sharedMemory } from '../../packages/agent-host/src/state/shared-memory.ts'
import { sharedState } from '../../packages/agent-host/src/state/shared-state.ts'
import { trail } from '../../packages/plugin-openclaw/src/commands/trail.ts'
import { beforePromptBuild } from '../../packages/plugin-openclaw/src/hooks/before-reply.ts'
import { openClawParts, type PluginParts, usualNaming } from '../../packages/plugin-openclaw/src/host/openclaw.ts'
import { readPluginConfig } from '../../packages/plugin-openclaw/src/host/settings.ts'
import { noteOffered } from '../../packages/plugin-openclaw/src/tools/tools.ts'

export const patient = { deadlineMs: 30_000 }

export let folder: string
export let memory: SharedMemory
export let parts: PluginParts
export let warnings: string[]
// One thread for all; each test has an agent of its own.
let agents = 0
let runs = 0
export let agent: string
export let brain: string
export let session: string

/** Called once at the top of a file: registers what sets the stage for its tests. */
export const setStage = (): void => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trail-'))
    const path = join(folder, 'memory.db')
    memory = sharedMemory({ path, entry: new URL('../../packages/plugin-openclaw/src/worker.ts', import.meta.url) })
    memory.start(() => {})
    warnings = []
    const { success: config } = readPluginConfig({ deadlineMs: 10_000 }) as { readonly success: PluginParts['config'] }
    parts = {
      memory,
      state: sharedState(path),
      config,
      naming: usualNaming,
      ...openClawParts(() => ({})),
      warn: (message) => warnings.push(message),
    }
  })
  afterAll(async () => {
    await memory.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    agent = `agent-${++agents}`
    brain = `local/${agent}/default`
    session = `agent:${agent}:talk`
    warnings.length = 0
    parts.state.health.problems.clear()
  })
}

export const remember = async (
  source: string,
  about: string,
  more: { readonly origin?: 'agent' | 'untrusted' } = {},
): Promise<Answer.IngestAnswer> => {
  const text = `# ${about}\n\n${about} are deployed from the main branch.\n`
  await memory.worker().ask('session', { brain, session, event: 'started', ensure: true }, patient)
  return memory.worker().ask('ingest', { brain, documents: [{ source, format: 'markdown', text }], ...more }, patient)
}
export const turn = (prompt: string) => {
  noteOffered(parts.state, { agentId: agent, sessionKey: session, senderIsOwner: true })
  return beforePromptBuild(parts)({ prompt }, { agentId: agent, sessionKey: session, runId: `r${++runs}`, trigger: 'user' })
}
export const say = (args: string | undefined, more: object = {}) =>
  trail(parts, {
    isAuthorizedSender: true,
    senderIsOwner: true,
    agentId: agent,
    sessionKey: session,
    ...(args === undefined ? {} : { args }),
    ...more,
  })
export const feedbacks = async (): Promise<ReadonlyArray<Answer.LoggedEvent>> =>
  (await memory.worker().ask('log', { brain, type: 'FeedbackGiven' }, patient)).events

export const elsewhere =
  'Memory is for private conversations with the owner of this agent, and it is not known that the owner is asking here.'
