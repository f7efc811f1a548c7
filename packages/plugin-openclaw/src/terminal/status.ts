/** `status`: reports whether the memory is heard, the state of each brain, and the newest report of its gateway. */

import { hostname } from 'node:os'
import { ownBrains } from '@crabtrail/agent-host/conversation/naming'
import { provenLine } from '@crabtrail/agent-host/health/daily-proof'
import { readReceipts, receiptInWords } from '@crabtrail/agent-host/health/forgotten'
import { freshMs } from '@crabtrail/agent-host/health/watch'
import { askedInWords, vectorsInWords } from '@crabtrail/agent-host/health/work'
import { plainLine } from '@crabtrail/agent-host/render/errors'
import { type HealthReport, healthPath, readHealth } from '@crabtrail/agent-host/state/problems'
import type { Answer } from '@crabtrail/core'
import { isWorkerFailure, type MemoryWorker } from '@crabtrail/store/worker'
import { counted } from '@crabtrail/text/counted'
import * as Result from 'effect/Result'
import { checkLines, configurationChecks } from './checks.ts'
import type { Configured, Told } from './context.ts'

const deadlineMs = 60_000
/** A gateway that wrote nothing for this long is gone or hangs. */
const silentMs = 3 * freshMs

export const status = async (here: Configured): Promise<Told> => {
  const checks = await configurationChecks(here)
  const [health, store] = [await readHealth(healthPath(here.files)), await storeOf(here)]
  const name = Result.getOrUndefined(here.naming.gateway())
  const receipts = await readReceipts(here.files)
  const gateway = { ...gatewayOf(health), ...(name === undefined ? {} : { name }) }
  const ok = checks.every((check) => check.ok) && store.problem === null && Object.keys(gateway.problems).length === 0
  const isBlind = (name: string) => blindChecks.includes(name)
  const blind = checks.filter(({ name, ok }) => !ok && isBlind(name)).map((check) => ({ ...check, name: 'blind' }))
  const { 'silent-hooks': silentHooks, ...others } = gateway.problems
  return {
    lines: [
      ...checkLines([...blind, ...(silentHooks === undefined ? [] : [{ name: 'blind', ok: false, detail: plainLine(silentHooks, 300) }])]),
      ...checkLines(checks.filter((check) => check.ok || !isBlind(check.name))),
      '',
      ...storeLines(here, store),
      '',
      ...gatewayLines({ ...gateway, problems: others }, health),
      ...receipts.slice(-receiptsTold).map((one) => `  ${receiptInWords(one)}`),
    ],
    json: {
      ok,
      checks,
      store: { path: here.store.place, ...store },
      gateway,
      forgotten: receipts,
      ...(health === undefined ? {} : { health }),
    },
    exit: 0,
  }
}

const receiptsTold = 5

/** Checks whose failure means that the memory hears nothing or adds nothing; printed first. */
const blindChecks: ReadonlyArray<string> = ['conversation access', 'prompt injection']

type StoreStatus = Awaited<ReturnType<typeof storeOf>>

const storeOf = async ({ exists, naming, withMemory }: Configured) => {
  const status = { brains: [] as ReadonlyArray<Awaited<ReturnType<typeof brainOf>>>, problem: null as string | null }
  if (!(await exists())) return status
  try {
    return await withMemory(async (worker) => {
      const brains = []
      for (const { key, position } of await ownBrains(worker, naming, deadlineMs)) brains.push(await brainOf(worker, key, position))
      return { ...status, brains }
    })
  } catch (error) {
    if (isWorkerFailure(error)) return { ...status, problem: error.message }
    throw error
  }
}

const brainOf = async (worker: MemoryWorker, brain: string, position: number) => {
  const { backlog, counts } = await worker.ask('show', { brain }, { deadlineMs })
  const newest = async (type: string, limit: number) => (await worker.ask('log', { brain, type, limit }, { deadlineMs })).events
  const [skips, begun] = [await newest('RecallSkipped', 1_000), await newest('TurnStarted', 1)]
  /** Newest turns without memory, by reason. */
  const without: Record<string, number> = {}
  for (const { data } of skips) without[String(data['reason'])] = (without[String(data['reason'])] ?? 0) + 1
  return { brain, position, ...counts, backlog, lastTurnAt: begun.at(-1)?.at ?? null, without }
}

