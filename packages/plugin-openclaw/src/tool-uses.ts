/** What a run's tool calls leave behind: how often each was called and failed, and the words they were called with. */
import { limits } from '@crabtrail/core'
import type { Run } from './shared-state.ts'
import { toolNames } from './tools/tools.ts'

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
