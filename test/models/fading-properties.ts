/** Forgetting, in the middle of everything else that happens. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { forgetful } from './fading-settings.ts'
import { type History, inHistory } from './history.ts'
import { complaints } from './log-rules.ts'
import { naiveGraph } from './naive-graph.ts'
import { openStore } from './open-store.ts'
import { playAll, playerOf, withNotes } from './player.ts'
import { type Property, property } from './property.ts'
import { eventsOf, readLog } from './recorded-log.ts'
import { anything, learnerSignal, passingSignal, type Signal, signals, teaching } from './signals.ts'

const histories = signals([...anything, { weight: 1, arbitrary: learnerSignal }, { weight: 10, arbitrary: passingSignal }], 30)
const inForgetful = (played: ReadonlyArray<Signal>, check: (history: History) => Promise<void>) => inHistory(played, check, forgetful)

export const fadingProperties: ReadonlyArray<Property> = [
  property(
    'INV-74 forgetting lets go only what is weak, unused and unspoken of; no note dies; the log proves it',
    40,
    histories,
    (played) =>
      inForgetful(played, async ({ log, memory }) => {
        await memory.maintain({})
        const recorded = await log()
        expect(complaints(recorded)).toEqual([])
        for (const node of naiveGraph(recorded.events).nodes.values()) if (node.type !== 'cue') expect(node.state).not.toBe('merged')
        expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
      }),
  ),

  property('INV-76 a second run in the same turn finds nothing that fades or goes, but what the first made one', 25, histories, (played) =>
    inForgetful(played, async ({ log, memory }) => {
      const first = await memory.maintain({})
      const before = naiveGraph((await log()).events)
      const second = await memory.maintain({})

      expect(second.faded).toBe(0)
      if (first.merged + second.merged > 0 || first.more) return
      expect([second.pruned, second.died, second.promoted]).toEqual([0, 0, 0])
      expect(naiveGraph((await log()).events)).toEqual(before)
    }),
  ),

  property('INV-76 a rehearsal tells what the run does, and leaves nothing', 20, histories, (played) =>
    inForgetful(played, async ({ lines, memory }) => {
      await memory.learn({})
      const before = await lines()
      const { position: _, ...would } = await memory.maintain({ dryRun: true })
      expect(await lines()).toEqual(before)

      const { position, ...did } = await memory.maintain({})

      expect(would).toEqual(did)
    }),
  ),

  property(
    'INV-25 what is left of a strength depends on the turns that passed, not on when the runs came',
    20,
    fc.tuple(signals(teaching, 8), fc.array(fc.boolean(), { minLength: 1, maxLength: 12 })),
    async ([played, runs]) => {
      const left = async (isDue: (turn: number) => boolean) => {
        const store = openStore()
        try {
          const opened = await store.memory()
          await opened.init({ ...forgetful, settings: { ...forgetful.settings, ...nothingGoes } })
          const memory = await withNotes(opened)
          await playAll(playerOf(memory), played)
          // Runs may come late, not early: from here on nothing is used.
          await memory.maintain({})
          for (let turn = 0; turn < runs.length; turn++) {
            await memory.skip({ reason: 'off', skippedAt: 0, waitedMs: 1 })
            if (isDue(turn)) await memory.maintain({})
          }
          await memory.maintain({})
          const log = readLog((await memory.export({})).lines)
          return { edges: naiveGraph(log.events).edges, decays: eventsOf(log, 'StrengthsDecayed').map(({ data }) => data) }
        } finally {
          await store.close()
        }
      }

      expect(await left((turn) => runs[turn] === true)).toEqual(await left(() => false))
    },
  ),
]

const nothingGoes = { 'forgetting.prune.below': 0, 'forgetting.prune.churned': 0, 'forgetting.death.age': 0, 'forgetting.merge.most': 0 }
