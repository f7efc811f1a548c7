/** A server on this machine for one test, which answers as the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ServedRequest<Body> {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Body
}

/** Answers the nth request, from 0. */
export type Behaviour<Body> = (request: ServedRequest<Body>, response: ServerResponse, nth: number) => void

/** Runs `use` with the URL of the server and the requests that it got so far, and stops the server. */
export const served = async <Body, A>(
  behave: Behaviour<Body>,
  use: (baseUrl: string, requests: ReadonlyArray<ServedRequest<Body>>) => Promise<A>,
): Promise<A> => {
  const requests: Array<ServedRequest<Body>> = []
  const server = createServer((request, response) => {
    const parts: Array<Buffer> = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString()) }
      behave(one, response, requests.push(one) - 1)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

export const send = (response: ServerResponse, body: unknown, status = 200, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body))
}
