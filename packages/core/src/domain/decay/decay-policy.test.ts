import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ForgettingSettings } from '../profiles/profile.ts'
import { balanced, crabpath, linkstrength, neurogated } from '../profiles/profiles.ts'
import { nano, one } from '../strength.ts'
import { deathScore, decaysDue, dies, fading, isMortal, pruneReason, type Standing, sameLeads, whyNotDue } from './decay-policy.ts'

const settings = (decay: Partial<ForgettingSettings['decay']>): ForgettingSettings => ({
  ...balanced.forgetting,
  decay: { SEQ: 0.9, SIM: 0.9, CAUSE: 0.9, idle: 0, step: 10, floor: 'none', protectedFloor: 0, ...decay },
})

describe('decays are due', () => {
  test('at the multiples of a step since the run before, each for its turns', () => {
    const due = decaysDue(7, 30, settings({ idle: 5 }))

    expect(due.map(({ cutoff }) => cutoff)).toEqual([5, 15, 25])
    expect(new Set(due.map(({ factor }) => factor))).toEqual(new Set([348_678_440]))
  })

  test('of nothing before anything can have lain unused so long', () => {
    expect(decaysDue(0, 30, settings({ idle: 30 }))).toEqual([])
  })

  test('for each family by its own pace, and not for one that does not fade', () => {
    const due = decaysDue(0, 10, settings({ SEQ: 0.5, CAUSE: 0.5, SIM: 1 }))

    expect(due).toHaveLength(1)
    expect(due[0]?.kinds).toEqual(['sequential', 'causal', 'inhibit', 'anti_goal'])
  })

  test('in sixteen steps at most: of more, neighbours are taken as one, by the first’s cut-off', () => {
    const due = decaysDue(0, 1_000, settings({ SEQ: 0.999, SIM: 0.999, CAUSE: 0.999 }))

    expect(due.map(({ cutoff }) => cutoff)).toEqual([10, 80, 150, 220, 290, 350, 410, 470, 530, 590, 650, 710, 770, 830, 890, 950])
    expect(due[0]?.factor).toBe(Math.round(0.999 ** 70 * one))
    expect(due.at(-1)?.factor).toBe(Math.round(0.999 ** 60 * one))
  })

  test('INV-25 the same ones however the turns are cut into runs, as long as one run takes them', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 200 }),
        fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 10, max: 15 }),
        fc.nat({ max: 50 }),
        (since, runs, step, idle) => {
          const asked = settings({ step, idle })
          const ends = [since, ...runs.map((_, i) => runs.slice(0, i + 1).reduce((sum, turns) => sum + turns, since))]
          const inPieces = ends.slice(1).flatMap((end, i) => decaysDue(ends[i] ?? 0, end, asked))
          expect(inPieces).toEqual(decaysDue(since, ends.at(-1) ?? since, asked))
        },
      ),
    )
  })

  test('by the profiles as their documents say', () => {
    const half = ({ forgetting }: typeof balanced) => -Math.LN2 / Math.log(forgetting.decay.SEQ)

    expect([half(crabpath), half(neurogated), half(linkstrength)]).toEqual([
      expect.closeTo(22.76, 2),
      expect.closeTo(68.97, 2),
      Number.NEGATIVE_INFINITY,
    ])
    expect(half(balanced)).toBeGreaterThan(3_000)
  })
})

describe('what fades', () => {
  const edge = { kind: 'learned', first: 0, lastRenewed: 3, strength: -one } as const

  test('does so once for each step since it was used, and keeps its sign', () => {
    const due = decaysDue(0, 30, settings({}))

    expect(fading(due)(edge)).toBe(-42_391_158)
    expect(fading(due)({ ...edge, lastRenewed: 10 })).toBe(-121_576_655)
    expect(fading(due)({ ...edge, lastRenewed: 30 })).toBe(-one)
  })

  test('stops at its first strength where that is the floor', () => {
    const due = decaysDue(0, 30, settings({ floor: 'first' }))

    expect(fading(due)({ ...edge, kind: 'sequential', first: one / 2, strength: one })).toBe(one / 2)
    expect(fading(due)({ ...edge, kind: 'inhibit', first: -one / 2, strength: -one })).toBe(-one / 2)
  })

  test('is of the kinds that the decay names', () => {
    const due = decaysDue(0, 30, settings({ SIM: 1 }))

    expect(fading(due)(edge)).toBe(-one)
    expect(fading(due)({ ...edge, kind: 'sequential' })).toBe(-42_391_158)
  })
})

