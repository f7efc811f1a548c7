/** A request of a host to a model, and the place of this turn's message in it. */

export interface ChatMessage {
  readonly role: string
  readonly content: unknown
  readonly tool_calls?: ReadonlyArray<{ readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }>
  readonly tool_call_id?: string
}

export interface ChatRequest {
  /** Exactly as it came. */
  readonly body: string
  readonly messages: ReadonlyArray<ChatMessage>
  readonly tools: ReadonlyArray<unknown>
  readonly stream: boolean
}

export const readRequest = (body: string): ChatRequest => {
  const { messages, stream = false, tools = [] } = JSON.parse(body)
  return { body, messages, tools, stream }
}

/** The host puts what it says itself under the role of the user, behind what the user said. */
const internal = '<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>'

export const textOf = ({ content }: ChatMessage): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { readonly text?: string }) => part.text ?? '').join('\n')
}

/** The message that this turn answers, as the model sees it: stamped, and with what plugins put before it. */
export const currentUserText = (request: ChatRequest): string => textOf(messageAt(request, currentUserIndex(request)))

/** Every byte before the message of this turn: what a provider can take from its cache. */
export const prefixBefore = (request: ChatRequest): string => {
  const written = JSON.stringify(messageAt(request, currentUserIndex(request)))
  const start = request.body.lastIndexOf(written)
  if (start === -1) throw new Error('the message of this turn is not written in the request as JSON.stringify would')
  return request.body.slice(0, start)
}

/** Returns the part of the prefix that is conversation: everything after the system's message. */
export const historyBefore = (request: ChatRequest): string => {
  const system = JSON.stringify(messageAt(request, 0))
  const prefix = prefixBefore(request)
  const start = prefix.indexOf(system)
  if (start === -1 || messageAt(request, 0).role !== 'system') throw new Error('the request does not begin with a message of the system')
  return prefix.slice(start + system.length)
}

/** The texts of the tools that answered in this turn. */
export const toolTexts = (request: ChatRequest): ReadonlyArray<string> =>
  sinceCurrentUser(request)
    .filter(({ role }) => role === 'tool')
    .map(textOf)

/** Counts the answers that the model has given in this turn already. */
export const roundsBefore = (request: ChatRequest): number => sinceCurrentUser(request).filter(({ role }) => role === 'assistant').length

/**
 * A text of the host without what differs between two runs that say the same: stamps before messages, ids of sessions and automations, the time.
 *
 * Nothing else is touched, so a byte that a plugin changes stays changed.
 */
export const withoutRun = (text: string): string =>
  text
    .replaceAll(/\[[A-Z][a-z]{2} \d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})? UTC\]/g, '[STAMP]')
    .replaceAll(/sessionId=[0-9a-f-]{36}/g, 'sessionId=ID')
    .replaceAll(/\[cron:[0-9a-f-]{36} /g, '[cron:ID ')
    .replaceAll(/^Current date: .*$/gm, 'Current date: DATE')
    .replaceAll(/^Current time: .*(\nReference UTC: .*)?$/gm, 'Current time: TIME')

const sinceCurrentUser = (request: ChatRequest): ReadonlyArray<ChatMessage> => request.messages.slice(currentUserIndex(request) + 1)

const currentUserIndex = ({ messages }: ChatRequest): number =>
  messages.findLastIndex((message) => message.role === 'user' && !textOf(message).startsWith(internal))

const messageAt = ({ messages }: ChatRequest, index: number): ChatMessage => {
  const message = messages[index]
  if (message === undefined) throw new Error('nobody said anything in this request')
  return message
}
