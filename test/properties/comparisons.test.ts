/** Comparisons of positions, searches for a change, and explanations of a gap, on random histories of the real memory. */
import type { Answer } from '@crabtrail/core'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GraphView } from '../../packages/core/src/domain/graph.ts'
import { compareGraphs } from '../../packages/core/src/domain/history/state-diff.ts'
import { brainState } from '../../packages/core/src/domain/projections/brain-fold.ts'
import type { Log } from '../arbitraries/log.ts'
import { nonsenseLog } from '../arbitraries/log.ts'
import { plausibleLog, play } from '../arbitraries/plausible-log.ts'
import type { RunningMemory } from '../arbitraries/running-memory.ts'
import { evenShare } from '../arbitraries/share.ts'
import { type Signal, signals } from '../arbitraries/signal.ts'
import { folded } from './fold-snapshot.ts'
import { runs } from './runs.ts'

const few = { ...runs, numRuns: Math.max(1, Math.floor(runs.numRuns / 4)) }
const share = evenShare
const aboutDeploy = (source: string, text: string): Signal => ({ kind: 'ingest', what: { source, text, origin: 'owner' } })
const asked: Signal = { kind: 'recall', what: { question: 'deploy rollback', session: 0, key: undefined } }
/** The fourth signal names a memory that holds instead of the one it judges. */
const corrected: ReadonlyArray<Signal> = [
  aboutDeploy('b.md', '# deploy\n\ndeploy.\n'),
  aboutDeploy('a.md', '# deploy\n\ndeploy.\n\n# deploy\n\ndeploy.\n'),
  asked,
  {
    kind: 'feedback',
    what: {
      verdict: 'correction',
      turn: 0,
      nodes: [0],
      instead: [1],
      outcome: undefined,
      tier: 'conscious',
      actor: 0,
      origin: 'owner',
      session: 0,
      key: 0,
    },
  },
  asked,
]
const questions = ['deploy rollback', 'database token backup', 'queue 港口 fridge naïve', 'zeppelin'] as const

const graphAt = (log: Log, position: number): GraphView => brainState(folded(log.slice(0, position))).graph

/** The strengths of linked edges, and the utilities of nodes. */
const valuesIn = (graph: GraphView) => {
  const strengths = new Map<number, number>()
  for (let edge = 1; edge <= graph.edges; edge++) if (graph.isLinked(edge)) strengths.set(edge, graph.strengthOf(edge))
  const utilities = new Map<number, number>()
  for (let node = 1; node <= graph.nodes; node++) if (graph.stateOf(node) !== undefined) utilities.set(node, graph.utilityOf(node))
  return { strengths, utilities }
}

/** The answer about B and A, as that about A and B says it. */
const exchanged = ({
  a,
  b,
  cues,
  doubts,
  edges,
  nodes,
  rankings,
  settings,
  states,
  superseded,
  trust,
  utilities,
  ...rest
}: Answer.DiffAnswer) => {
  const turned = <A extends { readonly from: unknown; readonly to: unknown }>(all: ReadonlyArray<A>) =>
    all.map((one) => ({ ...one, from: one.to, to: one.from }))
  const sides = <A>({ added, removed }: { readonly added: A; readonly removed: A }) => ({ added: removed, removed: added })
  const { nodesAdded, nodesRemoved, cuesAdded, cuesRemoved, edgesAdded, edgesRemoved, ...others } = rest.counts
  const { doubtsAdded, doubtsRemoved, supersededAdded, supersededRemoved, ...counts } = others
  return {
    ...rest,
    counts: {
      ...counts,
      nodesAdded: nodesRemoved,
      nodesRemoved: nodesAdded,
      cuesAdded: cuesRemoved,
      cuesRemoved: cuesAdded,
      edgesAdded: edgesRemoved,
      edgesRemoved: edgesAdded,
      doubtsAdded: doubtsRemoved,
      doubtsRemoved: doubtsAdded,
      supersededAdded: supersededRemoved,
      supersededRemoved: supersededAdded,
    },
    a: b,
    b: a,
    nodes: { ...nodes, ...sides(nodes) },
    cues: sides(cues),
    edges: { ...sides(edges), changed: turned(edges.changed) },
    doubts: sides(doubts),
    superseded: sides(superseded),
    states: turned(states),
    trust: turned(trust),
    utilities: turned(utilities),
    settings: turned(settings),
    rankings: rankings?.map((one) => ({ ...one, before: one.after, after: one.before, moved: turned(one.moved) })),
  }
}

