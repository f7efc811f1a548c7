/** The host's own memory tools over the memory files of a workspace, by words, with what plugins add to them. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Supplement } from './registration.ts'
import { type ToolResult, textPart } from './transcript.ts'

export interface MemoryPlace {
  readonly workspace: string
  readonly agent: string
  readonly sessionKey: string
  readonly supplements: ReadonlyArray<Supplement>
}

export interface Answered {
  readonly result: ToolResult
  readonly error?: string
}

const notAllowed = 'path is not an allowed Markdown memory file'

export const memorySearch = async (
  place: MemoryPlace,
  { corpus, query }: { readonly query: string; readonly corpus?: string },
): Promise<Answered> => {
  const own = corpus === 'wiki' ? [] : hitsOf(place.workspace, query)
  const asked = corpus === 'all' || corpus === 'wiki'
  const added = asked
    ? await Promise.all(place.supplements.map(({ search }) => search({ query, maxResults: undefined, ...asker(place) })))
    : []
  const corpora = asked
    ? [
        { corpus: 'memory', outcome: 'ok' },
        { corpus: 'wiki', outcome: 'ok' },
      ]
    : []
  return { result: asResult({ results: [...own, ...added.flat()], provider: 'none', citations: 'auto', corpora }) }
}

export const memoryGet = async (
  place: MemoryPlace,
  { corpus, path }: { readonly path: string; readonly corpus?: string },
): Promise<Answered> => {
  const allowed = memoryFiles(place.workspace).includes(path) || /^(MEMORY|USER)\.md$|^memory\/.*\.md$/.test(path)
  const file = join(place.workspace, path)
  if (allowed && !existsSync(file)) return { result: asResult({ status: 'not_found', text: '', path }) }
  if (allowed) return { result: asResult({ status: 'ok', text: readFileSync(file, 'utf8'), path }) }
  const found = corpus === 'all' || corpus === 'wiki' ? await firstFound(place, path) : undefined
  if (found === undefined) return { result: asResult({ status: 'error', error: notAllowed, path }), error: notAllowed }
  const { content, ...rest } = found
  const corpora = [
    { corpus: 'memory', outcome: 'unavailable', error: notAllowed },
    { corpus: 'wiki', outcome: 'ok' },
  ]
  return {
    result: asResult({
      ...rest,
      status: 'ok',
      text: content,
      corpora,
      warning: `Memory corpus unavailable: ${notAllowed}`,
      error: notAllowed,
    }),
    error: notAllowed,
  }
}

const firstFound = async (place: MemoryPlace, lookup: string) => {
  for (const { get } of place.supplements) {
    const found = await get({ lookup, fromLine: undefined, lineCount: undefined, ...asker(place) })
    if (found !== null) return found
  }
  return undefined
}

const asker = ({ agent, sessionKey }: MemoryPlace) => ({ agentId: agent, agentSessionKey: sessionKey, sandboxed: false })

export const asResult = (details: object): ToolResult => ({ content: [textPart(JSON.stringify(details, null, 2))], details })

const hitsOf = (workspace: string, query: string): ReadonlyArray<object> => {
  const asked = [...new Set(wordsOf(query))]
  return memoryFiles(workspace)
    .map((path) => hitOf(workspace, path, asked))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
}

const hitOf = (workspace: string, path: string, asked: ReadonlyArray<string>) => {
  const file = join(workspace, path)
  const text = readFileSync(file, 'utf8')
  const words = new Set(wordsOf(text))
  const score = asked.filter((word) => words.has(word)).length / Math.max(1, asked.length)
  const endLine = text.split('\n').length
  const citation = `${path}#L1-L${endLine}`
  const provenance = { originClass: 'agent', sessionKind: 'unknown', observedAt: statSync(file).mtimeMs }
  const snippet = `${text.trimEnd()}\n\nSource: ${citation}`
  return { path, startLine: 1, endLine, score, textScore: score, snippet, source: 'memory', provenance, corpus: 'memory', citation }
}

const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const memoryFiles = (workspace: string): ReadonlyArray<string> => {
  const folder = join(workspace, 'memory')
  const notes = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')) : []
  return [
    ...['MEMORY.md', 'USER.md'].filter((name) => existsSync(join(workspace, name))),
    ...notes.toSorted().map((name) => `memory/${name}`),
  ]
}
