/** `after_tool_call`: hands the tool calls of a run to the memory, and the hits of the host's searches. */
import { noteChild } from '@crabtrail/agent-host/access/asker'
import { notesFolder, sourceOf } from '@crabtrail/agent-host/conversation/naming'
import type { HostParts } from '@crabtrail/agent-host/state/parts'
import { findRun } from '@crabtrail/agent-host/state/runs'
import type { Run } from '@crabtrail/agent-host/state/shared-state'
import { noteToolCall as noteCall, noteHits, type ToolCall } from '@crabtrail/agent-host/turn/tool-calls'
import { limits, type Request } from '@crabtrail/core'
import type { PluginConfig } from '../host/settings.ts'
import { hook, inRun } from './hook.ts'

export interface CalledTool extends ToolCall {
  readonly toolCallId?: string
  readonly runId?: string
  readonly result?: unknown
}

export const afterToolCall = (parts: HostParts & { readonly config: Pick<PluginConfig, 'searchTools'> }) =>
  hook('after_tool_call', parts, (event: CalledTool, heard) => {
    const { config, naming, state } = parts
    const run = findRun(state, inRun(heard, event))
    if (run === undefined) return
    noteToolCall(run, event)
    const child = childOf(run, event)
    if (child !== undefined) noteChild(state, run, child)
    // The host searches the workspace, which belongs to the owner.
    if (!run.interactive || run.access.memory !== 'owner' || !config.searchTools.includes(event.toolName)) return
    noteHits(state, run, searchHits(detailsOf(event), notesFolder(naming, run.talk.agent ?? '')))
  })

const detailsOf = ({ result }: CalledTool): unknown => (result as { readonly details?: unknown } | null | undefined)?.details

export const noteToolCall = (run: Run, call: CalledTool): void => {
  if (!isWrapper(run, call) && !isCounted(run, call)) noteCall(run, call)
}

/** Under Codex the host reports a call when it answers it, and again when Codex says that it ended. */
const isCounted = ({ counted }: Run, { toolCallId, toolName }: CalledTool): boolean => {
  if (toolCallId === undefined) return false
  const call = `${toolName}\n${toolCallId}`
  const known = counted.has(call)
  counted.add(call)
  return known
}

/** A wrapping call, such as `tool_call`, is reported after the call inside it, whose id holds the id of the wrapper: `tool_search_code:OUTER:TOOL:1`. */
const isWrapper = ({ wrappers }: Run, { toolCallId, toolName }: CalledTool): boolean => {
  if (toolCallId === undefined) return false
  const [start, end] = [toolCallId.indexOf(':'), toolCallId.lastIndexOf(`:${toolName}:`)]
  if (start !== -1 && end > start) wrappers.add(toolCallId.slice(start + 1, end))
  return wrappers.has(toolCallId)
}

/** Returns the key of the subagent session that a call spawned. A subagent of another agent inherits nothing. */
export const childOf = ({ talk }: Run, call: CalledTool): string | undefined => {
  if (call.toolName !== 'sessions_spawn') return undefined
  const key = (detailsOf(call) as { readonly childSessionKey?: unknown } | null | undefined)?.childSessionKey
  const isOwn = typeof key === 'string' && talk.agent !== undefined && key.startsWith(`agent:${talk.agent}:subagent:`)
  return isOwn ? key : undefined
}

const ownCorpus = 'crabtrail'
/** Hits of another or an unknown origin are no hints. */
const trusted: ReadonlyArray<unknown> = ['owner', 'agent']
const textCharacters = 2_000

/** Reads `details` of a tool result; empty when it holds no list of hits. `folder`: the one that the notes are filed under. */
export const searchHits = (details: unknown, folder?: string): ReadonlyArray<Request.SearchHit> => {
  const { results } = (details ?? {}) as { readonly results?: unknown }
  return Array.isArray(results) ? results.slice(0, limits.hits).flatMap((result) => hitOf(result, folder)) : []
}

interface Result {
  readonly path?: unknown
  readonly snippet?: unknown
  readonly startLine?: unknown
  readonly endLine?: unknown
  readonly corpus?: unknown
  readonly provenance?: { readonly originClass?: unknown }
}

const hitOf = (result: Result | null, folder: string | undefined): ReadonlyArray<Request.SearchHit> => {
  const { corpus, endLine, path, provenance, snippet, startLine } = result ?? {}
  if (corpus === ownCorpus || !trusted.includes(provenance?.originClass)) return []
  if (typeof path !== 'string' || path === '' || typeof snippet !== 'string') return []
  const source = sourceOf(folder, path)
  if (Buffer.byteLength(source) > limits.idBytes) return []
  const text = snippet.replace(citation, '').slice(0, textCharacters).trim()
  if (text === '') return []
  return [{ source, text, ...(isLine(startLine) ? { from: startLine } : {}), ...(isLine(endLine) ? { to: endLine } : {}) }]
}

const citation = /\n+Source: [^\n]*\s*$/

const isLine = (line: unknown): line is number => Number.isSafeInteger(line) && Number(line) > 0
