import { Cryptography, EventStore, SegmentStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catchUp, type OpenBrain, openBrain } from '../../packages/core/src/application/brain/brain.ts'
import { commitRow } from '../../packages/core/src/application/brain/commit-row.ts'
import { readHistories } from '../../packages/core/src/application/history/blame.ts'
import {
  countsIn,
  keepSegments,
  lookUp,
  placesOf,
  visitNewestFirst,
  visitOldestFirst,
} from '../../packages/core/src/application/naming/segments.ts'
import { commitsPerRead } from '../../packages/core/src/application/ports/event-store.ts'
import { type BrainEvent, eventTypes, type NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { blameReader } from '../../packages/core/src/domain/history/blame.ts'
import {
  forEachSubject,
  noMark,
  type SegmentBuilder,
  type SegmentPart,
  type Subject,
  segmentBuilder,
  subjectKinds,
  typeSubject,
} from '../../packages/core/src/domain/history/segments.ts'
import { ref } from '../../packages/core/src/domain/testing/given.ts'
import type { Log } from '../arbitraries/log.ts'
import { plausibleLog, play } from '../arbitraries/plausible-log.ts'
import { brain, type RunningMemory } from '../arbitraries/running-memory.ts'
import { signals } from '../arbitraries/signal.ts'
import { plainBlame } from '../models/plain-blame.ts'
import { runs } from './runs.ts'

/** Small segments, so that a short log has several and joins some of them. */
const sizes = fc.record({ due: fc.integer({ min: 1, max: 60 }), most: fc.integer({ min: 60, max: 2_000 }) })

const opened = (memory: RunningMemory): OpenBrain =>
  memory.run(
    Effect.gen(function* () {
      const open = openBrain(brain, '', () => '')
      yield* catchUp(open)
      return open
    }),
  )

/** Adds the segments that are due, sometimes with the last ones left out. */
const indexed = (memory: RunningMemory, by: { readonly due: number; readonly most: number }, calls: number): OpenBrain => {
  const open = opened(memory)
  for (let i = 0; i < calls && memory.run(keepSegments(open, by)); i++);
  return open
}

const subjectsOf = (event: BrainEvent): ReadonlyArray<Subject> => {
  const found: Array<Subject> = []
  forEachSubject(event, (kind, number) => found.push({ kind, number }))
  return found
}

const isOf = (group: ReadonlyArray<Subject>) => (event: BrainEvent) =>
  subjectsOf(event).some((one) => group.some(({ kind, number }) => one.kind === kind && one.number === number))

/** Subjects of the log, and some that it has not. */
const groupsIn = (log: Log) =>
  fc.array(
    fc.array(
      fc.oneof(
        fc.constantFrom(...log.flatMap(subjectsOf)),
        fc.record({ kind: fc.constantFrom(...subjectKinds), number: fc.integer({ min: 0, max: 600 }) }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    { minLength: 1, maxLength: 2 },
  )

/** Adds an event in a commit of its own, whose size differs from that of its neighbours. */
const addAlone = (builder: SegmentBuilder, event: BrainEvent): void => {
  builder.begin(event.position, event.position % 7)
  builder.add(event)
}

const half = { ...runs, numRuns: Math.max(1, Math.floor(runs.numRuns / 2)) }

describe('the index of the log', () => {
  test('INV-105 leads to the events that a pass over the log finds, however far it has come', () => {
    fc.assert(
      fc.property(signals(), sizes, fc.nat({ max: 6 }), fc.gen(), (asked, by, calls, gen) => {
        const { memory } = play(asked, (now) => void memoryIndexed(now, by, gen))
        const open = indexed(memory, by, calls)
        const log = memory.log()
        const groups = gen(groupsIn, log)
        const from = gen(fc.integer, { min: 1, max: log.length })
        const to = gen(fc.integer, { min: 1, max: log.length })
        const isWanted = (event: BrainEvent) => groups.every((group) => isOf(group)(event))
        const found: { newest: Array<number>; oldest: Array<number> } = { newest: [], oldest: [] }

        memory.run(
          Effect.gen(function* () {
            const places = yield* placesOf(open, groups, to)
            yield* visitNewestFirst(open, places, from, to, (event) => {
              if (isWanted(event)) found.newest.push(event.position)
              return true
            })
            yield* visitOldestFirst(open, places, to, (event) => {
              if (isWanted(event)) found.oldest.push(event.position)
              return true
            })
          }),
        )

        const wanted = log.filter((event) => event.position <= to && isWanted(event)).map(({ position }) => position)
        expect(found.oldest).toEqual(wanted)
        expect(found.newest).toEqual(wanted.filter((position) => position >= from).reverse())
      }),
      half,
    )
  })

  test('INV-105 gives the histories that the fold of the whole log gives, as of any position', () => {
    fc.assert(
      fc.property(signals(), sizes, fc.nat({ max: 6 }), fc.double({ min: 0, max: 1, noNaN: true }), (asked, by, calls, share) => {
        const { memory } = play(asked)
        const open = indexed(memory, by, calls)
        const log = memory.log()
        const upTo = Math.round(share * log.length)
        const { graph } = open.state
        const edges = new Set(Array.from({ length: graph.edges }, (_, i) => i + 1))
        const nodes = new Set(Array.from({ length: graph.nodes }, (_, i) => i + 1))
        const plain = plainBlame(edges, nodes)
        for (const event of log.slice(0, upTo)) plain.read(event)

        const traced = memory.run(readHistories(open, { edges, nodes }, upTo))

        for (const edge of edges) expect(traced.strength(edge)).toEqual(plain.strength(edge))
        for (const node of nodes) expect(traced.utility(node)).toEqual(plain.utility(node))
      }),
      half,
    )
  })

  test('INV-105 gives a decay its exact effect, whatever commits of use are left out before it', () => {
    let moved = 0
    fc.assert(
      fc.property(fc.array(deed, { minLength: 10, maxLength: 40 }), sizes, fc.nat({ max: 8 }), (deeds, by, calls) => {
        const { memory } = play([])
        memory.run(appendDeeds(deeds))
        const open = indexed(memory, by, calls)
        const edges = new Set(edgesUsed)
        const plain = plainBlame(edges, new Set())
        for (const event of memory.log()) plain.read(event)

        const traced = memory.run(readHistories(open, { edges, nodes: new Set() }, open.state.position))

        for (const edge of edges) {
          expect(traced.strength(edge)).toEqual(plain.strength(edge))
          expect(traced.strength(edge).at(-1)?.to).toBe(open.state.graph.strengthOf(edge))
          moved += plain.strength(edge).filter(({ event }) => event.type === 'StrengthsDecayed').length
        }
      }),
      runs,
    )
    if (runs.numRuns >= 25) expect(moved).toBeGreaterThan(runs.numRuns)
  })

  test('INV-105 histories follow the rules of the graph where no event is left out', () => {
    fc.assert(
      fc.property(plausibleLog, ({ log }) => {
        const edges = new Set(log.flatMap((event) => (event.type === 'EdgeLinked' ? [event.data.edge] : [])))
        const nodes = new Set(log.flatMap((event) => (event.type === 'NodeAdded' ? [event.data.node] : [])))
        const [traced, plain] = [blameReader(edges, nodes), plainBlame(edges, nodes)]
        for (const event of log) for (const one of [traced, plain]) one.read(event)

        for (const edge of edges) expect(traced.strength(edge)).toEqual(plain.strength(edge))
        for (const node of nodes) expect(traced.utility(node)).toEqual(plain.utility(node))
      }),
      half,
    )
  })

  test('INV-105 answers are the same with the index, with a part of it and without it', () => {
    fc.assert(
      fc.property(signals(), sizes, fc.nat({ max: 4 }), (asked, by, calls) => {
        const { memory } = play(asked)
        const answers = () => looks(memory.log()).map((look) => memory.ask(look))
        const without = answers()

        indexed(memory, by, calls)
        expect(answers()).toEqual(without)

        indexed(memory, by, 1_000)
        expect(answers()).toEqual(without)

        memory.run(SegmentStore.use((store) => store.drop(brain)))
        expect(answers()).toEqual(without)
      }),
      half,
    )
  })

  test('INV-105 the same bytes come of a log in one segment and of segments that were joined', () => {
    fc.assert(
      fc.property(plausibleLog, fc.array(fc.nat({ max: 1_000 }), { maxLength: 4 }), ({ log }, cuts) => {
        const borders = [...new Set([0, ...cuts.map((cut) => cut % (log.length + 1)), log.length])].sort((a, b) => a - b)
        const whole = segmentBuilder(1, noMark)
        for (const event of log) addAlone(whole, event)
        const joined = segmentBuilder(1, noMark)
        for (const [i, end] of borders.entries()) {
          const start = borders[i - 1] ?? 0
          if (end === start) continue
          const part = segmentBuilder(start + 1, joined.mark())
          for (const event of log.slice(start, end)) addAlone(part, event)
          joined.join(start + 1, part.parts(), part.mark())
        }

        expect(joined.mark()).toEqual(whole.mark())
        expect(told(joined.parts())).toEqual(told(whole.parts()))
      }),
      half,
    )
  })

  test('INV-105 counts what a pass over the log counts, as of any position', () => {
    let counted = 0
    fc.assert(
      fc.property(signals(), sizes, fc.nat({ max: 6 }), fc.double({ min: 0, max: 1, noNaN: true }), (asked, by, calls, share) => {
        const { memory } = play(asked)
        const open = indexed(memory, by, calls)
        const log = memory.log()
        for (const at of [Math.max(1, Math.round(share * log.length)), log.length]) {
          const events: Record<string, number> = {}
          for (const { type } of log.slice(0, at)) events[type] = (events[type] ?? 0) + 1
          const rows = memory.run(EventStore.use((store) => store.read(brain, 1, commitsPerRead, at)))
          const { through } = memory.run(countsIn(open, at))
          if (through > 0) counted++

          const told = Result.getOrThrow(memory.ask((methods) => methods.stats({ at: String(at) })))

          expect(told.eventsByType).toEqual(events)
          expect(told.counts['commits']).toBe(rows.length)
          expect(told.bytesPerEvent).toBe(Math.round((rows.reduce((sum, { body }) => sum + body.length, 0) / at) * 10) / 10)
          expect(through === 0 || rows.some(({ count, first }) => first + count - 1 === through)).toBe(true)
        }
      }),
      half,
    )
    // A few logs may all be shorter than a segment.
    if (runs.numRuns >= 25) expect(counted).toBeGreaterThan(0)
  })

  test('no two types of event share a number', () => {
    expect(new Set(eventTypes.map((type) => typeSubject(type).number)).size).toBe(eventTypes.length)
  })

  test('an index of another log, or one that cannot be read, counts as none', () => {
    const { memory } = play([])
    const open = indexed(memory, { due: 1, most: 100 }, 10)
    const covered = (brainNow: OpenBrain) =>
      memory.run(Effect.map(lookUp(brainNow, [{ kind: 'type', number: 1 }], 1_000), ({ through }) => through))
    expect(covered(open)).toBe(memory.log().length)

    memory.run(
      Effect.gen(function* () {
        const store = yield* SegmentStore
        const events = yield* EventStore
        const { hash, position: last } = (yield* events.brain(brain)) ?? { hash: '', position: 0 }
        const record = { first: 1, last, hash, version: 1, turn: 0, cause: 0 }
        yield* store.write(brain, record, [{ kind: 'type', part: 0, data: Uint8Array.of(200) }])
      }),
    )
    expect(covered(opened(memory))).toBe(0)

    memory.run(
      Effect.gen(function* () {
        const store = yield* SegmentStore
        yield* store.write(brain, { first: 1, last: memory.log().length, hash: 'ab', version: 1, turn: 0, cause: 0 }, [])
      }),
    )
    expect(covered(opened(memory))).toBe(0)
    expect(covered(indexed(memory, { due: 1, most: 100 }, 10))).toBe(memory.log().length)
  })
})

/* Logs of use, decay and learning, as commands write them. */

const edgesUsed = [1, 2, 3]

type Deed =
  | { readonly deed: 'follow'; readonly edges: ReadonlyArray<number> }
  | { readonly deed: 'decay'; readonly idle: number; readonly spares: 'followed' | 'spoken'; readonly floor: 'first' | 'none' }
  | { readonly deed: 'teach'; readonly edge: number; readonly to: number; readonly wait: boolean }
  | { readonly deed: 'prune' | 'restore'; readonly edge: number }

const edgeUsed = fc.constantFrom(...edgesUsed)
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ deed: fc.constant('follow' as const), edges: fc.subarray(edgesUsed) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      deed: fc.constant('decay' as const),
      idle: fc.integer({ min: 0, max: 4 }),
      spares: fc.constantFrom('followed' as const, 'spoken' as const),
      floor: fc.constantFrom('first' as const, 'none' as const, 'none' as const),
    }),
  },
  fc.record({
    deed: fc.constant('teach' as const),
    edge: edgeUsed,
    to: fc.integer({ min: -900_000_000, max: 900_000_000 }),
    wait: fc.boolean(),
  }),
  fc.record({ deed: fc.constantFrom('prune' as const, 'restore' as const), edge: edgeUsed }),
)

