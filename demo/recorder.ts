/**
 * Stands on loopback before the user's endpoint: passes on what the host asks and what is answered, piece by piece, and keeps the requests.
 *
 * The key is put in here, so that the private host and what it writes never hold it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ChatRequest, readRequest } from '../test/src/chat-request.ts'
import { bodyOf } from '../test/src/model.ts'
import type { Endpoint } from './endpoint.ts'

export interface Recorder {
  readonly url: string
  readonly requests: ReadonlyArray<ChatRequest>
  /** The last thing that the endpoint refused, if any. */
  readonly refused: () => string | undefined
  readonly stop: () => Promise<void>
}

export const startRecorder = async (endpoint: Endpoint, port = 0): Promise<Recorder> => {
  const requests: ChatRequest[] = []
  let refused: string | undefined
  const server = createServer(async (incoming, response) => {
    try {
      const body = await bodyOf(incoming)
      if (incoming.url?.endsWith('/chat/completions') === true) requests.push(readRequest(body))
      const status = await passOn(endpoint, { incoming, body, response })
      if (status >= 400) refused = `${endpoint.url} answered ${status}`
    } catch (error) {
      refused = `${endpoint.url}: ${String(error)}`
      if (!response.headersSent) response.writeHead(502, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: 'the endpoint cannot be reached', type: 'recorder' } }))
    }
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    refused: () => refused,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Exchange {
  readonly incoming: IncomingMessage
  readonly body: string
  readonly response: ServerResponse
}

/** Ends with the whole answer, or when the host hangs up. */
const passOn = async ({ key, url }: Endpoint, { body, incoming, response }: Exchange): Promise<number> => {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const { accept = '*/*', 'content-type': type = 'application/json' } = incoming.headers
  const answer = await fetch(`${url}${(incoming.url ?? '').replace(/^\/v1/, '')}`, {
    method: incoming.method ?? 'POST',
    headers: { accept, 'content-type': type, authorization: `Bearer ${key}` },
    ...(body === '' ? {} : { body }),
    signal: gone.signal,
  })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
  if (answer.body === null) response.end()
  else await pipeline(Readable.fromWeb(answer.body), response)
  return answer.status
}
