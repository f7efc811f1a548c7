/** The status of a gateway's memory, in a small file beside the database: the command line is another process. */

import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Answer } from '@crabtrail/core'
import type { MemoryWorkerStatus } from '@crabtrail/store/worker'
import type { Health, Proven } from '../host/shared-state.ts'
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

/** Replaces the file atomically. Only its owner may read it. */
export const writeHealth = async (path: string, report: HealthReport): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.${randomUUID()}.part`
  try {
    await writeFile(beside, `${JSON.stringify(report)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw error
  }
}

/** Absent when there is no file, or none that this version can read. */
export const readHealth = async (path: string): Promise<HealthReport | undefined> => {
  try {
    const report: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isReport(report) ? report : undefined
  } catch {
    return undefined
  }
}

const isReport = (read: unknown): read is HealthReport => typeof read === 'object' && read !== null && 'format' in read && read.format === 1
