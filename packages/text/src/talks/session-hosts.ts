/**
 * The formats in which hosts of agents record their sessions: one entry for each host, with one JSON object a line.
 *
 * No host documents its format, so each entry asks for few fields and accepts lines of unknown types. Sources: sessions of OpenClaw 2026.9.6,
 * the source code of Codex (`codex-rs`), and descriptions of the files of Claude Code up to 2.1.
 */
import { refusersWords } from './host-words.ts'
import { isObject, type JsonObject, textIn } from './talks.ts'

/**
 * Who speaks in a line. `other`: a program or another person; what the agent answers to it is not said to the owner. Undefined: nobody, and the
 * talk goes on.
 */
export type Voice = 'owner' | 'agent' | 'other' | undefined

export interface SessionHost {
  readonly name: 'Claude Code' | 'Codex' | 'OpenClaw'
  /** `own`: no other program writes such a line. `like`: the host writes such lines, and so do others. */
  readonly shape: (line: JsonObject) => 'own' | 'like' | 'foreign'
  readonly voice: (line: JsonObject) => Voice
  /** The message: a text, or a list of parts. */
  readonly content: (line: JsonObject) => unknown
  readonly id: (line: JsonObject) => unknown
  /** Where lines form a tree: the id of the line that this one follows, or null; undefined for a line that is in every branch. */
  readonly parent?: (line: JsonObject) => unknown
  /** The id of the last line of the active branch, where a line names it. The last line of the tree is it otherwise. */
  readonly leaf?: (line: JsonObject) => unknown
  /** The time at which it was said, in any form of {@link dayOfStamp}. */
  readonly stamp: (line: JsonObject) => unknown
  /** True for words that are a command to the host. Absent: the host records none, or in tags. */
  readonly isCommand?: (words: string) => boolean
  /** True for a line that says again what another line of its speaker says. */
  readonly isEcho?: (line: JsonObject) => boolean
  /** True for a line by which the whole session is one of a sub-agent. */
  readonly isSubagents?: (line: JsonObject) => boolean
}

const isText = (value: unknown): value is string => typeof value === 'string'

const objectIn = (line: JsonObject, name: string): JsonObject => {
  const value = line[name]
  return isObject(value) ? value : {}
}

const voiceOfRole = (role: unknown): Voice => (role === 'user' ? 'owner' : role === 'assistant' ? 'agent' : undefined)

/** A line: `{ type, uuid, parentUuid, sessionId, timestamp, message: { role, content } }`. Notes of the program have other fields. */
const claudeCode: SessionHost = {
  name: 'Claude Code',
  shape: (line) => {
    const { leafUuid, operation, sessionId, snapshot, summary, type } = line
    if (!isText(type)) return 'foreign'
    const isMessage = (type === 'user' || type === 'assistant') && isText(objectIn(line, 'message')['role'])
    const isSummary = type === 'summary' && isText(summary) && isText(leafUuid)
    const isSnapshot = type === 'file-history-snapshot' && isObject(snapshot)
    const isQueue = type === 'queue-operation' && isText(operation) && isText(sessionId)
    if (isMessage || isSummary || isSnapshot || isQueue) return 'own'
    return isText(sessionId) ? 'like' : 'foreign'
  },
  voice: (line) => {
    if (notesOfClaudeCode.some((name) => line[name] === true)) return undefined
    const message = objectIn(line, 'message')
    // Answers that the program writes itself: errors, and "No response requested."
    if (message['model'] === '<synthetic>') return undefined
    if (isToolResult(message['content']) && saidToTool(line).length === 0) return undefined
    const queued = queuedPrompt(line)
    const voice = queued === undefined ? voiceOfRole(message['role']) : 'owner'
    const { kind } = objectIn(queued ?? line, 'origin')
    if (voice !== 'owner' || kind === undefined || kind === 'human') return voice
    return kind === 'task-notification' ? undefined : 'other'
  },
  content: (line) => {
    const content = queuedPrompt(line)?.['prompt'] ?? objectIn(line, 'message')['content']
    return Array.isArray(content) ? [...saidToTool(line), ...content] : content
  },
  id: ({ uuid }) => uuid,
  // A compaction begins a tree of its own.
  parent: ({ logicalParentUuid, parentUuid }) => logicalParentUuid ?? parentUuid,
  stamp: ({ timestamp }) => timestamp,
}

/** Marks of lines that nobody says: side chains are the talks of sub-agents. */
const notesOfClaudeCode = ['isSidechain', 'isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly', 'isApiErrorMessage']

/** True for the results of tools, which Claude Code records with the role of the user. */
const isToolResult = (content: unknown): boolean => Array.isArray(content) && content.length > 0 && content.every(isResult)

const isResult = (part: unknown): part is JsonObject => isObject(part) && part['type'] === 'tool_result'

/** Returns what the owner said in the results of tools: questions of the agent with his answers, and why he let a tool not run. */
const saidToTool = (line: JsonObject): ReadonlyArray<string> => {
  const content = objectIn(line, 'message')['content']
  const results = Array.isArray(content) ? content.filter(isResult) : []
  if (results.length === 0) return []
  const answers = Object.entries(objectIn(objectIn(line, 'toolUseResult'), 'answers')).flatMap(([question, answer]) => {
    const text = (Array.isArray(answer) ? answer.filter(isText).join(', ') : (textIn(answer) ?? '')).trim()
    return text === '' ? [] : [`${question} ${text}`]
  })
  const refusals = results.map((result) => (result['is_error'] === true ? refusersWords(textIn(result['content']) ?? '') : ''))
  return [...answers, ...refusals.filter((words) => words !== '')]
}

