/**
 * Random turns in the real worker, whose routing model is a server on this machine that does everything wrong that a server can: it is late,
 * silent, cut off, floods, sends nonsense and orders, refuses, and leads elsewhere.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import { random } from '../bench/random.ts'
import { openStore } from '../models/open-store.ts'
import { settings, talk, talkDocument } from '../scenarios/routing-model.ts'
import { injectedOrder, type ModelServer, modelBehaviours, startModelServer } from '../src/model-server.ts'

const brain = 'local/main/default'
const patient = { deadlineMs: 60_000 }
const pace = { deadlineMs: 20_000, modelMs: 120 }
/** No pause, so that every question that is worth a call makes one. */
const own = { ...settings, 'model.overMost': 100, 'growth.mode': 'off' }

export interface RoutedTurns {
  readonly turns: number
  /** Turns by what became of their call. */
  readonly outcomes: Readonly<Record<string, number>>
  /** What must not be: each is a sentence. */
  readonly faults: ReadonlyArray<string>
}

export const routedTurns = async (turns: number, seed: number): Promise<RoutedTurns> => {
  const folder = mkdtempSync(join(tmpdir(), 'routed-turns-'))
  const path = join(folder, 'memory.db')
  const [server, elsewhere] = [await startModelServer(), await startModelServer()]
  const worker = openMemoryWorker({
    path,
    entry: () => new URL('../../packages/plugin-openclaw/src/worker.ts', import.meta.url),
    settings: {
      embedder: 'none',
      deadlineMs: pace.deadlineMs,
      model: { baseUrl: server.baseUrl, model: 'tiny' },
      modelMs: pace.modelMs,
    },
  })
  try {
    await worker.ask('init', { brain, settings: own }, patient)
    await worker.ask('ingest', { brain, documents: [talkDocument] }, patient)
    const played = await play(worker, server, elsewhere, turns, seed)
    await worker.close(30_000)
    await server.close()
    await elsewhere.close()
    return { ...played, faults: [...played.faults, ...(await replayFaults(path, played.asked))] }
  } finally {
    await worker.close(0)
    rmSync(folder, { recursive: true, force: true })
  }
}

interface AskedTurn {
  readonly turn: number
  /** The name of the behaviour that the server had in this turn. */
  readonly name: string
  readonly question: string
  readonly answer: Answer.RecallAnswer
}

const words = [...new Set(talk.flatMap((line) => line.toLowerCase().match(/[a-z]{4,}/g) ?? []))]

const play = async (worker: MemoryWorker, server: ModelServer, elsewhere: ModelServer, turns: number, seed: number) => {
  const { below, pick, shuffled } = random(seed)
  const behaviours = Object.entries({ ...modelBehaviours(elsewhere.baseUrl), 'answer again': modelBehaviours(elsewhere.baseUrl).answer })
  const outcomes: Record<string, number> = {}
  const faults: Array<string> = []
  const asked: Array<AskedTurn> = []
  /** Every behaviour comes before one comes again: a few turns have met all of them. */
  let next: Array<(typeof behaviours)[number]> = []
  for (let turn = 0; turn < turns; turn++) {
    if (next.length === 0) next = [...shuffled(behaviours)]
    const [name, behave] = next.pop() ?? pick(behaviours)
    server.behave(behave)
    const question = `${shuffled(words)
      .slice(0, 2 + below(5))
      .join(' ')} ${markOf(turn)}?`
    const request = { brain, question, session: `s${below(4)}`, sessionKind: 'interactive' as const, key: `k${turn}` }
    const recalled = await worker.recall(request, pace)
    if (recalled.outcome === 'absent') {
      faults.push(`turn ${turn} (${name}) went on without memory: ${recalled.reason}`)
      continue
    }
    const { routing } = recalled.answer
    const how = routing.calls === 0 ? routing.outcome : (routing.fallback ?? 'answered')
    outcomes[how] = (outcomes[how] ?? 0) + 1
    asked.push({ turn, name, question, answer: recalled.answer })
    if (recalled.answer.context.text.includes(injectedOrder))
      faults.push(`turn ${turn} (${name}) puts the words of the model before a model`)
    if (below(5) === 0) {
      const again = await worker.recall(request, pace)
      if (again.outcome === 'answered' && again.answer.turn !== recalled.answer.turn)
        faults.push(`turn ${turn} (${name}) was recorded twice`)
    }
    const [first] = recalled.answer.items
    if (first !== undefined && below(4) === 0) {
      const verdict = pick(['success', 'not-relevant', 'used'] as const)
      await worker.ask('feedback', { brain, verdict, turn: recalled.answer.turn ?? '', nodes: [first.node] }, patient)
      await worker.ask('learn', { brain }, patient)
    }
  }
  if (elsewhere.asked.length > 0) faults.push(`${elsewhere.asked.length} requests were led elsewhere`)
  return { turns, outcomes, asked, faults: [...faults, ...requestFaults(server, asked)] }
}

