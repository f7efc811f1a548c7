/** However often a signal is delivered, it counts once. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { handClock } from './hand-clock.ts'
import { type History, inHistory } from './history.ts'
import { complaints } from './log-rules.ts'
import { learnedPart, naiveGraph } from './naive-graph.ts'
import type { AskedMemory } from './open-store.ts'
import { type Call, type Played, playerOf, send } from './player.ts'
import { type Property, property } from './property.ts'
import { eventsOf } from './recorded-log.ts'
import { anything, type FeedbackSignal, type RecallSignal, type Signal, signals, teaching } from './signals.ts'

/** Delivery of a signal: so many times at once, and again at the end, to a memory that was opened anew or not. */
interface Delivery {
  readonly times: number
  readonly again: boolean
  readonly restart: boolean
}

const delivery: fc.Arbitrary<Delivery> = fc.record({ times: fc.integer({ min: 1, max: 3 }), again: fc.boolean(), restart: fc.boolean() })

const canBeKeyed = ({ method }: Call): boolean => ['recall', 'skip', 'feedback', 'strength', 'rollback'].includes(method)

/** Every request with a key of its own: then each can be repeated. */
const keyedApart = (call: Call, place: number): Call =>
  canBeKeyed(call) ? ({ method: call.method, request: { ...call.request, key: `signal ${place}` } } as Call) : call

/** Without keys and repetitions: what should count, once. */
const plainly = (history: ReadonlyArray<Signal>): ReadonlyArray<Signal> =>
  history.filter(({ signal }) => signal !== 'repeat').map((signal) => ('key' in signal ? { ...signal, key: undefined } : signal))

/**
 * Returns the feedback that a repetition uses up. Feedback with outcome 0 is never used up, and feedback without a turn is about other
 * turns when it is repeated.
 */
const feedbackOf = (played: ReadonlyArray<Played>): ReadonlyArray<Call> =>
  played.flatMap((one) =>
    one.call.method === 'feedback' && one.refused === undefined && one.call.request.outcome !== 0 && isOnATurn(one) ? [onItsTurn(one)] : [],
  )

/** False for a verdict that was refused: it is not used up, and teaches later if what it was refused for is over by then. */
const isUsedUp = ({ answer }: Played): boolean => [undefined, 'consumed'].includes(Reflect.get(Object(answer), 'refused'))

const isOnATurn = ({ answer }: Played): boolean => Reflect.get(Object(answer), 'turn') !== null

/** Names the turn that the memory chose, if the call named none: it chose by what was newest then. */
const onItsTurn = ({ answer, call: { request } }: Played): Call =>
  ({ method: 'feedback', request: { ...request, turn: String(Reflect.get(Object(answer), 'turn')) } }) as Call

const asks: RecallSignal = { signal: 'recall', question: 0, session: 0, key: undefined }
const used = (back: number | undefined, session: number, nodes: ReadonlyArray<number> = []): FeedbackSignal => ({
  signal: 'feedback',
  verdict: 'used',
  back,
  nodes,
  instead: [],
  share: undefined,
  tier: 'conscious',
  actor: 0,
  origin: 'owner',
  session,
  key: undefined,
})

/** Goes back to one event before the end of a refused verdict: a place within the repetition of the verdict before it, were there any. */
const intoARepetition: ReadonlyArray<Signal> = [
  asks,
  asks,
  used(0, 0),
  used(undefined, 2),
  { signal: 'rollback', to: 0, inside: false, key: undefined },
  used(undefined, 0),
  asks,
  asks,
  { signal: 'rollback', to: 0.4286, inside: true, key: undefined },
]

/** The agent contradicts the owner, whose word stands until it is taken back: what was refused then may teach later. */
const againstARefusal: ReadonlyArray<Signal> = [
  asks,
  asks,
  used(undefined, 0, [1]),
  { ...used(undefined, 0, [1]), verdict: 'wrong', origin: 'agent' },
  { signal: 'rollback', to: 0, inside: false, key: undefined },
  used(undefined, 0),
  used(undefined, 0),
  asks,
]
const once = { times: 1, again: false, restart: false }

