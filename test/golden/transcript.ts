/**
 * Plays a golden history on a memory and writes its transcript: one JSON line for each request with its answer, and lines with all strengths.
 *
 * A transcript holds nothing that the storage format decides: no positions, hashes, digests or byte counts, and no sentences for people.
 * So it stays valid when the format changes, and two builds that write the same lines rank and learn the same, to the last nano-unit.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { Answer, Embedder, Request } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { type HandClock, handClock, morning } from '../models/hand-clock.ts'
import { type AskedMemory, openStore } from '../models/open-store.ts'

export interface Stage {
  /** Writes every request and its answer into the transcript. A refusal is written by its tag and answers `undefined`. */
  readonly memory: RecordedMemory
  readonly clock: HandClock
  /** The newest position of the log, as the value of a later `at` or `to`. */
  readonly now: () => Promise<string>
  /** Writes every node and edge that changed since the last look, and the ranking of each question, which is not recorded in the log. */
  readonly look: (questions: ReadonlyArray<string>) => Promise<void>
  /** Opens the memory anew over the same store. */
  readonly restart: () => Promise<void>
}

type RecordedMemory = {
  readonly [M in keyof AskedMemory]: (request: Parameters<AskedMemory[M]>[0]) => Promise<Awaited<ReturnType<AskedMemory[M]>> | undefined>
}

export interface History {
  readonly play: (stage: Stage) => Promise<void>
  readonly embedder?: Embedder['Service']
  /** Texts of other people's data sets are kept out of the transcript. */
  readonly texts?: 'left-out'
  /** Why the history cannot be played on this machine. */
  readonly absent?: string
}

export const expectedFile = (name: string): URL => new URL(`./expected/${name}.jsonl`, import.meta.url)

/** Empty where nothing was written yet. */
export const expectedLines = (name: string): ReadonlyArray<string> =>
  existsSync(expectedFile(name)) ? readFileSync(expectedFile(name), 'utf8').split('\n').slice(0, -1) : []

/** The lines of the transcript, on a store in memory or in the SQLite file at `path`. */
export const transcriptOf = async (name: string, { embedder, play, texts }: History, path?: string): Promise<ReadonlyArray<string>> => {
  const clock = handClock(morning)
  const store = openStore({
    seed: `golden ${name}`,
    clock,
    ...(path === undefined ? {} : { layer: layerSqlite({ path }) }),
    ...(embedder === undefined ? {} : { embedder, pace: { questionMs: 60_000, loadMs: 600_000, readMs: 600_000, upkeepMs: 600_000 } }),
  })
  const lines: Array<string> = []
  let memory = await store.memory()
  try {
    const say = (line: object) => void lines.push(JSON.stringify(line, texts === 'left-out' ? withoutText : undefined))
    const seen = new Map<string, string>()
    const stage: Stage = {
      memory: new Proxy({} as RecordedMemory, {
        get: (_, method: keyof AskedMemory) => (request: never) => ask(() => memory, method, request, say),
      }),
      clock,
      now: async () => String((await memory.show({})).position),
      look: async (questions) => {
        for (const line of [...(await nodesOf(memory)), ...(await edgesOf(memory))]) {
          const [key = ''] = line.split(' ')
          if (seen.get(key) !== line) say({ now: line })
          seen.set(key, line)
        }
        for (const question of questions) await ask(() => memory, 'recall', { question, record: false } as never, say)
      },
      restart: async () => {
        memory = await store.memory()
        say({ restart: true })
      },
    }
    await play(stage)
    for (const { key } of (await memory.brains({})).brains) {
      say({ verified: (await memory.verify({ brain: key, rederive: true })).ok, events: await eventCounts(memory, key) })
    }
    return lines
  } finally {
    await store.close()
  }
}

const withoutText = (key: string, value: unknown): unknown => (key === 'text' ? undefined : value)