/** A message that was written while the agent worked; such a message has no line of type `user`. */
const queuedPrompt = (line: JsonObject): JsonObject | undefined => {
  const attachment = objectIn(line, 'attachment')
  const { commandMode = 'prompt', type } = attachment
  return line['type'] === 'attachment' && type === 'queued_command' && commandMode === 'prompt' ? attachment : undefined
}

/** A line: `{ timestamp, type, payload }`. Before September 2025 it was the payload of a `response_item` itself, after a head. */
const codex: SessionHost = {
  name: 'Codex',
  shape: (line) => {
    const { id, instructions, payload, record_type: record, timestamp, type } = line
    if (isObject(payload) && isText(type)) return linesOfCodex.has(type) ? 'own' : 'like'
    if (record === 'state' || (instructions !== undefined && isText(id) && isText(timestamp) && type === undefined)) return 'own'
    return isText(type) && (isText(line['role']) || itemsOfCodex.test(type)) ? 'like' : 'foreign'
  },
  voice: (line) => {
    const { role, type } = itemOfCodex(line)
    if (line['type'] === 'event_msg') return type === 'user_message' ? 'owner' : type === 'agent_message' ? 'agent' : undefined
    return type === 'message' ? voiceOfRole(role) : undefined
  },
  content: (line) => {
    const { content, message } = itemOfCodex(line)
    return line['type'] === 'event_msg' ? message : content
  },
  id: (line) => itemOfCodex(line)['id'],
  stamp: ({ timestamp }) => timestamp,
  // The events for the screen repeat what the lines for the model say.
  isEcho: ({ type }) => type === 'event_msg',
  isSubagents: (line) => {
    const { source, thread_source: thread } = objectIn(line, 'payload')
    return line['type'] === 'session_meta' && (thread === 'subagent' || (isObject(source) && 'subagent' in source))
  },
}

const linesOfCodex = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'])
const itemsOfCodex = /^(?:reasoning|(?:function|local_shell|custom_tool)_call(?:_output)?)$/

const itemOfCodex = (line: JsonObject): JsonObject => {
  if (!isObject(line['payload'])) return line
  // The payload of a compaction holds messages that were said before.
  return line['type'] === 'response_item' || line['type'] === 'event_msg' ? line['payload'] : {}
}

/** A line: `{ type: 'message', id, parentId, timestamp, message: { role, content } }`, after a head of type `session`. */
const openClaw: SessionHost = {
  name: 'OpenClaw',
  shape: (line) => {
    const { cwd, id, parentId, type, version } = line
    const isInTree = isText(id) && parentId !== undefined
    // Other programs write messages with the roles of a chat. Those of the host's first sessions have no ids; their head tells whose they are.
    if (type === 'message' && rolesOfOpenClaw.has(objectIn(line, 'message')['role'])) return isInTree ? 'own' : 'like'
    const isHead = isText(cwd) || typeof version === 'number' || Object.keys(line).every((name) => name in headOfOpenClaw)
    if (type === 'session' && isText(id) && isHead) return 'own'
    return isText(type) && isInTree ? 'like' : 'foreign'
  },
  voice: (line) => {
    const { __openclaw: host, display, excludeFromContext, model, provenance, provider, role } = objectIn(line, 'message')
    if (line['type'] !== 'message' || display === false || excludeFromContext === true) return undefined
    // The program writes these in the name of the agent.
    if (provider === 'openclaw' && (model === 'delivery-mirror' || model === 'gateway-injected')) return undefined
    const isOthers = isObject(host) && host['senderIsOwner'] === false
    const isPrograms = isObject(provenance) && programs.has(String(provenance['kind']))
    return role === 'user' && (isOthers || isPrograms) ? 'other' : voiceOfRole(role)
  },
  content: (line) => objectIn(line, 'message')['content'],
  // A path of one part begins like a command; a sentence with it has more words.
  isCommand: (words) => /^\/[a-z][\w:-]*(?:\s|$)/i.test(words) && words.split(/\s+/, wordsOfCommand + 1).length <= wordsOfCommand,
  id: ({ id }) => id,
  parent: ({ parentId }) => parentId,
  leaf: ({ targetId, type }) => (type === 'leaf' ? targetId : undefined),
  stamp: (line) => objectIn(line, 'message')['timestamp'] ?? line['timestamp'],
}

const rolesOfOpenClaw: ReadonlySet<unknown> = new Set([
  ...['user', 'assistant', 'system', 'tool', 'toolResult'],
  ...['bashExecution', 'custom', 'hookMessage', 'branchSummary', 'compactionSummary'],
])
/** Most words of a command. */
const wordsOfCommand = 5

/** All fields of a head whose host says no more. */
const headOfOpenClaw = { type: true, id: true, timestamp: true }

/** The host's words for the origin of a message that nobody wrote: a heartbeat or a recovery, and another session. */
const programs = new Set(['internal_system', 'inter_session'])

/** Where a session of OpenClaw comes from. */
export interface SessionOrigin {
  /** In words of the host; undefined where it does not say. */
  readonly openedBy: string | undefined
  /** True where a mail or a web hook wrote its messages. */
  readonly isExternal: boolean
}

/** True unless a program opened the session, or wrote what the agent was asked in it. */
export const isOwnersSession = ({ isExternal, openedBy }: SessionOrigin): boolean => !isExternal && !openers.has(openedBy ?? '')

const openers = new Set(['cron', 'spawn', 'plugin', 'internal'])

export const sessionHosts = { claudeCode, codex, openClaw } as const
