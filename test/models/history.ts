/** A memory with the small notes and everything that was played to it, over a store in memory unless another is given. */
import type { Request } from '@crabtrail/core'
import { heldLearner } from './held-learner.ts'
import { type AskedMemory, type OpenStore, openStore, type StoreOptions } from './open-store.ts'
import { type Player, playAll, playerOf, withNotes } from './player.ts'
import { type RecordedLog, readLog } from './recorded-log.ts'
import type { Signal } from './signals.ts'

export interface History {
  readonly store: OpenStore
  readonly memory: AskedMemory
  readonly player: Player
  readonly lines: () => Promise<ReadonlyArray<string>>
  readonly log: () => Promise<RecordedLog>
}

export interface Beginning extends StoreOptions {
  /** Profile of the brain, if not the usual one. */
  readonly profile?: string
  readonly settings?: Request.InitRequest['settings']
}

/** Runs `check` on the history of these signals, and closes its store. */
export const inHistory = async (
  signals: ReadonlyArray<Signal>,
  check: (history: History) => Promise<void>,
  { profile, settings, ...options }: Beginning = {},
): Promise<void> => {
  const learner = heldLearner()
  const store = openStore({ between: learner.between, ...options })
  try {
    const opened = await store.memory()
    if (profile !== undefined) await opened.init({ profile, ...(settings === undefined ? {} : { settings }) })
    const memory = await withNotes(opened)
    const player = playerOf(memory, learner)
    await playAll(player, signals)
    learner.hold(false)
    const lines = async () => (await memory.export({})).lines
    await check({ store, memory, player, lines, log: async () => readLog(await lines()) })
  } finally {
    await store.close()
  }
}
