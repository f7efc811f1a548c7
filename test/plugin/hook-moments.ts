/** Turns whose host gives the hook up at some moment, with a real worker and a real database, and what may be in the log of them. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MemoryWorker } from '@crabtrail/store/worker'
import Database from 'better-sqlite3'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { sharedMemory } from '../../packages/agent-host/src/state/shared-memory.ts'
import { sharedState } from '../../packages/agent-host/src/state/shared-state.ts'
import { beforePromptBuild } from '../../packages/plugin-openclaw/src/hooks/before-reply.ts'
import { openClawParts, type PluginParts, usualNaming } from '../../packages/plugin-openclaw/src/host/openclaw.ts'
import { readPluginConfig } from '../../packages/plugin-openclaw/src/host/settings.ts'
import { noteOffered } from '../../packages/plugin-openclaw/src/tools/tools.ts'
import { patient } from './stage.ts'

const releases = '# Releases\n\nReleases are deployed from the main branch by the release job.\n'

/** When a host no longer waits, told in times that the hook asks whether it does: at its beginning, every so often, and with the answer. */
export interface Moment {
  /** The first time it is told that nobody waits; more than ever happens: never. */
  readonly inactiveFrom: number
  /** Another connection holds the write lock until it has asked so often. */
  readonly lockedUntil: number
  readonly question: string
}

export const moment: fc.Arbitrary<Moment> = fc.record({
  inactiveFrom: fc.constantFrom(1, 2, 2, 3, 3, 99),
  lockedUntil: fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
  question: fc.constantFrom('how are releases deployed', 'zeppelin'),
})

export interface Came {
  readonly given: unknown
  /** It asked, and was told that nobody waits, before anything could be written. */
  readonly toldInTime: boolean
  readonly events: ReadonlyArray<{ readonly type: string; readonly turn: string | number | null | undefined }>
}

export interface HookStage {
  readonly turnAt: (when: Moment, broken?: (worker: MemoryWorker) => MemoryWorker) => Promise<Came>
  readonly leave: () => Promise<void>
}

/** A brain gets so many turns: its log is read behind each. */
const turnsOfBrain = 50

export const openHookStage = async (): Promise<HookStage> => {
  const folder = mkdtempSync(join(tmpdir(), 'moments-'))
  const path = join(folder, 'memory.db')
  const memory = sharedMemory({ path, entry: new URL('../../packages/plugin-openclaw/src/worker.ts', import.meta.url) })
  memory.start(() => {})
  await memory.worker().open(patient)
  const lock = new Database(path)
  const letGo = () => {
    if (lock.inTransaction) lock.exec('ROLLBACK')
  }
  let turns = 0

  const turnAt: HookStage['turnAt'] = async (when, broken = (worker) => worker) => {
    const agentId = `agent-${Math.floor(turns / turnsOfBrain)}`
    const brain = `local/${agentId}/default`
    const documents = [{ source: 'releases.md', format: 'markdown', text: releases }] as const
    if (turns % turnsOfBrain === 0) {
      await memory.worker().ask('init', { brain }, patient)
      await memory.worker().ask('ingest', { brain, documents }, patient)
    }
    const [sessionKey, runId] = [`agent:${agentId}:talk-${turns}`, `run-${turns++}`]
    const parts: PluginParts = {
      memory: { ...memory, worker: () => broken(memory.worker()) },
      state: sharedState(folder),
      config: Result.getOrThrow(readPluginConfig({ deadlineMs: 10_000 })),
      naming: usualNaming,
      ...openClawParts(() => ({})),
      warn: () => {},
    }
    noteOffered(parts.state, { agentId, sessionKey, senderIsOwner: true })
    const host = hostAt(when, { isLocked: () => lock.inTransaction, letGo })
    if (when.lockedUntil > 0) lock.exec('BEGIN IMMEDIATE')
    try {
      const context = { agentId, sessionKey, runId, trigger: 'user', hookInvocation: { assertActive: host.assertActive } }
      const given = await beforePromptBuild(parts)({ prompt: when.question }, context)
      letGo()
      await memory.worker().drained()
      const { events } = await memory
        .worker()
        .ask('log', { brain, session: sessionKey }, patient)
        .catch(() => ({ events: [] }))
      return { given, toldInTime: host.toldInTime(), events: events.map(({ turn, type }) => ({ type, turn })) }
    } finally {
      letGo()
    }
  }
  return {
    turnAt,
    leave: async () => {
      lock.close()
      await memory.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const hostAt = ({ inactiveFrom, lockedUntil }: Moment, { isLocked, letGo }: { isLocked: () => boolean; letGo: () => void }) => {
  let asked = 0
  let toldInTime = inactiveFrom === 1
  return {
    toldInTime: () => toldInTime,
    assertActive: () => {
      asked++
      const isOver = asked >= inactiveFrom
      if (isOver && isLocked()) toldInTime = true
      // Behind what the hook does with this answer.
      if (asked >= lockedUntil) setImmediate(letGo)
      if (isOver) throw new Error('no longer active')
    },
  }
}

export const momentComplaints = ({ inactiveFrom }: Moment, { events, given, toldInTime }: Came): ReadonlyArray<string> => {
  const of = (...types: ReadonlyArray<string>) => events.filter(({ type }) => types.includes(type))
  const [skips, turns] = [of('RecallSkipped'), of('TurnStarted')]
  const others = events.length - of('ActorNamed', 'SessionStarted', 'RecallSkipped').length
  return [
    ...(given !== undefined && skips.length > 0 ? ['what was given is said to be missing'] : []),
    ...(given !== undefined && inactiveFrom <= 2 ? ['it is given to nobody'] : []),
    ...(toldInTime && others > 0 ? [`nobody waited, and ${others} events are there`] : []),
    ...(given === undefined && inactiveFrom <= 2 && skips.length === 0 ? ['nobody waited, and that is not recorded'] : []),
    ...(skips.length > 1 || turns.length > 1 ? ['it is recorded more than once'] : []),
    ...(skips.length + turns.length === 0 ? ['the turn is silent'] : []),
    ...(skips.length === 1 && turns.length === 1 && skips[0]?.turn !== turns[0]?.turn ? ['its record is of another turn'] : []),
  ]
}
