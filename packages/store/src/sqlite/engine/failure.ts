/**
 * Translates the codes of the engine and of the file system into failures of the store; any other error is a bug of ours.
 *
 * Our statements are few and fixed, and tests prepare every one of them. So if an engine does not understand one, or a row breaks a
 * constraint, the file was changed by somebody else. A null or a value of the wrong type was bound by us, so it stays a bug.
 */

import { StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Schema from 'effect/Schema'
import { type Meaning, meaningOf, unavailable } from '../../failures.ts'

/** Error of a copy that is not made because of what is at its place already. */
export class CopyRefused extends Schema.TaggedError<CopyRefused>()('CopyRefused', {
  place: Schema.String,
  problem: Schema.String,
}) {
  override get message() {
    return `${this.place}: ${this.problem}`
  }
}

/** Returns the failure of the store at `place`, or undefined if the cause is a bug and not the environment. */
export const failureOf = (place: string, cause: unknown): StoreUnavailable | undefined => {
  if (cause instanceof StoreUnavailable) return cause
  if (!(cause instanceof Error)) return undefined
  const found = meaningOf(meanings, codeOf(cause), cause.message)
  return found && unavailable(place, found.reason, found.detail, { cause })
}

/** Returns the message for a file of ours that is damaged. */
export const damaged = (what: string): string =>
  `the database is damaged (${what}): restore a copy of it, or import an export into a new file; verify says what is still whole`

/** Returns the code of an error of the engine or the system; for an error of our own, its name. */
export const codeOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return ''
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

const meanings: ReadonlyArray<Meaning> = [
  [/^SQLITE_(BUSY|LOCKED)/, 'locked', 'another program keeps writing to it: try again, or end that program'],
  [
    /^SQLITE_READONLY_DIRECTORY:/,
    'read-only',
    'its folder can only be read: allow writing there, copy the file to another folder, or only read it',
  ],
  [
    /^SQLITE_READONLY_(ROLLBACK|RECOVERY|CANTINIT|CANTLOCK):/,
    'read-only',
    'it was left in the middle of a write and can only be read: open it once where it and its folder can be written',
  ],
  [
    /^SQLITE_READONLY_DBMOVED:/,
    'moved',
    'it was moved while it was in use, and nothing of this command is kept there: see to the file, then try again',
  ],
  [/^(SQLITE_READONLY|EROFS:)/, 'read-only', 'it can only be read: allow writing to the file and its folder, or choose another path'],
  [/^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT):/, 'full', 'the disk is full, nothing more was written: make room, then try again'],
  [
    /^(SQLITE_CANTOPEN|(SQLITE_PERM|SQLITE_AUTH|EACCES|EPERM):)/,
    'permission',
    'this user may not open it: check who owns the file and its folder, or choose another path',
  ],
  [/^(ENOENT|ENOTDIR|EEXIST):/, 'not-found', 'its folder is not there and cannot be made: check the path'],
  [/^ERR_INVALID_ARG_VALUE: .*null bytes/, 'not-found', 'no path holds a null byte: check the path'],
  [/^ERR_FS_FILE_TOO_LARGE:/, 'read-only', 'it is too large to be read where nothing can be written: copy it to another folder'],
  [
    /^ImageUnknown:/,
    'read-only',
    'Node $message cannot read it where nothing can be written: copy it to another folder, or use a newer Node',
  ],
  // Each engine has its own words for a database that was closed, and better-sqlite3 no code.
  [
    /: The database connection is not open$|^ERR_INVALID_STATE: (database is not open|statement has been finalized)$/,
    'closed',
    'it was closed: open it again',
  ],
  [/^EngineMissing:/, 'io', 'there is no SQLite engine to open it with, as $message: install the package better-sqlite3 again'],
  [
    /^UnknownCode:/,
    'corrupt',
    'a newer Crabtrail wrote it, or it is damaged ($message): install the newest Crabtrail, and if that says the same restore a copy',
  ],
  [
    /^SQLITE_IOERR_SHORT_READ:/,
    'corrupt',
    'the database is damaged ($code), or its -wal was taken away while another program has it open: end that program first, and if that changes nothing restore a copy',
  ],
  [/^SQLITE_(CORRUPT|NOTADB|MISMATCH|FORMAT|IOERR_(DATA|CORRUPTFS):)/, 'corrupt', damaged('$code, $message')],
  [
    /^(Damage:|SQLITE_CONSTRAINT(?!_(NOTNULL|DATATYPE):)|SQLITE_ERROR: (?!cannot (start|commit|rollback)|no such savepoint))/,
    'corrupt',
    damaged('$message'),
  ],
  [
    /^(SQLITE_(?!CONSTRAINT)|(EIO|EMFILE|ENFILE|ELOOP|ENAMETOOLONG|EISDIR|EBUSY|EINVAL|EFBIG):)/,
    'io',
    'reading or writing it failed ($code): check the path and the disk',
  ],
]

/**
 * Runs work on files at `place`. Failures of the environment fail with StoreUnavailable or CopyRefused; any other error is a bug and dies.
 */
export const attempt = <A>(place: string, run: () => A): Effect.Effect<A, StoreUnavailable | CopyRefused> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(run())
    } catch (cause) {
      const failure = cause instanceof CopyRefused ? cause : failureOf(place, cause)
      return failure === undefined ? Effect.die(cause) : Effect.fail(failure)
    }
  })
