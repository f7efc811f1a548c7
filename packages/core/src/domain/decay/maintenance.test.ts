import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import type { ForgettingSettings, Profile } from '../profiles/profile.ts'
import { balanced } from '../profiles/profiles.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { nano, units } from '../strength.ts'
import { type MaintenanceInput, maintenance } from './maintenance.ts'

const ref = ContentRef.make('a'.repeat(64))
const protectedBy = (node: number): NewEvent => ({ type: 'NodeProtected', data: { node, protection: 'on' } })
const node = (number: number, nodeType: 'fact' | 'cue' = 'fact', state: 'probation' | 'normal' = 'normal'): NewEvent => ({
  type: 'NodeAdded',
  origin: 'owner',
  data: { node: number, id: ref, text: ref, nodeType, state },
})
/** Links an edge at 0 and moves it to a strength. */
const edge = (number: number, source: number, target: number, strength: number): ReadonlyArray<NewEvent> => [
  { type: 'EdgeLinked', data: { edge: number, source, target, kind: 'learned', strength: 0, reason: 'verdict' } },
  moved(number, strength),
]
const moved = (number: number, to: number): NewEvent => ({
  type: 'StrengthAdjusted',
  data: { edge: number, from: 0, to: nano(to), asked: nano(to), tier: 'conscious', rule: 'cue', reason: 'used' },
})
const turn = (number: number): NewEvent => ({
  type: 'TurnStarted',
  turn: number,
  data: { question: ref, engine: 'route', ...balanced.budget },
})
const followed = (number: number, at: number): NewEvent => ({
  type: 'EdgeFollowed',
  turn: at,
  data: { edge: number, strength: 0, channel: 'rule', depth: 0, energy: 1 },
})

interface Changed {
  readonly decay?: Partial<ForgettingSettings['decay']>
  readonly prune?: Partial<ForgettingSettings['prune']>
  readonly death?: Partial<ForgettingSettings['death']>
  readonly merge?: Partial<ForgettingSettings['merge']>
}
/** A profile without decay that prunes edges unused for more than two turns, whatever the churn. */
const forgetting = ({ death, decay, merge, prune }: Changed = {}): Profile => ({
  ...balanced,
  forgetting: {
    ...balanced.forgetting,
    decay: { SEQ: 1, SIM: 1, CAUSE: 1, idle: 0, step: 1, floor: 'none', protectedFloor: 0.3, ...decay },
    prune: { ...balanced.forgetting.prune, churn: 1, young: 2, ...prune },
    death: { ...balanced.forgetting.death, strong: 0.3, ...death },
    merge: { ...balanced.forgetting.merge, ...merge },
  },
})
const fading = { SEQ: 0.9, SIM: 0.9, CAUSE: 0.9 }

/** Runs maintenance after these events. Returns its result and the state after it. */
const run = (events: ReadonlyArray<NewEvent>, profile: Profile = forgetting(), input: Partial<MaintenanceInput> = {}) => {
  const fold = emptyFold()
  const append = (event: NewEvent) => foldEvent(fold, placed(event, fold.position + 1, { at: 0, actor: 1 }))
  events.forEach(append)
  const request = fold.position + 1
  const made = maintenance(brainState(fold), profile, { alike: [], at: 0, ...input, request })
  made.events.forEach(append)
  const { graph } = brainState(fold)
  const of = <Type extends NewEvent['type']>(type: Type) =>
    made.events.flatMap((event) => (event.type === type ? [event.data as Extract<NewEvent, { readonly type: Type }>['data']] : []))
  return { made, graph, of, strength: (number: number) => units(graph.strengthOf(number)) }
}

const notes = [node(1), node(2), node(3)]

