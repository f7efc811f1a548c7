/** The parameters of a PostgreSQL connection: the names that libpq knows and our own, where each was written, and which values are accepted. */
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'

/** A store URL, a service file or a variable does not say where a server is. Neither field nor problem repeats a password or a user. */
export class InvalidAddress extends Schema.TaggedError<InvalidAddress>()('InvalidAddress', {
  /** Parameter and its origin: `port in the URL`, `$PGPORT`. */
  field: Schema.String,
  problem: Schema.String,
}) {
  override get message() {
    return `${this.field}: ${this.problem}`
  }
}

export type Read<A> = Result.Result<A, InvalidAddress>

export const refuse = (field: string, problem: string): Read<never> => Result.fail(new InvalidAddress({ field, problem }))

/** A value as it was written, and the name of its place in a message. */
export interface Written {
  readonly text: string
  readonly field: string
}

/** Variable of libpq for each parameter; ours have none. All other variables are ignored. */
const variables = {
  ...{ host: 'PGHOST', port: 'PGPORT', dbname: 'PGDATABASE', user: 'PGUSER', password: 'PGPASSWORD', passfile: 'PGPASSFILE' },
  ...{ service: 'PGSERVICE', sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY' },
  ...{ application_name: 'PGAPPNAME', connect_timeout: 'PGCONNECT_TIMEOUT' },
  ...{ pool: undefined, statement_timeout: undefined, lock_timeout: undefined, prepare: undefined },
} as const

export type ParameterName = keyof typeof variables

const parameterNames = Object.keys(variables) as ReadonlyArray<ParameterName>

export type Parameters = ReadonlyMap<ParameterName, Written>

export type Environment = Readonly<Record<string, string | undefined>>

export const environmentParameters = (env: Environment): Parameters =>
  new Map(
    parameterNames.flatMap((name) => {
      const variable = variables[name]
      const text = variable && env[variable]
      return text === undefined ? [] : [[name, { text, field: `$${variable}` }] as const]
    }),
  )

/** Parameters of libpq that change nothing here: details of the network and of encodings, which the driver chooses itself. */
const ignoredNames: ReadonlySet<string> = new Set(
  (
    'keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout fallback_application_name client_encoding ' +
    'sslcompression sslsni krbsrvname gsslib gssdelegation'
  ).split(' '),
)

interface Limited {
  /** Values that come to the same as no parameter. */
  readonly values: ReadonlyArray<string>
  readonly reason: string
}

/** Parameters of libpq that the driver cannot fulfil. They are refused, because ignoring them would weaken what was asked for. */
const limitedNames: ReadonlyMap<string, Limited> = new Map([
  ['options', { values: [], reason: 'connection poolers refuse startup options; set them with ALTER ROLE … SET' }],
  ['hostaddr', { values: [], reason: 'write the address as the host' }],
  [
    'channel_binding',
    { values: ['disable', 'prefer'], reason: 'the driver cannot require it; sslmode=verify-full also stops an impostor' },
  ],
  ['require_auth', { values: [], reason: 'the driver cannot require a method; sslmode=verify-full also stops an impostor' }],
  ['requirepeer', { values: [], reason: 'the driver cannot check the owner of a socket' }],
  ['gssencmode', { values: ['disable', 'prefer'], reason: 'the driver has no GSSAPI encryption; use sslmode' }],
  ['sslnegotiation', { values: ['postgres'], reason: 'TLS begins after a request' }],
  ['ssl_min_protocol_version', { values: ['TLSv1', 'TLSv1.1', 'TLSv1.2'], reason: 'TLSv1.2 is the minimum here' }],
  ['ssl_max_protocol_version', { values: ['TLSv1.3'], reason: 'TLSv1.3 is the maximum here' }],
  ['sslcertmode', { values: ['allow'], reason: 'a certificate is sent if there is one' }],
  ['sslcrl', { values: [], reason: 'lists of revoked certificates are not read' }],
  ['sslcrldir', { values: [], reason: 'lists of revoked certificates are not read' }],
  ['sslpassword', { values: [], reason: 'a private key must be stored without a passphrase' }],
  ['target_session_attrs', { values: ['any'], reason: 'the server is not asked for its role; name the primary server as the host' }],
  ['load_balance_hosts', { values: ['disable'], reason: 'there is one host' }],
  ['replication', { values: ['false', 'off', 'no', '0'], reason: 'a store needs a normal connection' }],
])

/**
 * Returns the name of a parameter, or undefined if it changes nothing. `nameField` makes the field of a message from the name; for a name
 * that may be part of a badly encoded password, it leaves the name out.
 */
export const readParameter = (name: string, text: string, nameField: (name: string) => string): Read<ParameterName | undefined> => {
  const known = parameterNames.find((one) => one === name)
  if (known !== undefined) return Result.succeed(known)
  if (ignoredNames.has(name)) return Result.succeed(undefined)
  const limited = limitedNames.get(name)
  if (limited === undefined) {
    return refuse(nameField(name), `it is not a known parameter; a & in a value is written %26. Known are ${parameterNames.join(', ')}`)
  }
  if (text === '' || limited.values.includes(text)) return Result.succeed(undefined)
  const allowed = limited.values.length === 0 ? 'it is not supported' : `only ${limited.values.join(' or ')} is supported`
  return refuse(nameField(name), `${allowed} (${limited.reason})`)
}

const ranges = {
  port: { min: 1, max: 65_535, usual: 5432, unit: '' },
  pool: { min: 1, max: 64, usual: 4, unit: ' connections' },
  statement_timeout: { min: 1_000, max: 3_600_000, usual: 60_000, unit: ' ms' },
  lock_timeout: { min: 100, max: 600_000, usual: 10_000, unit: ' ms' },
  connect_timeout: { min: 0, max: 600, usual: 10, unit: ' s' },
} as const

/** Returns the number, or the usual one if none or an empty text was written. The message does not repeat the text. */
export const numberOf = (parameters: Parameters, name: keyof typeof ranges): Read<number> => {
  const { min, max, usual, unit } = ranges[name]
  const written = parameters.get(name)
  if (written === undefined || written.text === '') return Result.succeed(usual)
  const number = /^ *\d{1,9} *$/.test(written.text) ? Number(written.text) : Number.NaN
  if (number >= min && number <= max) return Result.succeed(number)
  return refuse(written.field, `it must be a whole number from ${min} to ${max}${unit}`)
}

/** Returns the one of the words that was written, or the usual one if none or an empty text was. The message does not repeat the text. */
export const wordOf = <Word extends string>(
  parameters: Parameters,
  name: ParameterName,
  words: ReadonlyArray<Word>,
  usual: Word,
): Read<Word> => {
  const written = parameters.get(name)
  if (written === undefined || written.text === '') return Result.succeed(usual)
  const word = words.find((one) => one === written.text)
  return word === undefined ? refuse(written.field, `it must be ${words.join(' or ')}`) : Result.succeed(word)
}

/** Returns the text, or undefined if none or an empty one was written: both mean the default, as in libpq. */
export const textOf = (parameters: Parameters, name: ParameterName): string | undefined => parameters.get(name)?.text || undefined
