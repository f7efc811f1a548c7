/**
 * Reads talks with assistants as ChatGPT and Claude export them.
 *
 * A talk that was continued from an earlier turn is a tree. Only its active branch was said in the end.
 */

import type { Day } from '../days/calendar.ts'
import { dayOfStamp } from '../days/days.ts'
import { endOfString } from '../json-depth.ts'

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
export const branchTo = (leaf: string | undefined, parents: ReadonlyMap<string, string | undefined>): ReadonlyArray<string> | undefined => {
  if (leaf === undefined || !parents.has(leaf)) return undefined
  const branch = new Set<string>()
  for (let at: string | undefined = leaf; at !== undefined && parents.has(at) && !branch.has(at); at = parents.get(at)) branch.add(at)
  return [...branch].reverse()
}

/** Undefined for text that is no JSON. */
export const parsedJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