describe('a run lets go', () => {
  test('what is weak, and neither what a word moved lately nor what was linked or followed lately', () => {
    const { of } = run(
      [
        ...notes,
        node(4, 'cue'),
        ...[edge(1, 4, 1, 0.04), edge(2, 4, 2, 0.04), edge(3, 4, 3, 0.04), edge(4, 4, 3, 0.06)].flat(),
        turn(10),
        { type: 'StrengthSet', data: { edge: 2, strength: nano(0.04) } },
        { ...moved(2, 0.04), cause: 14 },
        followed(3, 10),
        ...edge(5, 4, 1, 0.04),
      ],
      forgetting(),
    )

    expect(of('EdgePruned')).toEqual([{ edge: 1, reason: 'weak' }])
  })

  test('S0.74 S4.83 below 0.05, whatever its sign', () => {
    const strengths = [0.05, 0.049, -0.049, -0.05, -0.9]
    const edges = strengths.flatMap((strength, i) => edge(i + 1, 4, 1 + (i % 3), strength))
    const { of } = run([...notes, node(4, 'cue'), ...edges, turn(10)])

    expect(of('EdgePruned').map((pruned) => pruned.edge)).toEqual([2, 3])
  })

  test('what the decays of the same run make weak', () => {
    const before = [...notes, node(4, 'cue'), ...edge(1, 4, 1, 0.3), turn(20)]

    expect(run(before).made.pruned).toBe(0)
    expect(run(before, forgetting({ decay: fading })).of('EdgePruned')).toEqual([{ edge: 1, reason: 'weak' }])
  })

  test('nothing twice, and what is gone keeps no kind of question alive', () => {
    const gone: NewEvent = { type: 'EdgePruned', data: { edge: 1, reason: 'weak' } }
    const { made, of } = run([...notes, node(4, 'cue'), ...edge(1, 4, 1, 0.04), gone, turn(100)])

    expect(of('EdgePruned')).toEqual([])
    expect(made).toMatchObject({ pruned: 0, died: 1 })
  })

  test('nothing of the kinds that do not fade, however weak', () => {
    const link: NewEvent = { type: 'EdgeLinked', data: { edge: 1, source: 1, target: 2, kind: 'link', strength: 1, reason: 'ingest' } }

    expect(run([...notes, link, turn(100)]).made.pruned).toBe(0)
  })

  test('weaker edges only, while many of the memories are of this week', () => {
    const before = [...notes, node(4, 'cue'), ...edge(1, 4, 1, 0.04), turn(10)]
    const churned = forgetting({ prune: { churn: 0.5 } })
    const week = 7 * 86_400_000

    expect(run(before, churned).made.pruned).toBe(0)
    expect(run(before, churned, { at: week }).made.pruned).toBe(1)
  })

  test('as many as before while few of many are of this week', () => {
    const retired: NewEvent = { type: 'NodeRetired', data: { node: 1, reason: 'forgotten' } }
    const many = Array.from({ length: 10 }, (_, i) => node(i + 1))

    // Ten memories came and one went, and nine are left.
    const before = [...many, retired, ...edge(1, 2, 3, 0.04), turn(10)]
    expect(run(before, forgetting({ prune: { churn: 1.2 } })).made.pruned).toBe(0)
    expect(run(before, forgetting({ prune: { churn: 1.3 } })).made.pruned).toBe(1)
  })

  test('two thousand edges at most, and says that there are more', () => {
    const many = [...notes, node(4, 'cue'), ...Array.from({ length: 2_001 }, (_, i) => edge(i + 1, 4, 1 + (i % 3), 0.01)).flat(), turn(10)]

    expect(run(many).made).toMatchObject({ pruned: 2_000, died: 0, more: true })
    expect(run([...many.slice(0, -3), turn(10)]).made).toMatchObject({ pruned: 2_000, died: 0, more: false })
  })

  test('five hundred kinds of question at most, and says that there are more', () => {
    const cues = (count: number) => [...Array.from({ length: count }, (_, i) => node(i + 1, 'cue')), turn(100)]

    expect(run(cues(501)).made).toMatchObject({ died: 500, more: true })
    expect(run(cues(500)).made).toMatchObject({ died: 500, more: false })
  })
})

