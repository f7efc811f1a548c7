/** Commands on a memory beside two naive models of it: strengths recomputed by the rule from (verdict, walk) pairs, and a ledger of counts. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { Lesson } from './credit-rule.ts'
import { learnedPart, naiveGraph } from './naive-graph.ts'
import type { AskedMemory, OpenStore } from './open-store.ts'
import type { Played, Player } from './player.ts'
import { readLog } from './recorded-log.ts'
import { feedbackSignal, recallSignal, repeatSignal, rollbackSignal, type Signal, strengthSignal } from './signals.ts'

export interface Model {
  /** Hears facts only. */
  readonly lesson: Lesson
  heard: number
  turns: number
  feedbacks: number
  readonly sessions: Set<string>
  readonly keys: Set<string>
}

export const newModel = (): Model => ({
  lesson: new Lesson(),
  heard: 0,
  turns: 0,
  feedbacks: 0,
  sessions: new Set(['cli']),
  keys: new Set(),
})

export interface Real {
  readonly store: OpenStore
  readonly player: Player
  memory: AskedMemory
}

type Command = fc.AsyncCommand<Model, Real>

class Signalled implements Command {
  readonly signal: Signal

  constructor(signal: Signal) {
    this.signal = signal
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    const played = await real.player.play(this.signal)
    if (played !== undefined) count(model, played)
    await compare(model, real)
  }

  toString(): string {
    return JSON.stringify(this.signal)
  }
}

/** Everything is forgotten but the store. */
class Restarted implements Command {
  check(): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    real.memory = await real.store.memory()
    real.player.restart(real.memory)
    await compare(model, real)
  }

  toString(): string {
    return 'restart'
  }
}

const signalled = (signal: fc.Arbitrary<Signal>): fc.Arbitrary<Command> => signal.map((one) => new Signalled(one))

export const commands: fc.Arbitrary<Iterable<Command>> = fc.commands(
  [
    signalled(recallSignal),
    signalled(recallSignal),
    signalled(feedbackSignal),
    signalled(feedbackSignal),
    signalled(feedbackSignal),
    signalled(strengthSignal),
    signalled(rollbackSignal),
    signalled(repeatSignal),
    fc.constant(new Restarted()),
  ],
  { maxCommands: 20, size: 'max' },
)

/** Counts an accepted request once: a key that was answered before adds nothing. */
const count = (model: Model, { call, refused }: Played): void => {
  if (refused !== undefined) return
  const { key, session } = { key: undefined, session: undefined, ...call.request }
  if (key !== undefined && model.keys.has(key)) return
  if (key !== undefined) model.keys.add(key)
  if (session !== undefined) model.sessions.add(session)
  if (call.method === 'recall') model.turns++
  if (call.method === 'feedback') model.feedbacks++
}

const compare = async (model: Model, { memory }: Real): Promise<void> => {
  const { events } = readLog((await memory.export({})).lines)
  for (const event of events.slice(model.heard)) model.lesson.hear(event)
  model.heard = events.length

  const { counts } = await memory.show({})
  expect(counts).toMatchObject({ turns: model.turns, feedbacks: model.feedbacks, sessions: model.sessions.size })
  expect(learnedPart(naiveGraph(events))).toEqual(learnedPart(model.lesson.graph))
}
