/**
 * The histories that properties play reach every way a verdict can go.
 *
 * In short: `test/arbitraries/plausible-log.test.ts`
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inHistory } from './history.ts'
import { graphAt, learns } from './naive-graph.ts'
import { anything, learnerSignal, signals } from './signals.ts'

/** Always the same histories: what they reach is a number, not a hope. */
const sample = fc.sample(signals([...anything, { weight: 1, arbitrary: learnerSignal }]), { numRuns: 120, seed: 20_261_120 })

test('the histories that properties play reach every way a verdict can go', async () => {
  const seen: Record<string, number> = {}
  const count = (what: string) => {
    seen[what] = (seen[what] ?? 0) + 1
  }

  for (const played of sample) {
    await inHistory(played, async ({ log, memory, player }) => {
      await memory.learn({})
      const recorded = await log()
      for (const event of recorded.events) {
        if (event.type === 'FeedbackAttributed') count(`attributed ${event.data.reason ?? 'whole'}`)
        if (event.type === 'FeedbackGiven') count(`${event.data.tier} ${event.data.verdict}`)
        if (event.type === 'StrengthAdjusted') count(`moved by ${event.data.rule}`)
        if (event.type === 'StrengthAdjusted' && event.data.asked !== event.data.to - event.data.from) count('stopped at a bound')
        if (event.type === 'UtilityAdjusted') count('utility lowered')
        if (event.type === 'NodeInhibited') count('inhibited')
        if (event.type === 'EdgeSkipped') count(`skipped ${event.data.reason}`)
        if (event.type === 'EdgeLinked') count(`linked ${event.data.reason}`)
        if (event.type === 'EdgeRestored') count(`restored ${event.data.reason}`)
        if (event.type === 'StrengthsRestored') count(event.data.edges.length > 0 ? 'rolled back edges' : 'rolled back nothing')
        if (event.type === 'StrengthsRestored' && event.data.nodes.length > 0) count('rolled back utilities')
      }
      for (const { call, refused } of player.played) if (refused !== undefined) count(`${call.method} refused ${refused._tag}`)
      const graph = graphAt(recorded.events, recorded.events.length)
      for (const edge of graph.edges.values()) if (learns(edge) && !edge.linked) count('pruned edge that learns')
    })
  }

  const rarely = Object.fromEntries(expected.map((what) => [what, seen[what] ?? 0]).filter(([, times]) => Number(times) < 1))
  expect(rarely).toEqual({})
})

const verdictsGiven = ['used', 'not-relevant', 'not-useful', 'wrong', 'success', 'partial', 'correction']
const expected: ReadonlyArray<string> = [
  ...verdictsGiven.flatMap((verdict) => [`agent ${verdict}`, `conscious ${verdict}`]),
  ...['whole', 'origin', 'session', 'consumed'].map((reason) => `attributed ${reason}`),
  ...['cue', 'path', 'set'].map((rule) => `moved by ${rule}`),
  ...['dormant', 'routed-away', 'cycle', 'inhibited', 'visited'].map((reason) => `skipped ${reason}`),
  ...['ingest', 'verdict', 'beside', 'manual'].map((reason) => `linked ${reason}`),
  'restored source',
  ...['NotFound', 'InvalidRequest', 'IdempotencyConflict', 'StoreUnavailable'].map((tag) => `feedback refused ${tag}`),
  'strength refused InvalidRequest',
  'rollback refused StoreUnavailable',
  'stopped at a bound',
  'utility lowered',
  'inhibited',
  'rolled back edges',
  'rolled back nothing',
  'rolled back utilities',
  'pruned edge that learns',
]