const budget = { seeds: 1, cues: 2, hops: 3, fired: 4, follows: 5, candidates: 6, items: 7, tokens: 8 }

/** Appends two nodes and their edges, then each deed in commits of its own; an effect may come after the next turn. */
const appendDeeds = Effect.fnUntraced(function* (deeds: ReadonlyArray<Deed>) {
  const [store, crypto] = [yield* EventStore, yield* Cryptography]
  let turn = 0
  const commit = Effect.fnUntraced(function* (events: (first: number) => ReadonlyArray<NewEvent>) {
    const { hash = '', position = 0, at = 0 } = (yield* store.brain(brain)) ?? {}
    const place = { prev: hash, first: position + 1, at, actor: 1, session: undefined }
    yield* store.append({
      brain,
      row: commitRow(crypto, events(position + 1), place),
      contents: [],
      index: [],
      durability: 'process',
    })
    return position + 1
  })
  const begin = (edges: ReadonlyArray<number>) => {
    turn++
    return commit(() => [
      { type: 'TurnStarted', turn, data: { question: ref('1'), engine: 'route', ...budget } },
      ...edges.map((edge): NewEvent => ({ type: 'EdgeFollowed', turn, data: { edge, strength: 1, channel: 'rule', depth: 0, energy: 1 } })),
    ])
  }
  yield* commit(() => [
    ...[1, 2].map(
      (node): NewEvent => ({ type: 'NodeAdded', data: { node, id: ref('1'), text: ref('2'), nodeType: 'fact', state: 'normal' } }),
    ),
    ...edgesUsed.map(
      (edge): NewEvent => ({
        type: 'EdgeLinked',
        data: { edge, source: 1, target: 2, kind: 'learned', strength: edge * 200_000_000, reason: 'growth' },
      }),
    ),
  ])
  for (const one of deeds) {
    switch (one.deed) {
      case 'follow':
        yield* begin(one.edges)
        break
      case 'decay': {
        const { floor, idle, spares } = one
        const data = { factor: 900_000_000, cutoff: Math.max(0, turn - idle), kinds: ['learned'], floor, spares } as const
        yield* commit((first) => [
          { type: 'MaintenanceRequested', data: { tasks: ['decay'] } },
          { type: 'StrengthsDecayed', cause: first, data },
        ])
        break
      }
      case 'teach': {
        const { edge, to } = one
        const cause = yield* commit(() => [{ type: 'StrengthSet', data: { edge, strength: to } }])
        if (one.wait) yield* begin([])
        const adjusted = { edge, from: 0, to, asked: to, tier: 'manual', rule: 'manual', reason: 'set' } as const
        yield* commit(() => [{ type: 'StrengthAdjusted', cause, data: adjusted }])
        break
      }
      case 'prune':
        yield* commit(() => [{ type: 'EdgePruned', data: { edge: one.edge, reason: 'weak' } }])
        break
      case 'restore':
        yield* commit(() => [{ type: 'EdgeRestored', data: { edge: one.edge, reason: 'rollback' } }])
        break
      default:
        one satisfies never
    }
  }
})

