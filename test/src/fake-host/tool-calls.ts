/** The tools of a turn, and how the host runs a call: past the hooks that may stop it, and past those that see what came of it. */
import { toolContext, toolFactoryContext, toolGateContext } from './contexts.ts'
import type { HookRunner } from './hook-runner.ts'
import type { HostClock } from './host-clock.ts'
import { type Answered, asResult, type MemoryPlace, memoryGet, memorySearch } from './memory-tools.ts'
import type { Registration, Tool } from './registration.ts'
import type { Turn } from './session.ts'
import { type CallPart, type Message, type ToolResult, textPart, toolAnswered } from './transcript.ts'

/** A tool of the host that a test brings: `read`, `exec` and the like. */
export type HostTool = (args: object) => Answered | Promise<Answered>

export interface TurnTools {
  /** Lines of the system prompt about tools whose schemas are kept back. */
  readonly directory: string
  readonly run: (call: CallPart) => Promise<Message>
  /** Messages that calls within calls left behind; the host keeps them behind the answer. */
  readonly nested: () => ReadonlyArray<Message>
}

export interface ToolParts {
  readonly who: Registration
  readonly hooks: HookRunner
  readonly clock: HostClock
  readonly turn: Turn
  readonly config: object
  readonly hostTools: { readonly [name: string]: HostTool }
}

interface Known {
  readonly owner: string
  readonly name: string
  readonly description: string
  readonly deferred: boolean
  readonly execute: (args: object, toolCallId: string) => Promise<Answered>
}

export const toolsOf = (parts: ToolParts): TurnTools => {
  const known = [...pluginTools(parts), ...ownTools(parts)]
  const nested: Message[] = []
  const observed = (toolName: string, toolCallId: string, params: object, execute: (params: object) => Promise<Answered>) =>
    observe(parts, { toolName, toolCallId, params, execute })
  const inner = async (call: CallPart, args: { readonly id?: string; readonly args?: object }): Promise<Answered> => {
    const tool = known.find(({ deferred, name, owner }) => deferred && (name === args.id || `openclaw:${owner}:${name}` === args.id))
    if (tool === undefined) return refused('tool_call', `Unknown tool id: ${args.id}.`)
    const toolCallId = `tool_search_code:${call.id}:${tool.name}:${nested.length + 1}`
    const slot = nested.push(nestedMessage(parts, call, tool, toolCallId, args.args ?? {})) - 1
    const { error, result } = await observed(tool.name, toolCallId, args.args ?? {}, (params) => tool.execute(params, toolCallId))
    nested[slot] = nestedMessage(parts, call, tool, toolCallId, args.args ?? {}, { result, failed: error !== undefined })
    const about = { id: `openclaw:${tool.owner}:${tool.name}`, name: tool.name, source: 'openclaw' }
    const content = [textPart(JSON.stringify({ tool: about, result }, null, 2))]
    const described = { ...about, sourceName: tool.owner, description: tool.description }
    const outer = { content, details: { tool: described, result, ...(error === undefined ? {} : { status: 'failed' }) } }
    return error === undefined ? { result: outer } : { result: outer, error: 'failed' }
  }
  return {
    directory: directoryOf(known),
    nested: () => nested,
    run: async (call) => {
      const direct = known.find(({ deferred, name }) => !deferred && name === call.name)
      const execute = (params: object) => (direct === undefined ? inner(call, params) : direct.execute(params, call.id))
      const unknown = direct === undefined && call.name !== 'tool_call'
      const answered = unknown ? notFound(parts, call) : observed(call.name, call.id, call.arguments, execute)
      const { error, result } = await answered
      return toolAnswered(call, result, error !== undefined, parts.clock.now())
    },
  }
}

interface Observed {
  readonly toolName: string
  readonly toolCallId: string
  readonly params: object
  readonly execute: (params: object) => Promise<Answered>
}

/** A failing `before_tool_call` stops the call; a failing `after_tool_call` is only logged. */
const observe = async (parts: ToolParts, { execute, params, toolCallId, toolName }: Observed): Promise<Answered> => {
  const { clock, hooks, turn, who } = parts
  const began = clock.now()
  const about = { toolName, runId: turn.runId, toolCallId }
  const ctx = toolGateContext(turn, toolName, toolCallId)
  const gate = await hooks.decide({ who, name: 'before_tool_call', event: { ...about, params }, ctx }).then(gateOf, () => 'failed' as const)
  const answered =
    gate === 'failed'
      ? refused(toolName, 'Tool call blocked because before_tool_call hook failed')
      : gate.block !== undefined
        ? refused(toolName, gate.block)
        : await execute(gate.params ?? params).catch((error: unknown) => refused(toolName, messageOf(error)))
  told(parts, about, gate === 'failed' ? params : (gate.params ?? params), answered, clock.now() - began)
  return answered
}

