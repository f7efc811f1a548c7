/** An OpenAI-compatible embeddings server on this machine, which keeps what it was asked and behaves as it is told. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hashedDimension, hashedVector } from '@crabtrail/models'

export interface Embeddings {
  /** Its vectors are those of the embedder that is built in. */
  readonly settings: { readonly baseUrl: string; readonly model: string; readonly dimension: number }
  readonly asked: ReadonlyArray<AskedEmbeddings>
  /** From the next request on. */
  readonly behave: (behaviour: Behaviour) => void
  readonly close: () => Promise<void>
}

export interface AskedEmbeddings {
  readonly input: ReadonlyArray<string>
  readonly authorization: IncomingHttpHeaders['authorization']
}

/** Answers one request, or does not. */
export type Behaviour = (asked: AskedEmbeddings, response: ServerResponse) => void

export const well: Behaviour = ({ input }, response) => {
  const data = input.map((text, index) => ({ index, embedding: [...hashedVector(text)] }))
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
}

/** Takes the request and says nothing. */
export const hanging: Behaviour = () => {}

export const refusing: Behaviour = ({ authorization }, response) => {
  // Servers repeat what they were sent.
  response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: `bad key ${authorization}` } }))
}

export const startEmbeddings = async (): Promise<Embeddings> => {
  const asked: AskedEmbeddings[] = []
  let behaviour = well
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { input } = JSON.parse(Buffer.concat(parts).toString())
    const one = { input, authorization: request.headers.authorization }
    asked.push(one)
    behaviour(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: { baseUrl: `http://127.0.0.1:${port}/v1`, model: 'tiny', dimension: hashedDimension },
    asked,
    behave: (next) => {
      behaviour = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
