/**
 * Which sessions the host was told to forget (`openclaw memory forget`). No hook says so, and the command deletes in the host's own stores alone;
 * it leaves a row for each session in the database of the agent, which is read here.
 *
 * By the engine of Node, as the host opens the same file by it in this process: a second engine would drop the host's locks when it closes.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ForgottenSession, ForgottenSessions } from '@crabtrail/agent-host/health/forgotten'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'

/** The gateway must not wait for a lock of its own file. */
const timeoutMs = 50
/** A session that was excluded from the host's memory for another reason is not forgotten. */
const reason = 'forgotten'

type Host = Pick<OpenClawPluginApi, 'config' | 'runtime'>

/** Rejects where the database cannot be read: it is looked at again. Empty where there is none, or no row. */
export const forgottenByHost =
  ({ config, runtime }: Host): ForgottenSessions =>
  async (agent) => {
    const file = join(runtime.agent.resolveAgentDir(config, agent), 'openclaw-agent.sqlite')
    if (!existsSync(file)) return []
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(file, { readOnly: true, timeout: timeoutMs })
    try {
      const has = (table: string) =>
        database.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(table) !== undefined
      if (!has('memory_session_tombstones')) return []
      const rows = has('session_windows')
        ? database.prepare(withWindows).all(agent, reason)
        : database
            .prepare('select session_id id from memory_session_tombstones where agent_id = ? and reason = ? order by session_id')
            .all(agent, reason)
      return rows.map(sessionOf)
    } finally {
      database.close()
    }
  }

/** The stretch of a session's key that this session was; `others` counts those of the same key that are not forgotten. */
const withWindows = `
  select t.session_id id, w.session_key key, w.created_at begun,
    (select min(n.created_at) from session_windows n where n.session_key = w.session_key and n.created_at > w.created_at) next,
    (select count(*) from session_windows o where o.session_key = w.session_key
      and o.session_id not in (select session_id from memory_session_tombstones where reason = t.reason)) others
  from memory_session_tombstones t left join session_windows w on w.session_id = t.session_id
  where t.agent_id = ? and t.reason = ? order by t.session_id`

const sessionOf = ({ begun, id, key, next, others }: Readonly<Record<string, unknown>>): ForgottenSession => ({
  id: String(id),
  key: typeof key === 'string' ? key : undefined,
  ...(Number(others ?? 0) === 0 ? {} : { from: Number(begun), until: next === null || next === undefined ? undefined : Number(next) }),
})