export const onceProperties: ReadonlyArray<Property> = [
  property(
    'INV-28 a verdict delivered again, without a key, at once, late or after a restart, teaches nothing more',
    20,
    fc.tuple(signals(anything).map(plainly), fc.array(delivery, { minLength: 1 })),
    async ([played, deliveries]) => {
      const learned: Array<unknown> = []
      for (const repeat of [false, true]) {
        await inHistory([], async (history) => {
          await deliver(history, played, repeat ? deliveries : [])

          const recorded = await history.log()
          expect(complaints(recorded)).toEqual([])
          learned.push(learnedPart(naiveGraph(recorded.events)))
        })
      }
      expect(learned[1]).toEqual(learned[0])
    },
    [
      [intoARepetition, [{ ...once, times: 2 }]],
      [againstARefusal, [{ ...once, again: true }, once, once]],
    ],
  ),

  property(
    'INV-28 a verdict that is refused for its origin, or worth nothing, leaves the same one that comes after it whole',
    20,
    fc.tuple(signals(anything).map(plainly), fc.array(fc.constantFrom('stranger', 'worthless', 'both'), { minLength: 1 })),
    async ([played, idle]) => {
      const learned: Array<unknown> = []
      for (const before of [false, true]) {
        await inHistory([], async ({ log, memory, player }) => {
          for (const [i, signal] of played.entries()) {
            const call = player.callOf(signal)
            if (before && call?.method === 'feedback') await send(memory, idly(call, idle[i % idle.length]))
            await player.play(signal)
          }

          const recorded = await log()
          expect(complaints(recorded)).toEqual([])
          learned.push(learnedPart(naiveGraph(recorded.events)))
        })
      }
      expect(learned[1]).toEqual(learned[0])
    },
  ),

  property('INV-28 rolling back does not make a verdict spendable again', 20, signals(teaching), (played) =>
    inHistory(plainly(played), async ({ log, memory, player }) => {
      const given = feedbackOf(player.played)
      await memory.rollback({ to: '0' })
      const { digest } = await memory.show({})
      const counted = async (type: 'NodeSuperseded' | 'SupersessionLifted' | 'StrengthAdjusted') => eventsOf(await log(), type).length
      const [moves, newer, lifted] = [
        await counted('StrengthAdjusted'),
        await counted('NodeSuperseded'),
        await counted('SupersessionLifted'),
      ]

      for (const call of given) await send(memory, call)

      expect(await counted('StrengthAdjusted')).toBe(moves)
      // Which of two memories is true is not learned: there the last word holds, also one that was said before (seed 377082330).
      if ((await counted('NodeSuperseded')) === newer && (await counted('SupersessionLifted')) === lifted)
        expect((await memory.show({})).digest).toBe(digest)
      expect(
        eventsOf(await log(), 'FeedbackAttributed')
          .slice(-given.length)
          .every(({ data }) => data.reason !== undefined || given.length === 0),
      ).toBe(true)
    }),
  ),

  property(
    'INV-15 INV-29 a signal repeated with its key gets the recorded answer and adds no row, and the same refusal when it was refused',
    25,
    fc.tuple(signals(anything), fc.boolean()),
    ([played, restart]) =>
      inHistory(
        [],
        async ({ lines, memory, store }) => {
          const player = playerOf(memory)
          const kept: Array<Played> = []
          for (const [place, signal] of played.filter(({ signal }) => signal !== 'repeat').entries()) {
            const call = player.callOf(signal)
            if (call === undefined) continue
            const first = await player.send(keyedApart(call, place), signal)
            if (!canBeKeyed(call)) continue
            const before = await lines()

            const again = await send(restart ? await store.memory() : memory, first.call)

            expect(answered(again)).toEqual(answered(first))
            expect(await lines()).toEqual(before)
            if (first.refused === undefined) kept.push(first)
          }
          const before = await lines()
          for (const first of kept) {
            expect(answered({ ...first, ...(await send(memory, first.call)) }, 'later')).toEqual(answered(first, 'later'))
            expect(await send(memory, other(first.call))).toMatchObject({ refused: { _tag: 'IdempotencyConflict' } })
          }
          expect(await lines()).toEqual(before)
        },
        { clock: handClock() },
      ),
  ),
]

/** The same verdict, said so that it teaches nothing. */
const idly = ({ request }: Call, how: string | undefined): Call =>
  ({
    method: 'feedback',
    request: { ...request, ...(how === 'stranger' ? {} : { outcome: 0 }), ...(how === 'worthless' ? {} : { origin: 'untrusted' }) },
  }) as Call

const deliver = async (
  { memory, player, store }: History,
  played: ReadonlyArray<Signal>,
  deliveries: ReadonlyArray<Delivery>,
): Promise<void> => {
  let current: AskedMemory = memory
  const late: Array<Call> = []
  for (const [i, signal] of played.entries()) {
    const outcome = await player.play(signal)
    const { again, restart, times } = deliveries[i % Math.max(1, deliveries.length)] ?? once
    if (outcome?.call.method !== 'feedback' || outcome.refused !== undefined) continue
    const call = onItsTurn(outcome)
    if (restart) {
      current = await store.memory()
      player.restart(current)
    }
    for (let time = 1; time < times; time++) await send(current, call)
    if (again && isUsedUp(outcome)) late.push(call)
  }
  for (const call of late.reverse()) await send(current, call)
}

/** Returns the answer that a repeated request must get. Effects are told with the present end of the log; a recall is told as it was. */
const answered = ({ answer, call, refused }: Partial<Played>, when: 'at once' | 'later' = 'at once'): unknown => {
  if (answer === undefined) return refused
  const { latencyMs: _, position, ...rest } = Object(answer)
  return when === 'later' && call?.method !== 'recall' ? rest : { ...rest, position }
}

/** The same key for something else. */
const other = (call: Call): Call => ({ method: call.method, request: { ...call.request, actor: 'somebody else' } }) as Call
