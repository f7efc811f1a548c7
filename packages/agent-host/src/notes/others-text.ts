/** Decides which tool results bring text of other people to an agent. */
import { bringsWords } from '@crabtrail/text/evidence/passage-origin'
import type { HostTools } from '../state/parts.ts'

export interface AnsweredTool {
  readonly toolName: string
  readonly params: unknown
  readonly result?: unknown
  readonly error?: string
}

/** The tools of this memory. A manifest may have to declare them. */
export const toolNames = ['memory_feedback', 'memory_forget', 'memory_note', 'memory_undo', 'memory_why'] as const

/** True for a tool that answers with words of the host or of this memory. Every other tool may bring others' text. */
export const isQuiet = ({ quiet }: Pick<HostTools, 'quiet'>, name: string): boolean =>
  quiet.has(name) || toolNames.some((own) => own === name)

const distrusted = 'untrusted'

/** The text of others in a tool result; absent when there is none. Empty for text whose words are known or that nobody read, as a copied file. */
export const othersText = (
  tools: HostTools,
  answer: AnsweredTool,
  isForeign: (key: string) => boolean,
  workspace?: string,
): string | undefined => {
  const { params, toolName } = answer
  if (isQuiet(tools, toolName)) return undefined
  const note = toolName === tools.reads ? ownNote(tools, withinWorkspace(pathIn(params), workspace)) : undefined
  if (note !== undefined) return isForeign(note) ? '' : undefined
  // A failed call reports in `error`.
  const text = textsIn(answer.result ?? answer.error, resultBounds)
  if (tools.searches.has(toolName)) return text.includes(distrusted) ? '' : undefined
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
const ownNote = ({ isOwnFile }: HostTools, path: string): string | undefined => (isOwnFile(path) ? path.replace(/^\.\//, '') : undefined)

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
  readonly takes: ReadonlyArray<'string' | 'number'>
}

const resultBounds: ReadBounds = { depth: 12, values: 20_000, characters: 400_000, takes: ['string'] }

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
