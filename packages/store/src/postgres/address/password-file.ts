/** Finds a password in a password file (`.pgpass`), by the rules of libpq: lines `host:port:database:user:password`, the first match wins. */
import type { AddressFiles } from './address-files.ts'

/** Server and user that a password is searched for. */
export interface PasswordOwner {
  /** `localhost` for the default folder of sockets, as in libpq. */
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
}

export interface FoundPassword {
  readonly password: string | undefined
  readonly warnings: ReadonlyArray<string>
}

/** A file that others can read is not used, which gives a warning. An absent file gives none. */
export const findPassword = (path: string, owner: PasswordOwner, files: AddressFiles): FoundPassword => {
  const mode = files.mode(path)
  if (mode !== undefined && (mode & 0o077) !== 0) {
    const warning = `the password file ${JSON.stringify(path)} is ignored, because its group or others have access: run chmod 0600 on it`
    return { password: undefined, warnings: [warning] }
  }
  const wanted = [owner.host, String(owner.port), owner.database, owner.user]
  const found = (files.readFile(path) ?? '')
    .split('\n')
    .map((line) => line.replace(/\r+$/, ''))
    // A comment begins with #, and no host does.
    .map(fieldsOf)
    .find((fields) => fields.length > wanted.length && wanted.every((text, index) => matches(fields[index] ?? '', text)))
  return { password: found === undefined ? undefined : unescaped(found[wanted.length] ?? ''), warnings: [] }
}

/** Splits at colons that no backslash precedes; backslashes stay. */
const fieldsOf = (line: string): ReadonlyArray<string> => {
  const fields = ['']
  for (const part of line.match(/\\.|./gsu) ?? []) {
    if (part === ':') fields.push('')
    else fields.push((fields.pop() ?? '') + part)
  }
  return fields
}

/** `*` alone matches everything; an escaped one is a star. */
const matches = (field: string, text: string): boolean => field === '*' || unescaped(field) === text

const unescaped = (field: string): string => field.replace(/\\(.)/gsu, '$1')
