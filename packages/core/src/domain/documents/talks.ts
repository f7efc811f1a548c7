/**
 * Reads talks with assistants: the conversations that ChatGPT and Claude export, and which lines of a host's transcript somebody said.
 *
 * A talk that was continued from an earlier turn is a tree. Only its active branch was said in the end.
 */
import { endOfString, isTooDeep } from '../canonical-json.ts'
import type { Day } from '../days/calendar.ts'
import { dayOfStamp } from '../days/days.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a string, or a list of strings and of objects with a `text`. */
export const textIn = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.trim()
  if (!Array.isArray(value)) return undefined
  const parts = value.flatMap((part) => {
    if (typeof part === 'string') return [part.trim()]
    return isObject(part) && typeof part['text'] === 'string' ? [part['text'].trim()] : []
  })
  return parts.filter((part) => part !== '').join('\n')
}

export interface Turn {
  readonly id: string | undefined
  readonly speaker: 'user' | 'assistant'
  readonly text: string
  /** The day of its time stamp, in days since 1970-01-01. */
  readonly day: Day | undefined
}

export interface Talk {
  readonly id: string | undefined
  readonly title: string | undefined
  /** In order, each with a text. */
  readonly turns: ReadonlyArray<Turn>
}

/** Reads an exported conversation; undefined for any other record. */
export const exportedTalk = (record: unknown): Talk | undefined => {
  if (!isObject(record)) return undefined
  const { chat_messages: messages, mapping } = record
  if (isObject(mapping) && Object.values(mapping).some(isNode)) return chatGptTalk(record, mapping)
  const isClaudes =
    Array.isArray(messages) && (messages.length === 0 || messages.some((one) => isObject(one) && one['sender'] !== undefined))
  return isClaudes ? claudeTalk(record, messages.filter(isObject)) : undefined
}

/** The fields that each node of a conversation of ChatGPT has. Other records may have a `mapping` of their own. */
const nodeFields = ['message', 'parent']
const isNode = (node: unknown): boolean => isObject(node) && nodeFields.every((name) => name in node)

