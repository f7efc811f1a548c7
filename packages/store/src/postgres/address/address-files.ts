/** The files and the user of this machine, as far as the address of a server depends on them: a password file and service files. */
import { readFileSync, statSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import * as Result from 'effect/Result'
import { type Environment, type ParameterName, type Parameters, type Read, readParameter, refuse, type Written } from './parameters.ts'

export interface AddressFiles {
  readonly home: string
  /** User of this process; undefined if the system has no name for it, as in some containers. */
  readonly user: string | undefined
  /** Returns the content of a file, or undefined if it is absent, unreadable, too large or not a file. */
  readonly readFile: (path: string) => string | undefined
  /** Returns the permission bits of whatever is at a path; undefined if there is nothing, and on Windows, which has no such bits. */
  readonly mode: (path: string) => number | undefined
}

/** The largest bundle of certificates in use has about 0.25 MiB. */
const fileBytesMax = 1_048_576

export const nodeFiles = (): AddressFiles => ({
  home: homedir(),
  user: orUndefined(() => userInfo().username),
  readFile: (path) =>
    orUndefined(() => {
      const found = statSync(path)
      return found.isFile() && found.size <= fileBytesMax ? readFileSync(path, 'utf8') : undefined
    }),
  mode: (path) => (process.platform === 'win32' ? undefined : orUndefined(() => statSync(path).mode & 0o777)),
})

const orUndefined = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/* A password file (`.pgpass`), by the rules of libpq: lines `host:port:database:user:password`, the first match wins. */

interface PasswordOwner {
  /** `localhost` for the default folder of sockets, as in libpq. */
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
}

/** A file that others can read is not used, which gives a warning. An absent file gives none. */
export const findPassword = (path: string, owner: PasswordOwner, files: AddressFiles) => {
  const mode = files.mode(path)
  if (mode !== undefined && (mode & 0o077) !== 0) {
    const warning = `the password file ${JSON.stringify(path)} is ignored, because its group or others have access: run chmod 0600 on it`
    return { password: '', warnings: [warning] }
  }
  const wanted = [owner.host, String(owner.port), owner.database, owner.user]
  const found = (files.readFile(path) ?? '')
    .split('\n')
    .map((line) => line.replace(/\r+$/, ''))
    // A comment begins with #, and no host does.
    .map(fieldsOf)
    .find((fields) => fields.length > wanted.length && wanted.every((text, index) => matches(fields[index] ?? '', text)))
  return { password: unescaped(found?.[wanted.length] ?? ''), warnings: [] }
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

/* One section of a connection service file (`pg_service.conf`), by the rules of libpq. */

/**
 * Returns the parameters of a service. `$PGSERVICEFILE`, else `~/.pg_service.conf`, is searched first, then `pg_service.conf` in
 * `$PGSYSCONFDIR`, else in Debian's folder.
 */
export const readService = (service: Written, env: Environment, files: AddressFiles): Read<Parameters> =>
  Result.gen(function* () {
    const own = env['PGSERVICEFILE']
    if (own !== undefined && files.readFile(own) === undefined) {
      return yield* refuse('$PGSERVICEFILE', `the file ${JSON.stringify(own)} cannot be read: check the path and its permissions`)
    }
    const paths = [own ?? `${files.home}/.pg_service.conf`, `${env['PGSYSCONFDIR'] ?? debianFolder}/pg_service.conf`]
    for (const path of paths) {
      const lines = sectionOf(files.readFile(path) ?? '', service.text)
      if (lines.length > 0) return yield* readSection(lines, `service ${shown(service.text)} in ${path}`)
    }
    return yield* refuse(service.field, `the service ${shown(service.text)} is in none of the files ${paths.join(', ')}`)
  })

const debianFolder = '/etc/postgresql-common'

/** Returns a name for a message, without control characters and not too long. */
const shown = (name: string): string => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name)

interface Line {
  readonly text: string
  readonly number: number
}

/** Returns the lines of the first section with the name, its title included; none if there is no such section. */
const sectionOf = (text: string, service: string): ReadonlyArray<Line> => {
  const lines = text
    .split('\n')
    .map((line, index) => ({ text: line.replace(/^[ \t\r\v\f]+|[ \t\r\v\f]+$/g, ''), number: index + 1 }))
    .filter((line) => line.text !== '' && !line.text.startsWith('#'))
  const start = lines.findIndex((line) => line.text.startsWith(`[${service}]`))
  if (start < 0) return []
  const length = lines.slice(start + 1).findIndex((line) => line.text.startsWith('['))
  return lines.slice(start, length < 0 ? undefined : start + 1 + length)
}

/** The first of several lines for a parameter counts, as in libpq. Messages have the number of a line only: it may hold a password. */
const readSection = ([, ...lines]: ReadonlyArray<Line>, origin: string): Read<Parameters> =>
  Result.gen(function* () {
    const parameters = new Map<ParameterName, Written>()
    for (const { text, number } of lines) {
      const at = text.indexOf('=')
      const field = `line ${number} of ${origin}`
      if (at < 0 || text.includes('\0')) return yield* refuse(field, 'it must have the form name=value')
      const name = yield* readParameter(text.slice(0, at), text.slice(at + 1), () => field)
      if (name === 'service') return yield* refuse(field, 'a service cannot refer to another service')
      if (name !== undefined && !parameters.has(name)) parameters.set(name, { text: text.slice(at + 1), field: `${name} of ${origin}` })
    }
    return parameters
  })
