/**
 * Finds what hosts of agents record of sessions, in files and in the database of OpenClaw, and reads what was said in one line by line. A
 * session of the database is named like the file in which OpenClaw kept it before.
 */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { listOpenClawSessions, readOpenClawSession } from '@crabtrail/store/sqlite'
import { isOwnersSession, type SessionHost, sessionHosts } from '@crabtrail/text/talks/session-hosts'
import { sessionHostOf, sessionReader } from '@crabtrail/text/talks/sessions'
import * as Result from 'effect/Result'
import type { Part, Parts } from './export-parts.ts'
import { fileProblem, linesOf } from './whole-file.ts'

/** Most bytes of a session. What was said in it is a document. */
const sessionBytesMax = 500_000_000

/** Returns the host whose session the file is; undefined for another file, and for one that cannot be read. */
export const sessionHostIn = (path: string): SessionHost | undefined => {
  try {
    return sessionHostOf(sessionLines(path, Number.POSITIVE_INFINITY))
  } catch {
    return undefined
  }
}

/** Returns the reading of a session, whose host may go on writing to the file. */
export const sessionPart =
  (path: string, host: SessionHost): Part['read'] =>
  (maxBytes) => {
    try {
      return saidText(host, maxBytes, (take) => {
        for (const line of sessionLines(path, sessionBytesMax)) take(line)
        return Result.succeed(undefined)
      })
    } catch (error) {
      return Result.fail(fileProblem(error))
    }
  }

const sessionLines = (path: string, bytesMax: number) => linesOf(path, { bytesMax, decode: (bytes) => lenient.decode(bytes) })

/** A character may be cut off at the end of a file that is written to. */
const lenient = new TextDecoder()

/** Returns what was said in the lines that `give` hands over, a line for each, or the reason why there is none. */
const saidText = (
  host: SessionHost,
  maxBytes: number,
  give: (take: (line: string) => void) => Result.Result<void, string>,
): Result.Result<string, string> => {
  const reader = sessionReader(host)
  return Result.flatMap(give(reader.take), () => {
    const text = reader.said().join('\n')
    const bytes = Buffer.byteLength(text)
    return bytes > maxBytes
      ? Result.fail(`what was said in it has ${bytes} bytes; at most ${maxBytes}: split the file between two lines`)
      : Result.succeed(text)
  })
}

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