/** True for the beginning of an export: a conversation, or a list of them. */
export const isTalkBeginning = (beginning: string): boolean => {
  const opened = /^\uFEFF?\s*\[?\s*\{/.exec(beginning)
  if (opened === null) return false
  const marks = /["{}[\]]/g
  marks.lastIndex = opened[0].length
  let depth = 0
  let isMapping = false
  const keysOfNode = new Set<string>()
  for (let found = marks.exec(beginning); found !== null && depth >= 0; found = marks.exec(beginning)) {
    if (found[0] !== '"') {
      depth += found[0] === '{' || found[0] === '[' ? 1 : -1
      if (isMapping && found[0] === '}' && depth < 2) return nodeFields.every((name) => keysOfNode.has(name))
      continue
    }
    const end = endOfString(beginning, found.index)
    marks.lastIndex = end
    const value = /^\s*:\s*(.)/.exec(beginning.slice(end, end + 20))?.[1]
    const key = beginning.slice(found.index + 1, end - 1)
    if (depth === 0 && key === 'chat_messages' && value === '[') return true
    if (depth === 0 && key === 'mapping') isMapping = value === '{'
    if (isMapping && depth === 2 && value !== undefined) keysOfNode.add(key)
  }
  // The first node may be longer than the beginning.
  return isMapping
}

const wordIn = (record: JsonObject, ...names: ReadonlyArray<string>): string | undefined => {
  const found = names.map((name) => record[name]).find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof found === 'string' ? found.trim() : undefined
}

const chatGptTalk = (record: JsonObject, mapping: JsonObject): Talk => {
  const nodes = new Map(Object.entries(mapping).flatMap(([id, node]) => (isObject(node) ? [[id, node] as const] : [])))
  const parents = new Map([...nodes].map(([id, node]) => [id, wordIn(node, 'parent')]))
  const branch = branchTo(wordIn(record, 'current_node') ?? [...nodes.keys()].at(-1), parents) ?? [...nodes.keys()]
  const turns = branch.flatMap((id): ReadonlyArray<Turn> => {
    const message = nodes.get(id)?.['message']
    return isObject(message) ? chatGptTurn(message, id) : []
  })
  return { id: wordIn(record, 'conversation_id', 'id'), title: wordIn(record, 'title'), turns }
}

const chatGptTurn = (message: JsonObject, id: string): ReadonlyArray<Turn> => {
  const { author, content, metadata, recipient } = message
  const speaker = isObject(author) ? author['role'] : undefined
  const isHidden = isObject(metadata) && metadata['is_visually_hidden_from_conversation'] === true
  // A call of a tool has another recipient.
  if (!isSpeaker(speaker) || isHidden || !isObject(content) || (recipient !== undefined && recipient !== 'all')) return []
  if (content['content_type'] !== 'text' && content['content_type'] !== 'multimodal_text') return []
  const text = textIn(content['parts']) ?? ''
  return text === '' ? [] : [{ id: wordIn(message, 'id') ?? id, speaker, text, day: stampedDay(message['create_time']) }]
}

const stampedDay = (stamp: unknown): Day | undefined =>
  typeof stamp === 'string' || typeof stamp === 'number' ? dayOfStamp(String(stamp)) : undefined

const isSpeaker = (role: unknown): role is Turn['speaker'] => role === 'user' || role === 'assistant'

const claudeTalk = (record: JsonObject, messages: ReadonlyArray<JsonObject>): Talk => {
  const ids = messages.map((message, index) => wordIn(message, 'uuid') ?? String(index))
  const parents = new Map(messages.map((message, index) => [ids[index] ?? '', wordIn(message, 'parent_message_uuid')]))
  const said = new Set(branchTo(wordIn(record, 'current_leaf_message_uuid') ?? ids.at(-1), parents) ?? ids)
  // Older exports have no parents: their messages follow each other.
  const isTree = messages.some((message) => message['parent_message_uuid'] !== undefined)
  const turns = messages.flatMap((message, index): ReadonlyArray<Turn> => {
    const sender = message['sender'] === 'human' ? 'user' : message['sender']
    const text = textIn(message['content']) || textIn(message['text']) || ''
    if (!isSpeaker(sender) || text === '' || (isTree && !said.has(ids[index] ?? ''))) return []
    return [{ id: wordIn(message, 'uuid'), speaker: sender, text, day: stampedDay(message['created_at']) }]
  })
  return { id: wordIn(record, 'uuid'), title: wordIn(record, 'name'), turns }
}

/**
 * Returns the ids from the first turn to this one. A parent that is not among the turns ends the branch. Undefined for an unknown leaf.
 */
const branchTo = (leaf: string | undefined, parents: ReadonlyMap<string, string | undefined>): ReadonlyArray<string> | undefined => {
  if (leaf === undefined || !parents.has(leaf)) return undefined
  const branch = new Set<string>()
  for (let at: string | undefined = leaf; at !== undefined && parents.has(at) && !branch.has(at); at = parents.get(at)) branch.add(at)
  return [...branch].reverse()
}

/**
 * Returns the numbers of the lines of a host's transcript that its owner or the assistant said to each other. Not among them: abandoned
 * branches, heartbeats and messages of other sessions, commands and what the program answered them, and what others said.
 */
export const saidLines = (lines: ReadonlyArray<unknown>): ReadonlySet<number> => {
  const active = activeLines(lines)
  const said = new Set<number>()
  // The assistant answers whoever spoke last.
  let isOwners = true
  for (const [number, line] of lines.entries()) {
    const message = isObject(line) && isObject(line['message']) ? line['message'] : undefined
    if (!active(line) || message?.['display'] === false || message?.['excludeFromContext'] === true) continue
    if (message?.['role'] === 'user') isOwners = isOwnersMessage(message)
    if (message === undefined || (isOwners && !isOfProgram(message))) said.add(number)
  }
  return said
}

const isOwnersMessage = (message: JsonObject): boolean => {
  const { __openclaw: host, provenance } = message
  if (isObject(host) && host['senderIsOwner'] === false) return false
  if (isObject(provenance) && programs.has(String(provenance['kind']))) return false
  return !/^\/[a-z][\w:-]*(?:\s|$)/i.test(textIn(message['content']) ?? '')
}

/** Where the host says that a message comes from when nobody wrote it: a heartbeat or a recovery, and another session. */
const programs = new Set(['internal_system', 'inter_session'])

/** True for a line that the host writes in the name of the assistant. */
const isOfProgram = ({ model, provider }: JsonObject): boolean =>
  provider === 'openclaw' && (model === 'delivery-mirror' || model === 'gateway-injected')

/** Returns a test for the lines of the active branch. Lines without a parent are in every branch. */
const activeLines = (lines: ReadonlyArray<unknown>): ((line: unknown) => boolean) => {
  const parents = new Map<string, string | undefined>()
  let leaf: string | undefined
  for (const line of lines) {
    const id = isObject(line) ? wordIn(line, 'id') : undefined
    if (!isObject(line) || id === undefined || line['parentId'] === undefined) continue
    parents.set(id, wordIn(line, 'parentId'))
    leaf = line['type'] === 'leaf' ? wordIn(line, 'targetId') : id
  }
  const branch = branchTo(leaf, parents)
  if (branch === undefined) return () => true
  const isCut = parents.get(branch[0] ?? '') !== undefined
  const active = new Set(branch)
  // The beginning of a transcript that was cut off is unknown, so its lines cannot be told from others.
  return (line) => isCut || !isObject(line) || line['parentId'] === undefined || active.has(wordIn(line, 'id') ?? '')
}

/** Where a session of a host comes from. */
export interface SessionOrigin {
  /** In words of the host; undefined where it does not say. */
  readonly openedBy: string | undefined
  /** True where a mail or a web hook wrote its messages. */
  readonly isExternal: boolean
}

/** True unless a program opened the session, or wrote what the agent was asked in it. */
export const isOwnersSession = ({ isExternal, openedBy }: SessionOrigin): boolean => !isExternal && !programSessions.has(openedBy ?? '')

const programSessions = new Set(['cron', 'spawn', 'plugin', 'internal'])

/**
 * Returns a line of a host's transcript without what nobody said: results and calls of tools, pictures, thoughts. What says which lines are
 * of one branch, and who wrote them, stays. Undefined for a line that is no JSON object.
 */
export const spokenLine = (json: string): string | undefined => {
  const line = isTooDeep(json) ? undefined : parsedJson(json)
  if (!isObject(line)) return undefined
  const { id, message, parentId, targetId, timestamp, type } = line
  const head = { type, id, parentId, targetId, timestamp }
  if (!isObject(message) || !isSpeaker(message['role'])) return JSON.stringify(type === 'message' ? { ...head, type: 'custom' } : head)
  const { __openclaw: host, content, display, excludeFromContext, model, provenance, provider, role } = message
  const senderIsOwner = isObject(host) ? host['senderIsOwner'] : undefined
  const spoken = {
    role,
    content: textIn(content) ?? '',
    display,
    excludeFromContext,
    model,
    provider,
    provenance,
    timestamp: message['timestamp'],
  }
  return JSON.stringify({ ...head, message: senderIsOwner === undefined ? spoken : { ...spoken, __openclaw: { senderIsOwner } } })
}

/** Undefined for text that is no JSON. */
export const parsedJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
