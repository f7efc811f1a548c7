/** What a JSON record says, by the names that corpora, chat logs and transcripts give their fields. */

import { isTooDeep } from '../json-depth.ts'
import { spokenText } from '../text/spoken-text.ts'

export interface RecordText {
  /** What it calls itself. */
  readonly id: string | undefined
  readonly title: string | undefined
  /** With whoever says it before it; `''` for a record that says nothing. */
  readonly text: string
  readonly speaker: string | undefined
  /** Records of one session follow each other. */
  readonly session: string | undefined
}

const fields = {
  id: ['id', '_id', 'idx', 'uuid', 'key'],
  title: ['title', 'name', 'heading', 'subject'],
  text: ['text', 'content', 'body', 'passage', 'description', 'summary'],
  speaker: ['speaker', 'role', 'author'],
  session: ['session', 'sessionId', 'session_id', 'conversation', 'conversation_id', 'thread'],
} as const

/** What a `type` means to hosts holds in transcripts alone. Undefined for what is no record: a text or an object. */
export const recordText = (json: unknown, among: 'records' | 'transcript'): RecordText | undefined => {
  if (typeof json === 'string') return { ...nothing, text: json.trim() }
  if (!isObject(json)) return undefined
  // Hosts wrap what was said in a line of their own.
  const isHosts = isObject(json['message'])
  const said = isObject(json['message']) ? json['message'] : json
  const isNote = among === 'transcript' && typeof json['type'] === 'string'
  if ((isHosts && !isSpoken(said)) || (isNote && ofHost.has(String(json['type'])))) return { ...nothing, text: '' }
  const word = (names: ReadonlyArray<string>): string | undefined => firstWord(said, names) ?? firstWord(json, names)
  const [id, title, session, speaker] = [word(fields.id), word(fields.title), word(fields.session), word(fields.speaker)]
  // Of a transcript only what somebody said: its other lines are the host's own.
  const text = bodyOf(said) ?? (isNote ? '' : spelledOut(json))
  const told = isHosts ? spokenText(text) : text
  const heard = speaker === undefined || told === '' || told.startsWith(`${speaker}:`) ? told : `${speaker}: ${told}`
  return { id, title, text: heard, speaker, session }
}

const nothing = { id: undefined, title: undefined, speaker: undefined, session: undefined } as const

/** What hosts note in a transcript for themselves. */
const ofHost = new Set(['session', 'compaction', 'branch_summary', 'custom', 'custom_message', 'model_change', 'thinking_level_change'])

/** What tools gave and what the host noted for itself is not. */
const isSpoken = ({ role }: JsonObject): boolean => role === undefined || role === 'user' || role === 'assistant'

/** The first line of a transcript: the host's own head of it, or something that was said. */
export const isTranscriptLine = (line: string): boolean => {
  if (isTooDeep(line)) return false
  try {
    const head: unknown = JSON.parse(line)
    if (!isObject(head)) return false
    const isHead = head['type'] === 'session' && bodyOf(head) === undefined
    return isHead || (isObject(head['message']) && typeof head['message']['role'] === 'string')
  } catch {
    return false
  }
}

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const firstWord = (record: JsonObject, names: ReadonlyArray<string>): string | undefined => {
  for (const name of names) {
    const value = record[name]
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return undefined
}

/** The first text that says something; `''` where there are only empty ones, undefined where there is none. */
const bodyOf = (record: JsonObject): string | undefined => {
  const texts = fields.text.flatMap((name) => textOf(record[name]) ?? [])
  return texts.find((text) => text !== '') ?? texts[0]
}

/** A text, or a list of texts and of parts that have one. */
const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.trim()
  if (!Array.isArray(value)) return undefined
  const parts = value.flatMap((part) => {
    if (typeof part === 'string') return [part.trim()]
    return isObject(part) && typeof part['text'] === 'string' ? [part['text'].trim()] : []
  })
  return parts.filter((part) => part !== '').join('\n')
}

/** What it holds, a field a line. */
const spelledOut = (record: JsonObject): string =>
  Object.entries(record)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
