/** The server of the studio: the page and its files, and one path for each operation of the memory. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as Effect from 'effect/Effect'
import { type Admission, type Asking, type Door, openDoor } from './admission.ts'
import type { Assets } from './assets.ts'
import { type Carrying, carry, operationIn } from './requests.ts'

/** Bytes that a request may have. The longest, a question, has 16,000. */
const bodyMost = 100_000

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

const handlerOf =
  (door: Pick<Door, 'admit'>, assets: Assets, carrying: Carrying): Handler =>
  async (request, response) => {
    const about: About = { brain: carrying.brain ?? null, write: carrying.write }
    const { searchParams, pathname } = new URL(request.url ?? '/', 'http://studio')
    const asking = askingOf(request, pathname, searchParams)
    const admission = door.admit(asking)
    if (asking.method !== 'POST' || admission._tag !== 'Admitted') request.resume()
    if (admission._tag !== 'Admitted') return turnedAway(admission, response)
    if (asking.method === 'GET')
      return pathname === '/about' ? send(response, 200, json, JSON.stringify(about)) : sendAsset(assets, pathname, response)
    const operation = operationIn(pathname)
    const body = await bodyOf(request)
    if (operation === undefined) return send(response, 404, plain, 'There is no such operation.')
    if (body === undefined) return send(response, 413, plain, `A request has at most ${bodyMost} bytes.`)
    const reply = await Effect.runPromise(carry(operation, body, carrying))
    return send(response, reply.status, json, JSON.stringify(reply.body))
  }

/** What the page is told of the studio that serves it. */
export interface About {
  /** The brain of requests that name none; `null` for the one that the memory chooses. */
  readonly brain: string | null
  /** True where it may take back and correct. */
  readonly write: boolean
}

const askingOf = ({ headers, method = '' }: IncomingMessage, path: string, query: URLSearchParams): Asking => ({
  method,
  path,
  token: query.get('token') ?? undefined,
  host: headers.host,
  origin: headers.origin,
  site: headers['sec-fetch-site'] as string | undefined,
  type: headers['content-type'],
  cookie: headers.cookie,
})

const turnedAway = (admission: Exclude<Admission, { readonly _tag: 'Admitted' }>, response: ServerResponse): void => {
  if (admission._tag === 'Refused') return send(response, admission.status, plain, admission.why)
  // Without the token in it, the address may stand in the history of the browser.
  response.writeHead(303, { ...always, location: '/', 'set-cookie': admission.cookie }).end()
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
  for await (const chunk of request) {
    size += chunk.length
    if (size <= bodyMost) chunks.push(chunk)
  }
  return size <= bodyMost ? Buffer.concat(chunks).toString('utf8') : undefined
}

export interface Serving {
  /** The address with the token, for the person who started it. */
  readonly url: string
  readonly port: number
  /** Ends the server and all connections. */
  readonly close: () => Promise<void>
}

/** Serves on loopback. Fails if the port is taken. Port 0: a free one. */
export const serve = (port: number, assets: Assets, carrying: Carrying): Promise<Serving> =>
  new Promise((resolve, reject) => {
    let handle: Handler | undefined
    const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, maxHeaderSize: 16_384 }, (request, response) => {
      void handle?.(request, response).catch(() => response.destroy())
    })
    server.maxConnections = 64
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = server.address() as AddressInfo
      const door = openDoor([`127.0.0.1:${taken}`, `localhost:${taken}`])
      handle = handlerOf(door, assets, carrying)
      resolve({ url: `http://127.0.0.1:${taken}/?token=${door.token}`, port: taken, close: () => closed(server) })
    })
  })

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