const standing = (change: Partial<Standing> = {}): Standing => ({
  degree: 1,
  uses: 0,
  success: 0,
  strongest: one / 25,
  idle: 0,
  fired: 0,
  isBlamed: false,
  of: 'cue',
  ...change,
})

describe('a kind of question', () => {
  test('lives while it is used, and dies after long disuse', () => {
    expect(dies(standing({ idle: 200 }), balanced)).toBe(false)
    expect(dies(standing({ idle: 201 }), balanced)).toBe(true)
    expect(dies(standing({ idle: 201, uses: 1 }), balanced)).toBe(false)
  })

  test('never dies while an edge of it carries something', () => {
    expect(dies(standing({ idle: 1_000_000, strongest: 0.05 * one }), balanced)).toBe(false)
  })

  test('without any edge dies after its turns of grace (S4.87)', () => {
    expect([14, 15].map((idle) => dies(standing({ degree: 0, strongest: 0, idle }), balanced))).toEqual([false, true])
    const never = { ...balanced, forgetting: { ...balanced.forgetting, death: { ...balanced.forgetting.death, orphan: 0 } } }
    expect(dies(standing({ degree: 0, strongest: 0, idle: 1_000_000 }), never)).toBe(false)
  })

  test('is a note: it stays for its own turns of grace, with or without edges, and a captured memory for fewer', () => {
    const deadAt = (of: Standing['of'], idle: number, degree = 0) => dies(standing({ degree, strongest: 0, idle, of }), balanced)

    expect([500, 501].map((idle) => deadAt('note', idle))).toEqual([false, true])
    expect([500, 501].map((idle) => deadAt('note', idle, 1))).toEqual([false, true])
    expect([100, 101].map((idle) => deadAt('captured', idle))).toEqual([false, true])
  })

  test('INV-75 C16: more success never hastens death', () => {
    const counts = fc.record({
      degree: fc.nat({ max: 20 }),
      uses: fc.nat({ max: 100 }),
      success: fc.nat({ max: 20 * one }),
      strongest: fc.nat({ max: one }),
      idle: fc.nat({ max: 100_000 }),
      fired: fc.nat({ max: 20 }),
      isBlamed: fc.boolean(),
      of: fc.constantFrom('cue', 'note', 'captured'),
    })
    const death = fc.record({
      degree: fc.double({ min: 0, max: 10, noNaN: true }),
      activity: fc.double({ min: 0, max: 10, noNaN: true }),
      success: fc.double({ min: 0, max: 10, noNaN: true }),
      age: fc.double({ min: 0, max: 10, noNaN: true }),
      fired: fc.nat({ max: 20 }),
      strong: fc.double({ min: 0, max: 1, noNaN: true }),
      orphan: fc.nat({ max: 50 }),
      note: fc.nat({ max: 500 }),
      captured: fc.nat({ max: 500 }),
    })
    fc.assert(
      fc.property(counts, death, fc.nat({ max: 5 * one }), (one, death, more) => {
        const settings = { forgetting: { ...balanced.forgetting, death } }
        const better = { ...one, success: one.success + more }
        expect(deathScore(better, settings.forgetting)).toBeGreaterThanOrEqual(deathScore(one, settings.forgetting))
        if (!dies(one, settings)) expect(dies(better, settings)).toBe(false)
      }),
    )
  })
})

