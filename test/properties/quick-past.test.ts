/** The quick ways into the past of a long log, each against the simple one: the log folded from its first event, event by event. */

import { EventStore, type MemoryError, type MemoryMethods, SnapshotStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catchUp, type OpenBrain, openBrain, transact } from '../../packages/core/src/application/brain/brain.ts'
import { contentDrafts } from '../../packages/core/src/application/brain/contents.ts'
import { rebuildSnapshots } from '../../packages/core/src/application/brain/snapshots.ts'
import { changesBetween } from '../../packages/core/src/application/history/changes-between.ts'
import { questionsBetween } from '../../packages/core/src/application/history/diff.ts'
import { changesUpTo, stateOf } from '../../packages/core/src/application/history/past-ranking.ts'
import { keepSegments, placesOf, visitNewestFirst, visitOldestFirst } from '../../packages/core/src/application/naming/segments.ts'
import { derive } from '../../packages/core/src/application/undo/derive.ts'
import { eventTypes, type NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { edgeKinds } from '../../packages/core/src/domain/graph.ts'
import { segmentSizes } from '../../packages/core/src/domain/history/segments.ts'
import { cloneFold } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { nano } from '../../packages/core/src/domain/strength.ts'
import { isSignal } from '../../packages/core/src/domain/undo/restatement.ts'
import { play } from '../arbitraries/plausible-log.ts'
import { brain, type RunningMemory } from '../arbitraries/running-memory.ts'
import { evenShare } from '../arbitraries/share.ts'
import { signals } from '../arbitraries/signal.ts'
import { foldSnapshot } from './fold-snapshot.ts'
import { runs } from './runs.ts'

const opened = (memory: RunningMemory): OpenBrain =>
  memory.run(
    Effect.gen(function* () {
      const open = openBrain(brain, '', () => '')
      yield* catchUp(open)
      return open
    }),
  )

/** Appends a decay of all strengths. */
const decay = (memory: RunningMemory, open: OpenBrain): void => {
  const event: NewEvent = {
    type: 'StrengthsDecayed',
    data: { factor: nano(0.5), cutoff: 1_000, kinds: [...edgeKinds], floor: 'none', spares: 'followed' },
  }
  memory.run(
    Effect.gen(function* () {
      const decide = () => Effect.succeed({ events: [event], actor: 1, session: undefined, answer: undefined })
      yield* transact({ brain: open, drafts: yield* contentDrafts, durability: 'process', decide })
    }),
  )
}

/** What the page of the studio asks as of a position. */
const answers = (memory: RunningMemory, at: string): ReadonlyArray<unknown> => {
  const told = <A>(use: (methods: MemoryMethods) => Effect.Effect<A, MemoryError>) => {
    const answer = memory.ask(use)
    return Result.isSuccess(answer) ? answer.success : answer.failure._tag
  }
  // Counters and the size of the file are of the process and the store, not of the log.
  const ofLog = (stats: object | string) => (typeof stats === 'string' ? stats : { ...stats, counters: undefined, store: undefined })
  return [
    told((methods) => methods.show({ at, digest: true })),
    told((methods) => methods.list({ at, limit: 1_000 })),
    told((methods) => methods.turns({ at, limit: 100 })),
    told((methods) => methods.sessions({ at })),
    told((methods) => methods.log({ to: at, walks: false })),
    told((methods) => methods.log({ to: at, type: 'ContextBundled' })),
    ofLog(told((methods) => methods.stats({ at }))),
  ]
}

const half = { ...runs, numRuns: Math.max(1, Math.floor(runs.numRuns / 2)) }

describe('the quick past', () => {
  test('INV-273 answers as of any position are the same from snapshots along the log and from its first event', () => {
    let most = 0
    fc.assert(
      fc.property(
        signals(8),
        fc.integer({ min: 1, max: 40 }),
        fc.array(evenShare, { minLength: 1, maxLength: 4 }),
        (asked, between, cuts) => {
          const [plain, quick] = [play(asked).memory, play(asked).memory]
          quick.run(rebuildSnapshots(opened(quick), between))
          most = Math.max(most, quick.run(SnapshotStore.use((store) => store.list(brain))).length)
          const end = plain.log().length

          for (const at of cuts.map((cut) => String(Math.max(1, Math.round(cut * end))))) {
            expect(answers(quick, at)).toEqual(answers(plain, at))
          }
        },
      ),
      half,
    )
    if (runs.numRuns >= 25) expect(most).toBeGreaterThan(2)
  })

  test('INV-273 a visit that is about some types finds the events of these that a visit of all finds', () => {
    fc.assert(
      fc.property(signals(), fc.subarray([...eventTypes]), fc.array(evenShare, { minLength: 2, maxLength: 2 }), (asked, types, cuts) => {
        const { memory } = play(asked)
        const open = opened(memory)
        const ends = cuts.map((cut) => Math.max(1, Math.round(cut * open.state.position)))
        const [from, to] = [Math.min(...ends), Math.max(...ends)]
        const wants = (type: string) => (types as ReadonlyArray<string>).includes(type)
        const found: { newest: Array<number>; oldest: Array<number> } = { newest: [], oldest: [] }

        memory.run(
          Effect.gen(function* () {
            const places = yield* placesOf(open, [], to)
            const into = (positions: Array<number>) => (event: { readonly type: string; readonly position: number }) => {
              if (wants(event.type)) positions.push(event.position)
              return true
            }
            yield* visitNewestFirst(open, places, from, to, into(found.newest), wants)
            yield* visitOldestFirst(open, places, to, into(found.oldest), wants)
          }),
        )

        const wanted = memory.log().filter(({ position, type }) => position <= to && wants(type))
        expect(found.oldest).toEqual(wanted.map(({ position }) => position))
        expect(found.newest).toEqual(found.oldest.filter((position) => position >= from).reverse())
      }),
      half,
    )
  })

  test('INV-274 a derivation that leaves the steps of walks in their columns is the one that makes an event of each', () => {
    let derived = 0
    fc.assert(
      fc.property(signals(), fc.gen(), (asked, gen) => {
        const { memory } = play(asked)
        const open = opened(memory)
        const said = memory.log().flatMap((event) => (isSignal(event) ? [event.position] : []))
        const out = new Set(gen(fc.subarray, said))
        // Whoever listens is told of single events, so all of them are made.
        const trace = { recorded: () => {}, concluded: () => {}, ended: () => {} }

        const quick = memory.run(derive(open, { out, whole: true }))
        const plain = memory.run(derive(open, { out, whole: true, trace }))

        expect(foldSnapshot(quick.fold)).toBe(foldSnapshot(plain.fold))
        expect(quick.counts).toEqual(plain.counts)
        derived += quick.counts.derived
      }),
      half,
    )
    if (runs.numRuns >= 25) expect(derived).toBeGreaterThan(0)
  })

  test('INV-273 what changed of some edges and memories between two positions is found by the index of the log as by folding all of it', () => {
    let [found, decayed] = [0, 0]
    fc.assert(
      fc.property(signals(12), fc.array(evenShare, { minLength: 2, maxLength: 2 }), fc.gen(), (asked, cuts, gen) => {
        const { memory } = play(asked)
        const open = opened(memory)
        const isDecayed = gen(fc.boolean)
        if (isDecayed) decay(memory, open)
        const { graph, position } = open.state
        memory.run(
          Effect.gen(function* () {
            while (yield* keepSegments(open, { ...segmentSizes, due: 1 }));
          }),
        )
        const [from = 0, later = 0] = cuts.map((cut) => Math.round(cut * position)).sort((a, b) => a - b)
        const to = isDecayed ? position : later
        const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
        const touched = {
          edges: new Set(gen(fc.subarray, numbers(graph.edges))),
          nodes: new Set(gen(fc.subarray, numbers(graph.nodes))),
        }

        const { plain, quick } = memory.run(
          Effect.gen(function* () {
            const older = yield* stateOf(open, from)
            const quick = yield* changesBetween(open, older, touched, to)
            const plain = older.fold === undefined ? [] : yield* changesUpTo(open, cloneFold(older.fold), touched, to)
            return { plain, quick }
          }),
        )

        expect(quick).toEqual(plain)
        found += plain.length
        decayed += plain.filter(({ event }) => event.type === 'StrengthsDecayed').length
      }),
      runs,
    )
    if (runs.numRuns >= 25) expect(Math.min(found - decayed, decayed)).toBeGreaterThan(2)
  })

  test('INV-273 the questions that were asked between two positions are the same, whatever was asked about before, and are read once', () => {
    fc.assert(
      fc.property(signals(12), fc.array(fc.tuple(evenShare, evenShare), { minLength: 1, maxLength: 6 }), (asked, parts) => {
        const { memory } = play(asked)
        const open = opened(memory)
        const between = ([a, b]: readonly [number, number]) =>
          memory.run(
            questionsBetween(
              open,
              ...([a, b].map((cut) => 1 + Math.round(cut * open.state.position)).sort((x, y) => x - y) as [number, number]),
            ),
          )
        const plain = ([a, b]: readonly [number, number]) => {
          const [from = 0, to = 0] = [a, b].map((cut) => 1 + Math.round(cut * open.state.position)).sort((x, y) => x - y)
          return memory
            .log()
            .flatMap((event) => (event.type === 'TurnStarted' && event.position >= from && event.position <= to ? [event] : []))
            .map(({ data: { day, question }, position }) => ({ position, question, day }))
        }

        for (const part of parts) expect(between(part)).toEqual(plain(part))

        between([0, 1])
        const reads: Array<number> = []
        const watched = EventStore.use((store) =>
          questionsBetween(open, 1, open.state.position).pipe(
            Effect.provideService(EventStore, {
              ...store,
              read: (...given) => Effect.tap(store.read(...given), () => Effect.sync(() => reads.push(given[1]))),
            }),
          ),
        )
        expect(memory.run(watched)).toEqual(plain([0, 1]))
        expect(reads).toEqual([])
      }),
      half,
    )
  })
})
