/** Knowledge of a plain listener about a conversation: the session of each person, the turns, and the verdicts on them. */
import type { BrainEventOf, EventType } from '../../packages/core/src/domain/events/brain-event.ts'
import { natureOf } from '../../packages/core/src/domain/events/brain-event.ts'
import type { Step } from './conversation.ts'

export interface KnownTurn {
  readonly turn: number
  readonly session: number
  /** Key of that session. */
  readonly key: string
  readonly at: number
  readonly included: ReadonlyArray<number>
  /** It went on without memory, even if there is a recall of it. */
  absent: boolean
  readonly recalled: boolean
  outcome: string | undefined
  /** Memories that the reply drew on, as far as the log tells. */
  drew: ReadonlyArray<{ readonly node: number; readonly share: number }>
  /** Memories that the reply was found to have used, in all completions. */
  readonly used: Set<number>
}

interface KnownSession {
  readonly number: number
  ended: boolean
}

export interface Known {
  /** Under one key, one after the other. */
  readonly sessions: Map<string, KnownSession[]>
  begun: number
  readonly turns: KnownTurn[]
  /** Position of a verdict → what was said by it, and how it came to be said. */
  readonly verdicts: Map<number, { readonly said: Step['said']['kind']; readonly event: BrainEventOf<'FeedbackGiven'> }>
  /** Positions of corrections that were about no memory. */
  readonly unattributed: Set<number>
  heartbeat: { readonly at: number; readonly tags: ReadonlyArray<number>; turnsSince: number } | undefined
  /** Turn and edge → how far implicit use moved it, in nano-units. */
  readonly moved: Map<string, number>
}

/** The notes were read in from the command line, which began its session. */
export const nothingKnown = (): Known => ({
  sessions: new Map([['cli', [{ number: 1, ended: false }]]]),
  begun: 1,
  turns: [],
  verdicts: new Map(),
  unattributed: new Set(),
  heartbeat: undefined,
  moved: new Map(),
})

export const openSession = ({ sessions }: Known, key: string | undefined): number | undefined => {
  const newest = sessions.get(key ?? '')?.at(-1)
  return newest === undefined || newest.ended ? undefined : newest.number
}

export const knownTurn = ({ turns }: Known, turn: number | undefined): KnownTurn | undefined => turns.find((one) => one.turn === turn)

/** Returns the session of a step: that of its turn, if it is about one under the same key, else the open one. */
export const saidIn = (known: Known, { said, session, turn }: Step): number | undefined => {
  const about = said.kind === 'complete' || (said.kind === 'skip' && said.late) ? knownTurn(known, turn) : undefined
  return about !== undefined && about.key === session ? about.session : openSession(known, session)
}

export const eventsAs = <T extends EventType>({ events }: Step, type: T): ReadonlyArray<BrainEventOf<T>> =>
  events.filter((event): event is BrainEventOf<T> => event.type === type)

export const effectsOf = ({ events }: Step) => events.filter(({ type }) => natureOf(type) === 'effect')
export const factsOf = ({ events }: Step) => events.filter(({ type }) => natureOf(type) === 'fact')

/** Takes down what a step left in the log. */
export const takeDown = (known: Known, step: Step): void => {
  for (const { data } of eventsAs(step, 'SessionStarted')) {
    const key = step.session ?? ''
    known.sessions.set(key, [...(known.sessions.get(key) ?? []), { number: data.session, ended: false }])
    known.begun++
  }
  for (const { data } of eventsAs(step, 'SessionEnded')) {
    for (const session of [...known.sessions.values()].flat()) if (session.number === data.session) session.ended = true
  }
  for (const { data } of eventsAs(step, 'TurnCompleted')) {
    const turn = knownTurn(known, step.turn)
    if (turn === undefined) continue
    turn.outcome = data.outcome
    if (data.drew !== undefined) turn.drew = data.drew.map((node, i) => ({ node, share: data.shares?.[i] ?? 0 }))
  }
  takeDownTurns(known, step)
  for (const { position } of eventsAs(step, 'OutcomeGiven')) known.unattributed.add(position)
  for (const event of eventsAs(step, 'FeedbackGiven')) {
    known.verdicts.set(event.position, { said: step.said.kind, event })
    if (step.said.kind === 'complete') for (const node of event.data.nodes) knownTurn(known, event.turn)?.used.add(node)
  }
  if (step.said.kind === 'heartbeat') known.heartbeat = { at: step.at, tags: step.said.tags, turnsSince: 0 }
}

const takeDownTurns = (known: Known, step: Step): void => {
  const at = (event: { readonly commit: { readonly session?: number }; readonly turn?: number }) => ({
    turn: event.turn ?? 0,
    session: event.commit.session ?? 0,
    key: step.session ?? '',
    at: step.at,
    outcome: undefined,
    drew: [],
    used: new Set<number>(),
  })
  const [bundled] = eventsAs(step, 'ContextBundled')
  for (const event of eventsAs(step, 'TurnStarted')) {
    known.turns.push({ ...at(event), included: bundled?.data.included ?? [], absent: false, recalled: true })
    if (known.heartbeat !== undefined) known.heartbeat.turnsSince++
  }
  for (const event of eventsAs(step, 'RecallSkipped')) {
    const before = knownTurn(known, event.turn)
    if (before === undefined) known.turns.push({ ...at(event), included: [], absent: true, recalled: false })
    else before.absent = true
  }
}
