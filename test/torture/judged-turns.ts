/**
 * Random messages in the real worker, all tasks switched on, whose model is a server on this machine that does everything wrong that a server can, and
 * sometimes judges as it likes. The server counts what it was asked.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import { random } from '../bench/random.ts'
import { readWeek } from '../eval/judged-week.ts'
import { openStore } from '../models/open-store.ts'
import {
  type AskedModel,
  halfway,
  injectedOrder,
  type ModelServer,
  modelBehaviours,
  saying,
  slowly,
  startModelServer,
} from '../src/model-server.ts'

const brain = 'local/main/default'
const patient = { deadlineMs: 60_000 }
const pace = { deadlineMs: 20_000, modelMs: 120 }
/** A day has room for the calls of most messages, not of all, and the breaker never holds back. */
const settingsFor = (turns: number) =>
  ({ 'model.overMost': 100, 'model.dayTokens': 2_000 * turns, 'judging.changedMost': 1, 'growth.mode': 'off' }) as const

export interface JudgedTurns {
  readonly turns: number
  /** Messages by what became of them. */
  readonly outcomes: Readonly<Record<string, number>>
  /** What must not be: each is a sentence. */
  readonly faults: ReadonlyArray<string>
}

export const judgedTurns = async (turns: number, seed: number): Promise<JudgedTurns> => {
  const folder = mkdtempSync(join(tmpdir(), 'judged-turns-'))
  const path = join(folder, 'memory.db')
  const [server, elsewhere] = [await startModelServer(), await startModelServer()]
  const entry = () => new URL('../../packages/plugin-openclaw/src/worker.ts', import.meta.url)
  const model = { baseUrl: server.baseUrl, model: 'tiny' }
  const worker = openMemoryWorker({
    path,
    entry,
    settings: { embedder: 'none', deadlineMs: pace.deadlineMs, model, modelMs: pace.modelMs },
  })
  try {
    const week = readWeek('unseen-week-f')
    const settings = settingsFor(turns)
    await worker.ask('init', { brain, settings }, patient)
    const documents = Object.entries(week.notes).map(([source, text]) => ({ source, format: 'markdown' as const, text }))
    await worker.ask('ingest', { brain, documents }, patient)
    const played = await play(
      { worker, server, elsewhere, texts: week.talk.map(({ text }) => text), random: random(seed), outcomes: {}, faults: [] },
      turns,
    )
    const { model: spent } = await worker.ask('stats', { brain }, patient)
    const faults = [...played.faults, ...budgetFaults(server, spent, settings['model.dayTokens'])]
    await worker.close(30_000)
    await server.close()
    if (elsewhere.asked.length > 0) faults.push(`${elsewhere.asked.length} requests were led elsewhere`)
    return { turns, outcomes: played.outcomes, faults: [...faults, ...(await replayFaults(path))] }
  } finally {
    await Promise.all([worker.close(0), server.close(), elsewhere.close()])
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Game {
  readonly worker: MemoryWorker
  readonly server: ModelServer
  readonly elsewhere: ModelServer
  readonly texts: ReadonlyArray<string>
  readonly random: ReturnType<typeof random>
  readonly outcomes: Record<string, number>
  readonly faults: Array<string>
}

/** Judges as it likes: any verdict about any memory that is shown, quoted rightly or not. */
const guessing = ({ below, pick }: Game['random']) =>
  saying(({ user }) => {
    const { messages = [] } = JSON.parse(user.startsWith('{') ? user : '{}') as { readonly messages?: ReadonlyArray<Shown> }
    const judgements = messages.map(({ candidates, id, text }) => {
      const shown = candidates[below(candidates.length)]
      const some = (of: string) =>
        of
          .split(/\s+/)
          .slice(0, 1 + below(4))
          .join(' ')
      const verdict = pick(['supersedes', 'supersedes', 'same', 'adds', 'unrelated'] as const)
      return {
        id,
        verdict,
        candidate: shown?.id ?? null,
        old: some(shown?.text ?? ''),
        new: some(text),
        lasting: true,
        confidence: below(11) / 10,
      }
    })
    return JSON.stringify({ judgements })
  })

interface Shown {
  readonly id: string
  readonly text: string
  readonly candidates: ReadonlyArray<{ readonly id: string; readonly text: string }>
}

/** Returns a word that stands in the message of this turn alone. */
const markOf = (turn: number): string => `q${turn}x`

const play = async (game: Game, turns: number) => {
  const { elsewhere, faults, outcomes, random: drawn, server, texts, worker } = game
  const { below, pick, shuffled } = drawn
  const judges = guessing(drawn)
  // Nobody waits for a judgement, so one that never comes costs its whole deadline: here the server breaks off some time later.
  const wrong = { ...modelBehaviours(elsewhere.baseUrl), never: slowly(400, halfway) }
  const behaviours = Object.entries({ ...wrong, judges, 'judges again': judges, 'and again': judges })
  const taken: Array<AskedModel> = []
  let next: Array<(typeof behaviours)[number]> = []
  for (let turn = 0; turn < turns; turn++) {
    if (next.length === 0) next = [...shuffled(behaviours)]
    const [name, behave] = next.pop() ?? pick(behaviours)
    server.behave((asked, response) => {
      if (!refusing.has(name)) taken.push(asked)
      behave(asked, response)
    })
    const text = `${pick(texts).slice(0, 300)} ${markOf(turn)}`
    const talk = { brain, session: `s${below(4)}`, sessionKind: 'interactive' as const }
    const recalled = await worker.recall({ ...talk, question: text, key: `k${turn}` }, pace)
    if (recalled.outcome === 'absent') faults.push(`turn ${turn} (${name}) went on without memory: ${recalled.reason}`)
    else if (recalled.answer.context.text.includes(injectedOrder)) faults.push(`turn ${turn} (${name}) gives the words of a model`)
    const message = { ...talk, text, recallKey: `k${turn}`, key: `h${turn}`, ...(turn % 4 === 0 ? { later: true } : {}) }
    const heard = await worker.ask('hear', message, patient)
    const how = heard.waits === true ? 'waits' : (heard.judged?.became ?? (heard.detail === undefined ? 'not judged' : 'no answer'))
    outcomes[how] = (outcomes[how] ?? 0) + 1
    // A signal that is repeated, and a call about all that waits, ask about no message twice.
    if (below(5) === 0) await worker.ask('hear', message, patient)
    if (below(12) === 0) await worker.ask('judge', { brain }, patient)
  }
  await worker.ask('judge', { brain }, patient)
  return { faults: [...faults, ...requestFaults(taken)], outcomes }
}

/** Behaviours that do not take a question: what was asked so may be asked again. */
const refusing: ReadonlySet<string> = new Set(['401', '429', 'redirect'])

/** A call sends three requests at most, where the first ones fail. Routing and judging may each make one call about a message. */
const requestsMost = 3

const requestFaults = (taken: ReadonlyArray<AskedModel>): ReadonlyArray<string> => {
  const sent = new Map<string, number>()
  for (const one of taken) {
    const task = one.user.startsWith('{') ? 'judge' : 'routing'
    for (const mark of marksIn(one, task)) sent.set(`${task} ${mark}`, (sent.get(`${task} ${mark}`) ?? 0) + 1)
  }
  return [...sent].filter(([, count]) => count > requestsMost).map(([what, count]) => `${what} is in ${count} requests that a server took`)
}

/** The messages that are asked about; the one before stands beside them. */
const marksIn = ({ user }: AskedModel, task: 'judge' | 'routing'): ReadonlyArray<string> => {
  if (task === 'routing') return [/\bq\d+x\b/.exec(user)?.[0] ?? '']
  const { messages } = JSON.parse(user) as { readonly messages: ReadonlyArray<Shown> }
  return messages.flatMap(({ text }) => /\bq\d+x\b/.exec(text)?.[0] ?? [])
}

/** What was spent stays within the budget of the day, and something was asked. */
const budgetFaults = (server: ModelServer, { today }: Answer.StatsAnswer['model'], dayTokens: number): ReadonlyArray<string> => {
  const least = server.asked.length === 0 ? ['the server was asked nothing'] : []
  const { tokens } = today
  return tokens > dayTokens ? [...least, `${tokens} tokens were spent of ${dayTokens}`] : least
}

/** Ends of calls whose question no server took. */
const refused: ReadonlySet<string> = new Set(['unreachable', 'refused', 'rate-limited', 'over-budget'])

/** Opens the log where no server is, and in a second store that got it as an export: everything must come out as it was. */
const replayFaults = async (path: string): Promise<ReadonlyArray<string>> => {
  const faults: Array<string> = []
  const [here, there] = [openStore({ layer: layerSqlite({ path }) }), openStore({ seed: 2 })]
  try {
    const [memory, copy] = [await here.memory(), await there.memory()]
    const verified = await memory.verify({ rederive: true })
    if (!verified.ok) faults.push(`verify: ${JSON.stringify(verified.checks.filter(({ ok }) => !ok))}`)
    const { events } = await memory.log({ type: 'MessageJudged', limit: 100_000 })
    const turns = events.flatMap(({ turn }) => turn ?? [])
    if (new Set(turns).size !== turns.length) faults.push('a message was judged twice')
    const calls = (await memory.log({ type: 'ModelAsked', limit: 100_000 })).events
    const ends = (await memory.log({ type: 'ModelAnswered', limit: 100_000 })).events
    const untaken = new Set(ends.flatMap(({ data }) => (refused.has(String(data['fallback'])) ? [data['call']] : [])))
    const asked = calls
      .filter(({ data }) => !untaken.has(data['call']))
      .flatMap(({ data }) => (data['turns'] as ReadonlyArray<number> | undefined) ?? [])
    if (new Set(asked).size !== asked.length) faults.push('two calls that a server took are about one message')
    const { digest } = await memory.show({})
    await copy.import({ lines: (await memory.export({})).lines })
    if ((await copy.show({})).digest !== digest) faults.push('an import has another graph')
    const replayed = await memory.replay({})
    if (replayed.digest !== digest || !replayed.effects.equal) faults.push('a replay has another graph or other effects')
  } finally {
    await here.close()
    await there.close()
  }
  return faults
}