const placed = (memory: RunningMemory, at: number): string => String(Math.min(memory.log().length, at))
const diffOf = (memory: RunningMemory, a: number, b: number): Answer.DiffAnswer =>
  Result.getOrThrow(
    memory.ask((methods) =>
      methods.diff({ a: placed(memory, a), b: placed(memory, b), question: questions, questions: true, limit: 1_000 }),
    ),
  )
const recallAt = (memory: RunningMemory, question: string, at: string): Answer.RecallAnswer =>
  Result.getOrThrow(memory.ask((methods) => methods.recall({ question, at, limit: 1_000 })))

describe('two positions', () => {
  test('INV-106 differ by what is listed: applied to the values of the one, it gives those of the other', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          plausibleLog.map(({ log }) => log),
          nonsenseLog,
        ),
        share,
        share,
        (log, from, to) => {
          const [before, after] = [from, to].map((at) => graphAt(log, Math.round(at * log.length))) as [GraphView, GraphView]
          const { strengths, utilities } = valuesIn(before)

          const found = compareGraphs(before, after)
          for (const { edge } of found.edges.removed) expect(strengths.delete(edge)).toBe(true)
          for (const { edge, strength } of found.edges.added) strengths.set(edge, strength)
          for (const { from: was, number, to: is } of found.edges.changed) {
            expect(strengths.get(number)).toBe(was)
            strengths.set(number, is)
          }
          for (const { number, to: is } of found.utilities) utilities.set(number, is)

          const expected = valuesIn(after)
          expect(strengths).toEqual(expected.strengths)
          for (const [node, utility] of expected.utilities) expect(utilities.get(node) ?? 1_000_000_000).toBe(utility)
        },
      ),
      runs,
    )
  })

  test('INV-106 differ in nothing from themselves, and exchange sides in the other order', () => {
    fc.assert(
      fc.property(signals(6), share, share, (asked, from, to) => {
        const { memory } = play(asked)
        const [a, b] = [from, to].map((at) => Math.round(at * memory.log().length)) as [number, number]

        const [forth, back, same] = [diffOf(memory, a, b), diffOf(memory, b, a), diffOf(memory, a, a)]

        expect(exchanged(back)).toEqual({ ...forth, rankings: forth.rankings })
        expect(new Set(Object.values(same.counts))).toEqual(new Set([0]))
        expect(same.rankings?.flatMap(({ events, moved }) => [...events, ...moved])).toEqual([])
        expect(same.between).toEqual({ events: 0, turns: 0, feedbacks: 0 })
      }),
      // One position is before a correction that supersedes a memory, the other behind it.
      { ...few, examples: [[corrected, 1, 0]] },
    )
  })

  test('INV-107 have the rankings that a recall has there, and why-not says of each memory what the recall does with it', () => {
    fc.assert(
      fc.property(signals(6), share, share, fc.nat(30), (asked, from, to, pick) => {
        const { memory } = play(asked)
        const [a, b] = [from, to].map((at) => Math.round(at * memory.log().length)) as [number, number]
        const nodes = graphAt(memory.log(), memory.log().length).nodes

        for (const { after, before, question } of diffOf(memory, a, b).rankings ?? []) {
          for (const [ranking, at] of [
            [before, a],
            [after, b],
          ] as const) {
            const { context, items } = recallAt(memory, question, placed(memory, at))
            expect(ranking.map(({ node, score }) => [node, score])).toEqual(
              items.slice(0, ranking.length).map(({ node, score }) => [node, score]),
            )
            expect(ranking.filter(({ given }) => given).map(({ node }) => node)).toEqual(
              items.slice(0, ranking.length).flatMap(({ node }) => (context.items.includes(node) ? [node] : [])),
            )
          }
          if (nodes === 0) continue
          const node = `erased:${1 + (pick % nodes)}`
          const told = Result.getOrThrow(memory.ask((methods) => methods.whyNot({ question, node, at: placed(memory, b) })))
          const { context, items } = recallAt(memory, question, placed(memory, b))
          const place = items.findIndex((item) => item.node === told.node) + 1
          expect(told.place).toBe(place === 0 ? null : place)
          expect(told.listed).toBe(place > 0 && place <= after.length)
          expect(told.reason === 'given').toBe(context.items.includes(told.node))
          const dropped = context.dropped.find((one) => one.node === told.node)
          if (dropped !== undefined) expect(told.reason).toBe(dropped.reason)
        }
      }),
      few,
    )
  })
})