const ask = async (memory: () => AskedMemory, method: keyof AskedMemory, request: never, say: (line: object) => void) => {
  const asked = { [method]: spokenRequest(request) }
  try {
    const answer = await (memory()[method] as (request: never) => Promise<unknown>)(request)
    say({ ...asked, answer: method === 'recall' ? ranking(answer as Answer.RecallAnswer) : withoutFormat(answer) })
    return answer as never
  } catch (error) {
    if (!(error instanceof Error) || !('_tag' in error)) throw error
    say({ ...asked, refused: error._tag })
    return undefined
  }
}

/** Documents by their names alone, and no positions. */
const spokenRequest = (request: Partial<Request.IngestRequest & Request.RollbackRequest & Request.RecallRequest>): object => {
  const { at, documents, to, ...rest } = request
  return {
    ...rest,
    ...(documents === undefined ? {} : { documents: documents.map(({ source }) => source) }),
    ...(to === undefined && at === undefined ? {} : { at: 'earlier' }),
  }
}

const ranking = ({ backlog, brain, context, guardrails, items, novelty, skipped, turn, confidence }: Answer.RecallAnswer): object => ({
  brain,
  turn,
  skipped,
  items: items.map(({ behind, node, parts, path, score }) => {
    const way = path.length === 0 ? '' : ` by ${path.map(({ channel, edge, strength }) => `${edge}:${strength}:${channel}`).join(' ')}`
    const after = behind === undefined ? '' : ` behind ${behind.node}, ${behind.because}`
    return `${node} ${score} = (${parts.seed} + ${parts.path} - ${parts.inhibition}) * ${parts.utility}${way}${after}`
  }),
  context,
  guardrails,
  novelty: [novelty.verdict, novelty.refused ?? novelty.cue ?? null, novelty.top1 ?? null, novelty.rel ?? null].join(' '),
  backlog,
  confidence,
})

/** Fields that hold positions, digests, sizes on the disk, or sentences for people. */
const dropped: ReadonlySet<string> = new Set([
  'approximate',
  'bytes',
  'cause',
  'digest',
  'latencyMs',
  'selection',
  'places',
  'position',
  'reason',
  'rounded',
  'unfinished',
  'unreachable',
  'why',
])
/** Closed words under a name that elsewhere holds a sentence. */
const isWord = (value: unknown): boolean => typeof value === 'string' && /^[a-z][a-z-]*$/.test(value)

const withoutFormat = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutFormat)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => !dropped.has(key) || (key === 'reason' && isWord(one)))
      // The position of a rollback; a change of strength has its own `to` within a list.
      .filter(([key]) => !(key === 'to' && 'restored' in value))
      .map(([key, one]) => [key, withoutFormat(one)]),
  )
}

const nodesOf = async (memory: AskedMemory): Promise<ReadonlyArray<string>> => {
  const lines: Array<string> = []
  const { counts } = await memory.show({})
  for (let number = 1; number <= counts.nodes; number++) {
    // The name that every node answers to, erased or not.
    const [node] = (await memory.show({ what: `erased:${number}` })).nodes
    if (node === undefined) continue
    const { doubts, origin, state, trusted, type, utility } = node
    const doubted = doubts.map(({ feedback }) => ` ${feedback}`).join('')
    lines.push(`n${number} ${node.node} ${type} ${state} ${origin}${trusted ? ' trusted' : ''} ${utility}${doubted}`)
  }
  return lines
}

const edgesOf = async (memory: AskedMemory): Promise<ReadonlyArray<string>> => {
  const lines: Array<string> = []
  const { counts } = await memory.show({})
  for (let number = 1; number <= counts.edges; number++) {
    const [edge] = (await memory.show({ what: `e${number}` })).edges
    if (edge === undefined) continue
    const { first, kind, linked, skips, source, strength, target, uses } = edge
    lines.push(`e${number} ${source}>${kind}>${target} ${strength} from ${first}${linked ? '' : ' pruned'}, used ${uses}, skipped ${skips}`)
  }
  return lines
}

/** Event type → how many of it the log holds, in alphabetical order. */
const eventCounts = async (memory: AskedMemory, brain: string): Promise<Readonly<Record<string, number>>> => {
  const counts: Record<string, number> = {}
  const { events } = await memory.log({ brain, from: '1', limit: 100_000, walks: true })
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1
  return Object.fromEntries(Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1)))
}
