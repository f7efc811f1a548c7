/** Logs that the application itself writes: random signals played to the real memory. Plausible by construction. */
import { type Answer, canonicalJson, EventStore, type MemoryError, type MemoryMethods, type Request } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { commitRow } from '../../packages/core/src/application/brain/commit-row.ts'
import { Cryptography } from '../../packages/core/src/application/ports/cryptography.ts'
import { systemActor } from '../../packages/core/src/domain/identity.ts'
import { usualOutcome } from '../../packages/core/src/domain/learning/movement-policy.ts'
import type { Profile } from '../../packages/core/src/domain/profiles/profile.ts'
import type { Log } from './log.ts'
import { brain, type RunningMemory, runningMemory } from './running-memory.ts'
import { type Signal, type SignalKind, signals } from './signal.ts'

export interface Played {
  readonly kind: SignalKind
  readonly refused: MemoryError | undefined
}

export interface PlausibleRun {
  readonly memory: RunningMemory
  readonly played: ReadonlyArray<Played>
}

/** Plays signals one after the other; `after` is told of each. */
export const play = (asked: ReadonlyArray<Signal>, after: (memory: RunningMemory) => void = () => {}): PlausibleRun => {
  const memory = runningMemory()
  memory.ask((methods) => methods.init({}))
  const send = sender(memory)
  const played = asked.map((signal, i): Played => {
    memory.wait(i % 5 === 4 ? -1_000 : 700)
    const answer = send(signal)
    after(memory)
    return { kind: signal.kind, refused: Result.isFailure(answer) ? answer.failure : undefined }
  })
  return { memory, played }
}

export interface PlausibleLog {
  readonly signals: ReadonlyArray<Signal>
  readonly log: Log
}

/** Playing is the costly part, and the properties of one file ask for the same signals. */
const played = new Map<string, Log>()
const playedMost = 256

/** A log of the application, with the signals that made it. */
export const plausibleLog: fc.Arbitrary<PlausibleLog> = signals().map((asked) => {
  const key = JSON.stringify(asked)
  const log = played.get(key) ?? play(asked).memory.log()
  if (played.size < playedMost) played.set(key, log)
  return { signals: asked, log, [fc.toStringMethod]: () => key }
})

const sessions = [
  { session: 'cli', sessionKind: 'cli' },
  { session: 'talk', sessionKind: 'interactive' },
  { session: 'pulse', sessionKind: 'heartbeat' },
] as const

/** `erased:3` names node 3 whatever it is called. */
const byNumber = (node: number): string => `erased:${node}`
const keyed = (key: number | undefined) => (key === undefined ? {} : { key: `key ${key}` })

const sender = (memory: RunningMemory) => {
  const turns: Array<Answer.RecallAnswer> = []
  let last: Request.FeedbackRequest | undefined
  return (signal: Signal): Result.Result<unknown, MemoryError> => {
    switch (signal.kind) {
      case 'ingest': {
        const { origin, source, text } = signal.what
        return memory.ask((methods) => methods.ingest({ documents: [{ source, format: 'markdown', text }], origin }))
      }
      case 'recall': {
        const { key, question, session } = signal.what
        const answer = memory.ask((methods) => methods.recall({ question, ...sessions[session], ...keyed(key) }))
        if (Result.isSuccess(answer)) turns.push(answer.success)
        return answer
      }
      case 'feedback':
        last = feedbackRequest(signal.what, turns)
        return memory.ask(judge(last))
      case 'again':
        return memory.ask(judge(last ?? { verdict: 'used', nodes: [], turn: 't1' }))
      case 'strength': {
        const { kind, source, target, value } = signal.what
        return memory.ask((methods) => methods.strength({ source: byNumber(source), target: byNumber(target), kind, value }))
      }
      case 'rollback': {
        const to = String(Math.floor(signal.what.to * memory.log().length))
        return memory.ask((methods) => methods.rollback({ to, dryRun: signal.what.dryRun }))
      }
      case 'learn':
        return memory.ask((methods) => methods.learn({}))
      case 'skip':
        return memory.ask((methods) => methods.skip({ reason: 'off', skippedAt: 0, waitedMs: 1 }))
      case 'complete': {
        const { outcome, reply, turn: back } = signal.what
        const turn = back === 9 ? undefined : turns.at(-1 - (back % Math.max(1, turns.length)))
        const said = reply ? { reply: turn?.items[0]?.content ?? '' } : {}
        return memory.ask((methods) => methods.complete({ turn: turn?.turn ?? 't99', outcome, durationMs: 5, ...said }))
      }
      case 'settings':
        return Result.succeed(changeSettings(memory, signal.what.profile))
      default:
        return signal satisfies never
    }
  }
}

const judge = (request: Request.FeedbackRequest) => (methods: MemoryMethods) => methods.feedback(request)

const feedbackRequest = (
  {
    actor,
    instead,
    key,
    nodes,
    origin,
    outcome,
    session,
    tier,
    turn: back,
    verdict,
  }: Extract<Signal, { readonly kind: 'feedback' }>['what'],
  turns: ReadonlyArray<Answer.RecallAnswer>,
): Request.FeedbackRequest => {
  const turn = back === 9 ? undefined : turns.at(-1 - (back % Math.max(1, turns.length)))
  const items = turn?.items ?? []
  return {
    verdict,
    turn: turn?.turn ?? 't99',
    nodes: nodes.map((place) => items[place === 9 ? place : place % Math.max(1, items.length)]?.node ?? byNumber(place)),
    instead: instead.map(byNumber),
    tier,
    origin,
    ...sessions[session],
    ...(outcome === undefined ? {} : { outcome: outcome * usualOutcome(verdict) }),
    ...(actor === 0 ? {} : { actor: 'somebody', actorKind: 'agent' }),
    ...keyed(key),
  }
}

/** Past the command, which takes no settings but those of a profile with some in their place. */
const changeSettings = (memory: RunningMemory, profile: Profile): void =>
  memory.run(
    Effect.gen(function* () {
      const store = yield* EventStore
      const crypto = yield* Cryptography
      const head = yield* store.brain(brain)
      if (head === undefined) return
      const digest = crypto.sha256(canonicalJson(profile))
      const event = { type: 'ProfileChanged', data: { profile: profile.name, settings: { ...profile }, digest } } as const
      const row = commitRow(crypto, [event], {
        prev: head.hash,
        first: head.position + 1,
        at: head.at,
        actor: systemActor,
        session: undefined,
      })
      yield* store.append({ brain, row, contents: [], index: [], durability: 'process' })
    }),
  )
