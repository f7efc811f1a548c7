import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { complaints } from '../models/log-rules.ts'
import { graphAt, learns } from '../models/naive-graph.ts'
import { eventsOf } from '../models/recorded-log.ts'
import { openStage, type Stage } from './stage.ts'

const unit = 1_000_000_000
const nano = (decimal: number): number => Math.round(decimal * unit)

describe('the log of a taught memory', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await openStage('demo notes')
    const { memory } = stage
    for (const question of ['How do we roll back a bad deploy of the API?', 'Jobs pile up in the queue, what do I restart?']) {
      const { items } = await memory.recall({ question })
      await memory.feedback({ verdict: 'wrong', nodes: [items[0]?.node ?? ''], instead: ['runbooks/return-to-last-green.md'] })
      await memory.recall({ question })
      await memory.feedback({ verdict: 'used', nodes: [items[1]?.node ?? '', items[2]?.node ?? ''], tier: 'agent', actor: 'pincers' })
      await memory.feedback({ verdict: 'partial', nodes: [items[1]?.node ?? ''], actor: 'pincers' })
    }
    await memory.strength({ source: 'runbooks/queue-is-stuck.md', target: 'runbooks/stevedore-backlog.md', value: 0.123456789 })
    await memory.rollback({ to: '-6' })
    await memory.recall({ question: 'Jobs pile up in the queue, what do I restart?' })
  })
  afterEach(() => stage.leave())

  test('tells every candidate edge of a turn exactly once, followed or skipped with its reason', async () => {
    const recorded = await stage.log()

    expect(complaints(recorded)).toEqual([])
    for (const { turn } of eventsOf(recorded, 'TurnStarted')) {
      const { events } = await stage.memory.log({ turn: `t${turn}` })
      const steps = events.filter(({ type }) => type === 'EdgeFollowed' || type === 'EdgeSkipped')
      const edges = steps.map(({ data }) => data['edge'])
      expect(steps.length).toBeGreaterThan(5)
      expect(new Set(edges).size).toBe(edges.length)
      for (const { data, type } of steps) expect(typeof data[type === 'EdgeFollowed' ? 'channel' : 'reason']).toBe('string')
    }
  })

  test('names, for every change of a strength, the feedback or the setting that caused it', async () => {
    const { events } = await stage.memory.log({ limit: 100_000 })

    const changes = events.filter(({ type }) => type === 'StrengthAdjusted')
    expect(changes.length).toBeGreaterThan(10)
    for (const { cause, position } of changes) {
      const fact = events[(cause ?? 0) - 1]
      expect(cause).toBeLessThan(position)
      expect(['FeedbackGiven', 'StrengthSet']).toContain(fact?.type)
    }
  })

  test('adds up, in blame, to the last nano-unit for every learned edge', async () => {
    const { events } = await stage.log()
    const graph = graphAt(events, events.length)

    let told = 0
    for (const [number, edge] of graph.edges) {
      if (!learns(edge)) continue
      const { first, history, strength } = await stage.memory.blame({ edge: `e${number}` })
      const deltas = history.map(({ delta }) => nano(delta))
      expect(deltas.reduce((sum, delta) => sum + delta, 0)).toBe(edge.strength)
      expect(nano(strength)).toBe(edge.strength)
      expect(nano(first)).toBe(edge.first)
      for (const [i, { delta, from, to }] of history.entries()) {
        expect(nano(to) - nano(from)).toBe(nano(delta))
        expect(nano(from)).toBe(i === 0 ? 0 : nano(history[i - 1]?.to ?? Number.NaN))
      }
      const verdicts = history.filter(({ type }) => type === 'StrengthAdjusted')
      told += verdicts.length
      for (const step of verdicts) expect(step.feedback === null ? step.reason : step.verdict).toMatch(/^(by-hand|wrong|used|partial)$/)
    }
    expect(told).toBe(eventsOf({ events }, 'StrengthAdjusted').length)
  })

  test('explains a turn by the strengths of its moment, each with the events behind it', async () => {
    const last = (await stage.log()).events.findLast(({ type }) => type === 'TurnStarted')
    const told = await stage.memory.why({ turn: `t${last?.turn}` })

    expect(told.items.length).toBeGreaterThan(3)
    const steps = told.items.flatMap(({ inhibitedBy, path }) => [...path, ...(inhibitedBy === null ? [] : [inhibitedBy])])
    expect(steps.length).toBeGreaterThan(3)
    for (const { history, strength } of steps) {
      expect(history.reduce((sum, { delta }) => sum + nano(delta), 0)).toBe(nano(strength))
      expect(history.every(({ position }) => position < told.position)).toBe(true)
    }
  })
})
