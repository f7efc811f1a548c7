/** After each tool call of a run we know: it is counted, and what the host's search found hints at what the next question is about. */
import { noteChild } from '../access/children.ts'
import { guarded } from '../guarded.ts'
import type { PluginParts } from '../parts.ts'
import { findRun } from '../runs.ts'
import { searchHits, withNewHits } from '../search-hits.ts'
import { conversationOf, keepNewest } from '../shared-state.ts'
import type { HeardContext } from '../signals.ts'
import { noteToolCall, type ToolCall } from '../tool-uses.ts'

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
