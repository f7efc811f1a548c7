/** What the program decides at the bounds of the documents’ numbers; other tests check these decisions by the numbers of `balanced`. */
import { describe, expect, test } from 'vitest'
import { dies, type Occasion, pruneReason, type Standing, whyNotDue } from '../decay/decay-policy.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { spokenOutcome } from '../learning/movement-policy.ts'
import { candidateTurns } from '../learning/outcome.ts'
import { callCost, embeddingCost } from '../model/model-call.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { followsMost, type RoutingShape, routingReason } from '../routing/routing-policy.ts'
import { nano, one } from '../strength.ts'
import { ref } from '../testing/given.ts'
import { balanced, crabpath, linkstrength, neurogated } from './profiles.ts'

describe('crabpath asks a routing model', () => {
  const scores = (count: number, best = 100, rest = 64) => [best, ...Array.from({ length: count - 1 }, () => rest)]
  /** Every sign of sureness is there, just so; a failure would ask otherwise. */
  const sure: RoutingShape = {
    hasChoice: true,
    scores: scores(6),
    seeds: [1],
    covered: 0.91,
    confidence: 1,
    lowest: -0.79,
    isFresh: true,
    load: 0,
    room: 1,
    failedBefore: true,
  }
  const reason = (change: Partial<RoutingShape> = {}) => routingReason({ ...sure, ...change }, crabpath.routing)

  test('S3.29 for more than 12 memories', () => {
    expect([12, 13].map((count) => reason({ scores: scores(count), failedBefore: false }))).toEqual(['between', 'many'])
  })

  test('S3.29 of which those count that have a fifth of the best score', () => {
    const with13 = (weak: number) => reason({ scores: [...scores(12), weak], failedBefore: false })
    expect([with13(19.9), with13(20)]).toEqual(['between', 'many'])
  })

  test.each<[string, Partial<RoutingShape>]>([
    ['S3.25 of 7 memories', { scores: scores(7) }],
    ['S3.26 of a margin of 0.35', { scores: scores(6, 100, 65) }],
    ['S3.26 of a text that has 0.9 of the words', { covered: 0.9 }],
    ['S3.27 of an edge of -0.8', { lowest: -0.8 }],
    ['S3.28 without a fresh heartbeat', { isFresh: false }],
  ])('%s, and not where all is sure', (_, change) => {
    expect([reason(), reason(change)]).toEqual(['sure', 'failed-before'])
  })

  test('S4.42 whose answer may follow 6 of 20', () => {
    expect(followsMost(crabpath.routing.candidates, crabpath.routing)).toBe(6)
  })

  test('S4.91 at $0.000243 for 900 and 180 tokens, and $0.0000036 for 180 that are embedded', () => {
    expect([callCost(900, 180, crabpath.model), embeddingCost(180, crabpath.model)]).toEqual([243_000, 3_600])
  })
})

describe('under crabpath a cue dies', () => {
  const standing: Standing = { degree: 1, uses: 0, success: 0, strongest: nano(0.1), idle: 0, fired: 0, isBlamed: false, of: 'cue' }
  const lasts = (change: Partial<Standing>): number => {
    let idle = 0
    while (idle < 1_000 && !dies({ ...standing, ...change, idle }, crabpath)) idle++
    return idle
  }

  test('S4.85 C16 after 11 turns; an edge, two uses and a strength of 0.1 are worth ten turns each', () => {
    expect([lasts({}), lasts({ degree: 2 }), lasts({ uses: 2 }), lasts({ success: nano(0.1) })]).toEqual([11, 21, 21, 21])
  })

  test('S4.86 not while an edge of it is habitual', () => {
    expect(lasts({ strongest: nano(0.3) })).toBe(1_000)
    expect(lasts({ strongest: nano(0.3) - 1 })).toBe(11)
  })

  test('S3.95 never once it took part in more than 10 recalls, unless it is blamed', () => {
    expect([lasts({ fired: 10 }), lasts({ fired: 11 }), lasts({ fired: 11, isBlamed: true })]).toEqual([11, 1_000, 11])
    expect([lasts({ fired: 11, degree: 0 }), lasts({ fired: 11, degree: 0, of: 'captured' })]).toEqual([1_000, 1_000])
  })

  test('S4.87 C14 after 14 turns without an edge, as a note and what was captured do', () => {
    expect((['cue', 'note', 'captured'] as const).map((of) => lasts({ of, degree: 0 }))).toEqual([15, 15, 15])
  })

  test('S2 S1 and under linkstrength and neurogated none does', () => {
    for (const profile of [linkstrength, neurogated])
      for (const of of ['cue', 'note', 'captured'] as const)
        for (const degree of [0, 1]) expect(dies({ ...standing, of, degree, strongest: 0, idle: 1_000_000 }, profile)).toBe(false)
  })
})

