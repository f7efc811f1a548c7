/** The messages of a session in the shapes that the host gives to plugins, and as it sends them to a model. */
import type { ChatMessage } from '../chat-request.ts'
import type { ToolCall } from '../model-script.ts'

export interface TextPart {
  readonly type: 'text'
  readonly text: string
}

export interface CallPart {
  readonly type: 'toolCall'
  readonly id: string
  readonly name: string
  readonly arguments: object
}

export interface Message {
  readonly role: 'user' | 'assistant' | 'toolResult' | 'custom'
  readonly content: string | ReadonlyArray<TextPart | CallPart>
  readonly timestamp: number
  readonly toolCallId?: string
  readonly toolName?: string
  readonly details?: unknown
  readonly isError?: boolean
  readonly stopReason?: string
  readonly excludeFromContext?: boolean
  readonly [field: string]: unknown
}

export interface ToolResult {
  readonly content: ReadonlyArray<TextPart>
  readonly details: object
}

export const textPart = (text: string): TextPart => ({ type: 'text', text })

const usage = (tokens: number) => ({
  input: tokens,
  output: tokens,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: tokens * 2,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
})

const byModel = { api: 'openai-completions', provider: 'scripted', model: 'scripted' }

export const assistantSaid = (text: string, at: number, responseId: string): Message => ({
  role: 'assistant',
  content: [textPart(text)],
  ...byModel,
  usage: usage(1),
  stopReason: 'stop',
  timestamp: at,
  responseId,
})

export const assistantCalled = (calls: ReadonlyArray<ToolCall>, at: number, request: number): Message => ({
  role: 'assistant',
  content: calls.map(({ arguments: args, id, name }, index) => ({
    type: 'toolCall',
    id: id ?? `call_${request}_${index}`,
    name,
    arguments: args,
  })),
  ...byModel,
  usage: usage(1),
  stopReason: 'toolUse',
  timestamp: at,
  responseId: `scripted-${request}`,
})

/** A model that failed; the run counts as a success all the same. */
export const assistantFailed = (status: number, message: string, at: number): Message => ({
  role: 'assistant',
  content: [],
  ...byModel,
  usage: usage(0),
  stopReason: 'error',
  timestamp: at,
  errorMessage: `${status} ${message}`,
  errorCode: String(status),
  errorType: 'scripted',
  errorBody: JSON.stringify({ message, type: 'scripted' }),
})

export const toolAnswered = (call: CallPart, { content, details }: ToolResult, failed: boolean, at: number): Message => ({
  role: 'toolResult',
  toolCallId: call.id,
  toolName: call.name,
  content,
  details,
  isError: failed,
  timestamp: at,
})

/**
 * Returns the messages in the form that later turns find: ids of calls without underscores, no details, no failed answers, nothing that was
 * never for a model.
 */
export const asHistory = (messages: ReadonlyArray<Message>): ReadonlyArray<Message> =>
  messages.filter(({ excludeFromContext, stopReason }) => excludeFromContext !== true && stopReason !== 'error').map(withoutDetails)

const withoutDetails = ({ details: _details, ...message }: Message): Message => {
  const { content, toolCallId } = message
  const parts =
    typeof content === 'string' ? content : content.map((part) => (part.type === 'toolCall' ? { ...part, id: plainId(part.id) } : part))
  return { ...message, content: parts, ...(toolCallId === undefined ? {} : { toolCallId: plainId(toolCallId) }) } as Message
}

const plainId = (id: string): string => id.replaceAll('_', '')

/** `[Sat 2026-11-21 20:14 UTC] ` before what a user says. */
export const stamp = (at: number): string => {
  const time = new Date(at)
  const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][time.getUTCDay()]
  return `[${day} ${time.toISOString().slice(0, 16).replace('T', ' ')} UTC] `
}

/** Users' messages are stamped, and the first of a session tells of the runtime. */
export const asSent = (messages: ReadonlyArray<Message>, runtime: string): ReadonlyArray<ChatMessage> =>
  messages.map((message, index) => {
    if (message.role === 'user') {
      const said = `${stamp(message.timestamp)}${textsOf(message)}`
      return { role: 'user', content: index === 0 ? `${said}\n\n${runtime}` : said }
    }
    if (message.role === 'toolResult') return { role: 'tool', tool_call_id: message.toolCallId ?? '', content: textsOf(message) }
    const calls = callsOf(message)
    if (calls.length === 0) return { role: 'assistant', content: textsOf(message) }
    const written = calls.map(({ arguments: args, id, name }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    }))
    return { role: 'assistant', content: null, tool_calls: written }
  })

export const textsOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')

export const callsOf = ({ content }: Message): ReadonlyArray<CallPart> =>
  typeof content === 'string' ? [] : content.filter((part): part is CallPart => part.type === 'toolCall')
