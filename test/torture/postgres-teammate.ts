/**
 * A process that has turns in brains of its own and in one that all of its kind share, through the memory as a gateway uses it.
 *
 * Its argument is a `Task` as JSON. It sends `Said` to its parent and begins its turns when the parent answers. Standard output is a file that
 * gets a line of JSON for each commit and each signal, when it was acknowledged and not before.
 */
import { writeSync } from 'node:fs'
import { layerMemory, layerRedactor, Memory, type MemoryError, type MemoryHere } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { random } from '../bench/random.ts'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { countedRaces } from '../src/counted-races.ts'
import { harbourNotes, harbourSentence } from './harbour-words.ts'
import { telling } from './telling.ts'

export interface Task {
  readonly url: string
  readonly name: string
  readonly seed: number
  readonly turns: number
  readonly own: ReadonlyArray<string>
  readonly team: string
}

export type Said = { readonly ready: true } | { readonly turns: number } | { readonly met: Met }

export interface Met {
  readonly name: string
  readonly turns: number
  /** Races that were lost, and how often the lock was taken instead. */
  readonly conflicts: number
  readonly locks: number
  readonly errors: ReadonlyArray<string>
  /** Milliseconds of each turn, its verdict included. */
  readonly turnMs: ReadonlyArray<number>
  readonly cpuMs: number
}

/** A signal with a key that was answered: the event that it must have left, by the name that the answer gives. */
export interface AcknowledgedSignal {
  readonly brain: string
  readonly key: string
  readonly kind: 'recall' | 'feedback'
  readonly event: string
}

const task: Task = JSON.parse(process.argv[2] ?? '{}')
const met = { conflicts: 0, locks: 0, errors: [] as Array<string>, turnMs: [] as Array<number> }
const say = (said: Said): void => void process.send?.(said)
const acknowledge = (signal: AcknowledgedSignal): void => void writeSync(1, `${JSON.stringify({ signal })}\n`)
const chance = random(task.seed)

/** What a caller would be told is written down, and the turn goes on without it. */
const surely = <A>(what: string, effect: Effect.Effect<A, MemoryError>): Effect.Effect<A | undefined> =>
  Effect.catchCause(effect, (cause) => Effect.sync(() => void met.errors.push(`${what}: ${JSON.stringify(cause)}`)))

const verdicts = ['used', 'used', 'success', 'not-useful', 'wrong'] as const

const turn = Effect.fnUntraced(function* (memory: MemoryHere, number: number) {
  const brain = chance.below(4) === 0 ? task.team : chance.pick(task.own)
  const key = `${task.name} ${number}`
  const speaker = { brain, session: `${task.name} ${chance.below(3)}`, actor: task.name } as const
  const answer = yield* surely('recall', memory.recall({ ...speaker, key, question: `${harbourSentence(chance)}?` }))
  const recalled = answer?.turn
  if (recalled == null) return
  acknowledge({ brain, key, kind: 'recall', event: recalled })
  const [item] = answer?.items ?? []
  const kind = chance.below(10)
  if (item !== undefined && kind < 7) {
    const verdict = { verdict: chance.pick(verdicts), turn: recalled, nodes: [item.node], key: `${key} verdict` }
    const judged = yield* surely('feedback', memory.feedback({ ...speaker, ...verdict }))
    if (judged !== undefined) acknowledge({ brain, key: verdict.key, kind: 'feedback', event: judged.feedback })
  } else if (kind < 9) {
    yield* surely('complete', memory.complete({ ...speaker, turn: recalled, outcome: 'success', durationMs: 5, key: `${key} end` }))
  }
  if (chance.below(5) === 0) yield* surely('learn', memory.learn({ brain }))
})

const allTurns = Effect.fnUntraced(function* (memory: MemoryHere) {
  for (let number = 0; number < task.turns; number++) {
    const began = performance.now()
    yield* turn(memory, number)
    met.turnMs.push(performance.now() - began)
    say({ turns: number + 1 })
    if (number % 200 === 199) yield* surely('upkeep', memory.upkeep({}))
  }
})

const go = new Promise<void>((resolve) => void process.once('message', () => resolve()))

const program = Effect.gen(function* () {
  const memory = yield* Memory
  for (const brain of task.own) {
    yield* surely('init', memory.init({ brain }))
    yield* surely('ingest', memory.ingest({ brain, documents: harbourNotes(chance) }))
  }
  yield* surely('show', memory.show({ brain: task.team }))
  say({ ready: true })
  yield* Effect.promise(() => go)
  const before = process.cpuUsage()
  yield* allTurns(memory)
  const { system, user } = process.cpuUsage(before)
  say({ met: { ...met, name: task.name, turns: task.turns, cpuMs: (system + user) / 1_000 } })
})

const store = Layer.effectContext(Effect.map(Layer.build(postgresStore(task.url)), (stores) => telling(countedRaces(met)(stores))))
const layer = layerMemory.pipe(Layer.provide([store, layerCryptography, layerRedactor]))
await Effect.runPromise(Effect.provide(program, layer))
process.disconnect()
