/** Counts the tool calls of a run, keeps their arguments as evidence of use, and turns hits of the host's searches into hints for the next recall. */
import { limits, type Request } from '@crabtrail/core'
import { textsIn, toolNames } from '../notes/others-text.ts'
import { conversationOf, keepNewest, type Run, type SharedState } from '../state/shared-state.ts'

export interface ToolCall {
  readonly toolName: string
  readonly params: unknown
  readonly error?: string
}

/** The tools of this memory name memories to judge or explain them, which is no use of them. */
const aboutMemories: ReadonlyArray<string> = toolNames
const charactersKept = 16_000
const nameCharacters = 100
/** Well below the limit in bytes. */
const errorCharacters = 2_000

export const noteToolCall = (run: Run, { error, params, toolName }: ToolCall): void => {
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

/** Bounds of the arguments that are kept as evidence; `characters` is what the run has left. */
const argumentBounds = { depth: 8, values: 1_000, takes: ['string', 'number'] } as const

const conversationsKept = 1_000

/** The next recall of this conversation also starts from the passages that a search of the host found. */
export const noteHits = ({ hits }: Pick<SharedState, 'hits'>, { talk }: Run, found: ReadonlyArray<Request.SearchHit>): void => {
  const conversation = conversationOf(talk)
  if (found.length > 0) keepNewest(hits, conversation, withNewHits(hits.get(conversation) ?? [], found), conversationsKept)
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
