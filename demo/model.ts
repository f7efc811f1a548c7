/**
 * The model that the private host talks to: a script that quotes the first memory of a request, or the user's own OpenAI-compatible endpoint.
 *
 * The user's key stays in this process. The host talks to a recorder on loopback, which adds the key, passes requests and replies on piece
 * by piece, and keeps the requests.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ChatRequest, readRequest } from '../test/src/chat-request.ts'
import { bodyOf, startModel } from '../test/src/model.ts'
import type { Script } from '../test/src/model-script.ts'
import { fenceOf } from './fence.ts'

export interface DemoModel {
  readonly name: string
  /** Base URL for the host. */
  readonly url: string
  readonly requests: ReadonlyArray<ChatRequest>
  /** The newest failure of the user's endpoint. */
  readonly refused: () => string | undefined
  /** Removes the user's key from a text that is shown. */
  readonly withoutKey: (text: string) => string
  readonly stop: () => Promise<void>
}

/** Rejects with a message for the user when the environment names an endpoint that cannot be used. */
export const startDemoModel = async (env: NodeJS.ProcessEnv, port = 0): Promise<DemoModel> => {
  const endpoint = await endpointOf(env)
  return endpoint === undefined ? scripted(port) : recorded(endpoint, port)
}

const scripted = async (port: number): Promise<DemoModel> => ({
  ...(await startModel(quoting, port)),
  name: 'a script',
  refused: () => undefined,
  withoutKey: (text) => text,
})

const recorded = async (endpoint: Endpoint, port: number): Promise<DemoModel> => ({
  ...(await startRecorder(endpoint, port)),
  name: endpoint.model,
  // Local servers take any short word instead of a key.
  withoutKey: (text) => (endpoint.key.length < 8 ? text : text.replaceAll(endpoint.key, '[key]')),
})

export const quoting: Script = (request) => {
  const [first] = fenceOf(request)?.memories ?? []
  if (first === undefined) return 'I have no note about that.'
  return `By your note “${first.title}” (${first.id}):\n${steps(first.text).join('\n')}`
}

const stepsQuoted = 2

/** The first numbered steps of a note, or its first paragraph. */
const steps = (text: string): ReadonlyArray<string> => {
  const numbered = text.split('\n').filter((line) => /^\d+\. /.test(line))
  return numbered.length > 0 ? numbered.slice(0, stepsQuoted) : [text.split('\n\n')[0] ?? '']
}

export interface Endpoint {
  /** Without a slash at its end. */
  readonly url: string
  readonly key: string
  readonly model: string
}

/** The message is for the user. */
class BadEndpoint extends Error {
  constructor(problem: string) {
    super(`${problem}; without OPENAI_BASE_URL the model is a script`)
  }
}

const defaultModel = 'gpt-4.1-mini'
const listTimeoutMs = 10_000
const modelsListed = 8

/** The endpoint in the environment; undefined unless `OPENAI_API_KEY` and `OPENAI_BASE_URL` are set. Asks it for its models. */
export const endpointOf = async (env: NodeJS.ProcessEnv): Promise<Endpoint | undefined> => {
  const { OPENAI_API_KEY: key = '', OPENAI_BASE_URL: base = '', OPENAI_MODEL: named = '' } = env
  if (key === '' || base === '') return undefined
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol))
    throw new BadEndpoint('OPENAI_BASE_URL is no address of a web server')
  if (new URL(base).username !== '') throw new BadEndpoint('OPENAI_BASE_URL holds a name of a user: only OPENAI_API_KEY is used')
  const url = base.replace(/\/+$/, '')
  const models = await modelsOf(url, key)
  return { url, key, model: named === '' ? chosen(models, url) : named }
}

/** Undefined if the endpoint does not list its models. */
const modelsOf = async (url: string, key: string): Promise<ReadonlyArray<string> | undefined> => {
  const signal = AbortSignal.timeout(listTimeoutMs)
  const response = await fetch(`${url}/models`, { headers: { authorization: `Bearer ${key}` }, signal }).catch((error: unknown) => {
    throw new BadEndpoint(`OPENAI_BASE_URL cannot be reached: ${url}: ${reason(error)}`)
  })
  const text = await response.text()
  if (response.status === 401 || response.status === 403)
    throw new BadEndpoint(`${url} does not take OPENAI_API_KEY: it answers ${response.status}`)
  return response.ok ? idsIn(text) : undefined
}

const reason = (error: unknown): string => {
  const { cause, message } = error as { readonly cause?: { readonly code?: string; readonly message?: string }; readonly message: string }
  return cause?.code ?? cause?.message ?? message
}

const idsIn = (text: string): ReadonlyArray<string> | undefined => {
  try {
    const { data } = JSON.parse(text) as { readonly data?: ReadonlyArray<{ readonly id?: unknown }> }
    return data?.map(({ id }) => String(id))
  } catch {
    return undefined
  }
}

const chosen = (models: ReadonlyArray<string> | undefined, url: string): string => {
  if (models === undefined || models.includes(defaultModel)) return defaultModel
  const [only, ...others] = models
  if (only !== undefined && others.length === 0) return only
  const some = models.slice(0, modelsListed).join(', ')
  throw new BadEndpoint(`${url} has ${models.length} models: set OPENAI_MODEL to one${some === '' ? '' : `, as ${some}`}`)
}

export interface Recorder {
  readonly url: string
  readonly requests: ReadonlyArray<ChatRequest>
  /** The newest failure of the endpoint. */
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

/** Resolves to the status when the whole reply was passed on, or when the host closed the connection. */
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
