/** Problems by cause, kept while they last. Each kind is reported once, and again when it returns after a day without it. */
import type { Answer } from '@crabtrail/core'
import type { MemoryWorkerStatus } from '@crabtrail/store/worker'
import { placeIn } from '../conversation/naming.ts'
import type { Waits } from './deadline.ts'
import type { Skipped } from './followed.ts'
import { type Health, type Proven, readStateFile, type SharedState, writeStateFile } from './shared-state.ts'

type Watched = Pick<SharedState, 'health'>

const forgottenMs = 24 * 60 * 60_000
/** A cause or handler with more kinds of trouble than this reports some of them again. */
const kindsKept = 32

const kindOf = (text: string): string => text.replace(/\d+/g, '#')

/** The reported kinds with that of `text` added, at most 32, newest last; absent when it was reported before. A kind is the text without numbers. */
export const withNewKind = (reported: ReadonlyArray<string>, text: string): ReadonlyArray<string> | undefined => {
  const kind = kindOf(text)
  return reported.includes(kind) ? undefined : [...reported, kind].slice(-kindsKept)
}

/** Keeps the problem, and calls `say` unless its kind was reported within the last day. */
export const raise = ({ health }: Watched, cause: string, text: string, say: (text: string) => void): void => {
  const told = health.told.get(cause)
  const isLongWell = !health.problems.has(cause) && told?.wellSince !== undefined && Date.now() - told.wellSince >= forgottenMs
  const kinds = told === undefined || isLongWell ? [] : told.kinds
  health.problems.set(cause, text)
  const more = withNewKind(kinds, text)
  if (more === undefined) return
  health.told.set(cause, { kinds: more, wellSince: undefined, owesEnd: true })
  say(text)
}

/** Notes which problems the owner was told of by the process before this one, so that he is not told again of what did not change. */
export const rememberTold = ({ health }: Watched, before: HealthReport | undefined): void => {
  for (const [cause, text] of Object.entries(before?.problems ?? {}))
    if (before?.owed?.includes(cause) !== true) health.toldBefore.set(cause, kindOf(text))
}

/** True where the process before this one left this very problem behind and had told the owner. Holds once: a problem that came back is told again. */
export const wasTold = ({ health }: Watched, cause: string, text: string): boolean => {
  const kind = health.toldBefore.get(cause)
  health.toldBefore.delete(cause)
  return kind === kindOf(text)
}

/** `say` is called when a reported problem ended, once for each report. */
export const settle = ({ health }: Watched, cause: string, say: (text: string) => void = () => {}): void => {
  const told = health.told.get(cause)
  if (!health.problems.delete(cause) || told === undefined) return
  health.told.set(cause, { ...told, wellSince: Date.now(), owesEnd: false })
  if (told.owesEnd) say(cause)
}

/** Cause of problems with one agent's workspace, by the name of `placeIn`; with `''` the common prefix of these causes. */
export const workspaceCause = (place: string): string => `workspace of ${place}`

/** Cause of faults in the log of one brain or in data derived from it; with `''` the common prefix. */
export const logCause = (brain: string): string => `log of ${brain}`

/** Cause of an owner list that names nobody on a channel; with `''` the common prefix. */
export const ownerListCause = (channel: string): string => `owner list of ${channel}`

/** Problems that an agent may hear of: its own and those of all. Folders and logs of other agents are left out. */
export const problemsOf = (
  { health }: Watched,
  talk: { readonly agent?: string | undefined; readonly brain: string },
): ReadonlyArray<string> => {
  const own = [workspaceCause(placeIn(talk)), logCause(talk.brain)]
  const isOfOther = (cause: string) => [workspaceCause(''), logCause('')].some((every) => cause.startsWith(every)) && !own.includes(cause)
  return [...health.problems].flatMap(([cause, text]) => (isOfOther(cause) ? [] : [text]))
}

/** A state of the host in which the memory hears or adds nothing, although its own parts work. The first ones are reported before all else. */
export interface Blindness {
  readonly cause: (typeof blindCauses)[number]
  readonly text: string
  /** The terminal command with which the owner ends it. */
  readonly command: string
}

export const blindCauses = ['conversation-access', 'prompt-injection', 'silent-hooks'] as const

/* The status of a gateway's memory, in a small file beside the database: the command line is another process. */

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
  /** How long a reply waits for the memory, and what that follows from; the next process begins with these waits. Absent in files of older versions. */
  readonly pace?: { readonly deadlineMs: number; readonly waits: Waits; readonly inWords: string }
  readonly problems: Readonly<Record<string, string>>
  /** Causes of problems that the owner is still to be told of. Absent in files of older versions. */
  readonly owed?: ReadonlyArray<string>
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

/** Reads the status file; undefined when there is none, or none that this version can read. */
export const readHealth = async (path: string): Promise<HealthReport | undefined> => (await readStateFile(path)) as HealthReport | undefined
