/**
 * Translates the errors of PostgreSQL, of its driver and of the network into failures of the store; any other error is a bug of ours.
 *
 * A server tells its reason with a SQLSTATE of five characters (PostgreSQL documentation, appendix A).
 */
import { StoreUnavailable } from '@crabtrail/core'
import { Damage, unavailable } from '../../failures.ts'
import { hidePassword } from '../address/address.ts'

type Reason = StoreUnavailable['reason']

/** Pattern for a code → reason and detail. `retryable`: the same call may succeed later without any change. */
interface Cause {
  readonly signs: RegExp
  readonly reason: Reason
  readonly retryable?: true
  readonly detail: (code: string, message: string) => string
}

/** Codes after which the connection is gone, or the server is not there yet. */
const lost = /^(08\w{3}|57P0[1-5]|ECONN\w+|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|CUT|25P03)$/

/** True if the connection was lost, or cannot be made now, so that another one may be tried. */
export const isLost = (cause: unknown): boolean => lost.test(codeOf(cause))

/** True if the pool had no connection to lend in time. It is a lost connection otherwise: the server may be away. */
export const isQueueTimeout = (cause: unknown): boolean =>
  cause instanceof Error && cause.message.startsWith('timeout exceeded when trying to connect')

/** True if the server has no connection left for now. */
export const isCrowded = (cause: unknown): boolean => codeOf(cause) === '53300'

/** True if the transaction lost against another one, and nothing of it was written. */
export const isLostRace = (cause: unknown): boolean => /^(40001|40P01)$/.test(codeOf(cause))

/** True if a row with the same key exists already in one of these tables, or in a partition of it, whose name begins with its own. */
export const isDuplicateIn = (cause: unknown, ...tables: ReadonlyArray<string>): boolean => {
  if (codeOf(cause) !== '23505' || !(cause instanceof Error) || !('table' in cause)) return false
  const name = String(cause.table)
  return tables.some((table) => name.startsWith(table))
}

/** True if the content of a vector was erased meanwhile. */
export const isOrphan = (cause: unknown): boolean => codeOf(cause) === '23503'

/** True if a commit would end a text where it begins (see `noneUnseen`). */
export const isUnseen = (cause: unknown): boolean => codeOf(cause) === '22012' || isDuplicateIn(cause, 'documents')

/** Code of a statement that is refused because another one of its transaction had failed before. */
const aftermath = '25P02'

export const isAftermath = (cause: unknown): boolean => codeOf(cause) === aftermath

/** Answer of a server to the commit of a transaction in which a statement had failed: it rolls back and does not call it an error. */
export const rolledBack = (): Error => Object.assign(new Error('the transaction was rolled back'), { code: aftermath })

/** True if a pooler gave the connection another server session, which does not know the prepared statement. */
export const isUnprepared = (cause: unknown): boolean => /^(26000|42P05)$/.test(codeOf(cause))

/** Failures that the driver tells only in words, and a code of ours for each. */
const worded: ReadonlyArray<readonly [words: RegExp, code: string]> = [
  [
    /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|Query read timeout|timeout exceeded)/,
    'CUT',
  ],
  [/^SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be/, 'NO_PASSWORD'],
  [/^SASL: /, 'NO_SCRAM'],
  [/^The server does not support SSL connections/, 'NO_TLS'],
  [/^There was an error establishing an SSL connection/, 'NO_POSTGRES'],
]

/** Returns the SQLSTATE of an error of the server, the code of the system, or a code of ours; an empty text for none of them. */
const codeOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return ''
  if ('code' in cause && typeof cause.code === 'string') return cause.code
  // `localhost` has two addresses, and each refused.
  if (cause instanceof AggregateError) return codeOf(cause.errors[0])
  return worded.find(([words]) => words.test(cause.message))?.[1] ?? ''
}

const damaged = (what: string): string => `the database is damaged (${what}): restore a dump of it; verify says what is still whole`