describe('what can die of disuse', () => {
  test.each([
    ['a kind of question', 'cue', 'normal', 0, true],
    ['a grown memory on probation', 'fact', 'probation', 0, true],
    ['a grown memory that passed it', 'fact', 'normal', 0, false],
    ['a passage on probation', 'fact', 'probation', 3, false],
    ['a passage', 'fact', 'normal', 3, false],
    ['what is protected', 'cue', 'protected', 0, false],
    ['what died', 'cue', 'retired', 0, false],
  ] as const)('%s', (_, type, state, source, mortal) => {
    expect(isMortal(type, state, source)).toBe(mortal)
  })
})

describe('two lead to the same', () => {
  test.each([
    ['where all is shared', [[1, 5]], [[1, 3]], 1],
    [
      'by half where one of two is',
      [
        [1, 5],
        [2, 5],
      ],
      [[1, 3]],
      0.5,
    ],
    [
      'not at all where they disagree',
      [
        [1, 5],
        [2, 5],
      ],
      [
        [1, 5],
        [2, -5],
      ],
      0,
    ],
    ['not at all where neither leads anywhere', [], [], 0],
  ] as const)('%s', (_, a, b, share) => {
    expect(sameLeads(new Map(a), new Map(b))).toBe(share)
    expect(sameLeads(new Map(b), new Map(a))).toBe(share)
  })
})

const { forgetting } = balanced
const since = { turns: 50, milliseconds: 0, changes: 20 }

describe('C24: a run of forgetting', () => {
  test.each([
    ['is due after 50 turns', since, 'turn', undefined],
    ['is not due before', { ...since, turns: 49 }, 'turn', 'early'],
    ['waits with fewer than 20 changed edges', { ...since, changes: 19 }, 'turn', 'little-changed'],
    ['is due with a heartbeat an hour after the last', { ...since, turns: 1, milliseconds: 3_600_000 }, 'heartbeat', undefined],
    ['is not due with a heartbeat before', { ...since, turns: 1, milliseconds: 3_599_999 }, 'heartbeat', 'early'],
    ['is not due where no turn came since', { ...since, turns: 0, milliseconds: 9_999_999 }, 'heartbeat', 'early'],
    ['is not due with a turn by the clock', { ...since, turns: 1, milliseconds: 9_999_999 }, 'turn', 'early'],
  ] as const)('%s', (_, passed, occasion, reason) => {
    expect(whyNotDue(passed, occasion, forgetting)).toBe(reason)
  })
})

describe('C3: an edge is let go', () => {
  const edge = { strength: nano(0.049), idle: 51 }

  test.each([
    ['below 0.05', edge, 'weak'],
    ['below zero too', { ...edge, strength: nano(-0.049) }, 'weak'],
    ['as stale below 0.02 (S4.84)', { ...edge, strength: nano(0.019) }, 'stale'],
    ['not from 0.05 on', { ...edge, strength: nano(0.05) }, undefined],
    ['not while it is young', { ...edge, idle: 50 }, undefined],
  ] as const)('%s', (_, one, reason) => {
    expect(pruneReason(one, forgetting, 0)).toBe(reason)
  })

  test('as stale only from 0.02 down, and after more than 14 turns', () => {
    const hasty = { ...forgetting, prune: { ...forgetting.prune, young: 0 } }

    expect(pruneReason({ ...edge, strength: nano(0.02) }, hasty, 0)).toBe('weak')
    expect(pruneReason({ ...edge, strength: nano(0.019), idle: 14 }, hasty, 0)).toBe('weak')
    expect(pruneReason({ ...edge, strength: nano(0.019), idle: 15 }, hasty, 0)).toBe('stale')
  })

  test('C4: below 0.03 while more than 15 % of the memories come and go in a week', () => {
    expect(pruneReason(edge, forgetting, 0.15)).toBe('weak')
    expect(pruneReason(edge, forgetting, 0.16)).toBeUndefined()
    expect(pruneReason({ ...edge, strength: nano(0.029) }, forgetting, 0.16)).toBe('weak')
  })

  test('below 0.1 under neurogated, and never under linkstrength', () => {
    expect(pruneReason({ ...edge, strength: nano(0.099) }, neurogated.forgetting, 0)).toBe('weak')
    expect(pruneReason({ ...edge, strength: 0 }, linkstrength.forgetting, 0)).toBeUndefined()
  })
})
