/** A memory of its own for each test, in which an agent answers questions and calls its tools. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer } from '@crabtrail/core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { findRun } from '../../packages/agent-host/src/state/runs.ts'
import { type SharedMemory, sharedMemory } from '../../packages/agent-host/src/state/shared-memory.ts'
import { sharedState } from '../../packages/agent-host/src/state/shared-state.ts'
import { beforeAgentRun, beforePromptBuild } from '../../packages/plugin-openclaw/src/hooks/before-reply.ts'
import { openClawParts, type PluginParts, usualNaming } from '../../packages/plugin-openclaw/src/host/openclaw.ts'
import { readPluginConfig } from '../../packages/plugin-openclaw/src/host/settings.ts'
import { noteOffered, registerTools } from '../../packages/plugin-openclaw/src/tools/tools.ts'

const patient = { deadlineMs: 30_000 }

export interface Tool {
  readonly name: string
  readonly description: string
  readonly parameters: object
  readonly execute: (
    call: string,
    params: unknown,
  ) => Promise<{ readonly content: ReadonlyArray<{ readonly text: string }>; readonly details: object }>
}

/** The memory of a file, and the tools registered for it. */
export const stage = (path: string) => {
  const memory = sharedMemory({ path, entry: new URL('../../packages/plugin-openclaw/src/worker.ts', import.meta.url) })
  const warnings: string[] = []
  const { success: config } = readPluginConfig({ deadlineMs: 10_000 }) as { readonly success: PluginParts['config'] }
  const parts: PluginParts = {
    memory,
    state: sharedState(path),
    config,
    naming: usualNaming,
    ...openClawParts(() => ({})),
    warn: (message) => warnings.push(message),
  }
  const tools = new Map<string, (context: object) => Tool>()
  registerTools({ registerTool: (tool: unknown, { name = '' } = {}) => tools.set(name, tool as never) } as never, parts)
  return { memory, parts, tools, warnings }
}

export let folder: string
export let memory: SharedMemory
export let parts: PluginParts
export let warnings: string[]
export let tools: ReadonlyMap<string, (context: object) => Tool>
// One thread for all; each test has an agent of its own.
let agents = 0
export let runs = 0
export let agent: string
let brain: string
export let session: string

/** Called once at the top of a file: registers what sets the stage for its tests. */
export const setStage = (): void => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tools-'))
    ;({ memory, parts, tools, warnings } = stage(join(folder, 'memory.db')))
    memory.start(() => {})
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
  })
}

export const context = () => ({ agentId: agent, sessionKey: session, sessionId: 'id', workspaceDir: '/w', senderIsOwner: true })
export const remember = async (
  source: string,
  about: string,
  origin: 'owner' | 'untrusted' = 'owner',
  says = 'are deployed from the main branch',
): Promise<Answer.IngestAnswer> => {
  const text = `# ${about}\n\n${about} ${says}.\n`
  await memory.worker().ask('session', { brain, session, event: 'started', ensure: true }, patient)
  return memory.worker().ask('ingest', { brain, origin, documents: [{ source, format: 'markdown', text }] }, patient)
}
/** Taken for heard, so that no verdict but those of the tool is on record. */
export const turn = async (
  prompt: string,
  more: object = {},
  { senderIsOwner = true }: { readonly senderIsOwner?: boolean | 'unsaid' } = {},
) => {
  const heard = { ...context(), runId: `r${++runs}`, trigger: 'user', ...more }
  noteOffered(parts.state, { ...context(), ...more, senderIsOwner: true })
  await beforePromptBuild(parts)({ prompt }, heard)
  const run = findRun(parts.state, heard)
  if (run !== undefined) run.heard = true
  beforeAgentRun(parts)({ messages: [], ...(senderIsOwner === 'unsaid' ? {} : { senderIsOwner }) }, heard)
}
export const correction = 'No, that is wrong.'
export const call = async (name: string, params: unknown, more: object = {}) => {
  const answer = await tools
    .get(name)?.({ ...context(), ...more })
    .execute('call', params)
  return { text: answer?.content[0]?.text ?? '', details: answer?.details }
}
export const feedbacks = async (): Promise<ReadonlyArray<Answer.LoggedEvent>> =>
  (await memory.worker().ask('log', { brain, type: 'FeedbackGiven' }, patient)).events