/** Now and then, segments are added while the log grows. */
const memoryIndexed = (memory: RunningMemory, by: { readonly due: number; readonly most: number }, gen: fc.GeneratorValue) => {
  if (gen(fc.boolean)) indexed(memory, by, 1)
}

const told = (parts: ReadonlyArray<SegmentPart>) => parts.map(({ data, kind, part }) => [kind, part, [...data].join(' ')])

type Look = Parameters<RunningMemory['ask']>[0]

/** Questions about the past of the log, of every kind that reads through the index. */
const looks = (log: Log): ReadonlyArray<Look> => {
  const end = log.length
  const turns = log.flatMap((event) => (event.type === 'TurnStarted' || event.type === 'RecallSkipped' ? [event.turn ?? 0] : []))
  const edges = log.flatMap((event) => (event.type === 'EdgeLinked' ? [event.data.edge] : []))
  const nodes = log.flatMap((event) => (event.type === 'NodeAdded' ? [event.data.node] : []))
  const few = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => all.filter((_, i) => i % Math.max(1, Math.floor(all.length / 4)) === 0)
  return [
    (methods) => methods.log({ limit: 7 }),
    (methods) => methods.log({ type: 'StrengthAdjusted', limit: 3 }),
    (methods) => methods.log({ type: 'NodeAdded', from: '2', to: String(Math.ceil(end / 2)), names: true }),
    (methods) => methods.log({ session: 's1' }),
    (methods) => methods.log({ actor: 'cli' }),
    (methods) => methods.turns({ limit: 5 }),
    (methods) => methods.turns({ session: 's1', at: String(Math.ceil(end / 2)) }),
    (methods) => methods.timeline({ buckets: 7 }),
    (methods) => methods.timeline({ from: '2', to: String(Math.ceil(end / 2) + 1), buckets: 3 }),
    ...few(turns).flatMap(
      (turn): ReadonlyArray<Look> => [
        (methods) => methods.log({ turn: `t${turn}`, walks: false }),
        (methods) => methods.why({ turn: `t${turn}` }),
      ],
    ),
    ...few(nodes).map(
      (node): Look =>
        (methods) =>
          methods.log({ node: `erased:${node}`, limit: 5 }),
    ),
    ...few(edges).flatMap(
      (edge): ReadonlyArray<Look> => [
        (methods) => methods.log({ edge: `e${edge}` }),
        (methods) => methods.blame({ edge: `e${edge}` }),
        (methods) => methods.blame({ edge: `e${edge}`, at: String(Math.ceil(end * 0.7)) }),
      ],
    ),
  ]
}
