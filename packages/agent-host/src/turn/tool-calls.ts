/** Counts the tool calls of a run, keeps their arguments as evidence of use, and turns hits of the host's searches into hints for the next recall. */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { limits, type Request } from '@crabtrail/core'
import { textsIn, toolNames } from '../notes/others-text.ts'
import { conversationOf, keepNewest, type Run, type SharedState, type TouchedFile } from '../state/shared-state.ts'

export interface ToolCall {
  readonly toolName: string
  readonly params: unknown
  readonly error?: string
  readonly result?: unknown
}

/** The tools of this memory name memories to judge or explain them, which is no use of them. */
const aboutMemories: ReadonlyArray<string> = toolNames
const charactersKept = 16_000
const nameCharacters = 100
/** Well below the limit in bytes. */
const errorCharacters = 2_000

export const noteToolCall = (run: Run, call: ToolCall): void => {
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
  run.calls = [...run.calls, { tool: name, ...reported(call), ...(text === '' ? {} : { text }) }].slice(-limits.calls)
}

/** Reads the command or the file of a call from arguments with the usual names. */
const reported = ({ error, params, result }: ToolCall): Omit<Request.ToolCall, 'tool'> => {
  const given = (typeof params === 'object' && params !== null ? params : {}) as Readonly<Record<string, unknown>>
  const first = (names: ReadonlyArray<string>) => names.map((one) => given[one]).find((value) => typeof value === 'string')
  const failed = error === undefined ? {} : { failed: true }
  const command = first(['command'])?.slice(0, charactersOfCommand)
  if (command !== undefined) return { ...failed, command, output: printed(result).slice(0, limits.outputCharacters) }
  const path = first(pathNames)
  if (path === undefined || Buffer.byteLength(path) > limits.pathBytes) return failed
  const [added, removed] = [first(['content', ...newNames]), first(oldNames)]
  if (added !== undefined) return { ...failed, path, added: digest(added), ...(removed === undefined ? {} : { removed: digest(removed) }) }
  // With further arguments only a part of the file may have been read.
  const read = Object.keys(given).length === 1 && error === undefined ? printed(result) : ''
  return { ...failed, path, ...(read === '' ? {} : { read: digest(read) }) }
}

const pathNames = ['path', 'file_path', 'filePath', 'file']
const oldNames = ['oldText', 'old_text', 'oldString', 'old_string', 'old_str']
const newNames = ['newText', 'new_text', 'newString', 'new_string', 'new_str']

/** Returns the text that a call printed. */
const printed = (result: unknown): string => {
  const { content } = (result ?? {}) as { readonly content?: unknown }
  return textsIn(Array.isArray(content) ? content.map((part) => part?.text) : content, printedBounds)
}

const printedBounds = { depth: 1, values: 100, characters: 400_000, takes: ['string'] } as const

/** Whether a text ends with a line break is no difference. */
const digest = (text: string): string => createHash('sha256').update(text.trimEnd()).digest('hex')

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

/** The next recall of the owner's conversation knows which files the run changed or opened, by their names alone. */
export const noteTouched = ({ touched }: Pick<SharedState, 'touched'>, { access, calls, interactive, talk }: Run): void => {
  if (!interactive || access.memory !== 'owner') return
  const files = calls.flatMap(({ added, failed = false, path }) =>
    failed || path === undefined ? [] : [{ name: basename(path.replaceAll('\\', '/')), isChanged: added !== undefined }],
  )
  const conversation = conversationOf(talk)
  const all = [...files.toReversed(), ...(touched.get(conversation) ?? [])].filter(({ name }) => name !== '')
  if (files.length > 0) keepNewest(touched, conversation, eachOnce(all).slice(0, limits.filesTouched), conversationsKept)
}

/** A file that was changed once is a changed one, however often it was read. */
const eachOnce = (files: ReadonlyArray<TouchedFile>): ReadonlyArray<TouchedFile> => {
  const changed = new Set(files.flatMap(({ isChanged, name }) => (isChanged ? [name] : [])))
  return [...new Set(files.map(({ name }) => name))].map((name) => ({ name, isChanged: changed.has(name) }))
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
