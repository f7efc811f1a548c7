/** A scripted OpenAI-compatible model on loopback: it answers what the test says and keeps what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ChatRequest, readRequest } from './chat-request.ts'
import type { Answer, Failure, Script, ToolCall } from './model-script.ts'

export interface Model {
  readonly url: string
  readonly requests: ReadonlyArray<ChatRequest>
  /** From now on it answers by this script. */
  readonly follow: (script: Script) => void
  readonly stop: () => Promise<void>
}

/** On a port that is free, unless one is asked for. */
export const startModel = async (script: Script, port = 0): Promise<Model> => {
  const requests: ChatRequest[] = []
  let current = script
  const server = createServer(async (incoming, response) => {
    const body = await bodyOf(incoming)
    if (incoming.url?.endsWith('/chat/completions') !== true) {
      response.writeHead(404).end('{}')
      return
    }
    const request = readRequest(body)
    const number = requests.push(request)
    await answer(response, request, number, current)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    follow: (next) => {
      current = next
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** In one piece: a character may lie across two chunks. */
export const bodyOf = async (incoming: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const answer = async (response: ServerResponse, request: ChatRequest, number: number, script: Script): Promise<void> => {
  const said = await saidBy(script, request)
  if (response.destroyed) return
  if (isFailure(said)) return sendFailure(response, said)
  const send = request.stream ? sendStream : sendWhole
  send(response, `scripted-${number}`, messageOf(said, number))
}

/** A fault of a script is the model's: the test sees it in the host's log, and the host goes on. */
const saidBy = async (script: Script, request: ChatRequest): Promise<Answer> => {
  try {
    return await script(request)
  } catch (error) {
    return { status: 400, message: `the script failed: ${String(error)}` }
  }
}

const isFailure = (said: Answer): said is Failure => typeof said === 'object' && 'status' in said

interface Said {
  readonly content: string | null
  readonly tool_calls?: ReadonlyArray<object>
}

/** Ids of calls are the same in every run: the number of the request and of the call. */
const messageOf = (said: Exclude<Answer, Failure>, number: number): Said => {
  if (typeof said === 'string') return { content: said }
  const call = ({ arguments: args, id, name }: ToolCall, index: number) => ({
    index,
    id: id ?? `call_${number}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  })
  return { content: null, tool_calls: said.calls.map(call) }
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const reasonOf = (said: Said) => (said.tool_calls === undefined ? 'stop' : 'tool_calls')

const sendWhole = (response: ServerResponse, id: string, said: Said): void => {
  const choices = [{ index: 0, finish_reason: reasonOf(said), message: { role: 'assistant', ...said } }]
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ id, created: 0, model: 'scripted', object: 'chat.completion', choices, usage }))
}

const sendStream = (response: ServerResponse, id: string, said: Said): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choices: ReadonlyArray<object>, rest: object = {}) => {
    const chunk = { id, created: 0, model: 'scripted', object: 'chat.completion.chunk', choices, ...rest }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  send([{ index: 0, delta: { role: 'assistant', ...said }, finish_reason: null }])
  send([{ index: 0, delta: {}, finish_reason: reasonOf(said) }])
  send([], { usage })
  response.end('data: [DONE]\n\n')
}

const sendFailure = (response: ServerResponse, { message, status }: Failure): void => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message, type: 'scripted' } }))
}
