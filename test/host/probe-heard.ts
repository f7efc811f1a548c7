/** What the story of the probe lets a plugin hear of a host, as it is compared: shapes and orders, nothing that another run would change. */
import type { ChatRequest } from '../src/chat-request.ts'
import { currentUserText, withoutRun } from '../src/chat-request.ts'
import type { Recorded } from '../src/probe-plugin/recording.ts'
import { fieldsOf, inOrder, pathsOf, titlesOf } from './heard.ts'
import { story, type Told, writeWorkspaces } from './probe-story.ts'

/** What a host did meanwhile. */
export interface Heard {
  readonly calls: ReadonlyArray<Recorded>
  readonly requests: ReadonlyArray<ChatRequest>
  readonly log: string
}

export interface HeardInShort {
  /** The calls of the plugin, in their order. */
  readonly titles: ReadonlyArray<string>
  /** Of each call its name and the fields it was given. */
  readonly given: ReadonlyArray<ReadonlyArray<string>>
  /** Of all calls of a name every path with the kind of what lay there. */
  readonly known: { readonly [call: string]: ReadonlyArray<string> }
  /** Who speaks in each request, and what the turn asks; the words of the host's own prompts are its own. */
  readonly sent: ReadonlyArray<{ readonly roles: ReadonlyArray<string>; readonly asks: string }>
  /** What the host said of handlers that failed. */
  readonly failures: ReadonlyArray<string>
  readonly late: ReadonlyArray<unknown>
}

export const tellStory = async (host: Told, follow: (script: (typeof story)[number]['script']) => void): Promise<void> => {
  writeWorkspaces(host)
  await host.start()
  for (const { script, tell } of story) {
    follow(script)
    await tell(host)
  }
  await host.stop()
}

export const inShort = ({ calls, log, requests }: Heard): HeardInShort => ({
  titles: titlesOf(calls),
  given: inOrder(calls).map((call) => [call.name, ...fieldsOf(call)]),
  known: Object.fromEntries([...pathsOf(calls)].map(([call, paths]) => [call, [...paths].sort()] as const).sort()),
  sent: requests.map((request) => ({
    roles: request.messages.map(({ role }) => role),
    asks: withoutRun(currentUserText(request)).replace(/\n\nRuntime: .*$/s, '\n\nRuntime'),
  })),
  failures: [...log.matchAll(/\[hooks\] (.*)/g)].map(([, failure = '']) => failure),
  late: calls.filter(({ kind }) => kind === 'late').map(({ given }) => given),
})