describe('what leads to a protected memory', () => {
  const kept = [...notes, node(4), protectedBy(4), node(5, 'cue')]
  const faded = (strength: number, turns: number) => run([...kept, ...edge(1, 5, 4, strength), turn(turns)], forgetting({ decay: fading }))

  test('fades down to the floor and no further, to either side', () => {
    expect(faded(0.6, 2).strength(1)).toBeCloseTo(0.6 * 0.9 ** 2, 6)
    expect(faded(0.6, 2).of('StrengthsRestored')).toEqual([])
    expect(faded(0.6, 8).strength(1)).toBe(0.3)
    expect(faded(-0.6, 8).strength(1)).toBe(-0.3)
  })

  test('does not gain by it: what was less than the floor is what it was', () => {
    const { of, strength } = faded(0.2, 8)

    expect(strength(1)).toBe(0.2)
    expect(of('StrengthsRestored')).toEqual([
      { edges: [1], from: [expect.any(Number)], to: [nano(0.2)], nodes: [], utilityFrom: [], utilityTo: [] },
    ])
  })

  test('S3.95 is not let go, however weak and however long it was not used; what leads elsewhere is', () => {
    const faint = [...notes, protectedBy(2), ...edge(1, 1, 2, 0.01), ...edge(2, 1, 3, 0.01), turn(1), turn(2), turn(3)]

    expect(
      run(faint)
        .of('EdgePruned')
        .map((pruned) => pruned.edge),
    ).toEqual([2])
  })

  test('and only that: what leads away from it fades as everything does', () => {
    const { strength } = run([...kept, ...edge(1, 4, 1, 0.6), turn(8)], forgetting({ decay: fading }))

    expect(strength(1)).toBeCloseTo(0.6 * 0.9 ** 8, 6)
  })
})

describe('a kind of question dies', () => {
  const cue = [...notes, node(4, 'cue')]
  const isDead = (events: ReadonlyArray<NewEvent>, death: Changed['death'] = {}) =>
    run([...cue, ...events], forgetting({ death: { degree: 0, activity: 0, success: 0, age: 0.01, ...death } })).graph.stateOf(4) ===
    'retired'

  test('with its edges, each let go once', () => {
    const { made, graph, of } = run([...cue, ...edge(1, 4, 1, 0.04), ...edge(2, 4, 2, 0.1), turn(10_000)])

    expect(of('EdgePruned')).toEqual([
      { edge: 1, reason: 'weak' },
      { edge: 2, reason: 'death' },
    ])
    expect(made.died).toBe(1)
    expect(graph.stateOf(4)).toBe('retired')
  })

  test('by the turns since the last of its edges was used, whichever that is', () => {
    const used = [...edge(1, 4, 1, 0.1), ...edge(2, 4, 2, 0.1), turn(30), followed(1, 30)]

    expect(isDead([...used, turn(31)], { degree: 0.01 })).toBe(false)
    expect(isDead([...used, turn(33)], { degree: 0.01 })).toBe(true)
  })

  test('not while it is right for something, nor while it warns of something', () => {
    expect(isDead([...edge(1, 4, 1, 0.2), turn(15)], { success: 1 })).toBe(false)
    expect(isDead([...edge(1, 4, 1, -0.2), turn(15)], { success: 1 })).toBe(true)
    expect(isDead([...edge(1, 4, 1, -0.5), turn(1_000)])).toBe(false)
  })

  test('the later, the more often its edges were followed, all of them counted', () => {
    const often = [...edge(1, 4, 1, 0.1), ...edge(2, 4, 2, 0.1), turn(1), followed(1, 1), followed(1, 1), followed(2, 1), turn(3)]

    expect(isDead(often, { activity: 0.01 })).toBe(false)
    expect(isDead(often, { activity: 0.006 })).toBe(true)
  })

  test('and what it led to does not live the longer for blame that it took back', () => {
    const blamed = [...edge(1, 4, 1, 0.2), ...edge(2, 4, 2, -0.2), turn(15)]

    expect(isDead(blamed, { success: 1 })).toBe(false)
  })
})

