/** Claims about learning under each profile by name, with changes of profile in the log. */
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Profile } from '../../packages/core/src/domain/profiles/profile.ts'
import { profiles } from '../../packages/core/src/domain/profiles/profiles.ts'
import { runs } from '../properties/runs.ts'
import { lessonOf } from './credit-rule.ts'
import { inHistory } from './history.ts'
import { along } from './log-rule.ts'
import { complaints, settingsOver } from './log-rules.ts'
import { graphAt, learnedPart, type NaiveGraph, naiveDigest, naiveGraph } from './naive-graph.ts'
import { type Call, type Player, playerOf, send } from './player.ts'
import { type Property, property } from './property.ts'
import type { RecordedLog } from './recorded-log.ts'
import { anything, completeSignal, feedbackSignal, learnerSignal, profileSignal, type Signal, signals } from './signals.ts'
import { besideOf, ChangedPairs } from './walked-ways.ts'

const byOwner = { instead: [], share: undefined, tier: 'conscious', actor: 0, origin: 'owner', session: 0, key: undefined } as const

/** A strength grows under one profile beyond the upper bound of the next one, and a success moves it then. */
const aboveNewBounds: ReadonlyArray<Signal> = [
  { signal: 'recall', question: 0, session: 0, key: undefined },
  { signal: 'recall', question: 0, session: 0, key: undefined },
  { signal: 'profile', profile: 'balanced', origin: 'owner', key: undefined },
  { signal: 'feedback', verdict: 'success', back: undefined, nodes: [], ...byOwner },
  { signal: 'complete', back: 0, outcome: 'success' },
  { signal: 'feedback', verdict: 'used', back: undefined, nodes: [], ...byOwner },
  { signal: 'edit', note: 0, version: 0 },
  { signal: 'feedback', verdict: 'used', back: undefined, nodes: [], ...byOwner },
  { signal: 'hold' },
]

const ending: ReadonlyArray<fc.WeightedArbitrary<Signal>> = [...anything, { weight: 3, arbitrary: completeSignal }]
const changing: ReadonlyArray<fc.WeightedArbitrary<Signal>> = [
  ...ending,
  { weight: 4, arbitrary: profileSignal },
  { weight: 3, arbitrary: learnerSignal },
]
const unit = 1_000_000_000

/** The properties of one profile. Each brain begins with it; `changing` histories go on to others. */
const profileProperties = ({ name }: Profile): ReadonlyArray<Property> => [
  property(
    `INV-23 INV-26 INV-27 INV-30 ${name}: every history keeps the rules of learning, and verify derives its effects again`,
    20,
    signals(ending),
    (played) =>
      inHistory(
        played,
        async ({ log, memory }) => {
          await memory.learn({})

          const recorded = await log()
          expect(complaints(recorded)).toEqual([])
          expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
          expect((await memory.show({})).digest).toBe(naiveDigest(naiveGraph(recorded.events)))
        },
        { profile: name },
      ),
  ),

  property(
    `INV-70 ${name}: what is learned is what the rule gives, and the end of a turn what the drift gives`,
    20,
    signals(ending),
    (played) =>
      inHistory(
        played,
        async ({ log, memory }) => {
          await memory.learn({})

          const { events } = await log()
          expect(learnedPart(naiveGraph(events))).toEqual(learnedPart(lessonOf(events).graph))
        },
        { profile: name },
      ),
  ),

  property(
    `INV-06 INV-71 ${name}: changes of profile keep strengths within the bounds in force, and each fact is learned from by the settings of its time`,
    20,
    signals(changing),
    (played) =>
      inHistory(
        played,
        async ({ log, memory }) => {
          await memory.learn({})

          const recorded = await log()
          expect(outOfBounds(recorded)).toEqual([])
          expect(complaints(recorded)).toEqual([])
          expect(learnedPart(naiveGraph(recorded.events))).toEqual(learnedPart(lessonOf(recorded.events).graph))
          expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })
        },
        { profile: name },
      ),
    [aboveNewBounds],
  ),

  property(
    `INV-72 ${name}: the changes that a log tells add up to what the strengths are, in whole nano-units`,
    15,
    signals(changing),
    (played) =>
      inHistory(
        played,
        async ({ log, memory }) => {
          await memory.learn({})

          const { events } = await log()
          const deltas = new Map<number, number>()
          const add = (edge: number, delta: number) => deltas.set(edge, (deltas.get(edge) ?? 0) + delta)
          for (const event of events) {
            if (event.type === 'StrengthAdjusted') add(event.data.edge, event.data.to - event.data.from)
            if (event.type !== 'StrengthsRestored') continue
            const { edges, from, to } = event.data
            for (const [i, edge] of edges.entries()) add(edge, (to[i] ?? 0) - (from[i] ?? 0))
          }
          for (const [number, { first, strength }] of graphAt(events, events.length).edges)
            expect([number, first + (deltas.get(number) ?? 0)]).toEqual([number, strength])
        },
        { profile: name },
      ),
  ),

  property(
    `INV-73 ${name}: one more success, said anywhere among other words, lowers nothing`,
    15,
    fc.tuple(signals([{ weight: 1, arbitrary: feedbackSignal }], 6), fc.array(feedbackSignal, { maxLength: 6 }), fc.nat(4)),
    async ([before, after, place]) => {
      const learned: Array<ReadonlyMap<string, number>> = []
      for (const worth of [0, 1]) {
        await inHistory(
          unkeyed(before),
          async ({ log, memory, player }) => {
            await send(memory, praise(player, place, worth))
            for (const signal of unkeyed(after)) await player.play(signal)
            learned.push(learnedIn(naiveGraph((await log()).events)))
          },
          { profile: name },
        )
      }
      const [without, praised] = learned
      for (const [what, value] of without ?? []) expect(praised?.get(what), what).toBeGreaterThanOrEqual(value)
    },
  ),

  property(`INV-28 INV-29 ${name}: what is delivered again, with its key or without, teaches nothing more`, 15, signals(ending), (played) =>
    inHistory(
      [],
      async ({ log, memory }) => {
        const player = playerOf(memory)
        for (const signal of unkeyed(played)) {
          const call = player.callOf(signal)
          if (call === undefined) continue
          const keyed = canBeKeyed(call) ? ({ ...call, request: { ...call.request, key: `k ${player.played.length}` } } as Call) : call
          const first = await player.send(keyed, signal)
          const { digest, position } = await memory.show({})

          if (canBeKeyed(call)) {
            await send(memory, first.call)
            expect((await memory.show({})).position).toBe(position)
          }
          if (call.method === 'feedback' || call.method === 'complete') {
            await send(memory, onItsTurn(call, first.answer))
            const { digest: then } = await memory.show({})
            if (Reflect.get(call.request, 'outcome') !== 0) expect(then).toBe(digest)
          }
        }
        expect(complaints(await log())).toEqual([])
      },
      { profile: name },
    ),
  ),
]

