/** Plays random signals to a memory, and keeps what was asked and answered. */
import type { Answer, MemoryMethods, Request } from '@crabtrail/core'
import type { HeldLearner } from './held-learner.ts'
import type { AskedMemory } from './open-store.ts'
import { type FeedbackSignal, type RollbackSignal, type Signal, stranger } from './signals.ts'
import { firstNotes, noteAt, questions } from './small-notes.ts'

type Called = 'recall' | 'feedback' | 'strength' | 'ingest' | 'rollback' | 'skip' | 'learn' | 'complete' | 'profile' | 'maintain'

/** A request ready to be sent, as often as one likes. */
export type Call = { readonly [M in Called]: { readonly method: M; readonly request: Parameters<MemoryMethods[M]>[0] } }[Called]

export interface Refused {
  readonly _tag: string
  readonly message: string
}

export interface Played {
  readonly signal: Signal
  readonly call: Call
  /** Answer as plain JSON; absent if the call was refused. */
  readonly answer: unknown
  readonly refused: Refused | undefined
}

interface ShownTurn {
  readonly turn: string
  readonly nodes: ReadonlyArray<string>
}

/** Heads of the log around a request. They are equal where it wrote nothing. */
interface Mark {
  readonly before: number
  readonly after: number
}

/** Node ids that the notes have, at first or after an edit; the last is in none of them. */
const nodeIds: ReadonlyArray<string> = [
  'deploy.md',
  'deploy.md#rolling-back',
  'deploy.md#after-a-deploy',
  'queue.md',
  'queue.md#when-the-queue-is-stuck',
  'rota.md',
  'rota.md#kitchen',
  'backup.md',
  'nowhere.md',
]

const sessions = [
  { session: 'terminal', sessionKind: 'cli' },
  { session: 'talk', sessionKind: 'interactive' },
  { session: 'pulse', sessionKind: 'heartbeat' },
] as const

export interface Player {
  readonly played: ReadonlyArray<Played>
  /** Returns the request that a signal means now; undefined if it is none. */
  readonly callOf: (signal: Signal) => Call | undefined
  readonly send: (call: Call, signal: Signal) => Promise<Played>
  readonly play: (signal: Signal) => Promise<Played | undefined>
  /** Goes on with another memory over the same store. */
  readonly restart: (memory: AskedMemory) => void
}

export const playerOf = (first: AskedMemory, learner?: HeldLearner): Player => {
  let memory = first
  const played: Array<Played> = []
  const marks: Array<Mark> = []
  const turns: Array<ShownTurn> = []
  const callOf = (signal: Signal): Call | undefined => {
    switch (signal.signal) {
      case 'repeat':
        return played.at(-1 - signal.back)?.call
      case 'hold':
      case 'free':
        return undefined
      default:
        return callFor(signal, turns, marks)
    }
  }
  const head = async () => (await memory.show({})).position
  const sendOne = async (call: Call, signal: Signal): Promise<Played> => {
    const before = await head()
    const outcome = await send(memory, call)
    if (call.method === 'recall' && outcome.refused === undefined) {
      // Only recalls are asked so, and every answer to one is this.
      const { items, turn } = outcome.answer as Answer.RecallAnswer
      if (turn !== null && !turns.some((one) => one.turn === turn)) turns.push({ turn, nodes: items.map(({ node }) => node) })
    }
    marks.push({ before, after: await head() })
    const one = { signal, call, ...outcome }
    played.push(one)
    return one
  }
  return {
    played,
    callOf,
    send: sendOne,
    restart: (next) => {
      memory = next
    },
    play: async (signal) => {
      if (signal.signal === 'hold' || signal.signal === 'free') learner?.hold(signal.signal === 'hold')
      const call = callOf(signal)
      return call === undefined ? undefined : sendOne(call, signal)
    },
  }
}

export const playAll = async (player: Player, signals: ReadonlyArray<Signal>): Promise<ReadonlyArray<Played>> => {
  for (const signal of signals) await player.play(signal)
  return player.played
}

