/**
 * Learning depends on the facts and their order, and on nothing else: not on when the learner ran, how often, or on how many facts it took
 * at once.
 */
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Learners, replayFacts, type Schedule, taughtIn } from './fact-replay.ts'
import { yielding } from './held-learner.ts'
import { inHistory } from './history.ts'
import { complaints, learningRules } from './log-rules.ts'
import { learnedPart, naiveGraph } from './naive-graph.ts'
import { openStore } from './open-store.ts'
import { playAll, playerOf } from './player.ts'
import { type Property, property } from './property.ts'
import { type RecordedLog, readLog } from './recorded-log.ts'
import { editSignal, learnerSignal, type Signal, signals, teaching } from './signals.ts'

/** None, or some of what waits. */
const pieces = fc.oneof(
  fc.constant<Learners>(0),
  fc.integer({ min: 1, max: 3 }).map((most): Learners => ({ most })),
)
const held = [...teaching, { weight: 1, arbitrary: editSignal }, { weight: 4, arbitrary: learnerSignal }]

/** The log after the same facts, learned from as the schedule says. */
const learnedBy = async (log: RecordedLog, schedule: Schedule): Promise<RecordedLog> => {
  const store = openStore({ between: yielding })
  try {
    await replayFacts(store, log, schedule)
    const memory = await store.memory()
    expect((await memory.show({})).backlog).toBe(0)
    return readLog((await memory.export({})).lines)
  } finally {
    await store.close()
  }
}

const expectSameLesson = async (log: RecordedLog, schedule: Schedule): Promise<void> => {
  const other = await learnedBy(log, schedule)
  expect(taughtIn(other)).toEqual(taughtIn(log))
  expect(learnedPart(naiveGraph(other.events))).toEqual(learnedPart(naiveGraph(log.events)))
  expect(complaints(other, learningRules)).toEqual([])
}

export const orderProperties: ReadonlyArray<Property> = [
  property(
    'what a learner that was held back learns is what one that never waited learns',
    40,
    fc.tuple(signals(held), fc.array(fc.constantFrom<Learners>(0, 0, 1), { minLength: 1, maxLength: 6 })),
    ([played, schedule]) =>
      inHistory(played, async ({ log, memory }) => {
        await memory.learn({})
        const recorded = await log()

        await expectSameLesson(recorded, [1])
        await expectSameLesson(recorded, [0])
        await expectSameLesson(recorded, 'late')
        await expectSameLesson(recorded, schedule)
        expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
      }),
  ),

  property(
    'a backlog that is worked off in pieces of any size, with facts between them, teaches what it teaches whole',
    30,
    fc.tuple(signals(held), fc.array(pieces, { minLength: 1, maxLength: 6 })),
    ([played, schedule]) =>
      inHistory(played, async ({ log, memory }) => {
        await memory.learn({})
        await expectSameLesson(await log(), schedule)
      }),
  ),

  property(
    'two learners at once learn what one learns',
    30,
    fc.tuple(signals(teaching), fc.array(fc.constantFrom<Learners>(0, 1, 2, 2), { minLength: 1, maxLength: 6 })),
    ([played, schedule]) => inHistory(played, async ({ log }) => expectSameLesson(await log(), schedule)),
  ),

  property('two memories that are asked in turn over one store learn what one memory learns', 10, signals(teaching), async (played) => {
    const lessons: Array<unknown> = []
    for (const memories of [1, 2]) {
      await inHistory([], async ({ log, memory, store }) => {
        const player = playerOf(memory)
        const others = [memory, await store.memory()]
        for (const [i, signal] of played.entries()) {
          player.restart(others[i % memories] ?? memory)
          await player.play(signal)
        }
        lessons.push(taughtIn(await log()))
      })
    }
    expect(lessons[1]).toEqual(lessons[0])
  }),

  property(
    'two memories that are asked at the same time lose no signal, and no error reaches either caller',
    8,
    fc.tuple(signals(teaching, 8), signals(teaching, 8)),
    async ([mine, yours]) => {
      const plain = (list: ReadonlyArray<Signal>) => list.map((signal) => ('key' in signal ? { ...signal, key: undefined } : signal))
      await inHistory(
        [],
        async ({ log, memory, store }) => {
          const players = [playerOf(memory), playerOf(await store.memory())] as const

          const played = (await Promise.all([playAll(players[0], plain(mine)), playAll(players[1], plain(yours))])).flat()

          const tags = new Set(played.flatMap(({ refused }) => refused?._tag ?? []))
          expect([...tags].filter((tag) => tag !== 'NotFound' && tag !== 'InvalidRequest')).toEqual([])
          const recorded = await log()
          expect(complaints(recorded)).toEqual([])
          const told = (method: string, ...types: ReadonlyArray<string>) =>
            expect(recorded.events.filter((event) => types.includes(event.type))).toHaveLength(
              played.filter(({ call, refused }) => call.method === method && refused === undefined).length,
            )
          told('recall', 'TurnStarted')
          told('feedback', 'FeedbackGiven', 'OutcomeGiven')
          told('strength', 'StrengthSet')
          expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
        },
        { between: yielding },
      )
    },
  ),
]
