/** Which answers of tools bring an agent what others wrote, and what they say. */
import { bringsWords } from '@crabtrail/core'

export interface AnsweredTool {
  readonly toolName: string
  readonly params: unknown
  readonly result?: unknown
  readonly error?: string
}

/** Tools whose answers are the host's own words or ours. Any other, whatever it is called, may bring what others wrote. */
export const ownAnswers: ReadonlySet<string> = new Set([
  'apply_patch',
  'edit',
  'memory_feedback',
  'memory_why',
  'session_status',
  'tool_call',
  'tool_describe',
  'tool_search',
  'update_plan',
  'write',
])
/** These bring what the memory says, and mark what is not the owner's or the agent's. */
const searches = new Set(['memory_get', 'memory_search'])
const distrusted = 'untrusted'

/**
 * The text of others in an answer; absent where it brings none. Empty where it brings texts whose words are known or that nobody read: the answer
 * of a memory search, which also holds words of the owner and the agent, and a command that copies a text. `isForeign` says of a note whether
 * others' text stands in it; `workspace` is the folder of the agent.
 */
export const othersText = (answer: AnsweredTool, isForeign: (key: string) => boolean, workspace?: string): string | undefined => {
  const { params, toolName } = answer
  if (ownAnswers.has(toolName)) return undefined
  const note = toolName === 'read' ? ownNote(withinWorkspace(pathIn(params), workspace)) : undefined
  if (note !== undefined) return isForeign(note) ? '' : undefined
  // A failure is told in both.
  const text = textsIn(answer.result ?? answer.error)
  if (searches.has(toolName)) return text.includes(distrusted) ? '' : undefined
  if (bringsWords(text)) return text
  return copiesUnread(params) ? '' : undefined
}

/** True for a command that fetches or copies text into a file which the agent neither read nor typed. */
const copiesUnread = (params: unknown): boolean => {
  const command = (params as { readonly command?: unknown } | null | undefined)?.command
  if (typeof command !== 'string') return false
  const begun = command.slice(0, charactersOfCommand)
  // The agent types a document behind `<<` itself, unless it is a program.
  return fetching.test(begun) || (!begun.includes('<<') && copying.some((one) => one.test(begun)))
}

const charactersOfCommand = 10_000
const fetching =
  /(?:^|[;&|(\n])[ \t]*(?:python[\d.]*|node|deno|bun|ruby|perl|php|pwsh|powershell|aria2c|yt-dlp)(?![\w-])[\s\S]*?(?:https?|ftp):\/\//
const copying: ReadonlyArray<RegExp> = [
  /(?<![\w-])(?:curl|wget|scp|rsync|sftp|ftp|git[ \t]+(?:clone|pull|fetch))[ \t]/,
  // From a file that is no note of the agent's own.
  /(?<![\w-])(?:cp|mv|ln|install|tar|unzip)[ \t]+(?:-[\w-]+[ \t]+)*(?!["']?(?:\.\/)?(?:memory\/|MEMORY\.md|USER\.md))[^\s-]/,
  /(?<![\w-])(?:cat|head|tail|sed|awk|cut|sort|uniq|jq|grep|pandoc|pdftotext|lynx|w3m)[ \t][^>\n]*>+[ \t]*["']?(?:[^\s"']*\/)?(?:memory\/|MEMORY\.md|USER\.md)/,
]

const withinWorkspace = (path: string, workspace: string | undefined): string =>
  workspace !== undefined && path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path

/** A file that the agent and its owner write, by where it lies in the workspace; absent for any other. */
const ownNote = (path: string): string | undefined =>
  /^(?:\.\/)?(?:memory\/(?:(?!\.\.)[^/]+\/)*[^/]+\.md|(?:MEMORY|USER|AGENTS|SOUL|IDENTITY|TOOLS|HEARTBEAT|BOOTSTRAP)\.md)$/.test(path)
    ? path.replace(/^\.\//, '')
    : undefined

const pathIn = (params: unknown): string => {
  const given = params as { readonly path?: unknown; readonly file_path?: unknown } | null | undefined
  const path = given?.path ?? given?.file_path
  return typeof path === 'string' ? path : ''
}

const depthRead = 12
const valuesRead = 20_000
const charactersRead = 400_000

/** All texts in a value, a line each. */
const textsIn = (value: unknown): string => {
  const texts: string[] = []
  let [left, values] = [charactersRead, valuesRead]
  const read = (one: unknown, depth: number): void => {
    if (left <= 0 || values-- <= 0 || depth > depthRead) return
    if (typeof one === 'string') {
      texts.push(one.slice(0, left))
      left -= one.length
    } else if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) read(inner, depth + 1)
  }
  read(value, 0)
  return texts.join('\n')
}

/**
 * Reads the host's own record of who wrote a note: for each file the digest of what it last wrote there, and whether that was under the
 * influence of others' text. The host keeps it for its own memory and does not promise it to plugins; where it cannot be had, there is none.
 */
export interface HostRecord {
  readonly relativePath: string
  readonly provenance: { readonly fileHash: string; readonly originClass: string }
}

type List = (asked: { readonly workspaceDir: string }) => Promise<ReadonlyArray<HostRecord>>

/** Not a type that a build could look for: the host publishes the door without one. */
const door = 'openclaw/plugin-sdk/memory-core-host-runtime-core'

let opened: Promise<List | undefined> | undefined

const open = async (): Promise<List | undefined> => {
  try {
    const { listMemoryArtifactProvenance: list }: { readonly listMemoryArtifactProvenance?: unknown } = await import(door)
    return typeof list === 'function' ? (list as List) : undefined
  } catch {
    return undefined
  }
}

/** By path in the workspace: the digest of the text that others wrote to, as the host wrote it last. Never rejects. */
export const othersByHost = async (workspaceDir: string): Promise<ReadonlyMap<string, string>> => {
  opened ??= open()
  try {
    const records = (await (await opened)?.({ workspaceDir })) ?? []
    return new Map(
      records.flatMap(({ provenance, relativePath }) =>
        provenance.originClass === 'untrusted' ? [[relativePath, provenance.fileHash] as const] : [],
      ),
    )
  } catch {
    return new Map()
  }
}
