/**
 * Several processes with brains of their own and one that they share, in one database whose server is killed and started again meanwhile.
 * What they were told is compared with what the database holds in the end.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { random } from '../bench/random.ts'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { openStore } from '../models/open-store.ts'
import { bundled } from '../src/bundled/bundled.ts'
import { startCutProxy } from '../src/cut-proxy.ts'
import type { PostgresServer } from '../src/postgres.ts'
import { type ServerCpu, serverCpu } from '../src/server-cpu.ts'
import { harbourNotes } from './harbour-words.ts'
import type { AcknowledgedSignal, Met, Said, Task } from './postgres-teammate.ts'
import type { Acknowledged } from './telling.ts'

const script = bundled(new URL('./postgres-teammate.ts', import.meta.url))

export interface TeamStory {
  readonly server: PostgresServer
  /** For the files of what was acknowledged. */
  readonly folder: string
  readonly seed: number
  readonly processes: number
  /** Brains of each process. */
  readonly brains: number
  /** Turns of all processes. */
  readonly turns: number
  readonly kills: number
  /** Leads the processes to the database, if not directly. */
  readonly through?: (url: string) => string
}

export interface TeamTold {
  readonly url: string
  readonly brains: ReadonlyArray<string>
  readonly met: ReadonlyArray<Met>
  readonly commits: ReadonlyArray<Acknowledged>
  readonly signals: ReadonlyArray<AcknowledgedSignal>
  /** Turns that had ended at each kill, and the milliseconds until the server was there again. */
  readonly kills: ReadonlyArray<{ readonly turns: number; readonly downMs: number }>
  readonly ms: number
  /** Statements and round trips a turn of the first process; undefined where it goes another way. */
  readonly perTurn: { readonly statements: number; readonly roundTrips: number } | undefined
  /** Milliseconds of processor time a turn. The server's is undefined where `/proc` does not tell it. */
  readonly cpuMs: { readonly client: number; readonly server: number | undefined }
}

const teamBrain = 'local/team/shared'

export const playTeam = async (story: TeamStory): Promise<TeamTold> => {
  const { folder, processes, seed, server, turns } = story
  const chance = random(seed)
  const url = await server.createDatabase()
  await fillTeamBrain(url, seed)
  const proxy = story.through === undefined ? await startCutProxy({ path: server.socketPath }) : undefined
  const tasks = Array.from({ length: processes }, (_, i): Task => {
    const name = `p${i}`
    const own = Array.from({ length: story.brains }, (_, b) => `local/${name}/b${b}`)
    const way = story.through?.(url) ?? (i === 0 ? proxy?.through(url) : undefined) ?? url
    return { url: way, name, own, team: teamBrain, seed: chance.below(2 ** 31), turns: Math.floor(turns / processes) }
  })
  const mates = tasks.map((task) => startMate(task, join(folder, `${task.name}.jsonl`)))
  try {
    await Promise.all(mates.map(({ ready }) => ready))
    proxy?.resetCounts()
    const cpu = serverCpu()
    cpu.begin(server.pid)
    const began = performance.now()
    const killed = killAlong(story, mates, cpu, chance)
    for (const { go } of mates) go()
    const met = await Promise.all(mates.map((mate) => mate.met))
    const kills = await killed
    const ms = performance.now() - began
    cpu.end(server.pid)
    const counts = proxy?.counts()
    const played = met.reduce((all, one) => all + one.turns, 0)
    const [first] = met
    return {
      ...{ url, met, kills, ms },
      brains: [teamBrain, ...tasks.flatMap(({ own }) => own)],
      ...acknowledgedIn(tasks.map(({ name }) => join(folder, `${name}.jsonl`))),
      perTurn: counts && first ? { statements: counts.statements / first.turns, roundTrips: counts.roundTrips / first.turns } : undefined,
      cpuMs: {
        client: met.reduce((all, { cpuMs }) => all + cpuMs, 0) / played,
        server: cpu.ms === undefined ? undefined : cpu.ms / played,
      },
    }
  } finally {
    for (const { child } of mates) child.kill('SIGKILL')
    await proxy?.close()
  }
}

const fillTeamBrain = async (url: string, seed: number): Promise<void> => {
  const store = openStore({ layer: postgresStore(url), seed })
  const memory = await store.memory()
  await memory.init({ brain: teamBrain })
  await memory.ingest({ brain: teamBrain, documents: harbourNotes(random(seed)) })
  await store.close()
}

interface Mate {
  readonly child: ChildProcess
  readonly ready: Promise<void>
  readonly go: () => void
  readonly met: Promise<Met>
  /** Calls back after each turn. */
  readonly onTurn: (listen: () => void) => void
}

const startMate = (task: Task, file: string): Mate => {
  const acknowledged = openSync(file, 'w')
  const child = fork(script, [JSON.stringify(task)], { stdio: ['ignore', acknowledged, 'inherit', 'ipc'] })
  closeSync(acknowledged)
  const listeners: Array<() => void> = []
  const gone = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`${task.name} ended with ${signal ?? code}`)))
  })
  let [isReady, hasMet] = [() => {}, (_: Met) => {}]
  const ready = new Promise<void>((resolve) => (isReady = resolve))
  const met = new Promise<Met>((resolve) => (hasMet = resolve))
  child.on('message', (said: Said) => {
    if ('ready' in said) isReady()
    else if ('met' in said) hasMet(said.met)
    else for (const listen of listeners) listen()
  })
  const early = [Promise.race([ready, gone]), Promise.race([met, gone])] as const
  for (const one of early) one.catch(() => undefined)
  return { child, ready: early[0], met: early[1], go: () => void child.send('go'), onTurn: (listen) => void listeners.push(listen) }
}

/** Kills the server and starts it again, after shares of the turns that lie around equal distances. */
const killAlong = async (
  { kills, server, turns }: TeamStory,
  mates: ReadonlyArray<Mate>,
  cpu: ServerCpu,
  chance: ReturnType<typeof random>,
): Promise<TeamTold['kills']> => {
  const moments = Array.from({ length: kills }, (_, i) => Math.floor((turns * (i + 0.6 + 0.8 * chance.next())) / (kills + 1)))
  const done: Array<TeamTold['kills'][number]> = []
  let played = 0
  let [reached, awaited] = [() => {}, Number.POSITIVE_INFINITY]
  for (const { onTurn } of mates) {
    onTurn(() => {
      played++
      if (played >= awaited) reached()
    })
  }
  for (const moment of moments) {
    await new Promise<void>((resolve) => {
      ;[reached, awaited] = [resolve, moment]
    })
    const before = played
    cpu.end(server.pid)
    const began = performance.now()
    await server.kill()
    await server.start()
    done.push({ turns: before, downMs: performance.now() - began })
    cpu.begin(server.pid)
  }
  return done
}

const acknowledgedIn = (files: ReadonlyArray<string>): Pick<TeamTold, 'commits' | 'signals'> => {
  const lines: ReadonlyArray<{ readonly commit?: Acknowledged; readonly signal?: AcknowledgedSignal }> = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
  return { commits: lines.flatMap(({ commit }) => commit ?? []), signals: lines.flatMap(({ signal }) => signal ?? []) }
}
