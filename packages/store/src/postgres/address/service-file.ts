/** Reads one section of a connection service file (`pg_service.conf`), by the rules of libpq. */
import * as Result from 'effect/Result'
import type { AddressFiles } from './address-files.ts'
import {
  type Environment,
  type InvalidAddress,
  type ParameterName,
  type Parameters,
  readParameter,
  refuse,
  type Written,
} from './parameters.ts'

/**
 * Returns the parameters of a service. `$PGSERVICEFILE`, else `~/.pg_service.conf`, is searched first, then `pg_service.conf` in
 * `$PGSYSCONFDIR`, else in Debian's folder.
 */
export const readService = (service: Written, env: Environment, files: AddressFiles): Result.Result<Parameters, InvalidAddress> =>
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
const readSection = ([, ...lines]: ReadonlyArray<Line>, origin: string): Result.Result<Parameters, InvalidAddress> =>
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
