/** Finds the sessions that OpenClaw keeps in its state folder, and names them like the files in which it kept them before. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { listOpenClawSessions, readOpenClawSession } from '@crabtrail/store/sqlite'
import { isOwnersSession, sessionHosts } from '@crabtrail/text/talks/session-hosts'
import * as Result from 'effect/Result'
import type { Part, Parts } from './export-parts.ts'
import { saidText } from './session-files.ts'

export interface HostDatabase {
  readonly path: string
  /** The folder that names begin below. */
  readonly root: string
  /** The folder in which the sessions seem to lie. */
  readonly folder: string
}

const fileName = 'openclaw-agent.sqlite'

export const isHostDatabaseName = (path: string): boolean => basename(path) === fileName

/** Returns the databases of the agents in a state folder of OpenClaw; none for another folder. */
export const hostDatabasesIn = (folder: string): ReadonlyArray<HostDatabase> => {
  const agents = join(folder, 'agents')
  if (!existsSync(agents)) return []
  return readdirSync(agents)
    .sort()
    .map((agent) => join(agents, agent, 'agent', fileName))
    .filter((path) => existsSync(path))
    .map(hostDatabase)
}

/** Places the sessions of `STATE/agents/AGENT/agent/openclaw-agent.sqlite` in `agents/AGENT/sessions`, and those of another file in itself. */
export const hostDatabase = (written: string): HostDatabase => {
  const path = resolve(written)
  const agent = dirname(dirname(path))
  const agents = dirname(agent)
  const isInState = isHostDatabaseName(path) && basename(dirname(path)) === 'agent' && basename(agents) === 'agents'
  return isInState ? { path, root: dirname(agents), folder: join(agent, 'sessions') } : { path, root: dirname(path), folder: path }
}

/** Returns the sessions that the owner holds with the agent, or the reason why they cannot be read. */
export const hostSessionParts = (path: string): Result.Result<Parts, string> =>
  Result.map(listOpenClawSessions(path), (sessions) => ({
    parts: sessions.filter(isOwnersSession).map(
      ({ id }): Part => ({
        name: `${id.replace(/[^\w.-]/g, '_')}.jsonl`,
        read: (maxBytes) => saidText(sessionHosts.openClaw, maxBytes, (take) => readOpenClawSession(path, id, take)),
      }),
    ),
    problems: [],
  }))
