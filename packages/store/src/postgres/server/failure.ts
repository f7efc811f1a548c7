/**
 * Translates the errors of PostgreSQL, of its driver and of the network into failures of the store; any other error is a bug of ours.
 *
 * A server tells its reason with a SQLSTATE of five characters (PostgreSQL documentation, appendix A).
 */
import { StoreUnavailable } from '@crabtrail/core'
import { Damage, type Meaning, meaningOf, unavailable } from '../../failures.ts'
import { hidePassword } from '../address/address.ts'

/** Codes after which the connection is gone, or the server is not there yet. */
const lost = /^(08\w{3}|57P0[1-5]|ECONN\w+|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|CUT|25P03)\b/

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

const meanings: ReadonlyArray<Meaning> = [
  [/^CUT:/, 'unreachable', 'the server cannot be reached ($message): check that it runs and the URL', 'retryable'],
  [lost, 'unreachable', 'the server cannot be reached ($code): check that it runs and the URL', 'retryable'],
  [
    /^(28P01|28000):/,
    'permission',
    'the server does not let this user in ($message): check user and password in the URL, $PGPASSWORD or ~/.pgpass',
  ],
  [/^NO_PASSWORD:/, 'permission', 'the server wants a password, and there is none: set $PGPASSWORD, or write it into ~/.pgpass'],
  [/^NO_SCRAM:/, 'permission', 'the server does not prove that it knows the password ($message): check that it is the server of the URL'],
  [
    /^NO_TLS:/,
    'unsupported',
    'the server has no TLS, and sslmode wants it, which is the default for another machine: switch ssl on in the server, or accept an unencrypted connection with ?sslmode=disable',
  ],
  [/^NO_POSTGRES:/, 'unsupported', 'what answers there is no PostgreSQL server: check host and port in the URL'],
  [/^3D000:/, 'not-found', '$message: check the name in the URL, or create the database'],
  [
    /^42501: .*row-level security/s,
    'permission',
    'the server keeps this brain from this user: crabtrail grant TENANT ROLE prints the SQL that gives a role its tenant',
  ],
  [/^42501:/, 'permission', '$message: give this user the right, or let the owner of the database run crabtrail init once'],
  [/^ENOTFOUND:/, 'not-found', 'there is no host of this name: check the URL'],
  [
    /^53300:/,
    'busy',
    'the server has no connection left: lower ?pool= of each program, raise max_connections, or use a pooler',
    'retryable',
  ],
  [/^(53100|53400):/, 'full', 'the disk of the server is full: make room there, nothing was written', 'retryable'],
  [/^53\w{3}:/, 'io', 'the server is short of resources ($message)', 'retryable'],
  [/^55P03:/, 'locked', 'another program holds the lock of this brain for too long: try again, or raise ?lock_timeout=', 'retryable'],
  [/^57014:/, 'locked', 'the server took longer than ?statement_timeout= and gave up: try again, or raise it', 'retryable'],
  [
    /^(26000|42P05):/,
    'unreachable',
    'a pooler changed the session of the server within a transaction: try again, or write ?prepare=false in the URL',
    'retryable',
  ],
  [/^25P02:/, 'io', 'a statement of the transaction had failed, so nothing was written: try again', 'retryable'],
  [/^25006:/, 'read-only', 'the server can only be read, it may be a replica: name the primary in the URL'],
  [/^(40001|40P01):/, 'locked', 'another program wrote at the same time, again and again: try again', 'retryable'],
  [
    /^(42P01|42703|42883|42704|3F000|42P07|42P10):/,
    'corrupt',
    'the tables of the memory are not what they were made as ($message): restore a dump, or use another database',
  ],
  [/^(XX001|XX002):/, 'corrupt', damaged('$message')],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS\w*|ERR_SSL\w*):/,
    'permission',
    'the certificate of the server is not accepted ($code): check sslmode and sslrootcert in the URL',
  ],
  [/^(58|XX)\w{3}:/, 'io', 'the server failed ($code, $message): see its log'],
]

/** Returns the failure of the store at `place`, or undefined if the cause is a bug and not the environment. */
export const failureOf = (place: string, cause: unknown): StoreUnavailable | undefined => {
  if (cause instanceof StoreUnavailable) return cause
  if (cause instanceof Damage) return unavailable(place, 'corrupt', damaged(cause.message))
  if (!(cause instanceof Error)) return undefined
  const code = codeOf(cause)
  const found = meaningOf(meanings, code, hidePassword(cause instanceof AggregateError ? code : cause.message))
  return found && unavailable(place, found.reason, found.detail, found)
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
