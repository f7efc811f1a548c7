import { describe, expect, test } from 'vitest'
import type { NewEvent, NewEventOf } from '../../events/brain-event.ts'
import { placed } from '../../events/codec/event-codec.ts'
import { ContentRef } from '../../identity.ts'
import { copyOf } from '../copy-of.ts'
import { emptyLedger, foldTurns, type TurnLedger, turnsKept, usedByAgent, wasCredited } from './turn-ledger.ts'

const question = ContentRef.make('a'.repeat(64))
const budget = { seeds: 1, cues: 1, hops: 1, fired: 1, follows: 1, candidates: 1, items: 1, tokens: 1 }
const started = (turn: number): NewEvent => ({ type: 'TurnStarted', turn, data: { question, engine: 'route', ...budget } })
const given = (data: Partial<NewEventOf<'FeedbackGiven'>['data']>): NewEvent => ({
  type: 'FeedbackGiven',
  turn: 1,
  data: { feedback: 1, verdict: 'wrong', applied: 'not-relevant', outcome: -1, tier: 'conscious', nodes: [1], ...data },
})

const attributed = (feedback: number, reason?: 'origin'): NewEvent => ({
  type: 'FeedbackAttributed',
  turn: 1,
  data: reason === undefined ? { feedback, turns: [1], shares: [1_000_000_000] } : { feedback, turns: [], shares: [], reason },
})

const ledgerOf = (events: ReadonlyArray<NewEvent>, actor = 1): TurnLedger => {
  const ledger = emptyLedger()
  events.forEach((event, i) => {
    foldTurns(ledger, placed(event, i + 1, { at: 5, actor, session: 2 }))
  })
  return ledger
}

