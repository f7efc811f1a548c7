/** After each tool call of a run we know: it is counted, and what the host's search found hints at what the next question is about. */

import { limits, type Request } from '@crabtrail/core'
import { noteChild } from '../access/asker.ts'
import type { HeardContext } from '../host/conversation.ts'
import { guarded, type PluginParts } from '../host/handler.ts'
import { conversationOf, keepNewest, type Run } from '../host/shared-state.ts'
import { toolNames } from '../tools/tools.ts'
import { findRun } from './runs.ts'

type CalledTool = ToolCall & { readonly runId?: string; readonly result?: unknown }

const conversationsKept = 1_000

export const afterToolCall = (parts: PluginParts) =>
  guarded('after_tool_call', parts, (event: CalledTool, context: HeardContext) => {
    const { config, state } = parts
    const runId = context.runId ?? event.runId
    const run = runId === undefined ? undefined : findRun(state, { ...context, runId })
    if (run === undefined) return
    noteToolCall(run, event)
    noteChild(state, run, event)
    // The host searches the workspace, which is the owner's.
    if (!run.interactive || run.access.memory !== 'owner' || !config.searchTools.includes(event.toolName)) return
    const found = searchHits((event.result as { readonly details?: unknown } | null | undefined)?.details)
    const conversation = conversationOf(run.talk)
    if (found.length > 0) keepNewest(state.hits, conversation, withNewHits(state.hits.get(conversation) ?? [], found), conversationsKept)
  })

/** What a run's tool calls leave behind: how often each was called and failed, and the words they were called with. */

export interface ToolCall {
  readonly toolName: string
  readonly toolCallId?: string
  readonly params: unknown
  readonly error?: string
}

/** They name memories to judge them or to ask about them: that is no use of them. */
const aboutMemories: ReadonlyArray<string> = toolNames
const charactersKept = 16_000
const nameCharacters = 100

export const noteToolCall = (run: Run, call: ToolCall): void => {
  if (isWrapper(run, call)) return
  const { error, params, toolName } = call
  // A model may make a name up.
  const name = toolName.trim().slice(0, nameCharacters) || 'unnamed'
  const tally = run.tools.get(name) ?? { calls: 0, failures: 0 }
  if (tally.calls > 0 || run.tools.size < limits.tools) run.tools.set(name, tally)
  tally.calls += 1
  if (error !== undefined) tally.failures += 1
  if (aboutMemories.includes(toolName)) return
  const left = charactersKept - run.toolTexts.reduce((sum, text) => sum + text.length, 0)
  const text = wordsOf(params, left)
  if (text !== '') run.toolTexts.push(text)
}

/** A call by way of another comes first, with an id made of the other's: `tool_search_code:OUTER:TOOL:1`. */
const isWrapper = ({ wrappers }: Run, { toolCallId, toolName }: ToolCall): boolean => {
  if (toolCallId === undefined) return false
  const [start, end] = [toolCallId.indexOf(':'), toolCallId.lastIndexOf(`:${toolName}:`)]
  if (start !== -1 && end > start) wrappers.add(toolCallId.slice(start + 1, end))
  return wrappers.has(toolCallId)
}

const depthRead = 8
const valuesRead = 1_000

/** The texts and numbers in it, a line each. */
const wordsOf = (params: unknown, most: number): string => {
  const words: string[] = []
  let [left, values] = [most, valuesRead]
  const read = (value: unknown, depth: number): void => {
    if (left <= 0 || values-- <= 0 || depth > depthRead) return
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value).slice(0, left)
      words.push(text)
      left -= text.length + 1
    } else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) read(inner, depth + 1)
  }
  read(params, 0)
  return words.join('\n').trim()
}

/** What a search tool of the host found, as hints for the next recall. Pure. */

/** Under this name our own memories stand among the results. */
const ownCorpus = 'crabtrail'
/** Who may be listened to; what is of another origin, or of one that is not said, hints at nothing. */
const trusted: ReadonlyArray<unknown> = ['owner', 'agent']
const textCharacters = 2_000

/** `details` of a tool's result; anything else than a list of hits is none. */
export const searchHits = (details: unknown): ReadonlyArray<Request.SearchHit> => {
  const { results } = (details ?? {}) as { readonly results?: unknown }
  return Array.isArray(results) ? results.slice(0, limits.hits).flatMap(hitOf) : []
}

/** Those found last come first, and so many; the same passage counts once. */
export const withNewHits = (
  kept: ReadonlyArray<Request.SearchHit>,
  found: ReadonlyArray<Request.SearchHit>,
): ReadonlyArray<Request.SearchHit> => {
  const placeOf = ({ from, source, to }: Request.SearchHit) => `${from}-${to} ${source}`
  const places = new Set(found.map(placeOf))
  return [...found, ...kept.filter((hit) => !places.has(placeOf(hit)))].slice(0, limits.hits)
}

interface Result {
  readonly path?: unknown
  readonly snippet?: unknown
  readonly startLine?: unknown
  readonly endLine?: unknown
  readonly corpus?: unknown
  readonly provenance?: { readonly originClass?: unknown }
}

const hitOf = (result: Result | null): ReadonlyArray<Request.SearchHit> => {
  const { corpus, endLine, path, provenance, snippet, startLine } = result ?? {}
  if (corpus === ownCorpus || !trusted.includes(provenance?.originClass)) return []
  if (typeof path !== 'string' || path === '' || Buffer.byteLength(path) > limits.idBytes || typeof snippet !== 'string') return []
  const text = snippet.replace(citation, '').slice(0, textCharacters).trim()
  if (text === '') return []
  return [{ source: path, text, ...(isLine(startLine) ? { from: startLine } : {}), ...(isLine(endLine) ? { to: endLine } : {}) }]
}

/** The host writes where a snippet is from behind it. */
const citation = /\n+Source: [^\n]*\s*$/

const isLine = (line: unknown): line is number => Number.isSafeInteger(line) && Number(line) > 0
