/**
 * Decides whether a request may reach the memory.
 *
 * The page is for the person who started it, on this machine. Whoever has the address that was printed gets a cookie for it, once; every later
 * request needs that cookie, and must come from the page itself: a page of another site, or a name that was pointed at this machine, gets
 * nothing. A cookie alone does not tell them apart, so `Host`, `Origin` and `Sec-Fetch-Site` are checked as well.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What a request says of itself; headers that are absent are undefined. */
export interface Asking {
  readonly method: string
  /** Path without the query. */
  readonly path: string
  /** The value of `token` in the query. */
  readonly token: string | undefined
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly site: string | undefined
  readonly type: string | undefined
  readonly cookie: string | undefined
  /** True where the connection itself is encrypted. */
  readonly isEncrypted?: boolean
}

export type Admission =
  /** It has the token, or the cookie already: it is sent to the page, with the cookie where it has none. */
  | { readonly _tag: 'Entered'; readonly cookie: string | undefined }
  /** `brain`: the one that all its requests are about, whatever they name. */
  | { readonly _tag: 'Admitted'; readonly brain?: string }
  | { readonly _tag: 'Refused'; readonly status: 401 | 403 | 404 | 405 | 415; readonly why: string }

export interface Door {
  /** The token of the address; it opens the door once. */
  readonly token: string
  readonly admit: (asking: Asking) => Admission
}

/** `authorities`: the values of `Host` by which the page is reached, such as `127.0.0.1:4711`. */
export const openDoor = (authorities: ReadonlyArray<string>): Door => {
  const [token, secret] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')]
  const name = `crabtrail-studio-${createHash('sha256').update(authorities.join()).digest('hex').slice(0, 8)}`
  let isUsed = false

  const enter = (asking: Asking, isKnown: boolean): Admission => {
    if (isKnown) return { _tag: 'Entered', cookie: cookieOf(name, secret) }
    if (isUsed || !isSame(asking.token, token))
      return refused(401, 'This address was used already, or is not the one that was printed. Start the studio again.')
    isUsed = true
    return { _tag: 'Entered', cookie: cookieOf(name, secret) }
  }

  return {
    token,
    admit: (asking) => {
      const { cookie, host, method, origin, site, type } = asking
      if (host === undefined || !authorities.includes(host)) return refused(403, 'This name is not the one that the studio answers to.')
      if (origin !== undefined && origin !== `http://${host}`) return refused(403, 'The studio answers its own page alone.')
      const isKnown = isSame(cookieIn(cookie, name), secret)
      if (method === 'GET' && asking.path === '/' && asking.token !== undefined) return enter(asking, isKnown)
      if (site !== undefined && site !== 'same-origin' && site !== 'none') return refused(403, 'The studio answers its own page alone.')
      if (!isKnown) return refused(401, 'Open the address that `crabtrail studio` printed.')
      if (method === 'GET') return { _tag: 'Admitted' }
      if (method !== 'POST') return refused(405, 'The studio takes GET and POST.')
      if (origin === undefined) return refused(403, 'The studio answers its own page alone.')
      if (!isJson(type)) return refused(415, 'A request is JSON.')
      return { _tag: 'Admitted' }
    },
  }
}

const refused = (status: 401 | 403 | 405 | 415, why: string): Admission => ({ _tag: 'Refused', status, why })

/** The cookie lives as long as the browser runs; the secret, as long as the studio. */
const cookieOf = (name: string, secret: string): string => `${name}=${secret}; Path=/; HttpOnly; SameSite=Strict`

const isJson = (type: string | undefined): boolean => type?.split(';')[0]?.trim() === 'application/json'

/** True for a request that a page of the server itself sends, or a person who opens its address. What could change something names its origin. */
export const isFromItself = ({ host, method, origin, site, type }: Asking): boolean => {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) return false
  return method === 'GET' || (method === 'POST' && origin !== undefined && isJson(type))
}

export const cookieIn = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Compares without telling by its time how much was right. */
export const isSame = (given: string | undefined, secret: string): boolean =>
  given !== undefined && timingSafeEqual(digest(given), digest(secret))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
