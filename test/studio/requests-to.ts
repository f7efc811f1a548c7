/** Sends requests over loopback with exactly the headers that are given: a browser would not let a test choose `Host` or `Origin`. */

import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
}

export type Send = (method: string, path: string, headers?: Readonly<Record<string, string>>, body?: string) => Promise<Answered>

export const requestsTo =
  (port: () => number): Send =>
  (method, path, headers = {}, body) =>
    new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port: port(), agent: false, method, path, headers, setHost: headers['host'] === undefined },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk) => (text += chunk))
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })

export const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** A server on loopback that answers by `handle`; a test closes it. */
export const serverOf = (handle: Parameters<typeof createServer>[1]): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(handle).listen(0, '127.0.0.1', () => resolve(server))
  })

export const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** The name and value of a cookie that an answer sets, as a browser sends it. */
export const cookieOf = ({ headers }: Answered): string => String(headers['set-cookie']).split(';')[0] ?? ''
