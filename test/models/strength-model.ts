/** The memory beside its naive models, under any sequence of commands. */
import fc from 'fast-check'
import { commands, newModel, type Real } from './memory-commands.ts'
import { openStore } from './open-store.ts'
import { playerOf, withNotes } from './player.ts'
import { type Property, property } from './property.ts'

export const strengthModel: Property = property(
  'any sequence of recalls, verdicts, settings, roll-backs and restarts leaves the strengths and counts of the models',
  60,
  commands,
  async (asked) => {
    const store = openStore()
    try {
      const memory = await withNotes(await store.memory())
      const real: Real = { store, memory, player: playerOf(memory) }
      await fc.asyncModelRun(() => ({ model: newModel(), real }), asked)
    } finally {
      await store.close()
    }
  },
)