export const everyProfile: ReadonlyArray<Property> = [...profiles.values()].flatMap(profileProperties)

/** Of the profile that the seed chooses: another one the next time. */
export const someProfile: ReadonlyArray<Property> = [...profiles.values()]
  .filter((_, at) => at === runs.seed % profiles.size)
  .flatMap(profileProperties)

const unkeyed = (played: ReadonlyArray<Signal>): ReadonlyArray<Signal> =>
  played.filter(({ signal }) => signal !== 'repeat').map((signal) => ('key' in signal ? { ...signal, key: undefined } : signal))

const canBeKeyed = ({ method }: Call): boolean =>
  ['recall', 'skip', 'feedback', 'strength', 'rollback', 'complete', 'profile'].includes(method)

/** Names the turn that the memory chose, if the call named none: it chose by what was newest then. */
const onItsTurn = (call: Call, answer: unknown): Call => {
  const turn: unknown = Reflect.get(Object(answer), 'turn')
  return typeof turn === 'string' ? ({ ...call, request: { ...call.request, turn } } as Call) : call
}

/** By somebody who said nothing else, of what the newest turn showed. Worth nothing it makes all that one worth something would. */
const praise = ({ callOf }: Player, place: number, outcome: number): Call => {
  const { request } = callOf({
    signal: 'feedback',
    verdict: 'success',
    back: 0,
    nodes: [place],
    instead: [],
    share: undefined,
    tier: 'conscious',
    actor: 0,
    origin: 'owner',
    session: 0,
    key: undefined,
  }) as Extract<Call, { readonly method: 'feedback' }>
  return { method: 'feedback', request: { ...request, outcome, actor: 'a friend', actorKind: 'owner' } }
}

/** Strengths and utilities by what they are of. */
const learnedIn = ({ edges, nodes }: NaiveGraph): ReadonlyMap<string, number> =>
  new Map([
    ...[...edges].map(([number, { strength }]) => [`edge ${number}`, strength] as const),
    ...[...nodes].map(([number, { utility }]) => [`node ${number}`, utility] as const),
  ])

/** Moves after which what joins the two ends is out of bounds. What documents changed between a fact and its effects is not counted. */
const outOfBounds = (log: RecordedLog): ReadonlyArray<string> => {
  const settings = settingsOver(log)
  const changed = new ChangedPairs()
  return along(log, (event, graph, complain) => {
    changed.heed(graph, event)
    if (event.type !== 'StrengthAdjusted' || changed.since(graph, event.data.edge, event.cause ?? 0)) return
    const inForce = settings(event.cause ?? 0)
    const { max, min } = inForce.strength
    const sum = besideOf(graph, event.data.edge, inForce) + event.data.to
    if (sum < Math.round(min * unit) || sum > Math.round(max * unit)) complain(`brings the sum to ${sum}`)
  })
}
