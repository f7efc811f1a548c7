/** Tells what the world did to a store from the codes of the engine and of the file system; anything else is a bug of ours. */
import { StoreUnavailable } from '@crabtrail/core'

type Reason = StoreUnavailable['reason']

/** The failure of a store at `place`, or undefined where the cause is nothing that the world does. */
export const failureOf = (place: string, cause: unknown): StoreUnavailable | undefined => {
  if (cause instanceof StoreUnavailable) return cause
  const found = causes.find(({ code }) => code.test(codeOf(cause)))
  return found === undefined ? undefined : unavailable(place, found.reason, found.detail, cause)
}

/** Waiting helps only where somebody else holds the file. */
export const unavailable = (place: string, reason: Reason, detail: string, cause?: unknown): StoreUnavailable =>
  new StoreUnavailable({ reason, place, detail, retryable: reason === 'locked', ...(cause === undefined ? {} : { cause }) })

/** `get` or `run` of a closed database says so by its message alone. */
const codeOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return ''
  if (cause.message === 'The database connection is not open') return 'closed'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}

const causes: ReadonlyArray<{ readonly code: RegExp; readonly reason: Reason; readonly detail: string }> = [
  {
    code: /^SQLITE_(BUSY|LOCKED)/,
    reason: 'locked',
    detail: 'another program keeps writing to it: try again, or end that program',
  },
  {
    code: /^SQLITE_READONLY_DIRECTORY$/,
    reason: 'read-only',
    detail: 'its folder cannot be written, which SQLite needs even to read: allow writing there, or copy the file to another folder',
  },
  {
    code: /^(SQLITE_READONLY|EROFS$)/,
    reason: 'read-only',
    detail: 'it can only be read: allow writing to the file and its folder, or choose another path',
  },
  { code: /^(SQLITE_FULL|ENOSPC|EDQUOT)$/, reason: 'full', detail: 'the disk is full, nothing was written: make room, then try again' },
  {
    code: /^SQLITE_NOTADB$/,
    reason: 'not-a-database',
    detail: 'it is not a database and was left as it is: choose another path',
  },
  {
    code: /^(SQLITE_CORRUPT|SQLITE_IOERR_SHORT_READ$)/,
    reason: 'corrupt',
    detail: 'the database is damaged: restore a backup, or import an export into a new file',
  },
  {
    code: /^(SQLITE_CANTOPEN|SQLITE_PERM$|SQLITE_AUTH$|EACCES$|EPERM$)/,
    reason: 'permission',
    detail: 'this user may not open it: check who owns the file and its folder, or choose another path',
  },
  { code: /^(ENOENT|ENOTDIR|EEXIST)$/, reason: 'not-found', detail: 'its folder is not there and cannot be made: check the path' },
  { code: /^closed$/, reason: 'closed', detail: 'it was closed: open it again' },
  {
    code: /^ERR_DLOPEN_FAILED$|MODULE_NOT_FOUND$/,
    reason: 'io',
    detail: 'the SQLite engine cannot be loaded on this machine: install the package better-sqlite3 again',
  },
  {
    code: /^(SQLITE_(IOERR|NOMEM|PROTOCOL|NOLFS|INTERRUPT)|EIO$|EMFILE$|ENFILE$|ELOOP$|ENAMETOOLONG$|EISDIR$|EBUSY$|EINVAL$)/,
    reason: 'io',
    detail: 'reading or writing it failed: check the path and the disk',
  },
]