describe('a memory on probation', () => {
  const onProbation = [node(1, 'fact', 'probation'), node(2, 'cue')]

  test('passes it once it was right for some question', () => {
    expect(run([...onProbation, ...edge(1, 2, 1, 0.6)]).of('NodePromoted')).toEqual([{ node: 1, reason: 'success' }])
    expect(run([...onProbation, ...edge(1, 2, 1, -0.6)]).of('NodePromoted')).toEqual([])
    expect(run([...notes, node(4, 'cue'), ...edge(1, 4, 1, 0.6)]).of('NodePromoted')).toEqual([])
  })

  test('dies when nothing used it for its turns of grace, counted from when it was said or used last', () => {
    const stateAfter = (...events: ReadonlyArray<NewEvent>) => run([turn(400), ...onProbation, ...events]).graph.stateOf(1)
    const used = (outcome: number): NewEvent => ({
      type: 'FeedbackGiven',
      data: { feedback: 1, verdict: 'used', applied: 'used', outcome, tier: 'agent', nodes: [1] },
    })

    expect(stateAfter(turn(900))).toBe('probation')
    expect(stateAfter(turn(901))).toBe('retired')
    expect(stateAfter(turn(600), used(nano(1)), turn(1_100))).toBe('probation')
    expect(stateAfter(turn(600), used(0), turn(1_100))).toBe('retired')
  })

  test('S3.95 that took part in more recalls than the settings say stays, unless it was called wrong more often than right', () => {
    const recalled = (times: number): ReadonlyArray<NewEvent> =>
      Array.from({ length: times }, () => ({ type: 'NodeFired', turn: 1, data: { node: 1, depth: 0, energy: 1 } }))
    const judged = (feedback: number, outcome: number): NewEvent => ({
      type: 'FeedbackGiven',
      data: {
        feedback,
        verdict: outcome < 0 ? 'wrong' : 'used',
        applied: outcome < 0 ? 'not-relevant' : 'used',
        outcome,
        tier: 'agent',
        nodes: [1],
      },
    })
    const isDead = (events: ReadonlyArray<NewEvent>, fired = 10) =>
      run([turn(1), ...onProbation, ...events, turn(900)], forgetting({ death: { fired } })).graph.stateOf(1) === 'retired'

    expect([isDead(recalled(10)), isDead(recalled(11)), isDead(recalled(11), 0)]).toEqual([true, false, true])
    expect(isDead([...recalled(11), judged(1, -nano(1))])).toBe(true)
    expect(isDead([...recalled(11), judged(1, -nano(1)), judged(2, nano(1))])).toBe(false)
  })

  test('takes the edges of growth that lead to it with it, each once, also where their cue loses half of its edges in the same run', () => {
    const grown = (edge: number, target: number): NewEvent => ({
      type: 'EdgeLinked',
      data: { edge, source: 4, target, kind: 'grown', strength: nano(0.2), reason: 'growth' },
    })
    const asked: NewEvent = {
      type: 'SeedsSelected',
      turn: 495,
      data: { nodes: [], scores: [], sources: [], cues: [4], alike: [nano(1)], gate: 0 },
    }
    const memories = [node(1, 'fact', 'probation'), node(2), node(3)]
    const { of } = run([turn(1), ...memories, node(4, 'cue', 'probation'), grown(1, 3), grown(2, 1), turn(495), asked, turn(502)])

    expect(of('NodeRetired').map(({ node }) => node)).toEqual([1])
    expect(of('EdgePruned').map(({ edge }) => edge)).toEqual([2])
  })

  test('lives by what it leads to, not by what leads to it', () => {
    const isDead = (...events: ReadonlyArray<NewEvent>) =>
      run(
        [...onProbation, node(3), ...events, turn(15)],
        forgetting({ death: { degree: 0, success: 1, age: 0.01, note: 14 } }),
      ).graph.stateOf(1) === 'retired'

    expect(isDead(...edge(1, 1, 3, 0.2))).toBe(false)
    expect(isDead(...edge(1, 3, 1, 0.2))).toBe(true)
  })
})

