import fc from 'fast-check'
import { test } from 'vitest'
import { commands, newModel, type Real } from './memory-commands.ts'
import { openStore } from './open-store.ts'
import { playerOf, withNotes } from './player.ts'

test('any sequence of recalls, verdicts, settings, roll-backs and restarts leaves the strengths and counts of the models', () =>
  fc.assert(
    fc.asyncProperty(commands, async (asked) => {
      const store = openStore()
      try {
        const memory = await withNotes(await store.memory())
        const real: Real = { store, memory, player: playerOf(memory) }
        await fc.asyncModelRun(() => ({ model: newModel(), real }), asked)
      } finally {
        await store.close()
      }
    }),
    { numRuns: 30 },
  ))
