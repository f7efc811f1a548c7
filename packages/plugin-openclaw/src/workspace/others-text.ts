/** Decides which tool results bring text of other people to an agent, and asks the host who wrote a note. */
import { bringsWords } from '@crabtrail/text/evidence/passage-origin'

export interface AnsweredTool {
  readonly toolName: string
  readonly params: unknown
  readonly result?: unknown
  readonly error?: string
}

/** Tools that answer with words of the host or of this plugin. Every other tool may bring others' text. */
export const ownAnswers: ReadonlySet<string> = new Set([
  'apply_patch',
  'edit',
  'memory_feedback',
  'memory_forget',
  'memory_note',
  'memory_undo',
  'memory_why',
  'session_status',
  'tool_call',
  'tool_describe',
  'tool_search',
  'update_plan',
  'write',
])
/** These tools return memories and mark those that are not the owner's or the agent's. */
const searches = new Set(['memory_get', 'memory_search'])
const distrusted = 'untrusted'

/**
 * The text of others in a tool result; absent when there is none. Empty for text whose words are known or that nobody read: a memory
 * search with untrusted hits, a note of the agent's that holds others' text, a command that copies files. `isForeign`: whether a note
 * holds others' text. `workspace`: folder of the agent.
 */
export const othersText = (answer: AnsweredTool, isForeign: (key: string) => boolean, workspace?: string): string | undefined => {
  const { params, toolName } = answer
  if (ownAnswers.has(toolName)) return undefined
  const note = toolName === 'read' ? ownNote(withinWorkspace(pathIn(params), workspace)) : undefined
  if (note !== undefined) return isForeign(note) ? '' : undefined
  // A failed call reports in `error`.
  const text = textsIn(answer.result ?? answer.error, resultBounds)
  if (searches.has(toolName)) return text.includes(distrusted) ? '' : undefined
  if (bringsWords(text)) return text
  return copiesUnread(params) ? '' : undefined
}

/** True for a command that fetches or copies text into a file without the agent reading or typing it. */
const copiesUnread = (params: unknown): boolean => {
  const command = (params as { readonly command?: unknown } | null | undefined)?.command
  if (typeof command !== 'string') return false
  const begun = command.slice(0, charactersOfCommand)
  // After `<<` the agent types the document itself, unless it is a program.
  return fetching.test(begun) || (!begun.includes('<<') && copying.some((one) => one.test(begun)))
}

const charactersOfCommand = 10_000
const fetching =
  /(?:^|[;&|(\n])[ \t]*(?:python[\d.]*|node|deno|bun|ruby|perl|php|pwsh|powershell|aria2c|yt-dlp)(?![\w-])[\s\S]*?(?:https?|ftp):\/\//
const copying: ReadonlyArray<RegExp> = [
  /(?<![\w-])(?:curl|wget|scp|rsync|sftp|ftp|git[ \t]+(?:clone|pull|fetch))[ \t]/,
  // Copies from a file that is not one of the agent's notes.
  /(?<![\w-])(?:cp|mv|ln|install|tar|unzip)[ \t]+(?:-[\w-]+[ \t]+)*(?!["']?(?:\.\/)?(?:memory\/|MEMORY\.md|USER\.md))[^\s-]/,
  /(?<![\w-])(?:cat|head|tail|sed|awk|cut|sort|uniq|jq|grep|pandoc|pdftotext|lynx|w3m)[ \t][^>\n]*>+[ \t]*["']?(?:[^\s"']*\/)?(?:memory\/|MEMORY\.md|USER\.md)/,
]

const withinWorkspace = (path: string, workspace: string | undefined): string =>
  workspace !== undefined && path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path

/** The key of a file that the agent and its owner write; absent for any other file. */
const ownNote = (path: string): string | undefined =>
  /^(?:\.\/)?(?:memory\/(?:(?!\.\.)[^/]+\/)*[^/]+\.md|(?:MEMORY|USER|AGENTS|SOUL|IDENTITY|TOOLS|HEARTBEAT|BOOTSTRAP)\.md)$/.test(path)
    ? path.replace(/^\.\//, '')
    : undefined

const pathIn = (params: unknown): string => {
  const given = params as { readonly path?: unknown; readonly file_path?: unknown } | null | undefined
  const path = given?.path ?? given?.file_path
  return typeof path === 'string' ? path : ''
}

/** Bounds of a walk through a tool's arguments or result, which a model or a stranger made. */
export interface ReadBounds {
  readonly depth: number
  readonly values: number
  readonly characters: number
  /** Types of the values that are taken. */
  readonly takes: ReadonlyArray<'string' | 'number'>
}

const resultBounds: ReadBounds = { depth: 12, values: 20_000, characters: 400_000, takes: ['string'] }

/** The texts in a value, one a line, within the bounds. */
export const textsIn = (value: unknown, { characters, depth, takes, values }: ReadBounds): string => {
  const texts: string[] = []
  let [room, left] = [characters, values]
  const read = (one: unknown, level: number): void => {
    if (room <= 0 || left-- <= 0 || level > depth) return
    if (takes.some((type) => type === typeof one)) {
      const text = String(one).slice(0, room)
      texts.push(text)
      room -= text.length + 1
    } else if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) read(inner, level + 1)
  }
  read(value, 0)
  return texts.join('\n')
}

/**
 * The host's record of a note: the digest of the last text it wrote there, and whether others influenced it. The host does not promise
 * this record to plugins, so it may be missing.
 */
export interface HostRecord {
  readonly relativePath: string
  readonly provenance: { readonly fileHash: string; readonly originClass: string }
}

type List = (asked: { readonly workspaceDir: string }) => Promise<ReadonlyArray<HostRecord>>

/** Imported by a variable because the host publishes this module without types. */
const door = 'openclaw/plugin-sdk/memory-core-host-runtime-core'

/** The module system keeps the module after the first import. */
const listOfHost = async (): Promise<List | undefined> => {
  try {
    const { listMemoryArtifactProvenance: list }: { readonly listMemoryArtifactProvenance?: unknown } = await import(door)
    return typeof list === 'function' ? (list as List) : undefined
  } catch {
    return undefined
  }
}

/**
 * Digests of notes that others wrote, by path in the workspace, as the host wrote them last. Empty when the host keeps no record. Never
 * rejects.
 */
export const othersByHost = async (workspaceDir: string): Promise<ReadonlyMap<string, string>> => {
  try {
    const records = (await (await listOfHost())?.({ workspaceDir })) ?? []
    return new Map(
      records.flatMap(({ provenance, relativePath }) =>
        provenance.originClass === 'untrusted' ? [[relativePath, provenance.fileHash] as const] : [],
      ),
    )
  } catch {
    return new Map()
  }
}
