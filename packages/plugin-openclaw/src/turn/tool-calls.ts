/**
 * `after_tool_call`: counts the tool calls of a run, keeps their arguments as evidence of use, and turns hits of the host's searches into
 * hints for the next recall.
 */
import { limits, type Request } from '@crabtrail/core'
import { noteChild } from '../access/asker.ts'
import type { HeardContext } from '../host/conversation.ts'
import { guarded, type PluginParts } from '../host/handler.ts'
import { notesFolder, sourceOf } from '../host/naming.ts'
import { findRun } from '../host/runs.ts'
import { conversationOf, keepNewest, type Run } from '../host/shared-state.ts'
import { toolNames } from '../host/tool-names.ts'
import { textsIn } from '../workspace/others-text.ts'

type CalledTool = ToolCall & { readonly runId?: string; readonly result?: unknown }

const conversationsKept = 1_000

export const afterToolCall = (parts: PluginParts) =>
  guarded('after_tool_call', parts, (event: CalledTool, context: HeardContext) => {
    const { config, naming, state } = parts
    const runId = context.runId ?? event.runId
    const run = runId === undefined ? undefined : findRun(state, { ...context, runId })
    if (run === undefined) return
    noteToolCall(run, event)
    noteChild(state, run, event)
    // The host searches the workspace, which belongs to the owner.
    if (!run.interactive || run.access.memory !== 'owner' || !config.searchTools.includes(event.toolName)) return
    const folder = notesFolder(naming, run.talk.agent ?? '')
    const found = searchHits((event.result as { readonly details?: unknown } | null | undefined)?.details, folder)
    const conversation = conversationOf(run.talk)
    if (found.length > 0) keepNewest(state.hits, conversation, withNewHits(state.hits.get(conversation) ?? [], found), conversationsKept)
  })

export interface ToolCall {
  readonly toolName: string
  readonly toolCallId?: string
  readonly params: unknown
  readonly error?: string
}

/** These tools name memories to judge or explain them, which is no use of them. */
const aboutMemories: ReadonlyArray<string> = toolNames
const charactersKept = 16_000
const nameCharacters = 100
/** Well below the limit in bytes. */
const errorCharacters = 2_000

export const noteToolCall = (run: Run, call: ToolCall): void => {
  if (isWrapper(run, call)) return
  const { error, params, toolName } = call
  // Cut because a model may invent a long name.
  const name = toolName.trim().slice(0, nameCharacters) || 'unnamed'
  const tally = run.tools.get(name) ?? { calls: 0, failures: 0 }
  if (tally.calls > 0 || run.tools.size < limits.tools) run.tools.set(name, tally)
  tally.calls += 1
  if (error !== undefined) {
    tally.failures += 1
    run.toolErrors = [...run.toolErrors, { tool: name, text: error.slice(0, errorCharacters) }].slice(-limits.errors)
  }
  if (aboutMemories.includes(toolName)) return
  if (error === undefined) noteStep(run, stepOf(name, params))
  const left = charactersKept - run.toolTexts.reduce((sum, text) => sum + text.length, 0)
  const text = textsIn(params, { ...argumentBounds, characters: left }).trim()
  if (text !== '') run.toolTexts.push(text)
}

const noteStep = ({ steps }: Run, step: string): void => {
  if (steps.at(-1) !== step && steps.length < limits.steps) steps.push(step)
}

/** Returns the tool and, of one that runs commands, the program: no argument, no path and no value of a variable. */
const stepOf = (name: string, params: unknown): string => {
  const command = (params as { readonly command?: unknown } | null | undefined)?.command
  const program = typeof command === 'string' ? programIn.exec(command.slice(0, charactersOfCommand))?.[1] : undefined
  return program === undefined ? name : `${name} ${program}`
}

const charactersOfCommand = 1_000
const programIn = /^\s*(?:cd\s+\S+\s*(?:&&|;)\s*)?(?:[A-Za-z_]\w*=\S*\s+){0,8}([A-Za-z][\w.+-]{0,30})(?=\s|$)/

/**
 * A wrapping call, such as `tool_call`, is reported after the call inside it, whose id holds the id of the wrapper:
 * `tool_search_code:OUTER:TOOL:1`.
 */
const isWrapper = ({ wrappers }: Run, { toolCallId, toolName }: ToolCall): boolean => {
  if (toolCallId === undefined) return false
  const [start, end] = [toolCallId.indexOf(':'), toolCallId.lastIndexOf(`:${toolName}:`)]
  if (start !== -1 && end > start) wrappers.add(toolCallId.slice(start + 1, end))
  return wrappers.has(toolCallId)
}

/** Bounds of the arguments that are kept as evidence; `characters` is what the run has left. */
const argumentBounds = { depth: 8, values: 1_000, takes: ['string', 'number'] } as const

/** Corpus name of our own memories in search results. */
const ownCorpus = 'crabtrail'
/** Hits of another or an unknown origin are no hints. */
const trusted: ReadonlyArray<unknown> = ['owner', 'agent']
const textCharacters = 2_000

/**
 * Reads `details` of a tool result; empty when it holds no list of hits. The paths of the host turn into sources: `folder` is the one that the
 * notes are filed under.
 */
export const searchHits = (details: unknown, folder?: string): ReadonlyArray<Request.SearchHit> => {
  const { results } = (details ?? {}) as { readonly results?: unknown }
  return Array.isArray(results) ? results.slice(0, limits.hits).flatMap((result) => hitOf(result, folder)) : []
}

/** Newest hits first, at most `limits.hits`; a passage counts once. */
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

/** The host appends the source of a snippet. */
const citation = /\n+Source: [^\n]*\s*$/

const isLine = (line: unknown): line is number => Number.isSafeInteger(line) && Number(line) > 0
