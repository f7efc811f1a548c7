/**
 * Translates `sslmode` and its files into what `pg` takes as `ssl`.
 *
 * | sslmode           | `localhost`, 127.0.0.0/8, ::1 | any other host                                                          |
 * | ----------------- | ----------------------------- | ----------------------------------------------------------------------- |
 * | `disable`         | plaintext                     | plaintext                                                               |
 * | `allow`, `prefer` | plaintext                     | as `require`                                                            |
 * | `require`         | TLS                           | TLS; the certificate is verified only if there is a root certificate    |
 * | `verify-ca`       | TLS                           | TLS; the certificate must come from the root certificate; any host name |
 * | `verify-full`     | TLS                           | TLS; the certificate must come from a root and name the host            |
 *
 * A Unix socket is always plaintext, as in libpq.
 *
 * `prefer` is the default, as in libpq. libpq falls back to plaintext if the server has no TLS. `pg` cannot fall back, and a fallback lets
 * anybody on the way switch encryption off. So only `sslmode=disable` sends a password in plaintext to another machine.
 *
 * The root is `sslrootcert`, else `~/.postgresql/root.crt` if it exists. As in libpq, `require` with a root verifies like `verify-ca`.
 * `verify-full` without one, or with `sslrootcert=system`, trusts the certificate authorities of Node and `$NODE_EXTRA_CA_CERTS`.
 */
import { BlockList, isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import * as Result from 'effect/Result'
import type { AddressFiles } from './address-files.ts'
import { type Parameters, type Read, refuse, textOf, wordOf } from './parameters.ts'

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** Returns false for plaintext. A private key in the options is not enumerable, so neither JSON nor a log of the options shows it. */
export const tlsOptions = (parameters: Parameters, host: string, files: AddressFiles): Read<false | ConnectionOptions> =>
  Result.gen(function* () {
    const isSystem = textOf(parameters, 'sslrootcert') === 'system'
    const mode = yield* wordOf(parameters, 'sslmode', modes, isSystem ? 'verify-full' : 'prefer')
    const field = parameters.get('sslmode')?.field ?? 'sslmode'
    if (isSystem && mode !== 'verify-full') return yield* refuse(field, 'sslrootcert=system needs sslmode=verify-full')
    if (mode === 'disable' || host.startsWith('/')) return false
    if ((mode === 'allow' || mode === 'prefer') && isLoopback(host)) return false
    const root = isSystem ? undefined : yield* readPem(parameters, 'sslrootcert', files)
    if (mode === 'verify-ca' && root === undefined) {
      return yield* refuse(field, 'verify-ca needs sslrootcert=FILE; for the certificate of a public authority write sslmode=verify-full')
    }
    const options: ConnectionOptions = { rejectUnauthorized: root !== undefined || mode === 'verify-full' }
    if (root !== undefined) options.ca = root
    if (options.rejectUnauthorized && mode !== 'verify-full') options.checkServerIdentity = () => undefined
    return yield* withClientCertificate(options, parameters, files)
  })

/** `localhost` and the addresses of this machine. Any other spelling of them counts as another host, which is the safe side. */
const isLoopback = (host: string): boolean => {
  const version = isIP(host)
  return version === 0 ? host.toLowerCase() === 'localhost' : loopback.check(host, version === 6 ? 'ipv6' : 'ipv4')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Adds the certificate of the client, if there is one, and its key. */
const withClientCertificate = (options: ConnectionOptions, parameters: Parameters, files: AddressFiles): Read<ConnectionOptions> =>
  Result.gen(function* () {
    const cert = yield* readPem(parameters, 'sslcert', files)
    if (cert === undefined) return options
    const key = yield* readPem(parameters, 'sslkey', files)
    if (key === undefined) {
      const field = parameters.get('sslcert')?.field ?? 'sslcert'
      return yield* refuse(field, `the certificate has no private key: write sslkey=FILE, or make ${defaultPath('sslkey', files)}`)
    }
    return Object.defineProperty({ ...options, cert }, 'key', { value: key, enumerable: false })
  })

const pemFiles = {
  sslrootcert: { name: 'root.crt', title: /^-----BEGIN (X509 |TRUSTED )?CERTIFICATE-----/m, kind: 'certificate' },
  sslcert: { name: 'postgresql.crt', title: /^-----BEGIN (X509 |TRUSTED )?CERTIFICATE-----/m, kind: 'certificate' },
  sslkey: {
    name: 'postgresql.key',
    title: /^-----BEGIN (?!ENCRYPTED)([A-Z0-9]+ )?PRIVATE KEY-----/m,
    kind: 'private key without a passphrase',
  },
} as const

type PemParameter = keyof typeof pemFiles

const defaultPath = (name: PemParameter, { home }: AddressFiles): string => `${home}/.postgresql/${pemFiles[name].name}`

/** Returns the content of the file of a parameter, else of the default file; undefined if no parameter was written and no such file exists. */
const readPem = (parameters: Parameters, name: PemParameter, files: AddressFiles): Read<string | undefined> => {
  const path = textOf(parameters, name) ?? defaultPath(name, files)
  const field = parameters.get(name)?.field ?? name
  const { title, kind } = pemFiles[name]
  const content = files.readFile(path)
  if (content === undefined) {
    if (textOf(parameters, name) === undefined) return Result.succeed(undefined)
    return refuse(field, `the file ${JSON.stringify(path)} cannot be read: check the path and its permissions`)
  }
  if (!title.test(content) || /^Proc-Type: 4,ENCRYPTED/m.test(content)) {
    return refuse(field, `the file ${JSON.stringify(path)} holds no ${kind} in PEM format`)
  }
  // As in libpq, the group may read a key, because one that belongs to root is shared that way.
  if (name === 'sslkey' && ((files.mode(path) ?? 0) & 0o037) !== 0) {
    return refuse(field, `others have access to the private key ${JSON.stringify(path)}: run chmod 0600 on it`)
  }
  return Result.succeed(content)
}