const causes: ReadonlyArray<Cause> = [
  {
    signs: /^(28P01|28000)$/,
    reason: 'permission',
    detail: (_, message) =>
      `the server does not let this user in (${message}): check user and password in the URL, $PGPASSWORD or ~/.pgpass`,
  },
  {
    signs: /^NO_PASSWORD$/,
    reason: 'permission',
    detail: () => 'the server wants a password, and there is none: set $PGPASSWORD, or write it into ~/.pgpass',
  },
  {
    signs: /^NO_SCRAM$/,
    reason: 'permission',
    detail: (_, message) => `the server does not prove that it knows the password (${message}): check that it is the server of the URL`,
  },
  {
    signs: /^NO_TLS$/,
    reason: 'unsupported',
    detail: () =>
      'the server has no TLS, and sslmode wants it, which is the default for another machine: switch ssl on in the server, or accept an unencrypted connection with ?sslmode=disable',
  },
  {
    signs: /^NO_POSTGRES$/,
    reason: 'unsupported',
    detail: () => 'what answers there is no PostgreSQL server: check host and port in the URL',
  },
  { signs: /^3D000$/, reason: 'not-found', detail: (_, message) => `${message}: check the name in the URL, or create the database` },
  {
    signs: /^42501$/,
    reason: 'permission',
    detail: (_, message) =>
      /row-level security/.test(message)
        ? 'the server keeps this brain from this user: crabtrail grant TENANT ROLE prints the SQL that gives a role its tenant'
        : `${message}: give this user the right, or let the owner of the database run crabtrail init once`,
  },
  {
    signs: /^ENOTFOUND$/,
    reason: 'not-found',
    detail: () => 'there is no host of this name: check the URL',
  },
  {
    signs: /^53300$/,
    reason: 'busy',
    retryable: true,
    detail: () => 'the server has no connection left: lower ?pool= of each program, raise max_connections, or use a pooler',
  },
  {
    signs: /^(53100|53400)$/,
    reason: 'full',
    retryable: true,
    detail: () => 'the disk of the server is full: make room there, nothing was written',
  },
  { signs: /^53\w{3}$/, reason: 'io', retryable: true, detail: (_, message) => `the server is short of resources (${message})` },
  {
    signs: /^55P03$/,
    reason: 'locked',
    retryable: true,
    detail: () => 'another program holds the lock of this brain for too long: try again, or raise ?lock_timeout=',
  },
  {
    signs: /^57014$/,
    reason: 'locked',
    retryable: true,
    detail: () => 'the server took longer than ?statement_timeout= and gave up: try again, or raise it',
  },
  {
    signs: /^(26000|42P05)$/,
    reason: 'unreachable',
    retryable: true,
    detail: () => 'a pooler changed the session of the server within a transaction: try again, or write ?prepare=false in the URL',
  },
  {
    signs: /^25P02$/,
    reason: 'io',
    retryable: true,
    detail: () => 'a statement of the transaction had failed, so nothing was written: try again',
  },
  { signs: /^25006$/, reason: 'read-only', detail: () => 'the server can only be read, it may be a replica: name the primary in the URL' },
  {
    signs: /^(40001|40P01)$/,
    reason: 'locked',
    retryable: true,
    detail: () => 'another program wrote at the same time, again and again: try again',
  },
  {
    signs: /^(42P01|42703|42883|42704|3F000|42P07|42P10)$/,
    reason: 'corrupt',
    detail: (_, message) => `the tables of the memory are not what they were made as (${message}): restore a dump, or use another database`,
  },
  { signs: /^(XX001|XX002)$/, reason: 'corrupt', detail: (_, message) => damaged(message) },
  {
    signs: /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS\w*|ERR_SSL\w*)$/,
    reason: 'permission',
    detail: (code) => `the certificate of the server is not accepted (${code}): check sslmode and sslrootcert in the URL`,
  },
  { signs: /^(58\w{3}|XX000|XX\w{3})$/, reason: 'io', detail: (code, message) => `the server failed (${code}, ${message}): see its log` },
]

const away: Cause = {
  signs: lost,
  reason: 'unreachable',
  retryable: true,
  detail: (code, message) => `the server cannot be reached (${code === 'CUT' ? message : code}): check that it runs and the URL`,
}

/** Returns the failure of the store at `place`, or undefined if the cause is a bug and not the environment. */
export const failureOf = (place: string, cause: unknown): StoreUnavailable | undefined => {
  if (cause instanceof StoreUnavailable) return cause
  if (cause instanceof Damage) return unavailable(place, 'corrupt', damaged(cause.message))
  if (!(cause instanceof Error)) return undefined
  const code = codeOf(cause)
  const found = [away, ...causes].find(({ signs }) => signs.test(code))
  if (found === undefined) return undefined
  const message = hidePassword(cause instanceof AggregateError ? code : cause.message)
  return unavailable(place, found.reason, found.detail(code, message), { retryable: found.retryable === true })
}

/** Detail of the failure for a database without tables of ours; nothing else has it. */
export const noStoreDetail =
  'there is no store in this database yet: check the URL; crabtrail init makes it, crabtrail ingest PATH fills it'

/** Failure of a write whose answer was lost, where the log could not be asked either. `repeats`: written again, it comes to the same. */
export const inDoubt = (place: string, { repeats }: { readonly repeats: boolean }): StoreUnavailable => {
  const next = repeats ? 'try again, nothing is written twice' : 'look with crabtrail log, then try again'
  return unavailable(place, 'in-doubt', `the connection was lost, and it is not known whether it was written: ${next}`, {
    retryable: repeats,
  })
}