describe('the turn ledger', () => {
  test('keeps what a turn showed and by which ways', () => {
    const ledger = ledgerOf([
      started(1),
      { type: 'SeedsSelected', turn: 1, data: { nodes: [3, 4], scores: [2, 1], sources: ['lexical', 'lexical'], cues: [9], alike: [7] } },
      { type: 'NodeFired', turn: 1, data: { node: 3, depth: 0, energy: 2 } },
      { type: 'NodeFired', turn: 1, data: { node: 5, depth: 1, energy: 1, edge: 8 } },
      { type: 'EdgeFollowed', turn: 1, data: { edge: 8, strength: 1, channel: 'rule', depth: 0, energy: 1 } },
      { type: 'NodeInhibited', turn: 1, data: { node: 4, depth: 0, energy: 1, edge: 6 } },
      { type: 'ContextBundled', turn: 1, data: { nodes: [3, 5], scores: [2, 1], included: [5], tokens: 9 } },
      { type: 'TurnCompleted', turn: 1, data: { outcome: 'success', durationMs: 1 } },
    ])

    expect(ledger.turns.get(1)).toEqual({
      turn: 1,
      position: 1,
      at: 5,
      session: 2,
      question,
      seeds: [3, 4],
      cues: [{ cue: 9, alike: 7 }],
      fired: new Map([
        [3, 0],
        [5, 8],
      ]),
      followed: [{ edge: 8, depth: 0, energy: 1 }],
      inhibited: new Map([[4, 6]]),
      shown: [3, 5],
      included: [5],
      verdicts: [],
      unanswered: new Map(),
      cue: undefined,
      outcome: 'success',
      drew: undefined,
      uses: [],
      errors: [],
      fixed: [],
      noted: [],
    })
  })

  test('takes the verdict that was applied, and whose it is; the first of the same that is credited counts', () => {
    const said = [given({ feedback: 1, cue: 9 }), given({ feedback: 2, nodes: [1, 2], instead: [3] })]
    const ledger = ledgerOf([started(1), ...said, attributed(1), attributed(2)], 4)

    expect(ledger.turns.get(1)?.cue).toBe(9)
    expect(ledger.turns.get(1)?.verdicts).toEqual([
      { node: 1, word: 'not-relevant', tier: 'conscious', actor: 4, feedback: 1 },
      { node: 2, word: 'not-relevant', tier: 'conscious', actor: 4, feedback: 2 },
      { node: 3, word: 'instead', tier: 'conscious', actor: 4, feedback: 2 },
    ])
  })

  test('counts a verdict as given only when the learner credited it, whenever it came to that', () => {
    const second = { node: 1, word: 'not-relevant', tier: 'conscious', actor: 1, feedback: 2 }
    const verdictsAfter = (...events: ReadonlyArray<NewEvent>) => ledgerOf([started(1), ...events]).turns.get(1)?.verdicts

    expect(verdictsAfter(given({ feedback: 1 }))).toEqual([])
    expect(verdictsAfter(given({ feedback: 1 }), attributed(1, 'origin'))).toEqual([])
    expect(verdictsAfter(given({ feedback: 1, outcome: 0 }), attributed(1))).toEqual([])
    expect(verdictsAfter(given({ feedback: 1 }), attributed(1, 'origin'), given({ feedback: 2 }), attributed(2))).toEqual([second])
    expect(verdictsAfter(given({ feedback: 1 }), given({ feedback: 2 }), attributed(1, 'origin'), attributed(2))).toEqual([second])
    expect(verdictsAfter(attributed(1), attributed(7))).toEqual([])
  })

  test('tells verdicts apart by node, word, tier and actor', () => {
    const credited = { node: 1, word: 'used', tier: 'agent', actor: 1 } as const
    const turn = { verdicts: [{ ...credited, feedback: 1 }] }

    expect(wasCredited(turn, credited)).toBe(true)
    for (const other of [{ node: 11 }, { word: 'success' }, { tier: 'conscious' }, { actor: 11 }] as const) {
      expect(wasCredited(turn, { ...credited, ...other })).toBe(false)
    }
  })

  test('counts a turn that used no memory, and keeps no record of it', () => {
    const ledger = ledgerOf([started(1), { type: 'RecallSkipped', turn: 7, data: { reason: 'off', skippedAt: 0, waitedMs: 0 } }])

    expect([ledger.last, [...ledger.turns.keys()]]).toEqual([7, [1]])
  })

  test('knows of a turn that used no memory where it was and how it ended, as long as of the others', () => {
    const skipped = (turn: number): NewEvent => ({ type: 'RecallSkipped', turn, data: { reason: 'off', skippedAt: 0, waitedMs: 0 } })
    const ended = (turn: number): NewEvent => ({ type: 'TurnCompleted', turn, data: { outcome: 'failure', durationMs: 1 } })
    const ledger = ledgerOf([...Array.from({ length: turnsKept + 1 }, (_, i) => skipped(i + 1)), ended(2), ended(1), skipped(2)])

    expect([ledger.absent.size, ledger.absent.has(1)]).toEqual([turnsKept, false])
    expect(ledger.absent.get(2)).toEqual({ session: 2, outcome: 'failure' })
  })

  test('says what a program said was used, and not what the learner refused', () => {
    const used = { verdict: 'used', applied: 'used', tier: 'agent' } as const
    const ledger = ledgerOf([
      started(1),
      given({ ...used, feedback: 1, nodes: [1] }),
      attributed(1),
      given({ ...used, feedback: 2, nodes: [2] }),
      attributed(2, 'origin'),
      given({ ...used, feedback: 3, nodes: [3, 4] }),
      given({ ...used, tier: 'conscious', feedback: 4, nodes: [5] }),
    ])
    const record = ledger.turns.get(1)

    expect(record && usedByAgent(record)).toEqual(new Set([1, 3, 4]))
  })

  test('opens a turn once, and hears nothing of a turn that was never opened', () => {
    const ledger = ledgerOf([started(1), given({}), attributed(1), started(1), { ...given({}), turn: 2 }])

    expect([[...ledger.turns.keys()], ledger.turns.get(1)?.verdicts.length]).toEqual([[1], 1])
  })

  test('forgets the oldest turn when there are too many', () => {
    const ledger = ledgerOf(Array.from({ length: turnsKept + 2 }, (_, i) => started(i + 1)))

    expect([ledger.turns.size, ledger.last]).toEqual([turnsKept, turnsKept + 2])
    expect([ledger.turns.has(2), ledger.turns.has(3)]).toEqual([false, true])
  })

  test('is copied whole: what happens to a copy does not happen to it', () => {
    const ledger = ledgerOf([started(1)])
    const copy = copyOf(ledger)

    for (const [i, event] of [given({}), attributed(1), given({ feedback: 2 }), started(2)].entries()) {
      foldTurns(copy, placed(event, i + 2, { at: 0, actor: 1 }))
    }

    expect([ledger.turns.size, ledger.last]).toEqual([1, 1])
    expect([ledger.turns.get(1)?.verdicts.length, ledger.turns.get(1)?.unanswered.size]).toEqual([0, 0])
  })
})
