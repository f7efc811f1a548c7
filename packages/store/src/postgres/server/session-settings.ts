/** Settings of each connection: the limits of its session, and how its values are read. */
import pg from 'pg'
import type { PostgresAddress } from '../address/address.ts'

/** Whole numbers of 64 bits come as numbers: positions, times and counts of ours fit. */
const int8 = 20
export const parserOf: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format)

/** The server ends the statement of a client that is gone within a second. A server that cannot look at its clients refuses the setting. */
export const clientCheck = "select set_config('client_connection_check_interval', '1000', false)"

/** Limits of a session. They are set after the connection is made, because a pooler refuses settings in its beginning. */
export const sessionSettings = ({ lockTimeoutMs, statementTimeoutMs }: PostgresAddress['options']): string =>
  [
    `select set_config('statement_timeout', '${statementTimeoutMs}', false)`,
    `set_config('lock_timeout', '${lockTimeoutMs}', false)`,
    // The lock of a program that is gone without a word ends by itself.
    `set_config('idle_in_transaction_session_timeout', '${Math.max(30_000, 3 * lockTimeoutMs)}', false)`,
    `set_config('client_encoding', 'UTF8', false)`,
    // A plan for one brain is as good for another, and making one takes longer than running it.
    `set_config('plan_cache_mode', 'force_generic_plan', false)`,
    'pg_backend_pid() as pid',
  ].join(', ')