const storeLines = ({ store }: Configured, { brains, problem }: StoreStatus): ReadonlyArray<string> => [
  ...(problem === null ? [`store: ${store.place}`] : [`✗ store: ${plainLine(problem, 300)}`]),
  ...(problem === null && brains.length === 0 ? ['  nothing is remembered yet'] : []),
  ...brains.flatMap((one) => [
    `  ${one.brain}: position ${one.position}, ${counted(one.nodes, 'node')}, ${counted(one.edges, 'edge')}, ${counted(one.sessions, 'session')}, ${counted(one.turns, 'turn')}, ${counted(one.said, 'verdict')} of people`,
    `    last turn: ${one.lastTurnAt ?? 'none yet'}${one.backlog === 0 ? '' : `; ${counted(one.backlog, 'verdict')} still to learn from`}`,
    ...(one.waiting === undefined ? [] : [`    ${counted(one.waiting, 'memory waits', 'memories wait')} for your yes: see review`]),
    ...(Object.keys(one.without).length === 0 ? [] : [`    without memory: ${tallied(one.without)}`]),
  ]),
]

const tallied = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

interface GatewayStatus {
  /** Its name in the brains that it shares; absent where it shares none. */
  readonly name?: string
  readonly state: 'never' | 'stopped' | 'silent' | 'running'
  readonly at: string | null
  readonly problems: Readonly<Record<string, string>>
}

export const gatewayOf = (health: HealthReport | undefined): GatewayStatus => {
  if (health === undefined) return { state: 'never', at: null, problems: {} }
  const state = health.stopped ? 'stopped' : Date.now() - health.at > silentMs || isGone(health) ? 'silent' : 'running'
  return { state, at: new Date(health.at).toISOString(), problems: state === 'running' ? health.problems : {} }
}

/** True when the process of this host has ended without reporting its stop. A process on another host or in a container cannot be seen. */
const isGone = ({ host, pid }: HealthReport): boolean => {
  if (host !== hostname()) return false
  try {
    return !process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const gatewayLines = ({ at, name, problems, state }: GatewayStatus, health: HealthReport | undefined): ReadonlyArray<string> => [
  `gateway: ${gateways[state]}${at === null ? '' : `, last heard of ${at}`}`,
  ...(name === undefined ? [] : [`  its name in shared brains: ${name}`]),
  ...Object.values(problems).map((problem) => `  ✗ ${plainLine(problem, 300)}`),
  ...(health === undefined || state === 'stopped' ? [] : runningLines(health)),
]

const gateways: Readonly<Record<GatewayStatus['state'], string>> = {
  never: 'none has used this memory yet',
  stopped: 'stopped',
  silent: 'gone or hanging',
  running: 'running',
}

const workLine = (done: Answer.WorkAnswer): string =>
  [
    counted(done.recalls, 'recall'),
    `${counted(done.events, 'event')} in ${counted(done.commits, 'commit')}`,
    counted(done.conflicts, 'conflict'),
    `${counted(done.lockWaits, 'wait')} for a lock (${Math.round(done.lockWaitMs)} ms), ${done.busy} in vain`,
    `${counted(done.replayedEvents, 'event')} replayed in ${Math.round(done.replayMs)} ms`,
    `${counted(done.snapshotWrites, 'snapshot')} written`,
  ].join(', ')

const vectorLines = (done: Answer.WorkAnswer): ReadonlyArray<string> =>
  done.embedder === undefined
    ? []
    : [
        `  vectors by ${plainLine(done.embedder.id, 120)}: ${plainLine(askedInWords(done), 300)}`,
        ...done.embedder.brains.map((one) => `    ${one.brain}: ${vectorsInWords(one)}`),
      ]

const runningLines = ({ absences, counters, hooks, pace, proven = [], worker, workspaces }: HealthReport): ReadonlyArray<string> => [
  `  hooks: ${
    Object.entries(hooks)
      .map(([name, { calls, failures }]) => `${name} ${calls}${failures === 0 ? '' : ` (${failures} failed)`}`)
      .join(', ') || 'none was called yet'
  }`,
  ...(pace === undefined ? [] : [`  ${plainLine(pace.inWords, 200)}`]),
  ...(Object.keys(absences).length === 0 ? [] : [`  without memory since its start: ${tallied(absences)}`]),
  `  signals: ${worker.signals.recorded} recorded, ${worker.signals.queued} waiting, ${worker.signals.lost} lost`,
  ...(worker.thread.deaths === 0
    ? []
    : [`  the memory's thread ended ${counted(worker.thread.deaths, 'time')} by itself: ${plainLine(worker.thread.lastError ?? '', 200)}`]),
  ...(counters === undefined || counters === null ? [] : [`  since the thread began: ${workLine(counters)}`, ...vectorLines(counters)]),
  ...proven.map((one) => `  ${one.brain}: ${provenLine(one)}`),
  ...workspaces.flatMap(({ brain, notes, problem, skipped, workspace }) => [
    `  ${brain}: ${counted(notes, 'note')} of ${workspace} ${notes === 1 ? 'is' : 'are'} followed`,
    ...(problem === null ? [] : [`    ✗ ${plainLine(problem, 300)}`]),
    ...skipped.slice(0, 10).map(({ path, reason }) => `    left out: ${plainLine(path, 120)}: ${reason}`),
  ]),
]
