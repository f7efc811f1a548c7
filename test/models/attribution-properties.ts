/** Properties of feedback: the strengths that it may move, and those that it may not. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { lessonOf } from './credit-rule.ts'
import { handClock } from './hand-clock.ts'
import { inHistory } from './history.ts'
import { complaints } from './log-rules.ts'
import { learnedPart, naiveDigest, naiveGraph } from './naive-graph.ts'
import { playerOf } from './player.ts'
import { type Property, property } from './property.ts'
import { anything, feedbackSignal, learnerSignal, recallSignal, signals, strengthSignal } from './signals.ts'

const withHolding = [...anything, { weight: 1, arbitrary: learnerSignal }]

export const attributionProperties: ReadonlyArray<Property> = [
  property(
    'INV-23 INV-26 INV-27 INV-30 every history keeps the rules of learning, and verify derives its effects again',
    40,
    signals(withHolding),
    (played) =>
      inHistory(played, async ({ log, memory }) => {
        await memory.learn({})

        const recorded = await log()
        expect(complaints(recorded)).toEqual([])
        expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
        expect((await memory.show({})).digest).toBe(naiveDigest(naiveGraph(recorded.events)))
      }),
  ),

  property('what is learned is what the rule gives for the recorded pairs of verdict and walk', 40, signals(withHolding), (played) =>
    inHistory(played, async ({ log, memory }) => {
      await memory.learn({})

      const { events } = await log()
      expect(learnedPart(naiveGraph(events))).toEqual(learnedPart(lessonOf(events).graph))
    }),
  ),

  property('INV-26 a signal that is refused leaves no event, content or posting', 25, signals(anything), (played) =>
    inHistory([], async ({ lines, memory, store }) => {
      const player = playerOf(memory)
      for (const signal of played) {
        const before = await lines()
        const outcome = await player.play(signal)

        if (outcome?.refused !== undefined) expect(await lines()).toEqual(before)
      }
      expect(await (await store.memory()).verify({})).toMatchObject({ ok: true })
    }),
  ),

  property(
    'recalls alone move no strength and no utility',
    15,
    fc.tuple(signals([{ weight: 1, arbitrary: feedbackSignal }]), fc.array(recallSignal, { minLength: 1, maxLength: 6 })),
    ([taught, asked]) =>
      inHistory(taught, async ({ memory, player }) => {
        const { digest } = await memory.show({})

        for (const signal of asked) await player.play(signal)

        expect((await memory.show({})).digest).toBe(digest)
      }),
  ),

  property(
    'a clock that runs backwards never makes a time fall, and changes nothing else',
    15,
    fc.tuple(
      signals(
        [
          // An outcome that names no turn goes by the quarter of an hour before it: that is what it means.
          { weight: 2, arbitrary: feedbackSignal.map((signal) => ({ ...signal, back: signal.back ?? 0 })) },
          { weight: 1, arbitrary: strengthSignal },
        ],
        8,
      ),
      fc.array(fc.integer({ min: -3_600_000, max: 3_600_000 }), { minLength: 1 }),
    ),
    async ([played, turns]) => {
      const steady = handClock()
      const wild = handClock()
      const digests: Array<string> = []
      for (const clock of [steady, wild]) {
        await inHistory(
          [],
          async ({ log, memory }) => {
            const player = playerOf(memory)
            for (const [i, signal] of played.entries()) {
              if (clock === wild) clock.now += turns[i % turns.length] ?? 0
              await player.play(signal)
            }

            const recorded = await log()
            expect(complaints(recorded)).toEqual([])
            digests.push((await memory.show({})).digest ?? '')
          },
          { clock },
        )
      }
      expect(digests[0]).toBe(digests[1])
    },
  ),
]
