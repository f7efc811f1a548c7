/**
 * Crabtrail as the correction board asks for it (`run.mjs` of the board, which is not part of this repository): by its public doors alone, as a host
 * drives it. Notes and talks are read in as documents, a message of the owner is first a question and then heard, a reply closes its turn, a verdict
 * names what was shown. What is served is what is put before a model, and words that it is told are true no longer are handed out as such.
 *
 * `MODEL` is the model that judges: `knows` (the labels of the world), `guesses`, `always` (a change), or none.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnswerOf, LanguageModel, RequestOf } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { type AskedMemory, type OpenStore, openStore } from '../../models/open-store.ts'
import { alwaysChanging, guessing, knowing, type Unit } from './scripted-models.ts'

/** What the board hands in. */
interface Turn {
  readonly session: string
  readonly role: string
  readonly by: string
  readonly text: string
  readonly at: string
  readonly ref: string
  readonly live?: boolean
}
interface Note {
  readonly path: string
  readonly text: string
  readonly ref: string
}
interface Correction {
  readonly session: string
  readonly text: string
  readonly wrong: ReadonlyArray<string>
  readonly instead: string
  readonly at: string
  readonly ref: string
}
interface Served {
  readonly text: string
  readonly retired?: true
  readonly cites?: () => Promise<ReadonlyArray<string>>
}

const brain = 'local/main/default'
const owner = { actor: 'owner', actorKind: 'owner', origin: 'owner' } as const
const host = { actor: 'host', actorKind: 'host' } as const

