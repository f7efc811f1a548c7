/** A scripted OpenAI-compatible model on loopback: it answers what the test says and keeps what it was asked. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ChatRequest {
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: unknown }>
  readonly stream?: boolean
}

export interface Model {
  readonly url: string
  readonly requests: ReadonlyArray<ChatRequest>
  readonly stop: () => Promise<void>
}

export const startModel = async (reply: (request: ChatRequest) => string): Promise<Model> => {
  const requests: ChatRequest[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.url?.endsWith('/chat/completions') !== true) {
      response.writeHead(404).end('{}')
      return
    }
    const chat: ChatRequest = JSON.parse(body)
    requests.push(chat)
    const answer = chat.stream === true ? sendStream : sendWhole
    answer(response, `scripted-${requests.length}`, reply(chat))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }

const sendWhole = (response: ServerResponse, id: string, content: string): void => {
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }]
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ id, created: 0, model: 'scripted', object: 'chat.completion', choices, usage }))
}

const sendStream = (response: ServerResponse, id: string, content: string): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choices: ReadonlyArray<object>, rest: object = {}) => {
    const chunk = { id, created: 0, model: 'scripted', object: 'chat.completion.chunk', choices, ...rest }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  send([{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }])
  send([{ index: 0, delta: {}, finish_reason: 'stop' }])
  send([], { usage })
  response.end('data: [DONE]\n\n')
}
