/** The status of a gateway's memory, in a small file beside the database: the command line is another process. */
import type { Answer } from '@crabtrail/core'
import type { MemoryWorkerStatus } from '@crabtrail/store/worker'
import type { Health, Proven } from '../host/shared-state.ts'
import { readStateFile, writeStateFile } from '../host/state-file.ts'
import type { Skipped } from '../workspace/followed.ts'

export interface HealthReport {
  readonly format: 1
  readonly plugin: string
  /** Distinguishes two processes, even two with the same process id. */
  readonly instance: string
  readonly pid: number
  /** The process id is valid on this host. Absent in files of older versions. */
  readonly host?: string
  /** Milliseconds UTC. */
  readonly startedAt: number
  readonly at: number
  readonly stopped: boolean
  readonly hooks: Readonly<Health['hooks']>
  readonly absences: Readonly<Record<string, number>>
  readonly problems: Readonly<Record<string, string>>
  readonly worker: Pick<MemoryWorkerStatus, 'thread' | 'signals' | 'lastError'>
  /** Work counted since the worker thread started; null until the worker answered. Absent in files of older versions. */
  readonly counters?: Answer.WorkAnswer | null
  /** Absent in files of older versions. */
  readonly proven?: ReadonlyArray<Proven & { readonly brain: string }>
  readonly workspaces: ReadonlyArray<FollowedReport>
}

export interface FollowedReport {
  readonly brain: string
  readonly workspace: string
  readonly notes: number
  readonly lastAt: number | null
  readonly skipped: ReadonlyArray<Skipped>
  readonly problem: string | null
}

export const healthPath = (database: string): string => `${database}.health.json`

export const writeHealth = (path: string, report: HealthReport): Promise<void> => writeStateFile(path, report)

/** Absent when there is no file, or none that this version can read. */
export const readHealth = async (path: string): Promise<HealthReport | undefined> => (await readStateFile(path)) as HealthReport | undefined