export const create = async (name = process.env['MODEL'] ?? 'none') => {
  let units: ReadonlyArray<Unit> = []
  const models: Readonly<Record<string, (() => LanguageModel['Service']) | undefined>> = {
    knows: () => knowing(() => units),
    guesses: () => guessing(7),
    always: alwaysChanging,
  }
  const model = models[name]?.()
  const counts = { heard: 0, spoken: 0, verdicts: 0, became: {} as Record<string, number> }
  let folder: string | undefined
  let store: OpenStore | undefined
  let memory: AskedMemory
  let stores = 0
  /** Where the log is, as the last answer told. */
  let position = 0
  const ask = async <A>(answering: Promise<A>): Promise<A> => {
    const answer = await answering
    const at = (answer as { readonly position?: unknown } | undefined)?.position
    if (typeof at === 'number') position = at
    return answer
  }

  const open = async (path: string) => {
    const judging = model === undefined ? {} : { model, modelMs: 5_000 }
    store = openStore({ layer: layerSqlite({ path }), cryptography: layerCryptography, ...judging })
    memory = await store.memory()
  }
  const shut = async () => {
    await store?.close()
    store = undefined
  }
  const fileOf = () => join(folder ?? '', `${stores}.db`)

  // What was said waits until somebody asks: a talk is read in whole, and only what is new of it is written.
  const talks = new Map<string, { readonly origin: 'owner' | 'untrusted'; readonly source: string; readonly turns: Array<Turn> }>()
  const unread = new Map<string, ReadonlyArray<string>>()
  /** Where in the log something was handed in: between two positions. */
  let handed: Array<{ readonly from: number; readonly to: number; readonly refs: ReadonlyArray<string> }> = []
  const turnsOf = new Map<string, { answer: AnswerOf<'recall'>; recallKey: string | undefined; closed?: boolean }>()
  const feedbacks = new Map<string, string>()

  const ingest = async (documents: RequestOf<'ingest'>['documents'], origin: 'owner' | 'untrusted', refs: ReadonlyArray<string>) => {
    const from = position
    const answer = await ask(memory.ingest({ brain, documents, ...owner, origin }))
    for (const { path, reason } of answer.skipped) throw new Error(`not read in: ${path}: ${reason}`)
    handed.push({ from, to: answer.position, refs })
    if (model !== undefined) await tell(await ask(memory.judge({ brain, ...owner })), () => refs.at(-1))
  }
  const tell = ({ judged }: AnswerOf<'judge'>, refOf: (place: number) => string | undefined) => {
    judged.forEach(({ became, feedback, refused }, place) => {
      const end = refused ?? became
      counts.became[end] = (counts.became[end] ?? 0) + 1
      const ref = refOf(place)
      if (feedback !== undefined && ref !== undefined) feedbacks.set(feedback, ref)
    })
  }
  const flush = async () => {
    const waiting = [...unread]
    unread.clear()
    for (const [key, refs] of waiting) {
      const { origin, source, turns } = talks.get(key) ?? { origin: 'owner', source: key, turns: [] }
      const text = turns.map(({ ref, role, session, text }) => JSON.stringify({ id: ref, session, role, content: text })).join('\n')
      await ingest([{ source, format: 'jsonl', text, root: 'talks' }], origin, refs)
    }
  }
  const keep = (turn: Turn) => {
    // What others say is not the owner's word.
    const origin = turn.by === 'owner' || turn.by === 'agent' ? 'owner' : 'untrusted'
    const source = `talks/${origin === 'owner' ? '' : 'others-'}${turn.session}.jsonl`
    const talk = talks.get(source) ?? { origin, source, turns: [] }
    talks.set(source, talk)
    const known = talk.turns.findIndex(({ ref }) => ref === turn.ref)
    if (known === -1) talk.turns.push(turn)
    else talk.turns[known] = turn
    unread.set(source, [...(unread.get(source) ?? []), turn.ref])
  }

  const asked = async (question: string, session: string, ref?: string) => {
    await flush()
    const recallKey = ref === undefined ? undefined : `recall:${ref}`
    const answer = await ask(
      memory.recall({
        brain,
        session,
        ...host,
        question,
        ...(recallKey === undefined ? {} : { key: recallKey, sessionKind: 'interactive' }),
      }),
    )
    turnsOf.set(session, { answer, recallKey })
    return answer
  }
  /** As plain chat: the memory is not told what it is. */
  const spoken = async ({ by, ref, role, session, text }: Turn) => {
    if (role === 'assistant') {
      const turn = turnsOf.get(session)
      if (turn?.recallKey === undefined || turn.closed === true) return
      turn.closed = true
      await ask(memory.complete({ brain, session, ...host, recallKey: turn.recallKey, outcome: 'success', durationMs: 1_000, reply: text }))
      await ask(memory.learn({ brain }))
      return
    }
    await asked(text, session, ref)
    if (by !== 'owner') return
    counts.spoken++
    const heard = await ask(memory.hear({ brain, session, ...owner, text, recallKey: `recall:${ref}` }))
    if (heard.judged !== undefined) {
      const end = heard.judged.refused ?? heard.judged.became
      counts.became[end] = (counts.became[end] ?? 0) + 1
    }
    if (heard.feedback !== null) {
      counts.heard++
      feedbacks.set(heard.feedback, ref)
    }
    await ask(memory.learn({ brain }))
  }

  const includes = ({ content }: { readonly content: string }, text: string) => squeezed(content).includes(squeezed(text))
  /** The node that says this, wherever it is ranked; looking leaves no trace. */
  const nodeOf = async (text: string) => {
    const { items } = await ask(memory.recall({ brain, question: text, record: false, limit: 200 }))
    return items.find((item) => includes(item, text))?.node
  }

  /** What an item stands upon: verdicts that moved what led to it, newest first, and what was handed in when its text was written. */
  const cites = async (turn: string | null, node: string): Promise<ReadonlyArray<string>> => {
    const why = turn === null ? { items: [] } : await ask(memory.why({ brain, turn, node }))
    const verdicts = why.items.flatMap(({ path, utilityHistory }) => [...path.flatMap(({ history }) => history), ...utilityHistory])
    const judged = verdicts.filter(({ feedback }) => feedback !== null).sort((one, other) => other.position - one.position)
    const { events } = await ask(memory.log({ brain, node }))
    const writings = events.filter(({ type }) => /^(?:Node|Passage)/.test(type)).sort((one, other) => other.position - one.position)
    const written = writings.flatMap((event) => {
      const batch = handed.find(({ from, to }) => event.position > from && event.position <= to)?.refs ?? []
      const record = recordIn(node)
      return batch.length > 1 ? batch.filter((ref) => ref === record) : batch
    })
    // A judgement that put words in the place of others is told by `show`.
    const { nodes } = await ask(memory.show({ brain, what: node }))
    const since = nodes.flatMap(({ supersededBy = [] }) => supersededBy.flatMap(({ feedback }) => feedback ?? []))
    const told = [...since, ...judged.map(({ feedback }) => feedback ?? '')].flatMap((feedback) => feedbacks.get(feedback) ?? [])
    return [...new Set([...told, ...written])]
  }

  /** What a model reads of one memory: its lines that hold and what was said since; apart from them the lines with words that are over. */
  const readOf = (block: string): { readonly holds: string; readonly over: string } => {
    const [own, over, said] = [[] as string[], [] as string[], [] as string[]]
    for (const line of block.split('\n').map((one) => one.replace(/^ {2}/, ''))) {
      const [, words, since] = /^no longer true: "(.*?)"(?:; said [^:]*: "(.*)")?$/.exec(line) ?? []
      if (words === undefined) own.push(line)
      else over.push(words)
      if (since !== undefined) said.push(since)
    }
    const isOver = (line: string) => over.some((words) => squeezed(line).includes(squeezed(words)))
    return { holds: [...own.filter((line) => !isOver(line)), ...said].join('\n').trim(), over: own.filter(isOver).join('\n') }
  }

  return {
    label: `Crabtrail${model === undefined ? '' : `, a model that ${name}`}`,
    needsWorld: true,
    notes: () => counts,
    reset: async ({ all }: { readonly all: { readonly units: ReadonlyArray<Unit> } }) => {
      await shut()
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
      folder = mkdtempSync(join(tmpdir(), 'crabtrail-correct-'))
      stores = 1
      units = all.units
      handed = []
      for (const kept of [talks, unread, turnsOf, feedbacks]) kept.clear()
      await open(fileOf())
      await ask(memory.init({ brain, settings: { 'model.routingShare': 0, 'model.dayTokens': 1e8, 'model.dayUsd': 1_000 } }))
    },
    ingestTurn: async (turn: Turn) => {
      if (turn.live === true) await spoken(turn)
      keep(turn)
    },
    note: async ({ path, ref, text }: Note) => {
      await flush()
      await ingest([{ source: path, format: 'markdown', text, root: path.slice(0, path.indexOf('/')) }], 'owner', [ref])
    },
    recall: async (
      query: string,
      { cite, session }: { readonly cite: boolean; readonly session: string },
    ): Promise<ReadonlyArray<Served>> => {
      const { context, turn } = await asked(query, session)
      // Each memory begins with its id in brackets, and its lines are indented.
      const blocks = context.text.split(/\n(?=\[)/).slice(1)
      const read = context.items.map((node, i) => {
        const block = (blocks[i] ?? '').replace(/\n<\/crabtrail-memory>$/, '').replace(/^\[[^\]]*\].*\n?/, '')
        return { ...readOf(block), cites: () => (cite ? cites(turn, node) : Promise.resolve([])) }
      })
      const holding = read.filter(({ holds }) => holds !== '').map(({ cites, holds }) => ({ text: holds, cites }))
      return [...holding, ...read.filter(({ over }) => over !== '').map(({ over }) => ({ text: over, retired: true as const }))]
    },
    correct: async ({ at, instead, ref, session, text, wrong }: Correction) => {
      await flush()
      const turn = turnsOf.get(session)
      if (turn === undefined) throw new Error(`nothing was asked in ${session}`)
      const { answer } = turn
      const blamed = answer.items.filter((item) => answer.context.items.includes(item.node) && wrong.some((one) => includes(item, one)))
      const right = await nodeOf(instead)
      counts.verdicts++
      // Nothing that was shown is wrong: then what is right was helpful, where it was shown; else none of it was what was wanted.
      const isThere = blamed.length === 0 && right !== undefined && answer.context.items.includes(right)
      const said = isThere
        ? { verdict: 'used' as const, nodes: [right] }
        : { verdict: 'wrong' as const, nodes: blamed.map(({ node }) => node), ...(right === undefined ? {} : { instead: [right] }) }
      const given = await ask(memory.feedback({ brain, session, ...owner, turn: answer.turn ?? '', ...said, text }))
      feedbacks.set(given.feedback, ref)
      keep({ by: 'owner', role: 'user', session, text, ref, at })
    },
    runMaintenance: async () => {
      await flush()
      await ask(memory.maintain({ brain, ...owner }))
      await ask(memory.upkeep({}))
    },
    restart: async () => {
      await flush()
      await shut()
      await open(fileOf())
    },
    transfer: async () => {
      await flush()
      const { lines } = await ask(memory.export({ brain }))
      await shut()
      stores++
      await open(fileOf())
      await ask(memory.import({ lines }))
    },
    mark: async () => {
      await flush()
      return position
    },
    rewind: async (mark: number) => {
      await flush()
      const now = position
      await ask(memory.rollback({ brain, ...owner, to: String(mark) }))
      await ask(memory.rollback({ brain, ...owner, to: String(now) }))
    },
    close: async () => {
      await shut()
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const squeezed = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

const recordIn = (node: string): string => decodeURIComponent(node.slice(node.indexOf('#') + 1).replace(/~\d+$/, ''))
