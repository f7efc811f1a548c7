/** Serves the sentence encoder on this machine with OpenAI's embeddings protocol. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openSentenceEncoder, type SentenceEncoder, sentenceDimension, sentenceModel } from './sentence-encoder.ts'

export interface EncoderServer {
  /** What a memory is told of it. */
  readonly settings: { readonly baseUrl: string; readonly model: string; readonly dimension: number }
  readonly encoder: SentenceEncoder
  readonly close: () => Promise<void>
}

/** `port`: 0 for a free one. */
export const startEncoder = async (encoder: SentenceEncoder = openSentenceEncoder(), port = 0): Promise<EncoderServer> => {
  const server = createServer(async (request, response) => {
    const parts: Array<Buffer> = []
    for await (const part of request) parts.push(part)
    await answer(encoder, Buffer.concat(parts).toString(), response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.address() as AddressInfo
  return {
    settings: { baseUrl: `http://127.0.0.1:${taken}/v1`, model: sentenceModel, dimension: sentenceDimension },
    encoder,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const answer = async (encoder: SentenceEncoder, body: string, response: ServerResponse): Promise<void> => {
  const send = (status: number, said: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  const texts = textsIn(body)
  if (texts === undefined) return void send(400, { error: { message: 'input is one text or a list of texts, none of them empty' } })
  const made = await encoder.embed(texts)
  const data = made.flatMap((vector, index) => (vector === undefined ? [] : [{ object: 'embedding', index, embedding: [...vector] }]))
  send(200, { object: 'list', model: sentenceModel, data })
}

const textsIn = (body: string): ReadonlyArray<string> | undefined => {
  try {
    const { input } = JSON.parse(body)
    const texts = typeof input === 'string' ? [input] : input
    const isText = (text: unknown) => typeof text === 'string' && text.trim() !== ''
    return Array.isArray(texts) && texts.length > 0 && texts.every(isText) ? texts : undefined
  } catch {
    return undefined
  }
}