/** A memory that has read the small notes; the one on backups is from a stranger. */
export const withNotes = async (memory: AskedMemory): Promise<AskedMemory> => {
  const [backup, ...ours] = firstNotes.toReversed()
  await memory.ingest({ documents: ours.reverse() })
  await memory.ingest({ documents: backup === undefined ? [] : [backup], origin: 'untrusted' })
  return memory
}

/** Refusals are answers too; a defect is not and ends the test. */
export const send = async (memory: AskedMemory, { method, request }: Call): Promise<Pick<Played, 'answer' | 'refused'>> => {
  try {
    const ask: (request: never) => Promise<unknown> = memory[method]
    return { answer: await ask(request as never), refused: undefined }
  } catch (error) {
    if (!(error instanceof Error) || !('_tag' in error)) throw error
    return { answer: undefined, refused: { _tag: String(error._tag), message: error.message } }
  }
}

const keyed = (key: number | undefined) => (key === undefined ? {} : { key: `key ${key}` })
const speaking = (actor: number) => (actor === 0 ? {} : { actor: 'somebody', actorKind: 'agent' as const })

type Asking = Exclude<Signal, { readonly signal: 'hold' | 'free' | 'repeat' }>

const callFor = (signal: Asking, turns: ReadonlyArray<ShownTurn>, marks: ReadonlyArray<Mark>): Call => {
  switch (signal.signal) {
    case 'recall':
      return {
        method: 'recall',
        request: { question: questions[signal.question] ?? '', ...sessions[signal.session], ...keyed(signal.key) },
      }
    case 'feedback':
      return { method: 'feedback', request: feedbackRequest(signal, turns) }
    case 'strength': {
      const { kind, source, target, value } = signal
      return {
        method: 'strength',
        request: { source: nodeIds[source] ?? '', target: nodeIds[target] ?? '', kind, value, ...keyed(signal.key) },
      }
    }
    case 'edit':
      return { method: 'ingest', request: { documents: [noteAt(signal.note, signal.version)] } }
    case 'rollback':
      return { method: 'rollback', request: { to: String(placeIn(marks, signal)), ...keyed(signal.key) } }
    case 'skip':
      return { method: 'skip', request: { reason: 'off', skippedAt: 0, waitedMs: 1 } }
    case 'learn':
    case 'maintain':
      return { method: signal.signal, request: {} }
    case 'complete': {
      const { back, outcome } = signal
      const turn = turns.at(-1 - (back % Math.max(1, turns.length)))?.turn ?? 't99'
      const tools = outcome === 'success' ? [{ name: 'exec', calls: 1, failures: back % 2 }] : []
      return { method: 'complete', request: { turn, outcome, durationMs: 1, tools } }
    }
    case 'profile': {
      const { key, origin, profile } = signal
      return { method: 'profile', request: { profile, origin, ...keyed(key) } }
    }
    default:
      return signal satisfies never
  }
}

/** The end of a request, or the place of one event before it. A request that wrote nothing has no such place: it would lie in another one. */
const placeIn = (marks: ReadonlyArray<Mark>, { inside, to }: RollbackSignal): number => {
  const { after, before } = marks[Math.floor(to * (marks.length - 1))] ?? { before: 0, after: 0 }
  return inside && after > before ? after - 1 : after
}

const feedbackRequest = (signal: FeedbackSignal, turns: ReadonlyArray<ShownTurn>): Request.FeedbackRequest => {
  const { actor, back, instead, key, nodes, origin, session, share, tier, verdict } = signal
  const turn = turns.at(-1 - (back !== undefined && back < 40 ? back % Math.max(1, turns.length) : (back ?? 0)))
  const shown = turn?.nodes ?? []
  const named = nodes.flatMap((place) => (place === stranger ? nodeIds[actor + 3] : shown[place % Math.max(1, shown.length)]) ?? [])
  const usual = verdict === 'partial' ? 0.3 : ['used', 'success'].includes(verdict) ? 1 : -1
  return {
    verdict,
    nodes: named,
    ...(back === undefined ? {} : { turn: turn?.turn ?? 't99' }),
    ...(instead.length === 0 ? {} : { instead: instead.map((place) => nodeIds[place] ?? '') }),
    ...(share === undefined ? {} : { outcome: usual * share }),
    tier,
    origin,
    ...speaking(actor),
    ...sessions[session],
    ...keyed(key),
  }
}