describe('an edge is let go', () => {
  const at = (profile: typeof crabpath, strength: number, churn = 0) =>
    pruneReason({ strength: nano(strength), idle: 1_000 }, profile.forgetting, churn)

  test('S4.83 S4.84 C4 under crabpath below 0.05, as stale below 0.02, and below 0.03 while more than 15 % churn', () => {
    expect([0.05, 0.049, 0.02, 0.019].map((strength) => at(crabpath, strength))).toEqual([undefined, 'weak', 'weak', 'stale'])
    expect([0.03, 0.029].map((strength) => at(crabpath, strength, 0.151))).toEqual([undefined, 'weak'])
    expect(at(crabpath, 0.03, 0.15)).toBe('weak')
  })

  test('S4.84 under crabpath only when nothing used it for more than 14 turns', () => {
    const after = (idle: number, strength: number) => pruneReason({ strength: nano(strength), idle }, crabpath.forgetting, 0)

    expect([after(14, 0.019), after(15, 0.019), after(14, 0.049), after(15, 0.049)]).toEqual([undefined, 'stale', undefined, 'weak'])
  })

  test('S1.42 S1.13 under neurogated below 0.1, whatever churns, and none as stale', () => {
    expect([0.1, 0.099, 0].map((strength) => at(neurogated, strength, 1))).toEqual([undefined, 'weak', 'weak'])
  })
})

describe('a run of forgetting', () => {
  const waits = (profile: typeof crabpath, turns: number, milliseconds: number, changes: number, occasion: Occasion) =>
    whyNotDue({ turns, milliseconds, changes }, occasion, profile.forgetting)

  test('S0.76 S3.93 C24 is due under crabpath after 50 turns or an hour, and 20 changed edges', () => {
    expect([49, 50].map((turns) => waits(crabpath, turns, 0, 20, 'turn'))).toEqual(['early', undefined])
    expect([3_599_999, 3_600_000].map((ms) => waits(crabpath, 1, ms, 20, 'heartbeat'))).toEqual(['early', undefined])
    expect(waits(crabpath, 50, 0, 19, 'turn')).toBe('little-changed')
  })

  test('S3.87 is due under crabpath behind a reading, once 20 edges changed', () => {
    expect([19, 20].map((changes) => waits(crabpath, 0, 0, changes, 'reading'))).toEqual(['little-changed', undefined])
    expect([balanced, linkstrength, neurogated].map((profile) => waits(profile, 49, 0, 20, 'reading'))).toEqual(['early', 'early', 'early'])
  })

  test('S1.46 needs no change under neurogated', () => {
    expect(waits(neurogated, 50, 0, 0, 'turn')).toBeUndefined()
  })
})

describe('under crabpath an outcome', () => {
  const recall = (turn: number): ReadonlyArray<NewEvent> => [
    { type: 'TurnStarted', turn, data: { question: ref('2'), engine: 'route', ...crabpath.budget } },
    { type: 'ContextBundled', turn, data: { nodes: [1], scores: [1], included: [1], tokens: 1 } },
  ]
  const meant = (turns: number, now: number): number => {
    const fold = emptyFold()
    for (let turn = 1; turn <= turns; turn++)
      for (const event of recall(turn)) foldEvent(fold, placed(event, fold.position + 1, { at: 0, actor: 1, session: 1 }))
    return candidateTurns(brainState(fold), 1, now, crabpath).length
  }

  test('S3.66 S3.70 C22 is about the last 10 turns, of 900 seconds', () => {
    expect([meant(11, 0), meant(3, 900_000), meant(3, 900_001)]).toEqual([10, 3, 0])
  })

  test('S3.59 that a person says is a whole failure, forceful or not', () => {
    expect(spokenOutcome('No, that is wrong.', crabpath)).toBe(-1)
    expect(nano(crabpath.learning.spoken)).toBe(-one)
  })
})
