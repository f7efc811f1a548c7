/** Answers the requests of the page: its files, and one path for each operation of the memory. The server is somebody else's. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import * as Effect from 'effect/Effect'
import type { Admission, Asking } from './admission.ts'
import type { Assets } from './assets.ts'
import { type Carrying, carry, operationIn } from './requests.ts'

/** Bytes that a request may have. The longest, a question, has 16,000. */
const bodyMost = 100_000
/** Milliseconds in which a body arrives. */
const bodyMs = 10_000

/**
 * Nothing is loaded from elsewhere, nothing runs that is not a file of the page, no form leads anywhere, and no other page frames it. Colours and
 * sizes that a picture is drawn with are set by script, which needs no exception.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const always = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

const [plain, json] = ['text/plain; charset=utf-8', 'application/json; charset=utf-8']

/** Answers one request of HTTP. Resolves when the answer was written. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** What the page is told of the studio that serves it. */
export interface About {
  /** The brain of requests that name none; `null` for the one that the memory chooses. */
  readonly brain: string | null
  /** True where it may take back and correct. */
  readonly write: boolean
}

export interface Serves {
  readonly door: { readonly admit: (asking: Asking) => Admission }
  readonly assets: Assets
  readonly carrying: Carrying
  /** The path that the page is below, without a slash at its end; empty for a server that has nothing else. */
  readonly base?: string
}

export const handlerOf =
  ({ assets, base = '', carrying, door }: Serves): Handler =>
  async (request, response) => {
    const asking = askingOf(request, base)
    if (asking === undefined) return notThere(request, response)
    const admission = door.admit(asking)
    if (asking.method !== 'POST' || admission._tag !== 'Admitted') request.resume()
    if (admission._tag !== 'Admitted') return turnedAway(admission, response)
    const bound = admission.brain
    const about: About = { brain: bound ?? carrying.brain ?? null, write: carrying.write }
    if (asking.method === 'GET')
      return asking.path === '/about' ? send(response, 200, json, JSON.stringify(about)) : sendAsset(assets, asking.path, response)
    const operation = operationIn(asking.path)
    const body = await bodyOf(request)
    if (operation === undefined) return send(response, 404, plain, 'There is no such operation.')
    if (body === undefined) return send(response, 413, plain, `A request has at most ${bodyMost} bytes.`)
    const reply = await Effect.runPromise(carry(operation, body, bound === undefined ? carrying : { ...carrying, bound }))
    return send(response, reply.status, json, JSON.stringify(reply.body))
  }

/** The answer to everybody who may not know that there is a page. */
export const notThere: Handler = async (request, response) => {
  request.resume()
  send(response, 404, plain, 'Not Found')
}

/** Returns undefined for an address that is not below the page. */
const askingOf = (request: IncomingMessage, base: string): Asking | undefined => {
  const url = URL.parse(request.url ?? '/', 'http://studio')
  if (url === null || !url.pathname.startsWith(`${base}/`)) return undefined
  const { headers, method = '', socket } = request
  return {
    method,
    path: url.pathname.slice(base.length),
    token: url.searchParams.get('token') ?? undefined,
    host: headers.host,
    origin: headers.origin,
    site: headers['sec-fetch-site'] as string | undefined,
    type: headers['content-type'],
    cookie: headers.cookie,
    isEncrypted: 'encrypted' in socket && socket.encrypted === true,
  }
}

const turnedAway = (admission: Exclude<Admission, { readonly _tag: 'Admitted' }>, response: ServerResponse): void => {
  if (admission._tag === 'Refused') return send(response, admission.status, plain, admission.why)
  const given = admission.cookie === undefined ? {} : { 'set-cookie': admission.cookie }
  // Without the token in it, the address may stand in the history of the browser.
  response.writeHead(303, { ...always, location: './', ...given }).end()
}

const sendAsset = (assets: Assets, path: string, response: ServerResponse): void => {
  const asset = assets.get(path)
  if (asset === undefined) return send(response, 404, plain, 'There is no such file.')
  send(response, 200, asset.type, asset.bytes)
}

const send = (response: ServerResponse, status: number, type: string, body: string | Buffer): void => {
  response.writeHead(status, { ...always, 'content-type': type }).end(body)
}

/** Returns undefined for a body that is too long. It is read to its end and not kept: a connection that is cut would hide the answer. */
const bodyOf = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Array<Buffer> = []
  let size = 0
  const timer = setTimeout(() => request.destroy(new Error('the body did not arrive')), bodyMs)
  try {
    for await (const chunk of request) {
      size += chunk.length
      if (size <= bodyMost) chunks.push(chunk)
    }
  } finally {
    clearTimeout(timer)
  }
  return size <= bodyMost ? Buffer.concat(chunks).toString('utf8') : undefined
}
