/** The memory as a corpus of the host's own search. It goes by the access of the run under way, records nothing, and answers a failure with nothing. */
import { brainSeenBy } from '@crabtrail/agent-host/access/asker'
import { notesFolder, pathOf } from '@crabtrail/agent-host/conversation/naming'
import { todayHere } from '@crabtrail/agent-host/conversation/today'
import { isRefusal, plainLine } from '@crabtrail/agent-host/render/errors'
import { guarded, type HostParts } from '@crabtrail/agent-host/state/parts'
import type { Answer } from '@crabtrail/core'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'

type Supplement = Parameters<OpenClawPluginApi['registerMemoryCorpusSupplement']>[0]
type Found = Awaited<ReturnType<Supplement['search']>>[number]
type Searched = Parameters<Supplement['search']>[0]
type Got = NonNullable<Awaited<ReturnType<Supplement['get']>>>
type Looked = Parameters<Supplement['get']>[0]

const corpus = 'crabtrail'
/** The host waits for all corpora together. */
const deadlineMs = 2_000
const resultsMost = 20
const snippetCharacters = 600

export const registerSupplement = (api: Pick<OpenClawPluginApi, 'registerMemoryCorpusSupplement'>, parts: HostParts): void => {
  const search = guarded('corpus search', parts, (asked: Searched, _: undefined) => searchMemory(parts, asked), deadlineMs)
  const get = guarded('corpus get', parts, (asked: Looked, _: undefined) => getMemory(parts, asked), deadlineMs)
  api.registerMemoryCorpusSupplement({
    search: async (asked) => (await search(asked, undefined)) ?? [],
    get: async (asked) => (await get(asked, undefined)) ?? null,
  })
}

const searchMemory = async (parts: HostParts, { agentId, agentSessionKey, maxResults, query }: Searched): Promise<Array<Found>> => {
  const brain = brainSeenBy(parts, { agentId, sessionKey: agentSessionKey })
  if (brain === undefined || query.trim() === '') return []
  const limit = Math.max(1, Math.min(Math.trunc(maxResults ?? 10), resultsMost))
  const request = { brain, question: query, limit, record: false, today: todayHere() } as const
  const answer = await unlessUnknown(parts.memory.worker().ask('recall', request, { deadlineMs }))
  return answer === undefined ? [] : answer.items.flatMap((item) => foundOf(item, answer, pathFor(parts, agentId)) ?? [])
}

/** Leaves out a memory whose origin was not checked. */
const foundOf = (item: Answer.RecalledItem, { context }: Answer.RecallAnswer, pathIn: PathIn): Found | undefined => {
  const dropped = context.dropped.find(({ node }) => node === item.node)?.reason
  if (dropped === 'erased' || dropped === 'review' || (dropped === undefined && !context.items.includes(item.node))) return undefined
  return {
    corpus,
    path: `${corpus}/${item.node}`,
    id: item.node,
    title: plainLine(item.title),
    kind: 'memory',
    // Scaled to 0 to 1, the range of the host's own scores.
    score: item.score <= 0 ? 0 : item.score / (item.score + 1),
    snippet: item.content.slice(0, snippetCharacters),
    provenanceLabel:
      dropped === 'origin' ? 'untrusted: not from the owner or the agent' : 'from the owner or the agent, or trusted by the owner',
    ...(item.source === null ? {} : { source: pathIn(item.source), sourcePath: pathIn(item.source) }),
  }
}

const getMemory = async (parts: HostParts, { agentId, agentSessionKey, fromLine = 1, lineCount, lookup }: Looked): Promise<Got | null> => {
  const brain = brainSeenBy(parts, { agentId, sessionKey: agentSessionKey })
  // Other prefixes belong to other corpora.
  if (brain === undefined || !lookup.startsWith(`${corpus}/`)) return null
  const id = lookup.slice(corpus.length + 1)
  const shown = await unlessUnknown(parts.memory.worker().ask('show', { brain, what: id }, { deadlineMs }))
  const node = shown?.nodes[0]
  if (node === undefined || node.node !== id || noMemory.includes(node.type) || gone.includes(node.state)) return null
  // No model reads what the owner did not say yes to.
  if (node.review === 'waits' || node.review === 'refused') return null
  const lines = node.content.split('\n')
  const first = Math.max(1, Math.trunc(fromLine))
  const kept = lines.slice(first - 1, lineCount === undefined ? undefined : first - 1 + Math.max(0, Math.trunc(lineCount)))
  return {
    corpus,
    path: lookup,
    id,
    title: plainLine(node.title),
    kind: 'memory',
    content: kept.join('\n'),
    fromLine: first,
    lineCount: kept.length,
    // A page that the owner trusts no longer counts as others' text.
    provenanceLabel: node.trusted ? 'trusted by the owner' : `origin: ${node.origin}`,
    ...(node.source === null ? {} : { sourcePath: pathFor(parts, agentId)(node.source) }),
  }
}

/** The path by which an agent finds a note of its workspace; the key of any other source. */
type PathIn = (source: string) => string

const pathFor = ({ naming }: HostParts, agentId = ''): PathIn => {
  const folder = notesFolder(naming, agentId)
  return (source) => pathOf(folder, source)
}

const gone = ['retired', 'merged']
/** Node types that stand for a kind of question or a tool. */
const noMemory = ['cue', 'tool_call']

/** An unknown brain or node gives no answer, not a failure. */
const unlessUnknown = async <A>(asked: Promise<A>): Promise<A | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}
