/** A real gateway whose memory gets into trouble: what a test does to it, and what log, status and chat say of it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Answer } from '@crabtrail/core'
import { vi } from 'vitest'
import { type HealthReport, healthPath, readHealth } from '../../packages/agent-host/src/state/problems.ts'
import type { Host } from '../src/openclaw.ts'
import { holdWriteLock } from '../src/write-lock.ts'
import { patient, type Stage } from './stage.ts'

export const trouble = { id: 'crabtrail-trouble', folder: fileURLToPath(new URL('trouble-plugin', import.meta.url)) }

export const agent = 'stowaway'
const chat = `agent:${agent}:main`
export const question = 'How are releases deployed?'
export const releases = '# Releases\n\nReleases are deployed from the main branch by the release job.\n'

/** What the plugin says may take a while to be heard: its watch looks every five seconds. */
const patience = { timeout: 120_000, interval: 20 }

export interface Turn {
  readonly answer: string
  /** Whether the model was given something from memory. */
  readonly remembered: boolean
}

export const withMemory: Turn = { answer: 'ACK', remembered: true }
export const without: Turn = { answer: 'ACK', remembered: false }

type Events = ReadonlyArray<Answer.LoggedEvent>

export const typesOf = (log: Events) => log.map(({ type }) => type)
export const skips = (log: Events) => log.filter(({ type }) => type === 'RecallSkipped').map(({ data }) => data)

/** Before the gateway starts. */
export const layReleases = ({ workspaceOf }: Pick<Host, 'workspaceOf'>): void => {
  const note = join(workspaceOf(agent), 'memory', 'releases.md')
  mkdirSync(dirname(note), { recursive: true })
  writeFileSync(note, releases)
}

export interface Troubled {
  readonly path: () => string
  readonly turn: (message?: string, session?: string) => Promise<Turn>
  /** One that the plugin does not hear of, or cannot record in its brain. */
  readonly turnApart: () => Promise<Turn>
  /** Changes what the host's configuration says of the plugin. */
  readonly set: (entry: object) => Promise<void>
  /** The lines of the gateway's log about it. */
  readonly told: (about: RegExp) => ReadonlyArray<string>
  /** The newest status of the gateway that fits, as it is written for the command line. */
  readonly health: (fits: (report: HealthReport) => boolean) => Promise<HealthReport>
  /** `/trail status` */
  readonly status: () => Promise<string>
  readonly holdLock: () => Promise<() => Promise<void>>
  readonly until: (holds: () => boolean | Promise<boolean>) => Promise<unknown>
  readonly notesRead: () => Promise<unknown>
  /** What happened in the brain, when every turn has its end there. */
  readonly events: () => Promise<Events>
  /** Returns the events that an action appended to the log. */
  readonly meanwhile: (work: () => Promise<void>) => Promise<Events>
  /** Stops the gateway: the checks of the log that failed, and what of the turns did not get into it. */
  readonly stopped: () => Promise<{
    readonly failed: ReadonlyArray<object>
    readonly signals: { readonly queued: number; readonly lost: number }
  }>
}

export const troubled = (stage: Stage): Troubled => {
  const path = () => join(stage.host.state, 'crabtrail', 'crabtrail.db')
  let turns = 0
  const say = async (message: string, session: string): Promise<Turn> => {
    stage.model.follow(() => 'ACK')
    const answer = await stage.host.chat(session, message)
    return { answer, remembered: stage.sent().includes('crabtrail-memory') }
  }
  const until: Troubled['until'] = (holds) => vi.waitUntil(holds, patience)
  const health: Troubled['health'] = async (fits) => {
    let found: HealthReport | undefined
    await until(async () => {
      found = await readHealth(healthPath(path()))
      return found !== undefined && fits(found)
    })
    if (found === undefined) throw new Error('the gateway wrote no status')
    return found
  }
  const events: Troubled['events'] = async () => {
    let log: Events = []
    await until(async () => {
      log = await stage.log(agent)
      return log.filter(({ type }) => type === 'TurnCompleted').length === turns
    })
    return log
  }
  return {
    path,
    until,
    health,
    turn: (message = question, session = chat) => {
      turns += 1
      return say(message, session)
    },
    turnApart: () => say(question, chat),
    set: (entry) => stage.host.reconfigure({ plugins: { entries: { crabtrail: entry } } }),
    told: (about) =>
      stage.host
        .log()
        .split('\n')
        .filter((line) => about.test(line)),
    status: () => stage.host.chat(chat, '/trail status'),
    holdLock: () => holdWriteLock(path()),
    notesRead: () => until(async () => typesOf(await stage.log(agent).catch(() => [])).includes('SourceAdded')),
    events,
    meanwhile: async (work) => {
      const before = await events()
      await work()
      return (await events()).slice(before.length)
    },
    stopped: async () => {
      await stage.host.stop()
      const { checks } = await stage.withStore((memory) => memory.ask('verify', { brain: `local/${agent}/default` }, patient))
      const { queued, lost } = (await health(({ stopped }) => stopped)).worker.signals
      return { failed: checks.filter(({ ok }) => !ok), signals: { queued, lost } }
    },
  }
}
