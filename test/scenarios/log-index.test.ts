import { type CommitRow, Cryptography, EventStore, SegmentStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { catchUp, type OpenBrain, openBrain } from '../../packages/core/src/application/brain/brain.ts'
import { commitRow } from '../../packages/core/src/application/brain/commit-row.ts'
import { keepSnapshots } from '../../packages/core/src/application/brain/snapshots.ts'
import { asOf } from '../../packages/core/src/application/commands/as-of.ts'
import { blame } from '../../packages/core/src/application/history/blame.ts'
import { endingsOf } from '../../packages/core/src/application/history/endings.ts'
import { log } from '../../packages/core/src/application/history/log.ts'
import { verdictsBetween } from '../../packages/core/src/application/history/signals.ts'
import { why } from '../../packages/core/src/application/history/why.ts'
import { keepSegments } from '../../packages/core/src/application/naming/segments.ts'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { ref } from '../../packages/core/src/domain/testing/given.ts'
import { brain, type RunningMemory, runningMemory } from '../arbitraries/running-memory.ts'

/** A memory with a turn that was judged and learned from, and behind it a log of other turns that touch node 3 alone. */
const grown = (turns: number): { readonly memory: RunningMemory; readonly open: OpenBrain } => {
  const memory = runningMemory()
  const text = '# Deploy\n\nDeploy with the blue token.\n\n# Rollback\n\nRollback of a deploy.\n\n# Other\n\nNothing of that.\n'
  memory.ask((methods) => methods.init({}))
  memory.ask((methods) => methods.ingest({ documents: [{ source: 'a.md', format: 'markdown', text }] }))
  const recalled = Result.getOrThrow(memory.ask((methods) => methods.recall({ question: 'deploy token' })))
  const [item] = recalled.items
  memory.ask((methods) => methods.feedback({ turn: recalled.turn ?? '', nodes: [item?.node ?? ''], verdict: 'not-relevant' }))
  memory.ask((methods) => methods.learn({}))
  return { memory, open: memory.run(appended(turns)) }
}

/** Appends turns, and behind them perhaps a commit of other events. */
const appended = Effect.fnUntraced(function* (turns: number, last?: ReadonlyArray<NewEvent>) {
  const [store, crypto] = [yield* EventStore, yield* Cryptography]
  for (const events of [...Array.from({ length: turns }, (_, i) => turnOf(i + 2)), ...(last === undefined ? [] : [last])]) {
    const head = (yield* store.brain(brain)) ?? { position: 0, hash: '', at: 0 }
    const row = commitRow(crypto, events, { prev: head.hash, first: head.position + 1, at: head.at, actor: 1, session: 1 })
    yield* store.append({ brain, row, contents: [], index: [], durability: 'process' })
  }
  const open = openBrain(brain, '', () => '')
  yield* catchUp(open)
  yield* keepSnapshots(open)
  while (yield* keepSegments(open));
  return open
})

const budget = { seeds: 1, cues: 2, hops: 3, fired: 4, follows: 5, candidates: 6, items: 7, tokens: 8 }
const turnOf = (turn: number): ReadonlyArray<NewEvent> => [
  { type: 'TurnStarted', turn, data: { question: ref('1'), engine: 'route', ...budget } },
  { type: 'NodeFired', turn, data: { node: 3, depth: 0, energy: 9 } },
]

/** Runs an effect on a store that counts the commits that are read. */
const counting = <A, E>(
  memory: RunningMemory,
  effect: Parameters<typeof memory.run<A, E>>[0],
): { readonly rows: number; readonly answer: A } => {
  let rows = 0
  const counted = Effect.gen(function* () {
    const store = yield* EventStore
    const read: typeof store.read = (...asked) =>
      Effect.tap(store.read(...asked), (found: ReadonlyArray<CommitRow>) => Effect.sync(() => (rows += found.length)))
    return yield* Effect.provideService(effect, EventStore, { ...store, read })
  })
  return { answer: memory.run(counted), rows }
}

type Ask = (open: OpenBrain) => Effect.Effect<unknown, unknown, Effect.Services<Parameters<RunningMemory['run']>[0]>>

/** Each question, with what does not depend on the length of the log in its answer. */
const questions: Readonly<Record<string, Ask>> = {
  why: (open) => why(open, { turn: 't1' }),
  blame: (open) => Effect.map(blame(open, { edge: 'e1' }), ({ position: _, ...answer }) => answer),
  'log of a node': (open) => Effect.map(log(open, { node: 'erased:1' }), ({ events }) => events),
  'log of a type': (open) => Effect.map(log(open, { type: 'FeedbackGiven' }), ({ events }) => events),
  'the end of the log': (open) => Effect.map(log(open, { limit: 10 }), ({ events }) => events.length),
}

describe('the index of the log', () => {
  test.each(Object.entries(questions))(
    'makes the commits that are read depend on the answer and not on the length of the log: %s',
    (_, question) => {
      const [short, long] = [grown(1_100), grown(4_400)].map(({ memory, open }) => counting(memory, question(open)))

      expect(long?.answer).toEqual(short?.answer)
      // Behind the index there are fewer than 1,024 events, which are 512 commits here. Histories pass over them twice.
      for (const asked of [short, long]) expect(asked?.rows).toBeLessThanOrEqual(2 * 512 + 30)
    },
  )

  test('the verdicts between two positions are looked for between them, and what was read of them once is not read again', () => {
    const { memory, open } = grown(300)
    const rowsOf = (from: number, to: number) => counting(memory, verdictsBetween(open, from, to)).rows

    expect(rowsOf(500, 502)).toBeLessThanOrEqual(2)
    expect(rowsOf(500, 506)).toBeLessThanOrEqual(3)
    expect(rowsOf(501, 504)).toBe(0)
    expect(rowsOf(1, 500)).toBeGreaterThan(200)
  })

  test('how a judgement superseded a memory is told without a search for a verdict, which nobody gave', () => {
    const { memory } = grown(0)
    const judged = { node: 1, by: 2, rule: 'judged', reason: 'said', feedback: 2 } as const
    const open = memory.run(appended(400, [{ type: 'NodeSuperseded', data: judged }]))

    const { answer, rows } = counting(memory, endingsOf(open, open.state, 1))

    expect(answer).toMatchObject([{ reason: 'said', feedback: 'f2' }])
    // The newest 128 events, which are 64 commits here.
    expect(rows).toBeLessThanOrEqual(64 + 2)
  })

  test('a second look at a position reads nothing, and a later one goes on from it', () => {
    const { memory, open } = grown(100)
    const rowsOf = (at: number) => counting(memory, asOf(open, at)).rows

    expect(rowsOf(60)).toBeGreaterThan(5)
    expect(rowsOf(60)).toBe(0)
    expect(rowsOf(64)).toBeLessThanOrEqual(3)
    expect([rowsOf(60), rowsOf(64)]).toEqual([0, 0])
  })

  test('what is kept of a past position is not changed by a later look', () => {
    const { memory, open } = grown(100)
    const then = memory.run(asOf(open, 60))
    memory.run(asOf(open, 100))

    expect([then.state.position, then.state.lastTurn]).toEqual([60, memory.run(asOf(openAgain(memory), 60)).state.lastTurn])
  })

  test('is proven by verify, which says how to make it anew, and doctor does that', () => {
    const { memory } = grown(1_100)
    const check = () =>
      Result.getOrThrow(memory.ask((methods) => methods.verify({ rederive: true }))).checks.find(({ name }) => name === 'segments')
    expect(check()).toMatchObject({ ok: true, detail: expect.stringContaining('is what the log gives') })

    memory.run(
      Effect.gen(function* () {
        const store = yield* SegmentStore
        const [record] = (yield* store.find(brain, []))?.segments ?? []
        if (record !== undefined) yield* store.write(brain, record, [])
      }),
    )
    expect(check()).toMatchObject({ ok: false, detail: expect.stringContaining('run doctor --rebuild-snapshots') })

    memory.ask((methods) => methods.doctor({ rebuildSnapshots: true }))
    expect(check()).toMatchObject({ ok: true })
  })
})

const openAgain = (memory: RunningMemory): OpenBrain =>
  memory.run(
    Effect.gen(function* () {
      const open = openBrain(brain, '', () => '')
      yield* catchUp(open)
      return open
    }),
  )