/** Returns a word that stands in the question of this turn alone. */
const markOf = (turn: number): string => `q${turn}x`

/**
 * Counts the requests of each turn by the word in its question: the server may read a request only when its turn has given up and the next
 * one has begun.
 */
const requestFaults = (server: ModelServer, asked: ReadonlyArray<AskedTurn>): ReadonlyArray<string> => {
  const sent = new Map<string, number>()
  for (const { user } of server.asked) {
    const mark = /\bq\d+x\b/.exec(user)?.[0] ?? ''
    sent.set(mark, (sent.get(mark) ?? 0) + 1)
  }
  const faults = asked.flatMap(({ answer, name, turn }) => {
    const requests = sent.get(markOf(turn)) ?? 0
    const { calls, fallback, outcome } = answer.routing
    sent.delete(markOf(turn))
    return requests <= requestsMost(calls, fallback) ? [] : [`turn ${turn} (${name}) sent ${requests} requests, ${fallback ?? outcome}`]
  })
  return [...faults, ...[...sent.keys()].map((mark) => `a request of no turn: ${mark}`)]
}

/** A call that was answered sent one request, so a second one shows that the repeated recall asked again. */
const requestsMost = (calls: number, fallback: string | undefined): number => {
  if (calls === 0) return 0
  return fallback === undefined ? 1 : 3
}

/** Opens the log where no server is, and in a second store that got it as an export: everything must come out as it was. */
const replayFaults = async (path: string, asked: ReadonlyArray<AskedTurn>): Promise<ReadonlyArray<string>> => {
  const faults: Array<string> = []
  const [here, there] = [openStore({ layer: layerSqlite({ path }) }), openStore({ seed: 2 })]
  try {
    const [memory, copy] = [await here.memory(), await there.memory()]
    const { events } = await memory.log({ type: 'ModelAsked', limit: 100_000 })
    const turns = events.map(({ turn }) => turn)
    if (new Set(turns).size !== turns.length) faults.push('a turn asked twice')
    const verified = await memory.verify({ rederive: true })
    if (!verified.ok) faults.push(`verify: ${JSON.stringify(verified.checks.filter(({ ok }) => !ok))}`)
    const { digest } = await memory.show({})
    await copy.import({ lines: (await memory.export({})).lines })
    if ((await copy.show({})).digest !== digest) faults.push('an import has another graph')
    const [replayed, walked] = [await memory.replay({}), await memory.replay({ rewalk: true })]
    if (replayed.digest !== digest || !replayed.effects.equal) faults.push('a replay has another graph or other effects')
    if (walked.digest !== digest) faults.push('walks done again lead to another graph')
    for (const { answer, question } of asked.filter((_, place) => place % 23 === 0)) {
      const look = async (from: typeof memory) =>
        (await from.recall({ question, at: String(answer.position) })).items.map(({ node, score }) => [node, score])
      const [one, other] = [await look(memory), await look(copy)]
      if (JSON.stringify(one) !== JSON.stringify(other)) faults.push(`a look back at ${answer.position} differs in the copy`)
      const again = await memory.why({ turn: answer.turn ?? '' })
      if (again.routing?.outcome !== answer.routing.outcome) faults.push(`why ${answer.turn} tells another outcome`)
    }
  } finally {
    await here.close()
    await there.close()
  }
  return faults
}
