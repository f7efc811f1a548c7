/** The model that the private host talks to: a script, or the user's own behind a recorder. */
import type { ChatRequest } from '../test/src/chat-request.ts'
import { startModel } from '../test/src/model.ts'
import { type Endpoint, endpointOf } from './endpoint.ts'
import { quoting } from './quoting-script.ts'
import { startRecorder } from './recorder.ts'

export interface DemoModel {
  readonly name: string
  /** Where the host reaches it. */
  readonly url: string
  readonly requests: ReadonlyArray<ChatRequest>
  readonly refused: () => string | undefined
  /** A text as it may be shown: without the user's key. */
  readonly withoutKey: (text: string) => string
  readonly stop: () => Promise<void>
}

/** Rejects, in words for whoever set it, when the user's own cannot be used. */
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
  // A shorter one is a word that stands for no key, as local servers want it.
  withoutKey: (text) => (endpoint.key.length < 8 ? text : text.replaceAll(endpoint.key, '[key]')),
})
