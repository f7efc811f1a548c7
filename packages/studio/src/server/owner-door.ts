/**
 * Decides who may reach the page at a server that others reach as well, such as the gateway of agents.
 *
 * Whoever has no cookie and no address that was given out gets one and the same answer, as if there were no page. An address opens the page over
 * one brain, once, within minutes. The cookie that it is exchanged for is good for that brain, for the name by which the server was reached then, and
 * for hours. The server may stand behind any name, so no list of names is kept: another site never has the cookie, and a request that could change
 * something says its origin.
 */

import { randomBytes } from 'node:crypto'
import { type Admission, type Asking, cookieIn, isFromItself, isSame } from './admission.ts'

/** Milliseconds that an address waits to be opened, and that a browser may use the page from then on. */
export const [addressMs, pageMs] = [5 * 60_000, 12 * 60 * 60_000]

/** Addresses that wait, and browsers that were let in, at most; the oldest goes first. */
const keptMost = 8

export interface OwnerDoor {
  /** Returns a token that opens the page over this brain once. */
  readonly issue: (brain: string) => string
  readonly admit: (asking: Asking) => Admission
}

interface Waiting {
  readonly token: string
  readonly brain: string
  readonly until: number
}

interface LetIn {
  readonly secret: string
  readonly brain: string
  readonly host: string
  readonly until: number
}

const name = 'crabtrail-studio'

/** `path`: where the page is; its cookie is sent nowhere else. `now`: milliseconds UTC. */
export const ownerDoor = (path: string, now: () => number = Date.now): OwnerDoor => {
  let waiting: ReadonlyArray<Waiting> = []
  let letIn: ReadonlyArray<LetIn> = []

  const enter = ({ host, isEncrypted = false, token }: Asking): Admission | undefined => {
    const opened = waiting.find((one) => one.until > now() && isSame(token, one.token))
    if (opened === undefined || host === undefined) return undefined
    waiting = waiting.filter((one) => one !== opened)
    const secret = secretWord()
    letIn = [...letIn, { secret, brain: opened.brain, host, until: now() + pageMs }].slice(-keptMost)
    const secure = isEncrypted ? '; Secure' : ''
    return { _tag: 'Entered', cookie: `${name}=${secret}; Path=${path}; HttpOnly; SameSite=Strict${secure}` }
  }

  return {
    issue: (brain) => {
      const token = secretWord()
      waiting = [...waiting, { token, brain, until: now() + addressMs }].slice(-keptMost)
      return token
    },
    admit: (asking) => {
      const isOpening = asking.method === 'GET' && asking.path === '/' && asking.token !== undefined
      const entered = isOpening ? enter(asking) : undefined
      if (entered !== undefined) return entered
      const given = cookieIn(asking.cookie, name)
      const known = letIn.find((one) => one.until > now() && one.host === asking.host && isSame(given, one.secret))
      if (known === undefined || !isFromItself(asking)) return absent
      return isOpening ? { _tag: 'Entered', cookie: undefined } : { _tag: 'Admitted', brain: known.brain }
    },
  }
}

const absent: Admission = { _tag: 'Refused', status: 404, why: 'Not Found' }

const secretWord = (): string => randomBytes(24).toString('base64url')