interface Gate {
  readonly params?: object
  readonly block?: string
}

const gateOf = (answers: ReadonlyArray<unknown>): Gate => {
  const decisions = answers as ReadonlyArray<{ readonly params?: object; readonly block?: boolean; readonly blockReason?: string }>
  const params = decisions.findLast((decision) => decision.params !== undefined)?.params
  const stop = decisions.find(({ block }) => block === true)
  return { ...(params === undefined ? {} : { params }), ...(stop === undefined ? {} : { block: stop.blockReason ?? 'blocked' }) }
}

const told = (
  { hooks, turn, who }: ToolParts,
  about: { toolName: string; toolCallId: string },
  params: object,
  answered: Answered,
  durationMs: number,
) => {
  const { error, result } = answered
  const event = { ...about, runId: turn.runId, params, result, error, durationMs }
  hooks.tell({ who, name: 'after_tool_call', event, ctx: toolContext(turn, about.toolName, about.toolCallId) })
}

/** A name that the model made up: no gate, but told. */
const notFound = async (parts: ToolParts, call: CallPart): Promise<Answered> => {
  const error = `Tool ${call.name} not found`
  const answered = { result: { content: [textPart(error)], details: {} }, error }
  told(parts, { toolName: call.name, toolCallId: call.id }, call.arguments, answered, 0)
  return answered
}

const refused = (tool: string, error: string): Answered => ({ result: asResult({ status: 'error', tool, error }), error })

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const pluginTools = ({ config, turn, who }: ToolParts): ReadonlyArray<Known> =>
  who.tools
    .flatMap((tool) => (typeof tool === 'function' ? made(tool(toolFactoryContext(turn, config))) : [tool]))
    .map((tool) => ({
      owner: who.plugin,
      name: tool.name,
      description: tool.description,
      deferred: tool.catalogMode !== 'direct-only',
      execute: async (args, toolCallId) => ({
        result: (await tool.execute(toolCallId, args, new AbortController().signal, () => {})) as ToolResult,
      }),
    }))

const made = (given: unknown): ReadonlyArray<Tool> =>
  Array.isArray(given) ? given : given === null || given === undefined ? [] : [given as Tool]

const ownTools = ({ hostTools, turn, who }: ToolParts): ReadonlyArray<Known> => {
  const { agent, key } = turn.session
  const place: MemoryPlace = { workspace: turn.workspace, agent, sessionKey: key, supplements: who.supplements }
  const memory = { owner: 'memory-core', deferred: true }
  const search = {
    ...memory,
    name: 'memory_search',
    description: 'Searches the memory files.',
    execute: (args: object) => memorySearch(place, args as never),
  }
  const get = {
    ...memory,
    name: 'memory_get',
    description: 'Reads a memory file.',
    execute: (args: object) => memoryGet(place, args as never),
  }
  const brought = Object.entries(hostTools).map(([name, tool]) => ({
    owner: 'core',
    name,
    description: name,
    deferred: false,
    execute: async (args: object) => tool(args),
  }))
  return [search, get, ...brought]
}

const descriptionMax = 200

const directoryOf = (known: ReadonlyArray<Known>): string => {
  const cut = (text: string) => (text.length > descriptionMax ? `${text.slice(0, descriptionMax)}...` : text)
  const lines = known.filter(({ deferred }) => deferred).map(({ description, name, owner }) => `- ${name} (${owner}): ${cut(description)}`)
  return ['### Deferred Tool Schemas', 'Available deferred-schema tools:', ...lines.toSorted()].join('\n')
}

const nestedMessage = (
  { clock, turn }: ToolParts,
  call: CallPart,
  { name }: Known,
  toolCallId: string,
  input: object,
  { failed, result }: { readonly result?: ToolResult; readonly failed: boolean } = { failed: false },
): Message => ({
  role: 'custom',
  customType: 'openclaw.nested-tool.v1',
  display: true,
  excludeFromContext: true,
  content: JSON.stringify({ toolCallId, toolName: name, isError: failed }),
  details: { runId: turn.runId, parentToolCallId: call.id, toolCallId, toolName: name, input, result, isError: failed },
  timestamp: clock.now(),
})