describe('kinds of question that are one', () => {
  const two = [...notes, node(4, 'cue'), node(5, 'cue')]
  const alike = [{ keeper: 4, other: 5 }]

  test('become one: it leads to whatever either led to, by the larger strength', () => {
    const edges = [edge(1, 4, 1, 0.6), edge(2, 4, 2, -0.2), edge(3, 5, 1, 0.3), edge(4, 5, 2, -0.5), edge(5, 5, 3, 0.4), edge(6, 5, 3, 0)]
    const { graph, made, strength } = run([...two, ...edges.flat()], forgetting(), { alike })

    expect(made.merged).toBe(1)
    expect(graph.stateOf(5)).toBe('merged')
    expect(graph.out(5)).toEqual([])
    expect(graph.out(4).map((number) => [graph.targetOf(number), strength(number)])).toEqual([
      [1, 0.6],
      [2, -0.5],
      [3, 0.4],
    ])
  })

  test('do not lead anew to where the other led by nothing', () => {
    const { graph } = run([...two, ...edge(1, 4, 1, 0.6), ...edge(2, 5, 1, 0.6), ...edge(3, 5, 2, 0)], forgetting(), { alike })

    expect(graph.out(4).map(graph.targetOf)).toEqual([1])
  })

  test('become one by what the decays leave, within the bounds of the profile', () => {
    const events = [...two, ...edge(1, 4, 1, 0.6), ...edge(2, 5, 1, 3), ...edge(3, 5, 2, -3), turn(1), followed(2, 1), followed(3, 1)]
    const bounded = { ...forgetting({ decay: fading }), strength: { ...balanced.strength, min: -2, max: 2 } }
    const { of, strength } = run(events, bounded, { alike })

    expect(of('StrengthAdjusted').map(({ edge: number, from, to }) => [number, units(from), units(to)])).toEqual([
      [1, 0.54, 2],
      [4, 0, -2],
    ])
    expect(strength(1)).toBe(2)
  })

  test('are left alone by the rest of the run: neither dies nor loses another edge', () => {
    const { graph, made, of } = run([...two, ...edge(1, 4, 1, 0.04), ...edge(2, 5, 1, 0.04), turn(10_000)], forgetting(), { alike })

    expect(of('EdgePruned')).toEqual([{ edge: 2, reason: 'merge' }])
    expect([made.died, graph.stateOf(4), graph.stateOf(5)]).toEqual([0, 'normal', 'merged'])
  })

  test('are no more pairs than the profile allows in one run', () => {
    const four = [...two, node(6, 'cue'), node(7, 'cue'), ...[4, 5, 6, 7].flatMap((cue) => edge(cue, cue, 1, 0.6))]
    const pairs = [
      { keeper: 4, other: 5 },
      { keeper: 6, other: 7 },
    ]

    expect(run(four, forgetting({ merge: { most: 1 } }), { alike: pairs }).made.merged).toBe(1)
    expect(run(four, forgetting(), { alike: pairs }).made.merged).toBe(2)
  })
})

describe('found by trying to break it', () => {
  test('what is sheltered is weighed by what the shelter leaves, and its kind of question lives', () => {
    const { graph, made } = run(
      [...notes, node(4), protectedBy(4), node(5, 'cue'), ...edge(1, 5, 4, 0.6), turn(40)],
      forgetting({ decay: fading }),
    )

    expect([graph.isLinked(1), units(graph.strengthOf(1)), made.pruned, graph.stateOf(5)]).toEqual([true, 0.3, 0, 'normal'])
  })

  test('a merge starts each change where the log stands, shelter included', () => {
    const before = [
      ...notes,
      node(4),
      protectedBy(4),
      ...[node(5, 'cue'), node(6, 'cue')],
      ...[...edge(1, 5, 4, 0.3), ...edge(2, 5, 1, 0.9), ...edge(3, 6, 4, 0.9), ...edge(4, 6, 1, 0.2)],
      turn(7),
    ]
    const { made } = run(before, forgetting({ decay: fading }), { alike: [{ keeper: 5, other: 6 }] })
    const fold = emptyFold()
    const wrong: Array<unknown> = []
    for (const event of [...before, ...made.events]) {
      const stands = event.type === 'StrengthAdjusted' ? brainState(fold).graph.strengthOf(event.data.edge) : 0
      if (event.type === 'StrengthAdjusted' && stands !== event.data.from) wrong.push(event.data)
      foldEvent(fold, placed(event, fold.position + 1, { at: 0, actor: 1 }))
    }

    expect(made.merged).toBe(1)
    expect(wrong).toEqual([])
  })

  test('what dies is not promoted', () => {
    const { graph, of } = run(
      [node(1, 'fact', 'probation'), node(2, 'cue'), ...edge(1, 2, 1, 0.04), turn(100)],
      forgetting({ death: { note: 14 } }),
    )

    expect([of('NodeRetired').map(({ node }) => node), of('NodePromoted'), graph.stateOf(1)]).toEqual([[1, 2], [], 'retired'])
  })
})