describe('a search', () => {
  test('INV-108 finds an event: at it the memory is as at the later end, and just before as at the earlier', () => {
    fc.assert(
      fc.property(
        signals(8),
        fc.constantFrom(...questions),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(20),
        share,
        (asked, question, rank, pick, from) => {
          const { memory } = play(asked)
          const end = memory.log().length
          const start = Math.round(from * from * (end - 1))
          const nodes = graphAt(memory.log(), end).nodes
          if (nodes === 0 || start >= end) return
          const node = `erased:${1 + (pick % nodes)}`
          const answer = Result.getOrThrow(
            memory.ask((methods) => methods.bisect({ question, node, rank, from: String(start), to: String(end) })),
          )
          const isRecalled = (at: number): boolean =>
            recallAt(memory, question, String(at))
              .items.slice(0, rank)
              .some((item) => item.node === answer.node)

          expect([answer.ends.from.recalled, answer.ends.to.recalled]).toEqual([isRecalled(start), isRecalled(end)])
          expect(answer.position === null).toBe(isRecalled(start) === isRecalled(end))
          if (answer.position === null) return
          expect([isRecalled(answer.position - 1), isRecalled(answer.position)]).toEqual([isRecalled(start), isRecalled(end)])
          expect(answer.event?.position).toBe(answer.position)
          expect(answer.event?.type).toBe(memory.log()[answer.position - 1]?.type)
          for (const one of answer.steps) expect(one.recalled).toBe(isRecalled(one.position))
          const commits = memory.rows()
          const inOne = Math.max(...commits.map(({ count }) => count))
          expect(answer.steps.length).toBeLessThanOrEqual(Math.ceil(Math.log2(end)) + Math.ceil(Math.log2(inOne)) + 1)
        },
      ),
      { ...runs, numRuns: Math.max(1, Math.floor(runs.numRuns / 2)) },
    )
  })
})

test('INV-109 no comparison, search or explanation writes anything', () => {
  fc.assert(
    fc.property(signals(6), share, (asked, from) => {
      const { memory } = play(asked)
      const before = JSON.stringify([memory.rows(), memory.ask((methods) => methods.export({}))])
      const start = String(Math.round(from * memory.log().length))

      memory.ask((methods) => methods.diff({ a: start, question: questions, questions: true }))
      for (const node of ['erased:1', 'erased:2', 'nowhere.md']) {
        memory.ask((methods) => methods.whyNot({ question: questions[0], node, at: start }))
        memory.ask((methods) => methods.bisect({ question: questions[0], node, from: start }))
      }

      expect(JSON.stringify([memory.rows(), memory.ask((methods) => methods.export({}))])).toBe(before)
    }),
    few,
  )
})
