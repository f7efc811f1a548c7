/**
 * Reads the parameters of a URL such as `postgres://ada:secret@db.example:5432/memory?sslmode=require`, by the rules of libpq.
 *
 * The parser is not WHATWG's: that one refuses a user without a host, and reads `+` as a space. A message never repeats a part of the URL
 * except names of parameters, because a badly encoded password may have ended up in any part.
 */
import * as Result from 'effect/Result'
import { type ParameterName, type Parameters, type Read, readParameter, refuse, type Written } from './parameters.ts'

/** Tokens of cloud providers that serve as passwords have some 2,000 characters. */
const urlCharsMax = 8_192

const url = 'URL'

export const readConnectionUrl = (text: string): Read<Parameters> =>
  Result.gen(function* () {
    yield* acceptText(text)
    const rest = text.replace(/^postgres(ql)?:\/\//i, '')
    const { userInfo, address } = splitUserInfo(rest)
    const { authority, path, query } = splitAddress(address)
    yield* acceptParts(userInfo, authority, path)
    const [user = '', password = ''] = splitAt(userInfo, ':')
    const [host, port] = yield* splitHost(authority)
    const parameters = new Map<ParameterName, Written>()
    const parts = { user, password, host, port, dbname: path }
    for (const name of ['user', 'password', 'host', 'port', 'dbname'] as const) {
      // As in libpq, an empty part counts as not written.
      if (parts[name] !== '') parameters.set(name, { text: yield* decode(parts[name], inUrl(name)), field: inUrl(name) })
    }
    for (const [name, written] of yield* readQuery(query)) parameters.set(name, written)
    return parameters
  })

const inUrl = (name: string): string => `${name} in the ${url}`

const acceptText = (text: string): Read<void> => {
  if (text.length > urlCharsMax) return refuse(url, `it has ${text.length} characters, at most ${urlCharsMax}`)
  if (/^pg:/i.test(text)) return refuse(url, 'pg: is not a scheme of PostgreSQL: write postgres://USER@HOST/DATABASE')
  if (!/^postgres(ql)?:\/\//i.test(text)) return refuse(url, 'it must begin with postgres:// or postgresql://')
  if (hasControl(text) || /\s/.test(text)) return refuse(url, 'it has a space or a control character: write %20 for a space')
  if (!text.isWellFormed()) return refuse(url, 'it is not valid Unicode')
  return Result.succeed(undefined)
}

export const hasControl = (text: string): boolean => /\p{Cc}/u.test(text)

/** Splits at the first `@` that no `/` precedes. */
const splitUserInfo = (rest: string): { readonly userInfo: string; readonly address: string } => {
  const [, userInfo = '', address = rest] = /^([^@/]*)@(.*)$/u.exec(rest) ?? []
  return { userInfo, address }
}

const splitAddress = (address: string): { readonly authority: string; readonly path: string; readonly query: string } => {
  const [before, query = ''] = splitAt(address, '?')
  const [authority, path = ''] = splitAt(before, '/')
  return { authority, path, query }
}

const splitAt = (text: string, character: string): [string, string?] => {
  const at = text.indexOf(character)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Refuses URLs in which part of a password would be taken for a host, a database or a parameter. */
const acceptParts = (userInfo: string, authority: string, path: string): Read<void> => {
  const encode = 'in a user, a password or a database write @ as %40, / as %2F, ? as %3F, # as %23 and % as %25'
  if (/\?[^=]*=/.test(userInfo)) return refuse(url, `a ? and a = stand before the @ (${encode}; in a parameter write @ as %40)`)
  if (authority.includes('@') || path.includes('@')) return refuse(url, `an @ stands in the host or the database (${encode})`)
  return Result.succeed(undefined)
}

const splitHost = (authority: string): Read<readonly [host: string, port: string]> => {
  if (authority.includes(',')) return refuse(inUrl('host'), severalHosts)
  if (!authority.startsWith('[')) {
    const [host, port = ''] = splitAt(authority, ':')
    return Result.succeed([host, port])
  }
  const found = /^\[([^\]]+)\](?::(.*))?$/u.exec(authority)
  if (found === null) return refuse(inUrl('host'), 'an IPv6 address is written [ADDRESS] or [ADDRESS]:PORT')
  return Result.succeed([found[1] ?? '', found[2] ?? ''])
}

export const severalHosts = 'several hosts are not supported: name one server, or one address that always leads to the primary server'

const readQuery = (query: string): Read<Parameters> =>
  Result.gen(function* () {
    const parameters = new Map<ParameterName, Written>()
    let previous = ''
    for (const pair of query.replace(/&$/, '').split('&')) {
      if (query === '') break
      const [rawName, rawText, more] = pair.split('=')
      if (rawName === undefined || rawText === undefined || more !== undefined) {
        return yield* refuse(url, 'a parameter must have the form NAME=VALUE; in a value write = as %3D and & as %26')
      }
      // A name after a password, or one in a query with an @, may be part of a password.
      const isNamed = /^[a-z_]{1,40}$/i.test(rawName) && previous !== 'password' && !query.includes('@')
      const field = isNamed ? inUrl(rawName) : `a parameter in the ${url}`
      const [name, text] = jdbc(yield* decode(rawName, field), yield* decode(rawText, field))
      if (name === 'ssl') return yield* refuse(inUrl('ssl'), 'it can only be true; write sslmode=disable, require or verify-full')
      const known = yield* readParameter(name, text, () => field)
      if (known !== undefined) parameters.set(known, { text, field: inUrl(known) })
      previous = name
    }
    return parameters
  })

/** libpq accepts `ssl=true` of JDBC. */
const jdbc = (name: string, text: string): readonly [string, string] =>
  name === 'ssl' && text === 'true' ? ['sslmode', 'require'] : [name, text]

/** Replaces `%XX`. `+` is no space, and NUL is refused as in libpq, because the protocol ends a text with it. */
const decode = (text: string, field: string): Read<string> => {
  try {
    const decoded = decodeURIComponent(text)
    return decoded.includes('\0') ? refuse(field, 'it has the character %00') : Result.succeed(decoded)
  } catch {
    return refuse(field, 'a % must be followed by two hexadecimal digits, and these must give UTF-8: write a % as %25')
  }
}
